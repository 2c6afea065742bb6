/** For tests of every package: whole values of which a test names only what it is about. */
import type { Verdict } from '../verdict'

/** A hook `h` of the library that was asked, enforces, and passed. */
export function verdictOf(change: Partial<Verdict> = {}): Verdict {
  const hook = change.hook ?? 'h'
  return {
    hook,
    hookId: hook,
    source: 'library',
    mode: 'enforce',
    status: 'answered',
    decision: 'pass',
    value: null,
    lost: false,
    reason: null,
    context: [],
    notes: [],
    reminders: [],
    halt: null,
    durationMs: 1,
    error: null,
    recheck: false,
    late: false,
    notAsked: null,
    replayedAgeMs: null,
    version: null,
    position: 0,
    ...change,
  }
}
