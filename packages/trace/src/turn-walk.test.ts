import { describe, expect, it, test } from 'vitest'
import type { Composition } from './composition'
import type { TraceEvent, TraceEventBody } from './event'
import { foldAll } from './fold'
import { callId, questionId, sessionId, spanId, turnId } from './ids'
import type { SessionState, TurnState } from './session-state'
import type { Span } from './span'
import { verdictOf } from './testing'
import { stateAt, TurnWalk } from './turn-walk'

const session = sessionId('ses_1')
const [turn, later] = [turnId('trn_1'), turnId('trn_2')]
const then: Composition = { hash: 'then', extensions: [], hooks: [], rewrites: 'first', stopAtFirstBlock: false }
const facts = { id: session, title: 'a', workspace: '/w', model: 'scripted/x', createdAt: 1, parent: null }
const question = questionId('qst_1')

function start(id: string, kind: Span['kind'] = 'tool'): TraceEventBody {
  const times = { start: 5, end: null, status: 'running' } as const
  return {
    type: 'span.started',
    span: { id: spanId(id), parent: null, turn, kind, name: id, ...times, attributes: {} },
  }
}

/** One call: it is asked about, waits, and ends. */
function call(at: number): TraceEventBody[] {
  const [id, hook] = [spanId(`s${at}`), spanId(`h${at}`)]
  const asked = { id: callId('c'), name: 'run', args: {} }
  return [
    start(`s${at}`),
    start(`h${at}`, 'hook'),
    { type: 'verdict', turn, span: hook, about: id, point: 'tools.before', verdict: verdictOf({ decision: 'ask' }) },
    { type: 'span.ended', id: hook, end: 6, status: 'ok', attributes: {} },
    { type: 'span.changed', id, status: 'waiting', attributes: { asked: true } },
    {
      type: 'question.opened',
      question: { id: question, turn, span: id, call: asked, hook: null, text: 'Run it?', kind: null, behind: [] },
    },
    { type: 'question.closed', id: question, answer: { say: 'deny', reason: null } },
    { type: 'span.ended', id, end: 9, status: 'refused', attributes: {} },
  ]
}

function sessionOf(calls: number): { readonly state: SessionState; readonly turn: TurnState } {
  const end = { status: 'completed', code: null, reason: null, answer: 'done' } as const
  const bodies: TraceEventBody[] = [
    { type: 'session.created', facts, composition: then },
    { type: 'turn.started', turn, number: 1, composition: 'then', provider: 'p', model: 'm' },
    ...Array.from({ length: calls }, (_, at) => call(at)).flat(),
    { type: 'turn.ended', turn, ...end },
    { type: 'composition.changed', composition: { ...then, hash: 'now' }, change: 'a hook was attached' },
    { type: 'turn.started', turn: later, number: 2, composition: 'now', provider: 'p', model: 'm' },
  ]
  const events = bodies.map((body, at): TraceEvent => ({ ...body, session, seq: at + 1, at: 1_000 + at }))
  const state = foldAll(events)
  const walked = state.turnById.get(turn)
  if (walked === undefined) throw new Error('no turn')
  return { state, turn: walked }
}

describe('a turn event by event', () => {
  it('is the turn itself after its last event', () => {
    const { state, turn: whole } = sessionOf(3)
    const last = stateAt(state, whole, whole.events.length)
    expect(last.turnById.get(turn)).toEqual(whole)
    expect([...last.spans.values()]).toEqual(whole.spans.map((id) => state.spans.get(id)))
    expect(last.questions.get(question)).toEqual(state.questions.get(question))
  })

  it('begins before the turn, under the composition that ruled it, and knows no other turn', () => {
    const { state, turn: whole } = sessionOf(1)
    expect([stateAt(state, whole, 0).turns.length, stateAt(state, whole, 0).composition?.hash]).toEqual([0, 'then'])
    expect(stateAt(state, whole, 99).turns.map(({ number }) => number)).toEqual([1])
  })

  const steps: readonly [after: string, count: number, said: (state: SessionState) => unknown, expected: unknown][] = [
    ['the call has begun', 2, ({ spans }) => [...spans.keys()], ['s0']],
    ['the hook is asked', 3, ({ turns }) => turns[0]?.verdicts.length, 0],
    ['the hook has answered', 4, ({ turns }) => turns[0]?.verdicts.length, 1],
    ['the call waits', 6, ({ spans }) => spans.get(spanId('s0'))?.status, 'waiting'],
    ['the question is open', 7, ({ questions }) => questions.get(question)?.answer, null],
    ['the question was answered', 8, ({ questions }) => questions.get(question)?.answer?.say, 'deny'],
    ['the call has ended', 9, ({ spans }) => spans.get(spanId('s0'))?.end, 9],
  ]
  test.each(steps)('when %s', (_, count, said, expected) => {
    const { state, turn: whole } = sessionOf(1)
    expect(said(stateAt(state, whole, count))).toEqual(expected)
  })

  it('is the same whichever way one came, over all checkpoints, and leaves the session as it is', () => {
    // 8,002 events: more than sixteen checkpoints' worth, so that every second of them was let go.
    const { state, turn: whole } = sessionOf(1_000)
    const before = structuredClone(whole)
    const walk = new TurnWalk(state, whole)
    for (const count of [8_002, 8_001, 300, 255, 256, 257, 7_000, 6_999, 0, 1, 4_096, 12]) {
      expect(walk.at(count).turnById.get(turn)?.verdicts.length ?? 0).toBe(verdictsIn(whole, count))
      expect(walk.at(count)).toEqual(stateAt(state, whole, count))
    }
    expect(whole).toEqual(before)
  })

  it('goes on with a turn that runs', () => {
    const { state, turn: whole } = sessionOf(2)
    const running: TurnState = { ...whole, events: whole.events.slice(0, 5) }
    const walk = new TurnWalk(state, running)
    expect(walk.at(9).turns[0]?.events).toHaveLength(5)
    running.events.push(...whole.events.slice(5))
    expect(walk.at(9).turns[0]?.events).toHaveLength(9)
  })
})

function verdictsIn({ events }: TurnState, count: number): number {
  return events.slice(0, count).filter(({ type }) => type === 'verdict').length
}
