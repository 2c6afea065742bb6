/**
 * What hooks still do when everything else has ended. Promises: what they answer within their time is on record; what is
 * left is really ended, with its programs, and that is on record too.
 */
import type { HookLibrary } from '@belay/host'
import type { Clock } from '@belay/trace'
import type { Sessions } from '../sessions/sessions'

export interface HearingParts {
  readonly sessions: Pick<Sessions, 'heard'>
  readonly library: Pick<HookLibrary, 'close'>
  readonly clock: Clock
}

/** Long for a line in a log, short for a person who wants to end the app. */
const PATIENCE_MS = 2_000
/** What was ended says so at once; what can't be ended is not waited for. */
const LAST_WORDS_MS = 500

export async function hearOut({ sessions, library, clock }: HearingParts, until?: AbortSignal): Promise<void> {
  await atMost(sessions.heard(), until === undefined ? after(clock, PATIENCE_MS) : aborted(until))
  await library.close()
  await atMost(sessions.heard(), after(clock, LAST_WORDS_MS))
}

/** Calls `end` once it is over; gives what lets go of it. */
type Patience = (end: () => void) => () => void

function atMost(done: Promise<void>, patience: Patience): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = patience(resolve)
    done.then(resolve, reject).finally(cancel)
  })
}

function after(clock: Clock, ms: number): Patience {
  return (end) => clock.after(ms, end)
}

function aborted(signal: AbortSignal): Patience {
  return (end) => {
    const stop = () => end()
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
    return () => signal.removeEventListener('abort', stop)
  }
}
