import { readFileSync } from 'node:fs'
import { callId, type InputRow, type ReplyRow, type ResultRow, turnId } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import { transcriptLines } from './transcript-lines'

const SESSION = { id: 'ses_1', rootId: 'ses_1', workspace: '/w', version: '0.1.0' }
const base = { turn: turnId('trn_1'), at: Date.UTC(2026, 10, 30, 18), replaces: null }
const input: InputRow = { ...base, id: 1, kind: 'input', text: 'Please do it.', origin: 'person', from: null }
const reply: ReplyRow = {
  ...base,
  id: 2,
  kind: 'reply',
  text: 'I will.',
  reasoning: '',
  calls: [
    { id: callId('cal_1'), name: 'run', args: { command: 'echo hi' }, raw: '{"command":"echo hi"}', complete: true },
  ],
  provider: 'p',
  model: 'm',
  usage: { input: 100, cached: 40, output: 20 },
  end: 'calls',
}
const result: ResultRow = {
  ...base,
  id: 3,
  kind: 'result',
  call: callId('cal_1'),
  name: 'run',
  content: 'hi',
  isError: false,
}

const parsed = (lines: readonly string[]) => lines.map((line) => JSON.parse(line))

describe('a transcript', () => {
  it('has a line for each block, each of which names the one before', () => {
    const { lines } = transcriptLines([input, reply, result], SESSION)
    const records = parsed(lines)
    expect(records.map(({ type }) => type)).toEqual(['user', 'assistant', 'assistant', 'user'])
    expect(records.map(({ parentUuid }) => parentUuid)).toEqual([null, ...records.slice(0, -1).map(({ uuid }) => uuid)])
    expect(records[1].message.id).toBe(records[2].message.id)
    expect(records[3].sourceToolAssistantUUID).toBe(records[2].uuid)
    expect(records[2].message.content).toEqual([
      { type: 'tool_use', id: 'cal_1', name: 'Bash', input: { command: 'echo hi' } },
    ])
    expect(records[3].message.content).toEqual([
      { tool_use_id: 'cal_1', type: 'tool_result', content: 'hi', is_error: false },
    ])
    expect(records[1].message.usage).toMatchObject({ input_tokens: 60, cache_read_input_tokens: 40, output_tokens: 20 })
    expect(new Set(records.map(({ uuid }) => uuid)).size).toBe(4)
    expect(records[0].uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  it('that is written row by row is the one that is written at once', () => {
    const whole = transcriptLines([input, reply, result], SESSION)
    const first = transcriptLines([input, reply], SESSION)
    const second = transcriptLines([result], SESSION, first.end)
    expect([...first.lines, ...second.lines]).toEqual(whole.lines)
    expect(second.end).toEqual(whole.end)
  })

  it('of nothing has no lines', () => {
    expect(transcriptLines([], SESSION)).toEqual({ lines: [], end: { last: null, calls: new Map() } })
  })

  it('leaves out rows that take the place of others for the model', () => {
    expect(transcriptLines([{ ...input, replaces: 1 }], SESSION).lines).toEqual([])
  })

  it('of a child goes by the root and names the child', () => {
    const [record] = parsed(transcriptLines([input], { ...SESSION, rootId: 'ses_0' }).lines)
    expect(record).toMatchObject({ isSidechain: true, agentId: 'ses_1', sessionId: 'ses_0' })
  })

  it('tells texts of hooks from those of a person', () => {
    const [person, hook] = parsed(
      transcriptLines([input, { ...input, id: 4, origin: 'hook', from: 'h' }], SESSION).lines,
    )
    expect(person).not.toHaveProperty('isMeta')
    expect(hook).toMatchObject({ isMeta: true })
  })

  it.each([
    ['stop', 'end_turn'],
    ['calls', 'tool_use'],
    ['length', 'max_tokens'],
    ['refusal', 'refusal'],
    ['cut', null],
    ['empty', null],
  ] as const)('the end %s is %s', (end, stop_reason) => {
    const [record] = parsed(transcriptLines([{ ...reply, end, text: '', calls: [] }], SESSION).lines)
    expect(record.message).toMatchObject({ stop_reason, content: [{ type: 'text', text: '' }] })
  })

  it('holds reasoning, failures, and arguments that were no object', () => {
    const [call] = reply.calls
    const broken = { ...reply, reasoning: 'hm', text: '', calls: call === undefined ? [] : [{ ...call, args: null }] }
    const records = parsed(transcriptLines([broken, { ...result, content: 'no', isError: true }], SESSION).lines)
    expect(records.map(({ message }) => message.content[0].type)).toEqual(['thinking', 'tool_use', 'tool_result'])
    expect(records[1].message.content[0].input).toEqual({})
    expect(records[2]).toMatchObject({ toolUseResult: 'Error: no', message: { content: [{ is_error: true }] } })
  })

  it('has no key that Claude Code does not write, and each that tells a line where it belongs', () => {
    const golden = readFileSync(new URL('./fixtures/golden-transcript.jsonl', import.meta.url), 'utf8')
      .trimEnd()
      .split('\n')
    const keysOf = (type: string, records: readonly Record<string, unknown>[]) =>
      new Set(records.filter((one) => one.type === type).flatMap(Object.keys))
    const theirs = parsed(golden)
    const ours = parsed(
      transcriptLines([input, reply, result, { ...input, id: 5, origin: 'mail' }], { ...SESSION, rootId: 'ses_0' })
        .lines,
    )
    for (const type of ['user', 'assistant']) {
      const known = keysOf(type, theirs)
      // `isMeta` is on lines that the recorded ones were stripped of; `promptId` stands on user lines alone there.
      const strange = [...keysOf(type, ours)].filter((key) => !known.has(key) && key !== 'isMeta' && key !== 'promptId')
      expect(strange).toEqual([])
      for (const key of [
        'parentUuid',
        'isSidechain',
        'type',
        'message',
        'uuid',
        'timestamp',
        'cwd',
        'sessionId',
        'version',
      ]) {
        expect(keysOf(type, ours)).toContain(key)
      }
    }
  })
})
