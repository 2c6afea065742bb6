/** The trace of `hooks.md` §9: a line per point and below it a line per hook, read off the verdicts. */
import { POINTS, type PointId, type Verdict } from '@belay/trace'
import type { TraceLine } from '../operations'

export interface VerdictAt {
  readonly point: PointId
  readonly verdict: Verdict
}

const MOST_FAILURES = 3

export function traceLines(entries: readonly VerdictAt[]): readonly TraceLine[] {
  return POINTS.flatMap((point) => {
    const here = entries.filter((entry) => entry.point === point).map((entry) => entry.verdict)
    if (here.length === 0) return []
    const ids = [...new Set(here.map((verdict) => verdict.hookId))]
    const hooks = ids.map((id) => {
      const verdicts = here.filter((verdict) => verdict.hookId === id)
      const last = verdicts.at(-1)
      return lineOf(point, { hook: last?.hook ?? id, mode: last?.mode ?? null }, verdicts)
    })
    return [lineOf(point, { hook: null, mode: null }, here), ...hooks]
  })
}

function lineOf(point: PointId, who: Pick<TraceLine, 'hook' | 'mode'>, verdicts: readonly Verdict[]): TraceLine {
  const asked = verdicts.filter((verdict) => verdict.status !== 'not_asked')
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
    decisions: countDecisions(asked),
    lastFailures: lastFailures(verdicts),
  }
}

/** Nearest rank: always a duration that was measured. */
function quantile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null
}

function countDecisions(verdicts: readonly Verdict[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  const add = (name: string) => {
    counts[name] = (counts[name] ?? 0) + 1
  }
  for (const verdict of verdicts) {
    if (verdict.decision !== 'pass') add(verdict.decision)
    if (verdict.context.length > 0) add('context')
    if (verdict.halt !== null) add('halt')
    if (verdict.status === 'replayed') add('replayed')
    if (verdict.lost) add('lost')
  }
  return counts
}

/** Newest last. A hook that does not load is not asked, and says why here. */
function lastFailures(verdicts: readonly Verdict[]): readonly string[] {
  return verdicts
    .filter((verdict) => verdict.error !== null)
    .slice(-MOST_FAILURES)
    .map((verdict) => verdict.error?.message ?? '')
}
