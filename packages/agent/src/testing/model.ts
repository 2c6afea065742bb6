/** A model for tests: each call of it is answered by the next item of a list. */
import type { ModelEvent } from '../model'
import type { Replies } from './ports'

export interface TestReply {
  readonly text?: string
  readonly calls?: readonly TestCall[]
  /** Thrown once the text was streamed. */
  readonly error?: unknown
  readonly end?: 'stop' | 'calls' | 'length' | 'refusal'
  /** The stream ends without saying so. */
  readonly cut?: boolean
  /** The last call is not complete when the stream ends. */
  readonly openCall?: boolean
  readonly usage?: { readonly input: number; readonly output: number }
}

export interface TestCall {
  readonly name: string
  /** An object, or the arguments to the letter. */
  readonly args: object | string
}

export function replies(...items: readonly TestReply[]): Replies {
  return (call) => streamOf(items[call - 1] ?? { text: 'Nothing is left to say.' })
}

async function* streamOf(reply: TestReply): AsyncGenerator<ModelEvent> {
  if (reply.text !== undefined) yield { type: 'text', text: reply.text }
  const calls = reply.calls ?? []
  for (const [index, call] of calls.entries()) {
    const key = `${index}`
    yield { type: 'call.started', key, id: 'same', name: call.name }
    yield { type: 'call.delta', key, text: typeof call.args === 'string' ? call.args : JSON.stringify(call.args) }
    if (!(reply.openCall === true && index === calls.length - 1)) yield { type: 'call.ended', key }
  }
  if (reply.error !== undefined) throw reply.error
  if (reply.usage !== undefined) yield { type: 'usage', usage: { ...reply.usage, cached: null } }
  if (reply.cut === true) return
  yield { type: 'finished', end: reply.end ?? (calls.length > 0 ? 'calls' : 'stop') }
}
