/**
 * Endpoints that speak the chat completions of OpenAI: those that the person names, and servers of models on this machine, which
 * are found by themselves. Promises: only loopback is looked at; a look never holds anybody up; a model is named `ENDPOINT/model`.
 */
import { isJsonObject } from '@belay/hooks'
import type { JsonObject } from '@belay/trace'
import { z } from 'zod'
import type { ModelUpstream, UpstreamModel } from '../../extensions'
import { address, headersOf, type VendorParts } from './vendor-models'
import { createVendorProvider } from './vendor-provider'
import { compatible, VENDORS } from './vendors'

/** A key is found under its endpoint's name: that of a vendor goes to the vendor alone. */
const endpointName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]*$/, 'small letters, digits and dashes')
  .refine((name) => VENDORS.every((vendor) => vendor.name !== name), 'the name of a vendor: call it something else')

const endpoint = z.strictObject({
  baseUrl: address,
  headers: z.exactOptional(z.record(z.string(), z.string())),
  models: z.exactOptional(z.array(z.string().min(1))),
})

/** Of the section `compatible` in `extensions.json`. */
export const endpointSettings = z.strictObject({ endpoints: z.exactOptional(z.record(endpointName, endpoint)) })

/** Where servers of models listen as they come. */
const LOCAL = {
  ollama: 'http://127.0.0.1:11434/v1',
  lmstudio: 'http://127.0.0.1:1234/v1',
  llamacpp: 'http://127.0.0.1:8080/v1',
  vllm: 'http://127.0.0.1:8000/v1',
} as const

/** A server on this machine answers at once or not at all. */
const LOOK_MS = 800
/** What was found is good for so long. */
const AGAIN_MS = 15_000

/** Whoever listens there may say anything: names are printed, and lists are read by people. */
const MOST_MODELS = 200
const modelName = /^[\x21-\x7e]{1,200}$/
const listed = z.object({ data: z.array(z.object({ id: z.string() })) })

export interface EndpointParts extends VendorParts {
  /** Names and addresses of local servers; a test has others. */
  readonly local?: Readonly<Record<string, string>>
}

export interface Endpoints {
  upstream(settings: JsonObject): ModelUpstream
  /** Resolves when a look has ended. */
  look(): Promise<void>
}

export function createEndpoints(parts: EndpointParts): Endpoints {
  const local = parts.local ?? LOCAL
  let found: readonly UpstreamModel[] = []
  let lookedAt = Number.NEGATIVE_INFINITY
  let looking: Promise<void> | null = null
  const look = (): Promise<void> => {
    looking ??= Promise.all(Object.entries(local).map(([name, url]) => modelsAt(parts, name, url)))
      .then((models) => {
        found = models.flat()
        lookedAt = parts.now()
      })
      .finally(() => {
        looking = null
      })
    return looking
  }
  return {
    look,
    upstream(settings) {
      const places = placesOf(settings, local)
      return {
        resolve: (model) => endpointOf(model, places)?.provider(parts) ?? null,
        check(model) {
          if (endpointOf(model, places) !== null) return null
          const names = [...places.keys()].join(', ')
          return `There is no endpoint for ${model}: it is written ENDPOINT/model, with one of ${names}.`
        },
        list() {
          if (parts.now() - lookedAt > AGAIN_MS) void look()
          const named = [...places].flatMap(([name, { models }]) =>
            models.map((model) => ({ model: `${name}/${model}`, label: `${model} (${name})` })),
          )
          return [...named, ...found.filter(({ model }) => !named.some((one) => one.model === model))]
        },
      }
    },
  }
}

interface Place {
  readonly name: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly models: readonly string[]
}

/** The person's own come before what is found. */
function placesOf({ endpoints }: JsonObject, local: Readonly<Record<string, string>>): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>()
  for (const [name, url] of Object.entries(local)) places.set(name, { name, url, headers: {}, models: [] })
  for (const [name, settings] of Object.entries(isJsonObject(endpoints) ? endpoints : {})) {
    if (!isJsonObject(settings) || typeof settings.baseUrl !== 'string') continue
    const models = Array.isArray(settings.models) ? settings.models.filter((each) => typeof each === 'string') : []
    places.set(name, { name, url: settings.baseUrl, headers: headersOf(settings), models })
  }
  return places
}

function endpointOf(id: string, places: ReadonlyMap<string, Place>) {
  const slash = id.indexOf('/')
  const place = slash < 0 ? undefined : places.get(id.slice(0, slash))
  if (place === undefined || slash === id.length - 1) return null
  return {
    provider: ({ credentials, fetch, now }: VendorParts) => {
      const { name, url, headers } = place
      const vendor = compatible('compatible', name, url)
      const upstream = () => {
        const apiKey = credentials.find(name)?.key ?? null
        return { ok: true as const, upstream: { apiKey, baseUrl: url, headers, fetch } }
      }
      const provider = createVendorProvider(vendor, { upstream, window: () => null, now })
      return {
        ...provider,
        // The endpoint knows its model by its own name.
        stream: (request, context) =>
          provider.stream({ ...request, model: request.model.slice(request.model.indexOf('/') + 1) }, context),
      } satisfies typeof provider
    },
  }
}

/** None where nobody listens, or somebody else does. */
async function modelsAt({ fetch }: VendorParts, name: string, url: string): Promise<readonly UpstreamModel[]> {
  try {
    const response = await fetch(`${url}/models`, { signal: AbortSignal.timeout(LOOK_MS), redirect: 'error' })
    const read = listed.safeParse(await response.json())
    if (!read.success) return []
    const names = read.data.data.map(({ id }) => id).filter((id) => modelName.test(id))
    return names.slice(0, MOST_MODELS).map((id) => ({ model: `${name}/${id}`, label: `${id} (${name})` }))
  } catch {
    // As it is on most machines.
    return []
  }
}
