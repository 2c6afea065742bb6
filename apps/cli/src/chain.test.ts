import { foldAll } from '@belay/api'
import type { CallId, QuestionId, SessionId, Span, SpanId, TraceEvent, TraceEventBody, TurnId } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import { callSpan, chainOf, hookSpans, lastCalls } from './chain'
import { chainText } from './print/chain'
import { outcomeOf, verdictOf } from './testing/verdicts'

const session = 'ses_1' as SessionId
const turn = 'trn_1' as TurnId
const tool = 'spn_tool' as SpanId
const [tidy, guard] = ['spn_tidy', 'spn_guard'] as [SpanId, SpanId]
const span: Span = {
  ...{ id: tool, parent: null, turn, kind: 'tool', name: 'run', start: 10, end: null, status: 'running' },
  attributes: { 'gen_ai.tool.call.id': 'cal_1' },
}
const call = { name: 'run', args: { command: 'rm -rf build' } }
const after = { name: 'run', args: { command: 'rm -rf ./build' } }
const about = { turn, about: tool, point: 'tools.before' } as const

const bodies: readonly TraceEventBody[] = [
  { type: 'turn.started', turn, number: 3, composition: 'c', provider: 'scripted', model: 'x' },
  {
    type: 'row.committed',
    row: {
      ...{
        kind: 'reply',
        id: 1,
        at: 1,
        turn,
        replaces: null,
        text: '',
        reasoning: '',
        provider: 'scripted',
        model: 'x',
      },
      ...{ end: 'calls', usage: { input: null, cached: null, output: null } },
      calls: [{ ...call, id: 'cal_1' as never, raw: '{}', complete: true }],
    },
  },
  { type: 'span.started', span },
  { type: 'verdict', ...about, span: tidy, verdict: verdictOf({ hook: 'tidy', decision: 'rewrite', value: after }) },
  {
    ...{ type: 'verdict', ...about, span: guard },
    verdict: verdictOf({ hook: 'guard', decision: 'block', reason: 'not here', position: 1 }),
  },
  { type: 'verdict', ...about, span: null, verdict: verdictOf({ hook: 'quiet', notAsked: 'off', position: 2 }) },
  { type: 'outcome', ...about, outcome: outcomeOf({ decision: 'block', by: 'guard', reason: 'not here' }) },
  { type: 'span.ended', id: tool, end: 14, status: 'refused', attributes: {} },
  {
    type: 'row.committed',
    row: {
      ...{ kind: 'result', id: 2, at: 2, turn, replaces: null, call: 'cal_1' as never, name: 'run' },
      ...{ content: 'refused by guard: not here', isError: true },
    },
  },
]
const state = foldAll(bodies.map((body, index): TraceEvent => ({ ...body, session, seq: index + 1, at: index })))
const details = new Map([
  [tidy, { handed: call, after }],
  [guard, { handed: after, after }],
])

describe('the chain of a call', () => {
  it('finds the call by its own id and by its span', () => {
    expect(callSpan(state, 'cal_1')?.id).toBe(tool)
    expect(callSpan(state, tool)?.id).toBe(tool)
    expect(callSpan(state, 'cal_2')).toBeNull()
    expect(lastCalls(state, { turn: null, most: 5 })).toEqual(['cal_1 (run)'])
    expect(lastCalls(state, { turn: 'trn_2' as TurnId, most: 5 })).toEqual([])
    expect(hookSpans(state, tool)).toEqual([tidy, guard])
  })

  it('goes from what the model asked for, hook by hook, to what it was told', () => {
    expect(chainText(chainOf(state, state.spans.get(tool) ?? span, details))).toEqual([
      'cal_1 in turn 3',
      '  the model asked for run {"command":"rm -rf build"}',
      'tools.before',
      '  1 tidy   rewrite, 1 ms',
      '      - args.command: "rm -rf build"',
      '      + args.command: "rm -rf ./build"',
      '  2 guard  block, 1 ms: not here',
      '  - quiet  not asked: off',
      '  = block by guard: not here',
      'refused after 4 ms',
      'the model was told (as an error)',
      '  refused by guard: not here',
    ])
  })

  it('says what a person changed in the answer to a question', () => {
    const question = {
      ...{ id: 'qst_1' as QuestionId, turn, span: tool, hook: null, text: 'May run run?', kind: null, behind: [] },
      call: { ...call, id: 'cal_1' as CallId },
    }
    const args = { command: 'ls build' }
    const answered = foldAll(
      [
        ...bodies.slice(0, 3),
        { type: 'question.opened', question } as const,
        { type: 'question.closed', id: question.id, answer: { say: 'allow', scope: 'once', args } } as const,
      ].map((body, index): TraceEvent => ({ ...body, session, seq: index + 1, at: index })),
    )
    expect(chainText(chainOf(answered, span, new Map())).slice(2)).toEqual([
      'question by permission: May run run? → allowed once, with other arguments',
      '  - command: "rm -rf build"',
      '  + command: "ls build"',
      'running',
      'the model was told nothing yet',
    ])
  })
})
