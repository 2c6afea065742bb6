/** The models of a vendor as an extension has them: with the person's key, their settings and what the catalogue knows. */
import type { Provider } from '@belay/agent'
import { isJsonObject } from '@belay/hooks'
import type { JsonObject } from '@belay/trace'
import { z } from 'zod'
import { type Credentials, keyVariables } from '../../credentials/credentials'
import type { ModelUpstream, UpstreamModel } from '../../extensions'
import { costOf, type ModelCatalog } from '../../models/model-facts'
import { createVendorProvider, type Upstream, type Vendor } from './vendor-provider'
import type { Fetch } from './watched-fetch'

export interface VendorParts {
  readonly credentials: Credentials
  readonly fetch: Fetch
  readonly now: () => number
}

export interface CataloguedParts extends VendorParts {
  readonly catalog: ModelCatalog
}

export const address = z.url({ protocol: /^https?$/, error: 'an address that begins with http:// or https://' })

/** Of a vendor's section in `extensions.json`. */
export const vendorSettings = z.strictObject({
  /** Where requests go instead of the vendor's own address: a proxy, another region. */
  baseUrl: z.exactOptional(address),
  headers: z.exactOptional(z.record(z.string(), z.string())),
  /** Models that the catalogue does not know. */
  models: z.exactOptional(z.array(z.string().min(1))),
})

type FoundUpstream =
  | { readonly ok: true; readonly upstream: Upstream }
  | { readonly ok: false; readonly message: string }

/** Any model of the vendor's can be named; those that are known are listed. */
export function vendorModels(vendor: Vendor, parts: CataloguedParts, settings: JsonObject): ModelUpstream {
  const { name } = vendor
  const upstream = () => vendorUpstream(vendor, parts, settings)
  const window = (model: string) => parts.catalog.find(`${name}/${model}`)?.window ?? null
  const cost: Provider['cost'] = (model, usage) => {
    const facts = parts.catalog.find(`${name}/${model}`)
    return facts === null ? null : costOf(facts, usage)
  }
  const provider = createVendorProvider(vendor, { upstream, window, cost, now: parts.now })
  return {
    resolve: (model) => (model.trim() === '' ? null : provider),
    check() {
      const found = upstream()
      return found.ok ? null : found.message
    },
    // What nobody can use is no choice.
    list: () => (upstream().ok ? listed(name, parts.catalog, settings) : []),
  }
}

function listed(name: string, catalog: ModelCatalog, { models }: JsonObject): readonly UpstreamModel[] {
  const known = catalog.of(name).map(({ id, label, window, price }) => ({
    ...{ model: id.slice(name.length + 1), label, window },
    ...(price === undefined ? {} : { price: { input: price.input, output: price.output } }),
  }))
  const more = Array.isArray(models) ? models.filter((each) => typeof each === 'string') : []
  return [...known, ...more.map((model) => ({ model, label: model }))]
}

function vendorUpstream(
  { name, label }: Vendor,
  { credentials, fetch }: VendorParts,
  settings: JsonObject,
): FoundUpstream {
  const key = credentials.find(name)
  if (key === null) return { ok: false, message: credentials.problem() ?? noKey(name, label) }
  const { baseUrl } = settings
  return {
    ok: true,
    upstream: {
      ...{ apiKey: key.key, baseUrl: typeof baseUrl === 'string' ? baseUrl : null, fetch },
      headers: headersOf(settings),
    },
  }
}

export function headersOf({ headers }: JsonObject): Readonly<Record<string, string>> {
  if (!isJsonObject(headers)) return {}
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
}

function noKey(name: string, label: string): string {
  const [variable] = keyVariables(name)
  const other = variable === undefined ? '' : `, or set ${variable} before Belay starts`
  return `There is no key for ${label}. Add one in the page, at the foot of the list of models, or with \`belay keys set ${name}\`${other}.`
}
