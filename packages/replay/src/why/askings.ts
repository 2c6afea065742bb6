/** The verdicts and outcomes about one span, taken apart into askings: each time that the hooks of a point were asked. */
import type { OutcomeEntry, PointId, VerdictEntry } from '@belay/trace'

export interface Asking {
  readonly point: PointId
  readonly verdicts: readonly VerdictEntry[]
  /** Null while it goes on, and where the turn ended before it came to one. */
  readonly outcome: OutcomeEntry | null
}

interface Open {
  readonly point: PointId
  readonly verdicts: VerdictEntry[]
  readonly outcome: OutcomeEntry | null
}

/**
 * In the order in which they were. Verdicts up to an outcome at their point are one asking; what follows the last is still
 * being asked. One that nobody waited for belongs to the first asking of its point that has none of its hook.
 */
export function askingsOf(verdicts: readonly VerdictEntry[], outcomes: readonly OutcomeEntry[]): readonly Asking[] {
  const inTime = verdicts.filter(({ verdict }) => !verdict.late)
  const placed = new Set<VerdictEntry>()
  const askings: Open[] = outcomes.map((outcome) => {
    const own = inTime.filter((one) => one.point === outcome.point && one.seq < outcome.seq && !placed.has(one))
    for (const entry of own) placed.add(entry)
    return { point: outcome.point, verdicts: own, outcome }
  })
  for (const entry of inTime) {
    if (placed.has(entry)) continue
    const open = askings.find(({ point, outcome }) => point === entry.point && outcome === null)
    if (open === undefined) askings.push({ point: entry.point, verdicts: [entry], outcome: null })
    else open.verdicts.push(entry)
  }
  for (const entry of verdicts) if (entry.verdict.late) placeLate(askings, entry)
  return askings
}

function placeLate(askings: Open[], entry: VerdictEntry): void {
  const here = askings.filter(({ point }) => point === entry.point)
  const own = here.find(({ verdicts }) => !verdicts.some((one) => isOfSameAsking(one, entry))) ?? here.at(-1)
  if (own === undefined) askings.push({ point: entry.point, verdicts: [entry], outcome: null })
  else own.verdicts.push(entry)
}

function isOfSameAsking({ verdict: one }: VerdictEntry, { verdict: other }: VerdictEntry): boolean {
  return one.hookId === other.hookId && one.recheck === other.recheck
}
