import type { CallId, SessionId, Span, SpanId, TraceEvent, TraceEventBody, TurnId, Verdict } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import type { Output } from '../output'
import { outcomeOf, verdictOf } from '../testing/verdicts'
import { makeTurnPrinter } from './turn'

const session = 'ses_1' as SessionId
const turn = 'trn_1' as TurnId
const [model, tool] = ['spn_model', 'spn_tool'] as [SpanId, SpanId]
const ended = { type: 'turn.ended', turn, status: 'completed', code: null, reason: null, answer: 'Done.' } as const
const reply = (text: string): TraceEventBody => ({
  type: 'row.committed',
  row: {
    ...{ kind: 'reply', id: 1, at: 1, turn, replaces: null, text, reasoning: '', provider: 'p', model: 'm' },
    ...{ end: 'stop', calls: [], usage: { input: null, cached: null, output: null } },
  },
})
const result = (call: string, content: string): TraceEventBody => ({
  type: 'row.committed',
  row: {
    ...{
      kind: 'result',
      id: 2,
      at: 2,
      turn,
      replaces: null,
      call: call as CallId,
      name: 'run',
      content,
      isError: true,
    },
  },
})
const delta = (text: string): TraceEventBody => ({ type: 'delta', span: model, channel: 'text', text })
const span = (attributes: Span['attributes']): Span => ({
  ...{ id: tool, parent: null, turn, kind: 'tool', name: 'run', start: 10, end: null, status: 'running', attributes },
})

function print(bodies: readonly TraceEventBody[], json: boolean) {
  const heard = { out: '', err: '' }
  const out: Output = {
    ...{ columns: 80, colours: false, closed: new AbortController().signal, flush: async () => undefined },
    ...{ broken: new AbortController().signal, fault: () => null },
    print: (text) => (heard.out += text),
    line: (text) => (heard.out += `${text}\n`),
    painted: (text) => (heard.out += `${text}\n`),
    json: (value) => (heard.out += `${JSON.stringify(value)}\n`),
    note: (text) => (heard.err += `${text}\n`),
  }
  const printer = makeTurnPrinter({ out, json })
  const events = bodies.map((body, index): TraceEvent => ({ ...body, session, seq: index + 1, at: index }))
  for (const event of events) {
    printer.event(event)
    if (event.type === 'turn.ended') printer.end(event)
  }
  return heard
}

describe('a turn for people', () => {
  it('streams the words to stdout, and says beside them what was called and decided', () => {
    const { out, err } = print(
      [
        delta('Let me '),
        delta('look.'),
        reply('Let me look.'),
        { type: 'span.started', span: span({ 'belay.tool.subject': 'rm -rf build', 'gen_ai.tool.call.id': 'cal_1' }) },
        {
          ...{ type: 'outcome', turn, about: tool, point: 'tools.before' },
          outcome: outcomeOf({ decision: 'block', by: 'guard', reason: 'no', notes: ['guard: look again'] }),
        },
        result('cal_1', 'refused by guard: no'),
        { type: 'span.ended', id: tool, end: 12, status: 'refused', attributes: {} },
        result('cal_2', 'not there\nat all'),
        delta('Done.'),
        reply('Done.'),
        ended,
      ],
      false,
    )
    expect(out).toBe('Let me look.\nDone.\n')
    expect(err.split('\n')).toEqual([
      '  tools.before: block by guard: no',
      '  note: guard: look again',
      '· run rm -rf build: refused, 2 ms',
      '  the model was told: not there⏎at all',
      '',
    ])
  })

  it('prints an answer that was not streamed, and how a turn ended otherwise', () => {
    expect(print([delta('Done!'), reply('Done!'), { ...ended, answer: 'Changed.' }], false)).toEqual({
      out: 'Done!\nChanged.\n',
      err: '',
    })
    const failed = { ...ended, status: 'failed', code: 'output_limit', reason: 'too long', answer: null } as const
    expect(print([failed], false).err).toBe('belay: the turn ended as failed (output_limit): too long\n')
    const stopped = { ...ended, status: 'stopped', reason: 'time is up', answer: null } as const
    expect(print([stopped], false).err).toBe('belay: the turn ended as stopped: time is up\n')
  })
})

describe('a call that hooks rewrote', () => {
  const before = { turn, about: tool, point: 'tools.before' } as const
  const asked = { 'belay.tool.subject': 'rm -rf build', 'gen_ai.tool.call.id': 'cal_1' }
  const call = { name: 'run', args: { command: 'rm -i build' } }
  const said = (change: Partial<Verdict>): TraceEventBody => ({
    ...{ type: 'verdict', span: null, ...before },
    verdict: verdictOf({ decision: 'rewrite', value: call, ...change }),
  })
  const told = (verdicts: readonly TraceEventBody[], outcome: Parameters<typeof outcomeOf>[0]) =>
    print(
      [
        { type: 'span.started', span: span(asked) },
        ...verdicts,
        { type: 'outcome', ...before, outcome: outcomeOf({ value: call, ...outcome }) },
        { type: 'span.ended', id: tool, end: 12, status: 'ok', attributes: {} },
      ],
      false,
    ).err.split('\n')
  const rewritten = (by: string) => `  tools.before: rewritten by ${by}: run rm -i build`
  const ran = '· run rm -i build (rewritten): ok, 2 ms'

  it('is told as it ran, with who rewrote it', () => {
    const lines = told([said({ hook: 'soft' })], { decision: 'rewrite', by: 'soft' })
    expect(lines).toEqual([rewritten('soft'), ran, ''])
  })

  it('also beside an allow or an ask of another hook, and of several', () => {
    const verdicts = [
      said({ hook: 'a' }),
      said({ hook: 'lost', lost: true }),
      said({ hook: 'shadow', mode: 'shadow' }),
      said({ hook: 'b' }),
    ]
    for (const decision of ['allow', 'ask'] as const) {
      expect(told(verdicts, { decision, by: 'yes' })).toEqual([
        ...[rewritten('a, b'), `  tools.before: ${decision} by yes`, ran, ''],
      ])
    }
  })

  it('and where a command allows and rewrites in one', () => {
    const lines = told([said({ hook: 'both', decision: 'allow', value: call })], { decision: 'allow', by: 'both' })
    expect(lines).toEqual([rewritten('both'), '  tools.before: allow by both', ran, ''])
  })
})

it('many notes are told by their first ones and a number', () => {
  const notes = Array.from({ length: 500 }, (_, index) => `n${index}`)
  const outcome = outcomeOf({ notes })
  const { err } = print([{ type: 'outcome', turn, about: null, point: 'context.build', outcome }], false)
  const lines = err.trimEnd().split('\n')
  expect(lines).toHaveLength(21)
  expect(lines.at(-1)).toBe('  … and 480 more notes')
})

describe('hooks that only listen', () => {
  const verdict = (change: Partial<Verdict>): TraceEventBody => ({
    ...{ type: 'verdict', turn, span: null, about: null, point: 'tools.after' },
    verdict: verdictOf({ hook: 'audit', ...change }),
  })
  const error = { kind: 'threw', message: 'disk full' } as const

  it.each<[string, Partial<Verdict>, string]>([
    ['a failure that came late', { late: true, status: 'failed', error }, '  tools.after: audit failed: disk full\n'],
    ['a note that came late', { late: true, notes: ['no bus'] }, '  note: audit: no bus\n'],
    ['what an outcome tells of is not told twice', { status: 'failed', error, notes: ['x'] }, ''],
  ])('%s', (_, change, err) => {
    expect(print([verdict(change)], false).err).toBe(err)
  })
})

describe('a turn as JSON', () => {
  it('is every event a line, and its end as the last', () => {
    const { out, err } = print([delta('Done.'), reply('Done.'), ended], true)
    const lines = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.map((line) => line.type)).toEqual(['delta', 'row.committed', 'turn.ended', 'turn'])
    expect(lines.at(-1)).toEqual({
      ...{ type: 'turn', status: 'completed', code: null, reason: null, answer: 'Done.', session },
    })
    expect(err).toBe('')
  })
})
