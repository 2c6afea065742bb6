import { type Answer, foldAll, questionId, type SpanStatus } from '@belay/trace'
import { describe, expect, test } from 'vitest'
import { LogWriter, type SaidVerdict } from '../testing/log-writer'
import { COMPOSITION } from '../testing/sample-session'
import { callOutcome, changes } from './call-outcome'

interface Story {
  readonly verdicts?: readonly SaidVerdict[]
  readonly before?: object
  readonly after?: object
  readonly answer?: Answer | null
  readonly status?: SpanStatus
  readonly result?: readonly [content: string, isError: boolean]
}

const EDITED = { name: 'run', args: { command: 'npm ci --dry-run' } }
const REWRITE: SaidVerdict = { hook: 'dry-run', status: 'answered', decision: 'rewrite', value: EDITED }

describe('what became of a call', () => {
  const rows: readonly [name: string, story: Story, mark: string | null, text: string | null][] = [
    ['one that ran says nothing', { status: 'ok', result: ['done', false] }, null, null],
    [
      'a block names the hook and its reason',
      { before: { decision: 'block', by: 'fence', reason: 'outside' }, status: 'refused' },
      'block',
      'refused by fence: outside',
    ],
    [
      'permissions speak through the result',
      { status: 'refused', result: ['Permission refused: writes outside the workspace', true] },
      'block',
      'Permission refused: writes outside the workspace',
    ],
    [
      'a rewrite says what was put in',
      { verdicts: [REWRITE], before: { decision: 'rewrite', by: 'dry-run', value: EDITED }, status: 'ok' },
      'rewrite',
      'rewritten by dry-run: `--dry-run` added',
    ],
    [
      'a halt stands above a block',
      { before: { decision: 'block', halt: 'enough', haltBy: 'budget' }, status: 'stopped' },
      'halt',
      'budget halted the turn: enough',
    ],
    [
      'an answer means that the tool did not run',
      { before: { decision: 'answer', by: 'cache', carried: 'x' }, status: 'ok' },
      'rewrite',
      'answered by cache; the tool did not run',
    ],
    ['an open question waits', { answer: null, status: 'waiting' }, 'ask', 'waiting for you'],
    [
      'one that was allowed keeps the sign: how stands below it',
      { answer: { say: 'allow', scope: 'session', args: null }, status: 'ok' },
      'ask',
      null,
    ],
    [
      'a denial names the reason',
      { answer: { say: 'deny', reason: 'not today' }, status: 'refused' },
      'block',
      'you denied it: not today',
    ],
    [
      'edited arguments say what changed',
      { answer: { say: 'allow', scope: 'once', args: { command: 'npm ci -q' } }, status: 'ok' },
      'rewrite',
      'you changed it: `-q` added',
    ],
    [
      'an error names its first line',
      { status: 'error', result: ['no such file\nat 3', true] },
      'failed',
      'failed: no such file',
    ],
    [
      'one that a crash cut off has an unknown outcome',
      { status: 'unknown' },
      'failed',
      'unknown outcome: it had started when the app ended, and was not run again',
    ],
    [
      'a block after it ran is an objection',
      { before: {}, after: { decision: 'block', by: 'lint', reason: 'two errors' }, status: 'ok' },
      'context',
      'lint objected: two errors',
    ],
    [
      'a result that was rewritten says by whom',
      { before: {}, after: { decision: 'rewrite', by: 'redact', value: '***' }, status: 'ok' },
      'rewrite',
      'result rewritten by redact',
    ],
  ]

  test.each(rows)('%s', (_, story, mark, text) => {
    const outcome = tell(story)
    expect([outcome.mark, outcome.text]).toEqual([mark, text])
  })

  test('a rewrite is told beside a failure, and once', () => {
    const before = { decision: 'rewrite', by: 'dry-run', value: EDITED }
    expect(tell({ verdicts: [REWRITE], before, status: 'error', result: ['unknown option', true] }).change).toBe(
      'rewritten by dry-run: `--dry-run` added',
    )
    expect(tell({ verdicts: [REWRITE], before, status: 'ok' }).change).toBeNull()
  })

  test('a rewrite is its hook`s also where another hook asks about it', () => {
    const before = { decision: 'ask', by: 'ask-before', value: EDITED } as const
    const told = tell({ verdicts: [REWRITE], before, answer: null, status: 'waiting' })
    expect([told.text, told.change]).toEqual(['waiting for you', 'rewritten by dry-run: `--dry-run` added'])
  })

  test('a shadow hook that would have decided otherwise is told beside it', () => {
    const verdicts = [
      { hook: 'fence', mode: 'shadow', status: 'answered', decision: 'block', reason: 'outside' },
    ] as const
    expect(tell({ verdicts, before: { wouldBe: 'block' }, status: 'ok' }).shadow).toBe(
      'fence would have refused it: outside',
    )
  })
})

describe('the change of arguments in words', () => {
  const rows: readonly [name: string, before: Record<string, string>, after: Record<string, string>, text: string][] = [
    ['an insertion is named', { command: 'rm a' }, { command: 'rm -i a' }, '`-i` added'],
    ['anything else names the argument', { command: 'rm a' }, { command: 'ls' }, 'command changed'],
    ['several arguments are listed', { a: '1', b: '2' }, { a: '2', b: '3' }, 'a, b changed'],
    ['a new argument has changed', {}, { cwd: 'src' }, 'cwd changed'],
    ['nothing is nothing', { a: '1' }, { a: '1' }, 'nothing changed'],
  ]
  test.each(rows)('%s', (_, before, after, text) => expect(changes(before, after)).toBe(text))
})

function tell({ verdicts = [], before, after, answer, status = 'running', result }: Story) {
  const log = new LogWriter()
  log.create(COMPOSITION)
  const step = log.start('step', '1', log.startTurn('Go'))
  const call = log.call('run', { command: 'npm ci' })
  const span = log.startCall(step, call, 'npm ci')
  if (before !== undefined) log.ask('tools.before', span, verdicts, before)
  if (after !== undefined) log.ask('tools.after', span, [], after)
  if (answer !== undefined && log.turn !== null) {
    const question = {
      id: questionId('qst_1'),
      turn: log.turn,
      span,
      hook: null,
      text: 'Run it?',
      kind: null,
      behind: [],
    }
    log.emit({
      type: 'question.opened',
      question: { ...question, call: { id: call.id, name: call.name, args: call.args ?? {} } },
    })
    if (answer !== null) log.emit({ type: 'question.closed', id: question.id, answer })
  }
  if (result !== undefined) log.result(call, ...result)
  if (status !== 'running') log.end(span, status)
  const state = foldAll(log.events)
  const row = state.rows.find((each) => each.kind === 'result')
  return callOutcome(state, {
    args: call.args,
    span: state.spans.get(span) ?? null,
    result: row?.kind === 'result' ? row : null,
  })
}
