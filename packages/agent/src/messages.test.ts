import { callId, type NewRow, type TranscriptRow, viewOf } from '@belay/trace'
import { describe, expect, test } from 'vitest'
import { buildMessages, findOpenCalls, LOST_RESULT } from './messages'

const call = (id: string, more: object = {}) => ({
  id: callId(id),
  name: 'run',
  args: { command: `job ${id}` },
  raw: '',
  complete: true,
  ...more,
})
const input = (text: string, more: object = {}) =>
  ({ kind: 'input', text, origin: 'person', from: null, ...more }) as const
const reply = (text: string, ...calls: readonly ReturnType<typeof call>[]) =>
  ({
    kind: 'reply',
    text,
    calls,
    reasoning: '',
    provider: 'p',
    model: 'm',
    usage: { input: null, cached: null, output: null },
    end: 'stop',
  }) as const
const result = (id: string, content = 'ok') =>
  ({ kind: 'result', call: callId(id), name: 'run', content, isError: false }) as const

type Rest =
  | Omit<Extract<NewRow, { kind: 'input' }>, 'turn' | 'replaces'>
  | ReturnType<typeof reply>
  | ReturnType<typeof result>
const rows = (...each: readonly Rest[]): readonly TranscriptRow[] =>
  each.map((row, index) => ({ ...row, id: index + 1, at: 0, turn: null, replaces: null }))

const messagesOf = (all: readonly TranscriptRow[]) => buildMessages(viewOf(all, []))

const user = (text: string) => ({ role: 'user', text })
const said = (text: string, ...ids: readonly string[]) => ({
  role: 'assistant',
  text,
  reasoning: '',
  calls: ids.map((id) => ({ id, name: 'run', args: { command: `job ${id}` } })),
})
const answered = (id: string, content: string, isError = false) => ({
  role: 'result',
  call: id,
  name: 'run',
  content,
  isError,
})

describe('60-abort-leaves-tool-use-open: every call is directly followed by its result', () => {
  const before = rows(
    input('run three'),
    reply('on it', call('a'), call('b'), call('c')),
    result('a'),
    input('what happened?'),
  )

  test('calls without one get a plain error, in the order of the calls', () => {
    expect(messagesOf(before)).toEqual([
      user('run three'),
      said('on it', 'a', 'b', 'c'),
      answered('a', 'ok'),
      answered('b', LOST_RESULT, true),
      answered('c', LOST_RESULT, true),
      user('what happened?'),
    ])
    expect(findOpenCalls(before).map((each) => each.id)).toEqual(['b', 'c'])
  })

  test('the rows stay as they were', () => {
    const copy = structuredClone(before)
    messagesOf(before)
    expect(before).toEqual(copy)
  })

  test('results that came late or in another order are put in their place', () => {
    const mixed = rows(reply('', call('a'), call('b')), input('meanwhile'), result('b', '2'), result('a', '1'))
    expect(messagesOf(mixed)).toEqual([said('', 'a', 'b'), answered('a', '1'), answered('b', '2'), user('meanwhile')])
  })

  test('a result of no call is left out', () => {
    expect(messagesOf(rows(input('hi'), result('gone')))).toEqual([user('hi')])
  })
})

describe('what is sent', () => {
  test('holds no empty text and no reply with nothing in it', () => {
    expect(messagesOf(rows(input('hi'), reply(' \n'), input('  '), reply(' ', call('a')), result('a', '')))).toEqual([
      user('hi'),
      said('', 'a'),
      answered('a', '(no output)'),
    ])
  })

  test('leaves out calls that were cut off, and has an object for arguments that were none', () => {
    const cut = rows(reply('x', call('a', { args: null, raw: '{"a' }), call('b', { complete: false })), result('a'))
    expect(messagesOf(cut)).toEqual([
      { ...said('x'), calls: [{ id: 'a', name: 'run', args: {} }] },
      answered('a', 'ok'),
    ])
  })

  test('says whose text it is where it is not the person’s', () => {
    const texts = rows(
      input('a'),
      input('b', { origin: 'hook', from: 'add-context' }),
      input('c', { origin: 'reminder', from: 'work' }),
      input('d', { origin: 'mail', from: 'scout' }),
      input('e', { origin: 'loop' }),
    )
    expect(messagesOf(texts)).toEqual(
      ['a', '[hook add-context] b', '[reminder work] c', '[mail scout] d', 'e'].map(user),
    )
  })
})
