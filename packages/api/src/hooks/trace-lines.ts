/** The trace of `hooks.md` §9: a line per point and below it a line per hook, read off the verdicts. */
import type { VerdictRecord } from '@belay/db'
import { type EventOf, POINTS, type PointId, type Verdict } from '@belay/trace'
import type { TraceLine } from '../operations'

/** A verdict, and what its hook's failure policy decided where the hook itself did not. */
interface Entry extends VerdictRecord {
  readonly imposed: 'block' | 'halt' | null
}

type OutcomeAt = Pick<EventOf<'outcome'>, 'seq' | 'about' | 'point' | 'outcome'>

const MOST_FAILURES = 3

/** Both in the order in which they came. */
export function traceLines(verdicts: readonly VerdictRecord[], outcomes: readonly OutcomeAt[]): readonly TraceLine[] {
  const entries = withPolicies(verdicts, outcomes)
  return POINTS.flatMap((point) => {
    const here = entries.filter((entry) => entry.point === point)
    if (here.length === 0) return []
    const ids = [...new Set(here.map(({ verdict }) => verdict.hookId))]
    const hooks = ids.map((id) => {
      const own = here.filter(({ verdict }) => verdict.hookId === id)
      const last = own.at(-1)?.verdict
      return lineOf(point, { hook: last?.hook ?? id, hookId: id, mode: last?.mode ?? null }, own)
    })
    return [lineOf(point, { hook: null, mode: null }, here), ...hooks]
  })
}

/** An outcome follows the verdicts that it is of. Where the hook that won said nothing of the kind, its policy did. */
function withPolicies(verdicts: readonly VerdictRecord[], outcomes: readonly OutcomeAt[]): readonly Entry[] {
  const open = new Map<string, VerdictRecord[]>()
  const imposed = new Map<VerdictRecord, 'block' | 'halt'>()
  let next = 0
  for (const { seq, about, point, outcome } of outcomes) {
    for (let record = verdicts[next]; record !== undefined && record.seq < seq; record = verdicts[next]) {
      push(open, placeOf(record), record)
      next += 1
    }
    const place = placeOf({ about, point })
    const failed = (open.get(place) ?? []).filter(({ verdict }) => verdict.mode === 'enforce' && verdict.error !== null)
    open.delete(place)
    const { decision, by, haltBy } = outcome
    const blocker = failed.find(({ verdict }) => verdict.hook === by && verdict.decision === 'pass')
    if (decision === 'block' && blocker !== undefined) imposed.set(blocker, 'block')
    const halter = failed.find(({ verdict }) => verdict.hook === haltBy && verdict.halt === null)
    if (halter !== undefined) imposed.set(halter, 'halt')
  }
  return verdicts.map((record) => ({ ...record, imposed: imposed.get(record) ?? null }))
}

function placeOf({ about, point }: Pick<VerdictRecord, 'about' | 'point'>): string {
  return `${point} ${about ?? ''}`
}

function push<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [item])
  else list.push(item)
}

function lineOf(
  point: PointId,
  who: Pick<TraceLine, 'hook' | 'hookId' | 'mode'>,
  entries: readonly Entry[],
): TraceLine {
  const verdicts = entries.map((entry) => entry.verdict)
  const asked = verdicts.filter((verdict) => verdict.status !== 'not_asked')
  // A hook that does not load is not asked, and says why here.
  const failed = entries.filter(({ verdict }) => verdict.error !== null).slice(-MOST_FAILURES)
  const durations = asked.map((verdict) => verdict.durationMs).sort((a, b) => a - b)
  return {
    point,
    ...who,
    asked: asked.length,
    default: asked.filter(({ status }) => status === 'use_default' || status === 'failed' || status === 'malformed')
      .length,
    failures: asked.filter(({ status }) => status === 'failed').length,
    medianMs: quantile(durations, 0.5),
    p95Ms: quantile(durations, 0.95),
    decisions: countDecisions(entries),
    lastFailures: failed.map(({ verdict }) => verdict.error?.message ?? ''),
    lastFailureSeqs: failed.map(({ seq }) => seq),
  }
}

/** Nearest rank: always a duration that was measured. */
function quantile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null
}

function countDecisions(entries: readonly Entry[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  const add = (name: string) => {
    counts[name] = (counts[name] ?? 0) + 1
  }
  for (const { verdict, imposed } of entries) {
    if (verdict.notAsked === 'failed to load') add('not loaded')
    if (imposed !== null) add(imposed)
    if (verdict.status === 'not_asked') continue
    for (const name of saidNames(verdict)) add(name)
    if (verdict.status === 'replayed') add('replayed')
    if (verdict.lost) add('lost')
  }
  return counts
}

/** What was said, each under its own name, so that a row adds up. In shadow it is what it would have come to. */
function saidNames({ mode, status, decision, context, notes, reminders, halt }: Verdict): readonly string[] {
  const said = [
    ...(decision === 'pass' ? [] : [decision]),
    ...(context.length > 0 ? ['context'] : []),
    ...(notes.length > 0 ? ['notes'] : []),
    ...(reminders.length > 0 ? ['reminder'] : []),
    ...(halt === null ? [] : ['halt']),
  ]
  if (said.length === 0) return status === 'answered' ? ['pass'] : []
  return mode === 'shadow' ? said.map((name) => `would ${WOULD[name] ?? name}`) : said
}

const WOULD: Readonly<Record<string, string>> = { context: 'give context', notes: 'note', reminder: 'remind' }
