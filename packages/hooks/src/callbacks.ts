/**
 * What a hook may ask of its session while it is asked (`hooks.md` §7): one request and one answer in JSON, so that they
 * cross to a worker as they are. `t` makes them from `t.llm`, `t.store`, `t.history` and `t.tool`; `AskingPort` stands
 * between a hook and its source and refuses what no source may grant.
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

/**
 * Rejects with an `Error` whose message is a sentence for the hook's author: what was refused and why. `signal` aborts
 * when nobody waits for this very request any more: a `t.llm` that took longer than its 30 s, or whatever is under way
 * when the hook has answered or was ended.
 */
export type CallbackPort = (request: CallbackRequest, signal?: AbortSignal) => Promise<Json>

/** Who asks: the hook, the point it stands at, the span that its verdict will have, and when nobody waits any more. */
export interface CallbackAsker {
  readonly hook: Hook
  readonly point: PointId
  /** The token that the sink gave for this asking (a span id), or null. */
  readonly token: string | null
  /** Aborts when the hook has answered or was ended: what it started then ends too. */
  readonly signal: AbortSignal
  /**
   * What it writes with `t.store.set` goes to a copy of its own and nowhere else: it is in shadow, or this is a dry run
   * that is not live. `t.tool` and edits of the history never reach a source then.
   */
  readonly scratch: boolean
  /** While a person is asked the hook's own time stands still, until what this gives is called. */
  hold(): () => void
}

/**
 * Gives a hook its port. Called at the first callback of an asking: a hook that asks for nothing costs nothing. What
 * comes here was checked as far as no session is needed for it: shape, mode, dry run, number, time. Limits of the
 * session itself (keys of a store, permissions, rows that there are not) are the source's.
 */
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
