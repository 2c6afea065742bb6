/** Whole verdicts and outcomes from the few parts that a test is about. */
import type { Outcome, Verdict } from '@belay/trace'

export function verdictOf(parts: Partial<Verdict>): Verdict {
  return {
    ...{
      hook: parts.hook ?? 'hook',
      hookId: parts.hook ?? 'hook',
      source: 'library',
      mode: 'enforce',
      status: 'answered',
      decision: 'pass',
      value: null,
    },
    ...{ lost: false, reason: null, context: [], notes: [], reminders: [], halt: null, durationMs: 1, error: null },
    ...{ recheck: false, late: false, notAsked: null, replayedAgeMs: null, version: null, position: 0 },
    ...parts,
  }
}

export function outcomeOf(parts: Partial<Outcome>): Outcome {
  return {
    ...{ point: 'tools.before', decision: 'pass', value: null, carried: null, reason: null, by: null, context: [] },
    ...{ notes: [], reminders: [], halt: null, haltBy: null, verdicts: [], wouldBe: null },
    ...parts,
  }
}
