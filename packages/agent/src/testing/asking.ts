/** A hook for tests that asks its session for something at one point, and keeps what came of it. */
import type { Asking, CallbackRequest, Hook } from '@belay/hooks'
import type { Json, PointId } from '@belay/trace'
import { hook } from './setup'

export interface AskingHook {
  readonly hook: Hook
  /** What each request came to: its answer, or the sentence of its refusal. */
  readonly heard: (Json | { readonly refused: string })[]
}

/** Makes the requests one after another each time that it is asked, and answers what `then` says. */
export function asks(
  point: PointId,
  requests: readonly CallbackRequest[],
  then: (asking: Asking) => unknown = () => undefined,
  changes: Partial<Hook> = {},
): AskingHook {
  const heard: AskingHook['heard'] = []
  const ask = async (asking: Asking) => {
    for (const request of requests) {
      heard.push(await asking.callbacks(request).catch((error: Error) => ({ refused: error.message })))
    }
    return then(asking)
  }
  return { hook: { ...hook('curious', point, ask), ...changes }, heard }
}
