import { describe, expect, it } from 'vitest'
import type { Composition } from './composition'
import type { TraceEvent, TraceEventBody } from './event'
import { fold, foldAll } from './fold'
import { callId, questionId, sessionId, spanId, turnId } from './ids'
import { emptySession } from './session-state'
import type { Span } from './span'
import { verdictOf } from './testing'

const session = sessionId('ses_1')
const turn = turnId('trn_1')
const composition: Composition = { hash: 'c1', extensions: [], hooks: [], rewrites: 'first', stopAtFirstBlock: false }
const facts = { id: session, title: 'a', workspace: '/w', model: 'scripted/x', createdAt: 1, parent: null }
const span = (id: string, start: number): Span => ({
  id: spanId(id),
  parent: null,
  turn,
  kind: 'tool',
  name: 'run',
  start,
  end: null,
  status: 'running',
  attributes: { a: 1 },
})
const verdict = verdictOf({ hook: 'guard', decision: 'block', reason: 'no' })

const log = (bodies: readonly TraceEventBody[]): TraceEvent[] =>
  bodies.map((body, index) => ({ ...body, session, seq: index + 1, at: 1000 + index }))

const started: TraceEventBody[] = [
  { type: 'session.created', facts, composition },
  { type: 'turn.started', turn, number: 1, composition: 'c1', provider: 'scripted', model: 'x' },
]

describe('fold', () => {
  it('reads the same events into the same state, whether all at once or one by one', () => {
    const events = log([...started, { type: 'span.started', span: span('s1', 5) }])
    const state = emptySession()
    for (const event of events) fold(state, event)
    expect(state).toEqual(foldAll(events))
  })

  it('passes over an event that it has seen, so that a reconnect doubles nothing', () => {
    const events = log([...started, { type: 'delta', span: spanId('m'), channel: 'text', text: 'hello' }])
    const state = foldAll([...events, ...events])
    expect(state.streams.get(spanId('m'))?.text).toBe('hello')
    expect(state.turns).toHaveLength(1)
  })

  it('keeps the composition that ruled a turn when it changes later', () => {
    const state = foldAll(
      log([...started, { type: 'composition.changed', composition: { ...composition, hash: 'c2' }, change: 'attach' }]),
    )
    expect(state.turns[0]?.composition).toBe('c1')
    expect(state.composition?.hash).toBe('c2')
    expect([...state.compositions.keys()]).toEqual(['c1', 'c2'])
  })

  it('ends a turn when it stopped, also where that was said long after', () => {
    const end = { type: 'turn.ended', turn, status: 'interrupted', code: null, reason: null, answer: null } as const
    expect(foldAll(log([...started, end])).turns[0]?.endedAt).toBe(1002)
    expect(foldAll(log([...started, { ...end, endedAt: 1001.5 }])).turns[0]?.endedAt).toBe(1001.5)
  })

  it('merges attributes and never lets a span end before it began', () => {
    const state = foldAll(
      log([
        ...started,
        { type: 'span.started', span: span('s1', 50) },
        { type: 'span.ended', id: spanId('s1'), end: 40, status: 'ok', attributes: { b: 2 } },
      ]),
    )
    expect(state.spans.get(spanId('s1'))).toMatchObject({ end: 50, status: 'ok', attributes: { a: 1, b: 2 } })
  })

  it('files a verdict under its turn and under what it was about, also when the hook was not asked', () => {
    const about = spanId('s1')
    const state = foldAll(
      log([...started, { type: 'verdict', turn, span: null, about, point: 'tools.before', verdict }]),
    )
    expect(state.turns[0]?.verdicts).toHaveLength(1)
    expect(state.verdictsAbout.get(about)?.[0]?.verdict.reason).toBe('no')
  })

  it('opens and closes a question', () => {
    const id = questionId('q1')
    const question = {
      id,
      turn,
      span: spanId('s1'),
      call: { id: callId('c'), name: 'run', args: {} },
      hook: null,
      text: '?',
      kind: null,
      behind: [],
    }
    const events = log([...started, { type: 'question.opened', question }])
    const state = foldAll(events)
    expect(state.questions.get(id)?.answer).toBeNull()
    fold(state, { type: 'question.closed', id, answer: { say: 'deny', reason: 'no' }, session, seq: 4, at: 9 })
    expect(state.questions.get(id)?.answer).toEqual({ say: 'deny', reason: 'no' })
  })

  it('drops streamed text when its reply is committed or its call is retried', () => {
    const model = spanId('m')
    const delta: TraceEventBody = { type: 'delta', span: model, channel: 'text', text: 'half' }
    expect(foldAll(log([...started, delta, { type: 'delta.dropped', span: model }])).streams.size).toBe(0)
    expect(
      foldAll(log([...started, delta, { type: 'span.ended', id: model, end: 1, status: 'ok', attributes: {} }])).streams
        .size,
    ).toBe(0)
  })

  it('keeps streamed text out of what a turn is walked by', () => {
    const state = foldAll(log([...started, { type: 'delta', span: spanId('m'), channel: 'text', text: 'x' }]))
    expect(state.turns[0]?.events.map((event) => event.type)).toEqual(['turn.started'])
  })

  it('passes over events of a newer version', () => {
    const events = log(started)
    const unknown = { ...events[1], type: 'from.the.future', seq: 3 } as unknown as TraceEvent
    expect(foldAll([...events, unknown]).seq).toBe(3)
  })
})
