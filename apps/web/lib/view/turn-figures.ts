/** The figures of one turn: what its hooks did, what it cost. */
import { ATTR, type SessionState, type Span, type TurnState } from '@belay/trace'

export interface TurnTokens {
  readonly input: number
  readonly cached: number
  readonly output: number
  /** Whether any model call said how many it took. */
  readonly known: boolean
}

export interface TurnFigures {
  readonly asked: number
  readonly refused: number
  readonly rewritten: number
  readonly waiting: number
  readonly failed: number
  readonly hookMs: number
  readonly tokens: TurnTokens
}

export function turnFigures(state: SessionState, turn: TurnState): TurnFigures {
  const asked = turn.verdicts.filter(({ verdict }) => verdict.status !== 'not_asked')
  return {
    asked: asked.length,
    refused: turn.outcomes.filter(({ outcome }) => outcome.decision === 'block').length,
    rewritten: turn.outcomes.filter(
      ({ outcome, point }) => outcome.value !== null && outcome.decision !== 'block' && REWRITABLE.has(point),
    ).length,
    waiting: [...state.questions.values()].filter(
      ({ question, answer }) => answer === null && question.turn === turn.id,
    ).length,
    failed: asked.filter(({ verdict }) => verdict.status === 'failed' || verdict.status === 'malformed').length,
    hookMs: asked.reduce((sum, { verdict }) => sum + verdict.durationMs, 0),
    tokens: turnTokens(state, turn),
  }
}

/** Points at which an outcome's value is the rewritten subject and not what the decision carries. */
const REWRITABLE: ReadonlySet<string> = new Set([
  'guard.onInput',
  'memory.summarize',
  'context.build',
  'model.choose',
  'tools.before',
  'tools.after',
  'guard.onOutput',
])

export function turnTokens(state: SessionState, turn: TurnState): TurnTokens {
  const models = turn.spans.map((id) => state.spans.get(id)).filter((span): span is Span => span?.kind === 'model')
  const sum = (name: string) => models.reduce((total, span) => total + (numberOf(span, name) ?? 0), 0)
  return {
    input: sum(ATTR.inputTokens),
    cached: sum(ATTR.cachedTokens),
    output: sum(ATTR.outputTokens),
    known: models.some(
      (span) => numberOf(span, ATTR.inputTokens) !== null || numberOf(span, ATTR.outputTokens) !== null,
    ),
  }
}

function numberOf(span: Span, name: string): number | null {
  const value = span.attributes[name]
  return typeof value === 'number' ? value : null
}
