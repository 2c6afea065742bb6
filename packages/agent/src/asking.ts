/**
 * Asks the hooks of a point and puts what they said on the record: a span and a verdict each, one outcome. What any
 * point's verdicts may carry beside their decision (context, reminders, a halt) takes effect here.
 */
import { askPoint, contextsOf, type Hook, type HookFacts, type PointEvents, type VerdictSink } from '@belay/hooks'
import { ATTR, type Outcome, type PointId, type SpanId, spanId, type Verdict } from '@belay/trace'
import { whyNoModel } from './named-model'
import { type Stage, windowOf } from './stage'

export interface Question<P extends PointId> {
  readonly point: P
  readonly event: PointEvents[P]
  /** The span that the hooks are asked about: theirs hang below it. */
  readonly about: SpanId | null
  /** Place of the call among those of its step, from 1; absent where it is about no call. */
  readonly order?: number
  /** Calls of the reply, at `stop.done`. */
  readonly toolCalls?: number
  /** The second pass of `tools.before`. What decides nothing there leaves no outcome: that of the first pass stands. */
  readonly pass?: 'permission'
}

/** Null, at the price of one look-up, where no hook stands at the point. */
export function ask<P extends PointId>(stage: Stage, question: Question<P>): Promise<Outcome> | null {
  const stands = question.pass === undefined ? stage.points.has(question.point) : stage.permissionPass
  if (!stands) return null
  const { setup, ports } = stage
  const { point, event, about } = question
  const { pass } = question
  const outcome = askPoint({
    ...(pass === undefined ? {} : { pass }),
    point,
    event,
    hooks: setup.hooks,
    facts: factsOf(stage, question.toolCalls ?? 0),
    policy: { rewrites: setup.rewrites, stopAtFirstBlock: setup.stopAtFirstBlock },
    clock: ports.clock,
    signal: point === 'tools.after' ? stage.hookGrace : setup.signal,
    sink: createSink(stage, { point, about }),
    lastAnswers: ports.lastAnswers,
    callbacks: stage.callbacks,
    check: (decision, value) => whyNoModel(ports.providers, stage, { point, decision, value }),
  })
  return Promise.resolve(outcome).then((said) => takeIn(stage, question, said))
}

function takeIn<P extends PointId>(stage: Stage, question: Question<P>, outcome: Outcome): Outcome {
  if (stage.broken !== null) throw stage.broken.error
  const { point, about, order = 0, pass } = question
  const { verdicts: _, ...summary } = outcome
  if (pass === undefined || outcome.decision !== 'pass')
    stage.ports.log.emit({ type: 'outcome', turn: stage.id, about, point, outcome: summary })
  const context = contextsOf(outcome).map(({ hook, text }) => ({ text, from: hook }))
  addContext(stage, context, order)
  for (const reminder of remindersOf(outcome)) queue(stage, { ...reminder, origin: 'reminder' })
  if (outcome.halt !== null) halt(stage, outcome.halt, outcome.haltBy ?? 'a hook')
  return outcome
}

export function addContext(stage: Stage, spoken: readonly Spoken[], order: number): void {
  stage.pending = [...stage.pending, ...spoken.map((each) => ({ ...each, order }))]
}

/** The first halt of a turn holds. What runs beside the call that it was said about is ended. */
function halt(stage: Stage, reason: string, by: string): void {
  stage.halt ??= { reason, by }
  stage.working.abort()
}

/** Puts a text in the session's queue, where it waits for the next step or the next message. */
export function queue(stage: Stage, input: Spoken & { readonly origin: 'hook' | 'reminder' }): void {
  const { text, from, origin } = input
  const queued = { id: stage.ports.ids.next('inp'), text, origin, from }
  stage.ports.queue.add(queued)
  stage.ports.log.emit({ type: 'input.queued', input: queued })
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
function createSink(stage: Stage, asked: Asked): VerdictSink {
  const safely = <T>(run: () => T): T | null => {
    try {
      return run()
    } catch (error) {
      stage.broken ??= { error }
      return null
    }
  }
  return {
    asked: (hook) => safely(() => startHookSpan(stage, hook, asked)),
    verdict: (entry) => safely(() => recordVerdict(stage, entry, asked)),
  }
}

interface Asked {
  readonly point: PointId
  readonly about: SpanId | null
}

function startHookSpan(stage: Stage, hook: Hook, { point, about }: Asked): SpanId {
  const attributes = {
    [ATTR.point]: point,
    [ATTR.hookSource]: hook.source,
    [ATTR.hookMode]: hook.mode,
    ...(about === null ? {} : { [ATTR.hookAbout]: about }),
  }
  return stage.spans.start({ kind: 'hook', name: hook.name, parent: about, attributes })
}

function recordVerdict(stage: Stage, entry: Parameters<VerdictSink['verdict']>[0], { point, about }: Asked): void {
  const { token, verdict, handed, after, original, payload } = entry
  const { log } = stage.ports
  const span = token === null ? null : spanId(token)
  log.emit({ type: 'verdict', turn: stage.id, span, about, point, verdict })
  if (verdict.status === 'replayed') tellReplay(stage, point, verdict)
  if (span === null) return
  log.keep(span, { original, handed, after, answered: answeredOf(verdict), ...commandDetails(verdict, payload) })
  stage.spans.end(span, verdict.error === null ? 'ok' : 'error', errorOf(verdict))
}

function tellReplay(stage: Stage, point: PointId, verdict: Verdict): void {
  const error = verdict.error?.message ?? 'no answer'
  const ageMs = verdict.replayedAgeMs ?? 0
  stage.ports.log.emit({ type: 'hook.fallback', point, hook: verdict.hook, ageMs, error })
}

function errorOf(verdict: Verdict): Record<string, string> {
  if (verdict.error === null) return {}
  return { [ATTR.error]: verdict.error.kind, [ATTR.errorMessage]: verdict.error.message }
}

/** All of it: the verdict on record has the beginning. */
function commandDetails({ command }: Verdict, payload: string | null) {
  if (command === undefined) return {}
  const { stdout, stderr } = command
  return { stdout, stderr, ...(payload === null ? {} : { payload }) }
}

function answeredOf(verdict: Verdict) {
  const { decision, value, reason, context, notes, reminders, halt } = verdict
  return { decision, value, reason, context, notes, reminders, halt }
}

function factsOf(stage: Stage, toolCalls: number): HookFacts {
  const { setup } = stage
  return {
    turn: setup.number,
    step: stage.step,
    pass: setup.passes + stage.step,
    promptTokens: stage.promptTokens,
    turnTokens: stage.tokens.turn,
    sessionTokens: stage.tokens.session,
    budget: windowOf(stage),
    model: stage.model,
    provider: stage.provider,
    agent: setup.agent,
    composition: setup.composition,
    sessionId: setup.session,
    turnId: stage.id ?? '',
    program: setup.program,
    workspace: setup.workspace,
    incoming: stage.incoming,
    system: stage.system,
    projectInstructions: setup.projectInstructions,
    outputSchema: setup.outputSchema,
    skills: setup.skills,
    spawned: setup.spawned,
    dryRun: false,
    maxIterations: setup.maxIterations,
    toolCalls,
  }
}
