/** The time limit and the stop of one program: whichever comes first ends its whole group. */
import type { ChildProcess } from 'node:child_process'
import { endGroup } from './end-group'

/** TERM, and then so long until KILL: after the time limit, and after a stop, which has to be over within a second. */
const KILL_AFTER_TIMEOUT_MS = 1_500
const KILL_AFTER_STOP_MS = 800

export interface Limits {
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

interface Watch {
  readonly why: 'timeout' | 'stop' | null
  /** Once the program has ended: lets go of timer and signal, and waits for the rest of a group that is being ended. */
  settled(): Promise<void>
}

export function watchLimits(child: ChildProcess, { timeoutMs, signal }: Limits): Watch {
  const { pid } = child
  const state: { why: Watch['why']; ending: Promise<void> | null } = { why: null, ending: null }
  const end = (why: 'timeout' | 'stop', killAfterMs: number) => {
    if (state.ending !== null || pid === undefined) return
    state.why = why
    state.ending = endGroup(pid, killAfterMs)
  }
  const timer = setTimeout(() => end('timeout', KILL_AFTER_TIMEOUT_MS), timeoutMs)
  const onStop = () => end('stop', KILL_AFTER_STOP_MS)
  signal.addEventListener('abort', onStop, { once: true })
  return {
    get why() {
      return state.why
    },
    async settled() {
      clearTimeout(timer)
      signal.removeEventListener('abort', onStop)
      await state.ending
    },
  }
}
