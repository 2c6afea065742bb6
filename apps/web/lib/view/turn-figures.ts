/** The figures of one turn: what its hooks did, what it cost. The timeline's head says the same of the hooks' time. */
import { buildTree, hookCost } from '@belay/canvas'
import { ATTR, type SessionState, type Span, type TurnState } from '@belay/trace'
import { formatCount, plural } from '../format'
import { isCancelled, isUnloaded } from './verdict-kinds'

export interface TurnTokens {
  readonly input: number
  readonly cached: number
  readonly output: number
  /** US dollars of the calls whose price is known; null where none is. */
  readonly cost: number | null
  /** Whether any model call said how many it took. */
  readonly known: boolean
  /** Whether every model call did; else the sums are the least that it can have been. */
  readonly whole: boolean
}

export interface TurnFigures {
  readonly asked: number
  readonly refused: number
  readonly rewritten: number
  readonly waiting: number
  /**
   * How often a hook gave no answer that could be used: it failed, answered in a wrong form, or does not load. As the list of
   * sessions counts. One that was ended with its turn has not failed.
   */
  readonly failed: number
  /** Of those: answers in a wrong form. */
  readonly malformed: number
  /** Hooks, each once, that could not be asked because they do not load. */
  readonly unloaded: number
  /** Time in which at least one hook was asked. */
  readonly hookMs: number
  readonly tokens: TurnTokens
}

/** `nowMs`, by the server's clock, is how far a hook that still runs is counted. */
export function turnFigures(state: SessionState, turn: TurnState, nowMs: number): TurnFigures {
  const asked = turn.verdicts.filter(({ verdict }) => verdict.status !== 'not_asked')
  const unloaded = turn.verdicts.filter(({ verdict }) => isUnloaded(verdict))
  const malformed = asked.filter(({ verdict }) => verdict.status === 'malformed').length
  const erred = asked.filter(({ verdict }) => verdict.status === 'failed' && !isCancelled(verdict)).length
  return {
    asked: asked.length,
    refused: turn.outcomes.filter(({ outcome }) => outcome.decision === 'block').length,
    rewritten: turn.outcomes.filter(
      ({ outcome, point }) => outcome.value !== null && outcome.decision !== 'block' && REWRITABLE.has(point),
    ).length,
    waiting: [...state.questions.values()].filter(
      ({ question, answer }) => answer === null && question.turn === turn.id,
    ).length,
    failed: erred + malformed + unloaded.length,
    malformed,
    unloaded: new Set(unloaded.map(({ verdict }) => verdict.hookId)).size,
    hookMs: hookMsOf(state, turn, nowMs),
    tokens: turnTokens(state, turn),
  }
}

/** What the failures were, where there are others than errors: `of them 2 in a wrong form; 1 hook does not load`. */
export function failedText({ malformed, unloaded }: Pick<TurnFigures, 'malformed' | 'unloaded'>): string | null {
  const parts = [
    ...(malformed === 0 ? [] : [`${formatCount(malformed)} answered in a wrong form`]),
    ...(unloaded === 0 ? [] : [`${plural(unloaded, 'hook does', 'hooks do')} not load`]),
  ]
  return parts.length === 0 ? null : parts.join(', ')
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

function hookMsOf(state: SessionState, turn: TurnState, nowMs: number): number {
  const tree = buildTree(spansOf(state, turn, 'hook'))
  return hookCost(tree, (turn.endedAt ?? nowMs) - tree.baseMs).hookMs
}

export function turnTokens(state: SessionState, turn: TurnState): TurnTokens {
  const models = spansOf(state, turn, 'model')
  const sum = (name: string) => models.reduce((total, span) => total + (numberOf(span, name) ?? 0), 0)
  return {
    input: sum(ATTR.inputTokens),
    cached: sum(ATTR.cachedTokens),
    output: sum(ATTR.outputTokens),
    cost: models.some((span) => numberOf(span, ATTR.costUsd) !== null) ? sum(ATTR.costUsd) : null,
    known: models.some((span) => inputOf(span) !== null || outputOf(span) !== null),
    whole: models.every((span) => isUncounted(span) || (inputOf(span) !== null && outputOf(span) !== null)),
  }
}

/** What has not ended is still to say it; what failed gave nothing that anybody counts. */
function isUncounted({ end, status }: Span): boolean {
  return end === null || status === 'error'
}

/** `1,240 tokens · $0.02`, or `≥ 1,240 tokens` where a model call did not say how many it took. */
export function tokensText({ input, output, whole, cost }: TurnTokens): string {
  const spent = cost === null ? '' : ` · ${costText(cost)}`
  return `${whole ? '' : '≥ '}${formatCount(input + output)} tokens${spent}`
}

/** `$1.20`, and of less than a cent as much as tells something. */
export function costText(dollars: number): string {
  if (dollars === 0 || dollars >= 0.995) return `$${dollars.toFixed(2)}`
  return `$${dollars.toPrecision(2)}`
}

/** How long it took, as its bar and the head of the timeline say; null while it runs. */
export function turnDurationMs(state: SessionState, turn: TurnState): number | null {
  if (turn.endedAt === null) return null
  const span = spansOf(state, turn, 'turn')[0]
  return span?.end == null ? turn.endedAt - turn.startedAt : span.end - span.start
}

function spansOf(state: SessionState, turn: TurnState, kind: Span['kind']): readonly Span[] {
  return turn.spans.map((id) => state.spans.get(id)).filter((span): span is Span => span?.kind === kind)
}

function inputOf(span: Span): number | null {
  return numberOf(span, ATTR.inputTokens)
}

function outputOf(span: Span): number | null {
  return numberOf(span, ATTR.outputTokens)
}

function numberOf(span: Span, name: string): number | null {
  const value = span.attributes[name]
  return typeof value === 'number' ? value : null
}
