/** The models of one provider, as an extension brings them. */
import type { Provider } from '@belay/agent'

export interface UpstreamModel {
  /** Behind the slash: `NAME/model`. */
  readonly model: string
  readonly label: string
  /** Tokens that a request may hold; absent where that is not known. */
  readonly window?: number
  /** US dollars for a million tokens; absent where that is not known. */
  readonly price?: ModelPrice
}

export interface ModelPrice {
  readonly input: number
  readonly output: number
}

export interface ModelUpstream {
  /** Null where there is no such model. Never throws: a model that is there and can't be used says why when it is called. */
  resolve(model: string): Provider | null
  /** Why a model can't be used, in one sentence for people; null where it can. */
  check(model: string): string | null
  /** Those that are known by name; more may be there. */
  list(): readonly UpstreamModel[]
}

/** A provider of an extension, made ready with its settings. */
export interface OpenedProvider {
  readonly extension: string
  readonly name: string
  readonly upstream: ModelUpstream
}
