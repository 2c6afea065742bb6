/**
 * Asks the hooks of a point and puts what they said on the record: a span and a verdict each, one outcome. What any
 * point's verdicts may carry beside their decision (context, reminders, a halt) takes effect here.
 */
import { askPoint, contextsOf, type Hook, type HookFacts, type PointEvents, type VerdictSink } from '@belay/hooks'
import { ATTR, type Outcome, type PointId, type SpanId, spanId, type Verdict } from '@belay/trace'
import type { Turn } from './turn'

export interface Question<P extends PointId> {
  readonly point: P
  readonly event: PointEvents[P]
  /** The span that the hooks are asked about: theirs hang below it. */
  readonly about: SpanId
  /** Place of the call among those of its step, from 1; absent where it is about no call. */
  readonly order?: number
  /** Calls of the reply, at `stop.done`. */
  readonly toolCalls?: number
}

/** Null, at the price of one look-up, where no hook stands at the point. */
export function ask<P extends PointId>(turn: Turn, question: Question<P>): Promise<Outcome> | null {
  if (!turn.points.has(question.point)) return null
  const { setup, ports } = turn
  const { point, event, about } = question
  const outcome = askPoint({
    point,
    event,
    hooks: setup.hooks,
    facts: factsOf(turn, question.toolCalls ?? 0),
    policy: { rewrites: setup.rewrites, stopAtFirstBlock: setup.stopAtFirstBlock },
    clock: ports.clock,
    signal: point === 'tools.after' ? turn.hookGrace : setup.signal,
    sink: createSink(turn, { point, about }),
    lastAnswers: ports.lastAnswers,
  })
  return Promise.resolve(outcome).then((said) => takeIn(turn, question, said))
}

function takeIn<P extends PointId>(turn: Turn, { point, about, order = 0 }: Question<P>, outcome: Outcome): Outcome {
  if (turn.broken !== null) throw turn.broken.error
  const { verdicts: _, ...summary } = outcome
  turn.ports.log.emit({ type: 'outcome', turn: turn.setup.turn, about, point, outcome: summary })
  const context = contextsOf(outcome).map(({ hook, text }) => ({ text, from: hook }))
  addContext(turn, context, order)
  for (const reminder of remindersOf(outcome)) queue(turn, { ...reminder, origin: 'reminder' })
  if (outcome.halt !== null) halt(turn, outcome.halt, outcome.haltBy ?? 'a hook')
  return outcome
}

export function addContext(turn: Turn, spoken: readonly Spoken[], order: number): void {
  turn.pending = [...turn.pending, ...spoken.map((each) => ({ ...each, order }))]
}

/** The first halt of a turn holds. What runs beside the call that it was said about is ended. */
function halt(turn: Turn, reason: string, by: string): void {
  turn.halt ??= { reason, by }
  turn.working.abort()
}

/** Puts a text in the session's queue, where it waits for the next step or the next message. */
export function queue(turn: Turn, input: Spoken & { readonly origin: 'hook' | 'reminder' }): void {
  const { text, from, origin } = input
  const queued = { id: turn.ports.ids.next('inp'), text, origin, from }
  turn.ports.queue.add(queued)
  turn.ports.log.emit({ type: 'input.queued', input: queued })
}

export interface Spoken {
  readonly text: string
  readonly from: string | null
}

function remindersOf(outcome: Outcome): readonly Spoken[] {
  return outcome.verdicts
    .filter(({ mode, late }) => mode === 'enforce' && !late)
    .flatMap(({ hook, reminders }) => reminders.map((text) => ({ text, from: hook })))
}

/** The sink must not throw into the pipeline: a record that can't be written ends the turn behind it. */
function createSink(turn: Turn, asked: Asked): VerdictSink {
  const safely = <T>(run: () => T): T | null => {
    try {
      return run()
    } catch (error) {
      turn.broken ??= { error }
      return null
    }
  }
  return {
    asked: (hook) => safely(() => startHookSpan(turn, hook, asked)),
    verdict: (entry) => safely(() => recordVerdict(turn, entry, asked)),
  }
}

interface Asked {
  readonly point: PointId
  readonly about: SpanId
}

function startHookSpan(turn: Turn, hook: Hook, { point, about }: Asked): SpanId {
  const attributes = {
    [ATTR.point]: point,
    [ATTR.hookSource]: hook.source,
    [ATTR.hookMode]: hook.mode,
    [ATTR.hookAbout]: about,
  }
  return turn.spans.start({ kind: 'hook', name: hook.name, parent: about, attributes })
}

function recordVerdict(turn: Turn, entry: Parameters<VerdictSink['verdict']>[0], { point, about }: Asked): void {
  const { token, verdict, handed, after, original } = entry
  const { log } = turn.ports
  const span = token === null ? null : spanId(token)
  log.emit({ type: 'verdict', turn: turn.setup.turn, span, about, point, verdict })
  if (verdict.status === 'replayed') tellReplay(turn, point, verdict)
  if (span === null) return
  log.keep(span, { original, handed, after, answered: answeredOf(verdict) })
  turn.spans.end(span, verdict.error === null ? 'ok' : 'error', errorOf(verdict))
}

function tellReplay(turn: Turn, point: PointId, verdict: Verdict): void {
  const error = verdict.error?.message ?? 'no answer'
  const ageMs = verdict.replayedAgeMs ?? 0
  turn.ports.log.emit({ type: 'hook.fallback', point, hook: verdict.hook, ageMs, error })
}

function errorOf(verdict: Verdict): Record<string, string> {
  if (verdict.error === null) return {}
  return { [ATTR.error]: verdict.error.kind, [ATTR.errorMessage]: verdict.error.message }
}

function answeredOf(verdict: Verdict) {
  const { decision, value, reason, context, notes, reminders, halt } = verdict
  return { decision, value, reason, context, notes, reminders, halt }
}

function factsOf(turn: Turn, toolCalls: number): HookFacts {
  const { setup } = turn
  return {
    turn: setup.number,
    step: turn.step,
    pass: setup.passes + turn.step,
    promptTokens: turn.promptTokens,
    turnTokens: turn.tokens.turn,
    sessionTokens: turn.tokens.session,
    budget: null,
    model: turn.model,
    provider: turn.provider,
    agent: setup.agent,
    composition: setup.composition,
    sessionId: setup.session,
    turnId: setup.turn,
    program: setup.program,
    workspace: setup.workspace,
    incoming: turn.incoming,
    system: turn.system,
    projectInstructions: setup.projectInstructions,
    outputSchema: setup.outputSchema,
    skills: setup.skills,
    spawned: setup.spawned,
    dryRun: false,
    maxIterations: setup.maxIterations,
    toolCalls,
  }
}
