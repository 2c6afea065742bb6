/** What goes to a model and what comes back: the app's own types, the same for every provider. */
import type { CallId, Json, JsonObject, ReplyEnd, TranscriptRow, Usage } from '@belay/trace'

export type Message =
  | { readonly role: 'user'; readonly text: string }
  | {
      readonly role: 'assistant'
      readonly text: string
      readonly reasoning: string
      /** Arguments are always an object here. */
      readonly calls: readonly { readonly id: CallId; readonly name: string; readonly args: JsonObject }[]
      /** What its provider wants back with it. */
      readonly kept?: JsonObject
    }
  | {
      readonly role: 'result'
      readonly call: CallId
      readonly name: string
      readonly content: string
      readonly isError: boolean
    }

export interface ToolSpec {
  readonly name: string
  readonly description: string
  /** JSON Schema of the arguments: an object. */
  readonly schema: JsonObject
}

/** The request of six keys that `context.build` patches or replaces, with the system message apart. */
export interface ModelRequest {
  readonly model: string
  readonly system: string
  readonly messages: readonly Message[]
  readonly tools: readonly ToolSpec[]
  readonly toolChoice: 'auto' | 'none' | 'required'
  readonly responseMode: Json
  /** Sampling settings, as the provider takes them. */
  readonly generation: JsonObject
}

/** A call's `id` is the server's; it may be empty or repeated: the loop makes ids of its own. `key` is unique within the stream. */
export type ModelEvent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  | { readonly type: 'call.started'; readonly key: string; readonly id: string; readonly name: string }
  | { readonly type: 'call.delta'; readonly key: string; readonly text: string }
  | { readonly type: 'call.ended'; readonly key: string }
  | { readonly type: 'usage'; readonly usage: Usage }
  /** What the provider wants back with this reply. Ahead of `finished`. */
  | { readonly type: 'kept'; readonly kept: JsonObject }
  | { readonly type: 'finished'; readonly end: Exclude<ReplyEnd, 'cut' | 'empty'> }

/** A failed model call. Thrown by a provider's stream; anything else that it throws is read as one without a status. */
export class ModelError extends Error {
  override readonly name = 'ModelError'
  constructor(
    message: string,
    readonly facts: {
      /** HTTP status, or null where the call never got one. */
      readonly status: number | null
      /** Milliseconds that the server asked to wait, or null. */
      readonly retryAfterMs: number | null
    } = { status: null, retryAfterMs: null },
  ) {
    super(message)
  }
}

export interface Provider {
  readonly name: string
  /** Throws `ModelError`. A stream that ends without `finished` was cut off. */
  stream(request: ModelRequest, context: ModelCallContext): AsyncIterable<ModelEvent>
  /** Tokens that the model takes in one request, the reply among them; null where nobody knows. */
  window(model: string): number | null
  /** US dollars of a call; null where a price or a count is not known. Absent where nothing costs anything. */
  cost?(model: string, usage: Usage): number | null
}

export interface ModelCallContext {
  readonly signal: AbortSignal
  readonly sessionId: string
  /** The turn's number, from 1, for providers that answer by turn. */
  readonly turn: number
  readonly workspace: string
  /** The agent's name: `main`, or a child's. */
  readonly agent: string
  /** Effective rows of the session so far, whatever the request holds: for providers that answer by their place in it. */
  readonly rows: readonly TranscriptRow[]
  /** Whose call it is where it gives no reply of the conversation: a hook's own, or a summary's. */
  readonly purpose?: 'hook' | 'compaction'
}
