/**
 * The seven signs: each stands for what a verdict, an outcome or a span's status came to, by shape as well as colour.
 * Quiet answers (pass, allow, done, handled) are `pass`; where one sign stands for many, the worst is shown.
 */
import type { Decision, Outcome, SpanStatus, Verdict } from '@belay/trace'

export const MARKS = ['pass', 'context', 'rewrite', 'ask', 'failed', 'block', 'halt'] as const
/** From the calmest to the worst. */
export type Mark = (typeof MARKS)[number]

export interface MarkSign {
  readonly mark: Mark
  /** Said by a hook in shadow: shown hollow, it decided nothing. */
  readonly ghost: boolean
}

const RANK: Readonly<Record<Mark, number>> = { pass: 0, context: 1, rewrite: 2, ask: 3, failed: 4, block: 5, halt: 6 }

export function rankOf(mark: Mark): number {
  return RANK[mark]
}

/** The worse of two; what was enforced stands above the same thing said in shadow. */
export function worse(a: MarkSign, b: MarkSign): MarkSign {
  return strength(b) > strength(a) ? b : a
}

function strength(sign: MarkSign): number {
  if (sign.mark === 'pass') return 0
  return RANK[sign.mark] + (sign.ghost ? 0 : MARKS.length)
}

export function markOfDecision(decision: Decision): Mark {
  switch (decision) {
    case 'block':
      return 'block'
    case 'ask':
      return 'ask'
    case 'rewrite':
    case 'answer':
    case 'retry':
    case 'switch':
    case 'escalate':
      return 'rewrite'
    case 'continue':
    case 'ask_again':
      return 'context'
    case 'pass':
    case 'allow':
    case 'done':
    case 'handled':
      return 'pass'
  }
}

export function markOfVerdict(verdict: Verdict): MarkSign {
  return { mark: verdictMark(verdict), ghost: verdict.mode === 'shadow' }
}

function verdictMark(verdict: Verdict): Mark {
  if (verdict.status === 'failed' || verdict.status === 'malformed') return 'failed'
  // A guard that was refused in its place must not look as if it had let the call pass.
  if (verdict.notAsked === 'not trusted') return 'failed'
  if (verdict.halt !== null) return 'halt'
  const mark = markOfDecision(verdict.decision)
  return mark === 'pass' && verdict.context.length + verdict.reminders.length > 0 ? 'context' : mark
}

export function markOfOutcome(outcome: Omit<Outcome, 'verdicts'>): Mark {
  if (outcome.halt !== null) return 'halt'
  const mark = markOfDecision(outcome.decision)
  return mark === 'pass' && outcome.context.length > 0 ? 'context' : mark
}

/** What a span's own status says, whatever its hooks said. */
export function markOfStatus(status: SpanStatus): Mark {
  switch (status) {
    case 'refused':
      return 'block'
    case 'waiting':
      return 'ask'
    case 'error':
    case 'unknown':
    case 'interrupted':
      return 'failed'
    case 'running':
    case 'ok':
    case 'stopped':
    case 'not_run':
      return 'pass'
  }
}

const PAST: Readonly<Record<Mark, string>> = {
  pass: 'passed',
  context: 'added context',
  rewrite: 'rewrote',
  ask: 'asked',
  failed: 'failed',
  block: 'blocked',
  halt: 'halted',
}

/** The sign in words: `blocked`, `would have blocked`. */
export function sayMark({ mark, ghost }: MarkSign): string {
  if (!ghost || mark === 'pass' || mark === 'failed') return PAST[mark]
  return `would have ${mark === 'rewrite' ? 'rewritten' : mark === 'context' ? 'added context' : PAST[mark]}`
}
