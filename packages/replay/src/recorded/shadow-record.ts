/**
 * What a hook in shadow would have done, read off its own verdicts: each counts as what it decided, whatever the others did. Only
 * since it was last put there, and never what it did while it was obeyed.
 */
import type { HookMode, Verdict, VerdictEntry } from '@belay/trace'
import type { ShadowExample } from '../why/types'

export interface ShadowFigures {
  /** Epoch milliseconds of its first verdict in shadow; null where it has none. */
  readonly since: number | null
  readonly asked: number
  readonly failed: number
  readonly wouldHave: Readonly<Record<string, number>>
  /** The latest first, at most `MOST_EXAMPLES`. */
  readonly examples: readonly VerdictEntry[]
}

const MOST_EXAMPLES = 20

/** Of one attachment, in order. `mode` is its mode now. */
export function shadowFigures(verdicts: readonly VerdictEntry[], mode: HookMode): ShadowFigures {
  const own = sinceShadow(verdicts, mode)
  const asked = own.filter(({ verdict }) => verdict.status !== 'not_asked')
  const failed = asked.filter(({ verdict }) => verdict.status === 'failed' || verdict.status === 'malformed')
  const acting = own.filter(({ verdict }) => wordsOf(verdict).length > 0)
  const wouldHave: Record<string, number> = {}
  for (const { verdict } of acting) for (const word of wordsOf(verdict)) wouldHave[word] = (wouldHave[word] ?? 0) + 1
  return {
    since: own[0]?.at ?? null,
    ...{ asked: asked.length, failed: failed.length, wouldHave },
    examples: acting.slice(-MOST_EXAMPLES).reverse(),
  }
}

/** The last run of verdicts in shadow; where it is in shadow no more, the run before that ended. */
function sinceShadow(verdicts: readonly VerdictEntry[], mode: HookMode): readonly VerdictEntry[] {
  const ran = verdicts.filter(({ verdict }) => verdict.status !== 'not_asked' || verdict.mode === 'shadow')
  const last = ran.findLastIndex(({ verdict }) => verdict.mode === 'shadow')
  if (last < 0 || (mode === 'shadow' && last < ran.length - 1 && ran.at(-1)?.verdict.mode === 'enforce')) return []
  const before = ran.slice(0, last).findLastIndex(({ verdict }) => verdict.mode !== 'shadow')
  return ran.slice(before + 1, last + 1)
}

/** By the names that the trace has for them: its decision, context, and the end of the turn. */
function wordsOf({ decision, context, halt, status }: Verdict): readonly string[] {
  if (status === 'not_asked') return []
  return [
    ...(decision === 'pass' ? [] : [decision]),
    ...(context.length === 0 ? [] : ['context']),
    ...(halt === null ? [] : ['halt']),
  ]
}

export function shadowExample(
  { turn, about, span, point, at, verdict }: VerdictEntry,
  { turnNumber, subject }: Pick<ShadowExample, 'turnNumber' | 'subject'>,
): ShadowExample {
  const { reason, halt } = verdict
  const decision = wordsOf(verdict)[0] ?? 'pass'
  return { turn, turnNumber, about, span, point, at, subject, decision, reason: reason ?? halt }
}
