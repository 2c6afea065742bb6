import { describe, expect, it, test } from 'vitest'
import { markOfStatus, markOfVerdict, sayMark, worse } from './mark'
import { ended, outcomeEvent, sessionWith, started, TURN, verdict, verdictEvent } from './testing/spans'
import { marksOfTurn } from './turn-marks'

describe('the sign of a verdict', () => {
  test.each([
    ['passes', {}, 'pass'],
    ['allows', { decision: 'allow' }, 'pass'],
    ['says it is done', { decision: 'done' }, 'pass'],
    ['adds context', { context: ['x'] }, 'context'],
    ['leaves a reminder', { reminders: ['x'] }, 'context'],
    ['asks again', { decision: 'ask_again' }, 'context'],
    ['rewrites', { decision: 'rewrite' }, 'rewrite'],
    ['answers in its place', { decision: 'answer' }, 'rewrite'],
    ['retries', { decision: 'retry' }, 'rewrite'],
    ['asks', { decision: 'ask', context: ['x'] }, 'ask'],
    ['blocks', { decision: 'block' }, 'block'],
    ['halts', { decision: 'block', halt: 'enough' }, 'halt'],
    ['fails', { status: 'failed', decision: 'pass' }, 'failed'],
    ['cannot be read', { status: 'malformed' }, 'failed'],
  ] as const)('of a hook that %s is %3$s', (_name, said, mark) => {
    expect(markOfVerdict(verdict({ hook: 'h', ...said }))).toEqual({ mark, ghost: false })
  })

  it('of a hook in shadow is hollow', () => {
    const sign = markOfVerdict(verdict({ hook: 'h', mode: 'shadow', decision: 'block' }))
    expect(sign).toEqual({ mark: 'block', ghost: true })
    expect(sayMark(sign)).toBe('would have blocked')
  })
})

test.each([
  ['a block above a question', 'block', false, 'ask', false, 'block'],
  ['a question above a rewrite', 'rewrite', false, 'ask', false, 'ask'],
  ['a halt above a block', 'halt', false, 'block', false, 'halt'],
  ['what was enforced above what shadow says', 'block', true, 'rewrite', false, 'rewrite'],
  ['what shadow says above nothing', 'pass', false, 'block', true, 'block'],
] as const)('the worse of two: %s', (_name, a, aGhost, b, bGhost, expected) => {
  const [one, two] = [
    { mark: a, ghost: aGhost },
    { mark: b, ghost: bGhost },
  ]
  expect(worse(one, two).mark).toBe(expected)
  expect(worse(two, one).mark).toBe(expected)
})

test.each([
  ['ok', 'pass'],
  ['running', 'pass'],
  ['error', 'failed'],
  ['unknown', 'failed'],
  ['refused', 'block'],
  ['waiting', 'ask'],
] as const)('a span that is %s is %s', (status, mark) => {
  expect(markOfStatus(status)).toBe(mark)
})

it('marks a call by its hooks and its own end, and a hook by its verdict', () => {
  const state = sessionWith(
    [],
    [
      started({ id: 'step', kind: 'step', start: 0, end: null }),
      started({ id: 'call', parent: 'step', start: 1, end: null }),
      started({ id: 'h1', parent: 'call', kind: 'hook', start: 1, end: null }),
      verdictEvent('tools.before', verdict({ hook: 'fence', decision: 'rewrite' }), 'call', 'h1'),
      started({ id: 'h2', parent: 'call', kind: 'hook', start: 2, end: null }),
      verdictEvent('tools.before', verdict({ hook: 'quiet' }), 'call', 'h2'),
      outcomeEvent('tools.before', { decision: 'rewrite' }, 'call'),
      ended('call', 'error'),
      outcomeEvent('stop.done', { decision: 'block' }, 'step'),
    ],
  )
  const turn = state.turnById.get(TURN)
  expect(turn).toBeDefined()
  if (turn === undefined) return
  expect([...marksOfTurn(state, turn)]).toEqual([
    ['h1', { mark: 'rewrite', ghost: false }],
    ['call', { mark: 'failed', ghost: false }],
  ])
})
