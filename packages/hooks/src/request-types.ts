/** What goes to a model, as `context.build` may replace it. */
import type { JsonObject } from '@belay/trace'

/** A message of a request, in the app's own shape for every provider. */
export type RequestMessage =
  | { readonly role: 'user'; readonly text: string }
  | {
      readonly role: 'assistant'
      readonly text?: string
      readonly reasoning?: string
      readonly calls?: readonly RequestCall[]
      /** What its provider wants back with it. Left out, the provider gets the rest alone. */
      readonly kept?: JsonObject
    }
  /** The result of a call of the message before it: `call` is the call's id. */
  | {
      readonly role: 'result'
      readonly call: string
      readonly name: string
      readonly content: string
      readonly isError?: boolean
    }

export interface RequestCall {
  readonly id: string
  readonly name: string
  readonly args?: JsonObject
}

/** A tool that the model is told of. */
export interface RequestTool {
  readonly name: string
  readonly description?: string
  /** JSON Schema of the arguments: an object. */
  readonly schema: JsonObject
}
