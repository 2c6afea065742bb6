import { type Attributes, questionId, type TraceEventBody } from '@belay/trace'
import { verdictOf } from '@belay/trace/testing'
import { describe, expect, it } from 'vitest'
import { at, logOf, TURN, turnEnded, turnStarted } from '../testing/log'
import { type Mark, MOST_MARK_CHARS, readMarks } from './marks'

function marksOf(bodies: readonly TraceEventBody[]): readonly Mark[] {
  const { take } = readMarks()
  return logOf(bodies)
    .map(take)
    .filter((mark) => mark !== null)
}

const question = {
  ...{
    id: questionId('qst_1'),
    turn: TURN,
    span: at('call'),
    hook: null,
    text: 'May run run?',
    kind: 'run',
    behind: [],
  },
  call: { id: 'cal_1' as never, name: 'run', args: { secret: 'x' } },
}
const opened: TraceEventBody = { type: 'question.opened', question }
const row = { id: 1, turn: TURN, at: 0, replaces: null, kind: 'input', text: 'Mind the gap.' } as const

const rows: readonly [says: string, bodies: readonly TraceEventBody[], name: string | null, attributes: Attributes][] =
  [
    [
      'a question says who asks and what, and not with which arguments',
      [opened],
      'belay.question.opened',
      {
        'belay.question.id': 'qst_1',
        'belay.question.text': 'May run run?',
        'belay.question.by': 'permission',
        'belay.question.kind': 'run',
      },
    ],
    [
      'an answer is about the call of its question',
      [opened, { type: 'question.closed', id: question.id, answer: { say: 'deny', reason: 'not now' } }],
      'belay.question.closed',
      { 'belay.question.id': 'qst_1', 'belay.answer': 'deny', 'belay.answer.reason': 'not now' },
    ],
    [
      'an answer with other arguments says so',
      [opened, { type: 'question.closed', id: question.id, answer: { say: 'allow', scope: 'once', args: {} } }],
      'belay.question.closed',
      {
        'belay.question.id': 'qst_1',
        'belay.answer': 'allow',
        'belay.answer.scope': 'once',
        'belay.answer.edited': true,
      },
    ],
    [
      'context that a hook gave',
      [{ type: 'row.committed', row: { ...row, origin: 'hook', from: 'careful' } }],
      'belay.context',
      { 'belay.context.origin': 'hook', 'belay.context.from': 'careful', 'belay.context.text': 'Mind the gap.' },
    ],
    [
      'what a person wrote is no mark',
      [{ type: 'row.committed', row: { ...row, origin: 'person', from: null } }],
      null,
      {},
    ],
    [
      'an answer from storage belongs to the turn that runs',
      [turnStarted(), { type: 'hook.fallback', point: 'stop.done', hook: 'h', ageMs: 7, error: 'timeout' }],
      'belay.hook.fallback',
      {
        'belay.hook.name': 'h',
        'belay.hook.point': 'stop.done',
        'belay.verdict.age_ms': 7,
        'belay.error.message': 'timeout',
      },
    ],
    ['the end of a turn', [turnStarted(), turnEnded()], 'belay.turn.ended', { 'belay.turn.status': 'completed' }],
    ['streamed text is no mark', [{ type: 'delta', span: at('m'), channel: 'text', text: 'x' }], null, {}],
  ]

describe('what happened at an instant', () => {
  it.each(rows)('%s', (_, bodies, name, attributes) => {
    const mark = marksOf(bodies).at(-1)
    expect(mark === undefined ? [null, {}] : [mark.name, mark.attributes]).toEqual([name, attributes])
  })

  it('a fallback has the running turn, an answer the call and turn of its question', () => {
    const fallback: TraceEventBody = { type: 'hook.fallback', point: 'stop.done', hook: 'h', ageMs: 7, error: '' }
    const closed: TraceEventBody = {
      ...{ type: 'question.closed', id: question.id, answer: { say: 'closed', reason: 'halted' } },
    }
    const places = marksOf([turnStarted(), fallback, opened, closed, turnEnded(), fallback])
    expect(places.map((mark) => [mark.name.slice(6), mark.turn, mark.about])).toEqual([
      ['hook.fallback', TURN, null],
      ['question.opened', TURN, 'call'],
      ['question.closed', TURN, 'call'],
      ['turn.ended', TURN, null],
      ['hook.fallback', null, null],
    ])
  })

  it('a verdict says what it has and nothing of what it has not; long texts are cut', () => {
    const verdict = verdictOf({ decision: 'rewrite', value: { args: { a: 1 } }, notes: ['one', 'two'], late: true })
    const long = verdictOf({ reason: 'x'.repeat(MOST_MARK_CHARS + 1) })
    const said = { type: 'verdict', turn: TURN, span: null, about: null, point: 'tools.before' } as const
    const [first, second] = marksOf([
      { ...said, verdict },
      { ...said, verdict: long },
    ])
    expect(first?.attributes).toEqual({
      'belay.hook.name': 'h',
      'belay.hook.id': 'h',
      'belay.hook.point': 'tools.before',
      'belay.hook.source': 'library',
      'belay.hook.mode': 'enforce',
      'belay.hook.position': 0,
      'belay.verdict.status': 'answered',
      'belay.verdict.decision': 'rewrite',
      'belay.verdict.value': '{"args":{"a":1}}',
      'belay.verdict.notes': 'one\ntwo',
      'belay.verdict.duration_ms': 1,
      'belay.verdict.late': true,
    })
    expect(String(second?.attributes['belay.verdict.reason'])).toHaveLength(MOST_MARK_CHARS)
  })
})
