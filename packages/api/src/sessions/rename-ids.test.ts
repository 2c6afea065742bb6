import {
  ATTR,
  type Composition,
  callId,
  foldAll,
  type Outcome,
  questionId,
  type SessionFacts,
  type SessionState,
  sessionId,
  spanId,
  type TraceEvent,
  type TraceEventBody,
  type TraceEventType,
  turnId,
} from '@belay/trace'
import { verdictOf } from '@belay/trace/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { freshNames } from './fork-names'
import { renameIds } from './rename-ids'

const OLD = sessionId('ses_old')
const NEW = sessionId('ses_new')

const turn = fc.constantFrom('old-turn-1', 'old-turn-2').map(turnId)
const span = fc.constantFrom('old-span-1', 'old-span-2', 'old-span-3').map(spanId)
const question = fc.constantFrom('old-question-1', 'old-question-2').map(questionId)
const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null })
const number = fc.nat(100)
const words = fc.constantFrom('a', 'b', 'c')
const point = fc.constantFrom('tools.before' as const, 'guard.onInput' as const)

const composition: fc.Arbitrary<Composition> = words.map((hash) => ({
  ...{ hash, extensions: [], hooks: [], rewrites: 'first', stopAtFirstBlock: false },
}))
const facts: SessionFacts = {
  ...{ id: OLD, title: 't', workspace: '/w', model: 'p/m', createdAt: 1, parent: sessionId('another') },
}
const attributes = orNull(span).map((about) => (about === null ? { n: 1 } : { [ATTR.hookAbout]: about }))
const status = fc.constantFrom('running' as const, 'ok' as const, 'waiting' as const)
const base = { turn: orNull(turn), replaces: fc.constant(null), id: number, at: number }
const row = fc.oneof(
  fc.record({
    ...{ ...base, kind: fc.constant('input' as const), text: words },
    ...{ origin: fc.constant('person' as const), from: fc.constant(null) },
  }),
  fc.record({
    ...{ ...base, kind: fc.constant('result' as const), call: fc.constant(callId('c')), name: words, content: words },
    isError: fc.boolean(),
  }),
)
const outcome: Omit<Outcome, 'verdicts'> = {
  ...{ point: 'tools.before', decision: 'pass', value: null, carried: null, reason: null, by: null, context: [] },
  ...{ notes: [], reminders: [], halt: null, haltBy: null, wouldBe: null },
}
const asked = fc.record({ id: question, turn, span }).map((ids) => ({
  ...{ ...ids, call: { id: callId('c'), name: 'run', args: {} }, hook: null, text: '?', kind: null, behind: [] },
}))

/** One arbitrary a type: a new type of event does not compile without one. */
const BODIES: { readonly [T in TraceEventType]: fc.Arbitrary<Extract<TraceEventBody, { type: T }>> } = {
  'session.created': fc.record({ type: is('session.created'), facts: fc.constant(facts), composition }),
  'session.changed': fc.record({ type: is('session.changed'), title: words }),
  'composition.changed': fc.record({ type: is('composition.changed'), composition, change: words, name: words }),
  'turn.started': fc.record({
    ...{ type: is('turn.started'), turn, number, composition: words, provider: words, model: words },
  }),
  'turn.status': fc.record({ type: is('turn.status'), turn, status: fc.constant('waiting' as const) }),
  'turn.ended': fc.record({
    ...{ type: is('turn.ended'), turn, status: fc.constant('completed' as const), code: fc.constant(null) },
    ...{ reason: orNull(words), answer: orNull(words) },
  }),
  'row.committed': fc.record({ type: is('row.committed'), row }),
  'input.queued': fc.record({
    type: is('input.queued'),
    input: words.map((id) => ({ id, text: id, origin: 'person' as const, from: null })),
  }),
  'input.taken': fc.record({ type: is('input.taken'), id: words }),
  'span.started': fc.record({
    type: is('span.started'),
    span: fc.record({
      ...{ id: span, parent: orNull(span), turn: orNull(turn), kind: fc.constant('tool' as const), name: words },
      ...{ start: number, end: fc.constant(null), status, attributes },
    }),
  }),
  'span.changed': fc.record({ type: is('span.changed'), id: span, status, attributes }),
  'span.ended': fc.record({ type: is('span.ended'), id: span, end: number, status, attributes }),
  verdict: fc.record({
    ...{ type: is('verdict'), turn: orNull(turn), span: orNull(span), about: orNull(span), point },
    verdict: words.map((hook) => verdictOf({ hook })),
  }),
  outcome: fc.record({
    ...{ type: is('outcome'), turn: orNull(turn), about: orNull(span), point, outcome: fc.constant(outcome) },
  }),
  delta: fc.record({ type: is('delta'), span, channel: fc.constant('text' as const), text: words }),
  'delta.dropped': fc.record({ type: is('delta.dropped'), span }),
  'question.opened': fc.record({ type: is('question.opened'), question: asked }),
  'question.closed': fc.record({
    ...{ type: is('question.closed'), id: question, answer: fc.constant({ say: 'deny' as const, reason: null }) },
  }),
  'hook.fallback': fc.record({ type: is('hook.fallback'), point, hook: words, ageMs: number, error: words }),
  'files.put_back': fc.record({
    ...{ type: is('files.put_back'), turns: fc.array(turn, { maxLength: 2 }), files: fc.constant([]) },
  }),
  'history.edited': fc.record({
    ...{ type: is('history.edited'), turn: orNull(turn), by: orNull(words) },
    edit: fc.record({ do: fc.constant('rewind' as const), tag: number, upTo: number }),
  }),
  notice: fc.record({ type: is('notice'), turn: orNull(turn), text: words }),
}

function is<T extends TraceEventType>(type: T): fc.Arbitrary<T> {
  return fc.constant(type)
}

const logs: fc.Arbitrary<TraceEvent[]> = fc
  .array(fc.oneof(...Object.values(BODIES)), { maxLength: 60 })
  .map((bodies) => bodies.map((body, index) => ({ ...body, session: OLD, seq: index + 1, at: index })))

/** A copy, and what stands for what in it. */
function copy(log: readonly TraceEvent[]) {
  const made: [now: string, before: string][] = [[NEW, OLD]]
  let count = 0
  const names = freshNames({ next: (prefix) => `${prefix}-new-${count++}` }, NEW)
  const remember =
    <T extends string>(name: (id: T) => T) =>
    (before: T) => {
      const now = name(before)
      made.push([now, before])
      return now
    }
  const noted = {
    ...{ session: NEW, turn: remember(names.turn), span: remember(names.span), question: remember(names.question) },
  }
  return { copies: log.map((event) => renameIds(noted, event)), made }
}

function textOf(state: SessionState): string {
  return JSON.stringify(state, (_, value: unknown) => (value instanceof Map ? [...value] : value))
}

describe('a copied log', () => {
  it('is folded into the same state as the original but for ids', () => {
    fc.assert(
      fc.property(logs, (log) => {
        const { copies, made } = copy(log)
        const back = made.reduce(
          (text, [now, before]) => text.replaceAll(`"${now}"`, `"${before}"`),
          textOf(foldAll(copies)),
        )
        expect(back).toBe(textOf(foldAll(log)))
      }),
    )
  })

  it('names no turn, span, question or session of the original', () => {
    fc.assert(
      fc.property(logs, (log) => {
        expect(JSON.stringify(copy(log).copies)).not.toMatch(/old-|ses_old/)
      }),
    )
  })

  it('keeps the ids of other sessions, calls and inputs', () => {
    const { copies } = copy(
      fc
        .sample(BODIES['session.created'], { numRuns: 1, seed: 1 })
        .map((body) => ({ ...body, session: OLD, seq: 1, at: 1 })),
    )
    expect(copies).toMatchObject([{ facts: { id: NEW, parent: 'another' } }])
  })
})
