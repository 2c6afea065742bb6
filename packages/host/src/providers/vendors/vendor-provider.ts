/**
 * A vendor's models as a provider of the loop's. Promises: a call goes out when its stream is read and not before; it ends at the
 * signal; every failure is a `ModelError`; the key is asked for at each call and kept nowhere.
 */
import type { LanguageModelV3, SharedV3ProviderOptions } from '@ai-sdk/provider'
import { ModelError, type Provider } from '@belay/agent'
import { callOptions } from './call-options'
import { failureOf } from './failure'
import { streamEvents } from './stream-events'
import { type Fetch, watchedFetch } from './watched-fetch'
import { wireNames } from './wire-names'

/** A model may think for long before it says a word; a server that is there sends something meanwhile. */
const IDLE_MS = 120_000

/** What a model is made with, by the vendor's package. */
export interface Upstream {
  readonly apiKey: string | null
  readonly baseUrl: string | null
  readonly headers: Readonly<Record<string, string>>
  readonly fetch: Fetch
}

export interface Vendor {
  /** As models are named: `anthropic/…`. */
  readonly name: string
  /** As people call it. */
  readonly label: string
  readonly cacheMark: SharedV3ProviderOptions | null
  /** Sent with every call. */
  readonly always: SharedV3ProviderOptions
  model(name: string, upstream: Upstream): LanguageModelV3
}

export interface VendorPorts {
  /** Or one sentence that says why there is none. */
  upstream(): { readonly ok: true; readonly upstream: Upstream } | { readonly ok: false; readonly message: string }
  readonly window: (model: string) => number | null
  readonly cost?: NonNullable<Provider['cost']>
  readonly now: () => number
  readonly idleMs?: number
}

export function createVendorProvider(vendor: Vendor, ports: VendorPorts): Provider {
  const { name, label, cacheMark, always } = vendor
  return {
    name,
    window: ports.window,
    ...(ports.cost === undefined ? {} : { cost: ports.cost }),
    async *stream(request, { signal }) {
      const found = ports.upstream()
      // 401: the same call would fail again.
      if (!found.ok) throw new ModelError(found.message, { status: 401, retryAfterMs: null })
      const names = wireNames(request.tools.map((tool) => tool.name))
      const options = callOptions(request, { provider: name, names, cacheMark })
      const fetch = watchedFetch(found.upstream.fetch, { name: label, idleMs: ports.idleMs ?? IDLE_MS })
      try {
        const model = vendor.model(request.model, { ...found.upstream, fetch })
        const providerOptions = joinOptions(always, options.providerOptions ?? {})
        const { stream } = await model.doStream({ ...options, providerOptions, abortSignal: signal })
        yield* streamEvents(stream, { provider: name, names })
      } catch (error) {
        throw failureOf(error, { name: label, nowMs: ports.now() })
      }
    },
  }
}

function joinOptions(always: SharedV3ProviderOptions, own: SharedV3ProviderOptions): SharedV3ProviderOptions {
  const keys = new Set([...Object.keys(always), ...Object.keys(own)])
  return Object.fromEntries([...keys].map((key) => [key, { ...always[key], ...own[key] }]))
}
