/** The time limit and the stop of a command: whichever comes first. Leaves no timer and no listener when it is released. */
import type { CommandLimits } from '../run'

export type EndedBy = 'timeout' | 'cancelled'

/** Calls `stop` when everything is closed, until it is let go of. */
export type OnClose = (stop: () => void) => () => void

/** A timer set for longer fires at once. */
const LONGEST_TIMER_MS = 2_147_483_647

export interface LimitWatch {
  /** Never rejects; never settles where neither comes. */
  readonly reached: Promise<EndedBy>
  release(): void
}

export function watchLimits({ timeoutMs, signal }: CommandLimits, onClose: OnClose): LimitWatch {
  let reach: (why: EndedBy) => void = () => undefined
  const reached = new Promise<EndedBy>((resolve) => {
    reach = resolve
  })
  const timer = setTimeout(() => reach('timeout'), Math.min(timeoutMs, LONGEST_TIMER_MS))
  const onStop = () => reach('cancelled')
  if (signal.aborted) onStop()
  else signal.addEventListener('abort', onStop, { once: true })
  const letGo = onClose(onStop)
  return {
    reached,
    release() {
      clearTimeout(timer)
      signal.removeEventListener('abort', onStop)
      letGo()
    },
  }
}
