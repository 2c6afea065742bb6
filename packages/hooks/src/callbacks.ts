/**
 * What a hook may ask of its session while it is asked (`hooks.md` §7): one request and one answer in JSON, so that they
 * cross to a worker as they are. `t` makes them from `t.llm`, `t.store`, `t.history` and `t.tool`.
 */
import type { Json, JsonObject, PointId } from '@belay/trace'
import type { Hook } from './hook'

export type CallbackRequest =
  | { readonly do: 'llm'; readonly prompt: string; readonly model: string | null }
  | { readonly do: 'store.get'; readonly key: string }
  | { readonly do: 'store.set'; readonly key: string; readonly value: Json }
  | { readonly do: 'history.tail'; readonly n: number }
  | { readonly do: 'history.get'; readonly tag: number }
  | { readonly do: 'history.tags' }
  | { readonly do: 'history.rewind'; readonly tag: number }
  | { readonly do: 'history.expand'; readonly tag: number }
  | { readonly do: 'history.collapse'; readonly from: number; readonly to: number; readonly summary: string }
  | { readonly do: 'tool'; readonly name: string; readonly args: JsonObject }

/** Rejects with an `Error` whose message is a sentence for the hook's author: what was refused and why. */
export type CallbackPort = (request: CallbackRequest) => Promise<Json>

/** Who asks: the hook, the point it stands at, the span that its verdict will have, and when nobody waits any more. */
export interface CallbackAsker {
  readonly hook: Hook
  readonly point: PointId
  /** The token that the sink gave for this asking (a span id), or null. */
  readonly token: string | null
  readonly signal: AbortSignal
}

/** Gives a hook its port. Called at the first callback of an asking: a hook that asks for nothing costs nothing. */
export type CallbackSource = (asker: CallbackAsker) => CallbackPort

/** What `t.llm` answers. `tokens` is what the reply cost in and out, null where the server did not say. */
export interface LlmAnswer {
  readonly text: string
  readonly tokens: number | null
}

/** One row of the session's conversation as the next request would hold it. `tag` is the row's id. */
export interface HistoryTurn {
  readonly tag: number
  readonly role: 'user' | 'assistant' | 'result' | 'summary'
  /** At most 1,000 characters of it from `tail`, all of it from `get`. */
  readonly text: string
  /** Names of the tools that a reply called, or of the tool whose result it is. */
  readonly tools: readonly string[]
}

export interface ToolAnswer {
  readonly content: string
  readonly isError: boolean
}
