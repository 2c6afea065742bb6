/** How often one hook was asked, what came of it and how long it took, in a turn and in all turns; and its last failures. */
import type { Attachment, SessionState, TurnState, VerdictEntry } from '@belay/trace'
import { isCancelled } from './verdict-kinds'

export interface HookFigures {
  readonly asked: number
  /** It had something to say: neither passed by default nor failed. */
  readonly decided: number
  /** Did not answer, or answered what does not fit. One that was ended with its turn has not failed. */
  readonly failed: number
  readonly medianMs: number | null
  readonly p95Ms: number | null
}

export function hookFigures(turns: readonly TurnState[], hookId: string): HookFigures {
  const entries = turns.flatMap((turn) => entriesOf(turn, hookId))
  const durations = Float64Array.from(entries, ({ verdict }) => verdict.durationMs).sort()
  return {
    asked: entries.length,
    decided: entries.filter(({ verdict }) => verdict.status === 'answered' || verdict.status === 'replayed').length,
    failed: entries.filter(isFailure).length,
    medianMs: medianOf(durations),
    p95Ms: durations[Math.max(0, Math.ceil(durations.length * 0.95) - 1)] ?? null,
  }
}

const known = new WeakMap<TurnState, { readonly verdicts: number; readonly by: ReadonlyMap<string, VerdictEntry[]> }>()

/** A turn is sorted by its hooks once, and again when more was said in it. */
function entriesOf(turn: TurnState, hookId: string): readonly VerdictEntry[] {
  const before = known.get(turn)
  if (before?.verdicts === turn.verdicts.length) return before.by.get(hookId) ?? []
  const by = new Map<string, VerdictEntry[]>()
  for (const entry of turn.verdicts) {
    if (entry.verdict.status === 'not_asked') continue
    const own = by.get(entry.verdict.hookId) ?? []
    own.push(entry)
    by.set(entry.verdict.hookId, own)
  }
  known.set(turn, { verdicts: turn.verdicts.length, by })
  return by.get(hookId) ?? []
}

/** As the rail says it. */
function medianOf(sorted: Float64Array): number | null {
  const middle = sorted.length >> 1
  const upper = sorted[middle]
  if (upper === undefined) return null
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}

export interface HookFailure {
  readonly turn: number
  readonly entry: VerdictEntry
}

/** The newest first. */
export function lastFailures(turns: readonly TurnState[], hookId: string, most = 3): readonly HookFailure[] {
  const failures: HookFailure[] = []
  for (const turn of turns.toReversed()) {
    for (const entry of entriesOf(turn, hookId).toReversed()) {
      if (isFailure(entry)) failures.push({ turn: turn.number, entry })
      if (failures.length === most) return failures
    }
  }
  return failures
}

function isFailure({ verdict }: VerdictEntry): boolean {
  return (verdict.status === 'failed' && !isCancelled(verdict)) || verdict.status === 'malformed'
}

/** The turn from which on it ran with the version that it has; null where no turn did yet. */
export function versionSince({ turns, compositions }: SessionState, { id, version }: Attachment): number | null {
  let since: number | null = null
  for (const turn of turns.toReversed()) {
    const then = compositions.get(turn.composition)?.hooks.find((hook) => hook.id === id)
    if (then === undefined || then.version !== version) break
    since = turn.number
  }
  return since
}
