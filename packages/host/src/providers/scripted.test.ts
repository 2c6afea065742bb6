import { type ModelCallContext, ModelError, type ModelEvent, type ModelRequest } from '@belay/agent'
import { callId, type TranscriptRow, turnId } from '@belay/trace'
import { describe, expect, test } from 'vitest'
import { parseScript } from './load-script'
import { createScriptedProvider } from './scripted'

const REQUEST: ModelRequest = {
  model: 'tour',
  system: '',
  messages: [],
  tools: [],
  toolChoice: 'auto',
  responseMode: null,
  generation: {},
}

type Said = { readonly turn: number; readonly result?: string; readonly isError?: boolean; readonly by?: string }

/** Rows of a session: an input at the start of each turn, then replies, or results where there is one. */
function rowsOf(...said: readonly Said[]): readonly TranscriptRow[] {
  const base = (id: number, turn: number) => ({ id, at: 0, replaces: null, turn: turnId(`t${turn}`) })
  let id = 0
  let before = 0
  return said.flatMap(({ turn, result, isError = false, by = 'tour' }): TranscriptRow[] => {
    const rows: TranscriptRow[] = []
    id += 1
    if (turn !== before)
      rows.push({ ...base(id, turn), kind: 'input', text: `prompt ${turn}`, origin: 'person', from: null })
    before = turn
    id += 1
    if (result !== undefined) {
      rows.push({ ...base(id, turn), kind: 'result', call: callId('c'), name: 'run', content: result, isError })
    } else if (by !== 'nobody') {
      const usage = { input: null, cached: null, output: null }
      const reply = { kind: 'reply', text: '', reasoning: '', calls: [], provider: 'scripted', end: 'stop' } as const
      rows.push({ ...base(id, turn), ...reply, model: by, usage })
    }
    return rows
  })
}

function provider(yaml: string, pace?: (session: string) => number) {
  const loaded = parseScript(yaml, 'tour.yaml')
  if (!loaded.ok) throw new Error(loaded.message)
  const scripted = createScriptedProvider(loaded.script, 'tour', pace)
  return async (rows: readonly TranscriptRow[], changes: Partial<ModelCallContext> = {}) => {
    const context = {
      signal: new AbortController().signal,
      sessionId: 's',
      turn: 1,
      workspace: '/w',
      agent: 'main',
      rows,
    }
    const events: ModelEvent[] = []
    for await (const event of scripted.stream(REQUEST, { ...context, ...changes })) events.push(event)
    return events
  }
}

const textOf = (events: readonly ModelEvent[]) =>
  events.map((event) => (event.type === 'text' ? event.text : '')).join('')

describe('the place of a session in its script', () => {
  const THREE = 'steps: [{ text: one }, { text: two }, { text: three }]'
  const TURNS = 'steps: [{ text: a1 }, { text: a2, turn: true }, { text: b1, turn: true }]'
  const RESTART = `${TURNS}\nloop: true\nrestart: prompt 2`
  const ENDINGS =
    'steps: [{ text: a }, { when: { lastResult: { isError: true } }, text: sorry, turn: true }, { text: fine, turn: true }]'
  const GUARDED = 'steps: [{ text: one }, { when: { lastResult: { isError: true } }, text: sorry }, { text: two }]'

  test.each([
    ['begins at the first step', THREE, [{ turn: 1, by: 'nobody' }], 'one'],
    ['goes on with each reply', THREE, [{ turn: 1 }], 'two'],
    ['goes on in the next turn', THREE, [{ turn: 1 }, { turn: 2, by: 'nobody' }], 'two'],
    [
      'counts only its own replies',
      THREE,
      [
        { turn: 1, by: 'another' },
        { turn: 2, by: 'nobody' },
      ],
      'one',
    ],
    ['ends', THREE, [{ turn: 1 }, { turn: 1 }, { turn: 1 }], 'The script has ended.'],
    ['starts over with loop', `${THREE}\nloop: true`, [{ turn: 1 }, { turn: 1 }, { turn: 1 }], 'one'],
    ['ends for a turn with turn', TURNS, [{ turn: 1 }, { turn: 1 }], 'The script has ended.'],
    ['begins behind it in the next', TURNS, [{ turn: 1 }, { turn: 1 }, { turn: 2, by: 'nobody' }], 'b1'],
    ['leaves out what a turn did not use', TURNS, [{ turn: 1 }, { turn: 2, by: 'nobody' }], 'b1'],
    [
      'stays where a turn used nothing',
      TURNS,
      [
        { turn: 1, by: 'nobody' },
        { turn: 2, by: 'nobody' },
      ],
      'a1',
    ],
    [
      'is not moved by an answer behind the end',
      TURNS,
      [{ turn: 1 }, { turn: 1 }, { turn: 1 }, { turn: 2, by: 'nobody' }],
      'b1',
    ],
    [
      'starts over at the prompt that says so, in the middle of a turn',
      RESTART,
      [{ turn: 1 }, { turn: 2, by: 'nobody' }],
      'a1',
    ],
    [
      'starts over with it behind the end of a turn',
      RESTART,
      [{ turn: 1 }, { turn: 1 }, { turn: 2, by: 'nobody' }],
      'a1',
    ],
    ['goes on from where it started over', RESTART, [{ turn: 1 }, { turn: 2 }], 'a2'],
    [
      'goes on with any other prompt',
      RESTART,
      [{ turn: 1 }, { turn: 2 }, { turn: 2 }, { turn: 3, by: 'nobody' }],
      'b1',
    ],
    ['is not ended by an end of turn that it skips', ENDINGS, [{ turn: 1 }, { turn: 1, result: 'ok' }], 'fine'],
    ['ends a turn at the end that it takes', ENDINGS, [{ turn: 1 }, { turn: 1, result: 'no', isError: true }], 'sorry'],
    ['skips a step whose guard does not hold', GUARDED, [{ turn: 1 }, { turn: 1, result: 'ok' }], 'two'],
    ['takes it where it holds', GUARDED, [{ turn: 1 }, { turn: 1, result: 'no', isError: true }], 'sorry'],
    [
      'remembers over a restart that it was taken',
      GUARDED,
      [{ turn: 1 }, { turn: 1, result: 'no', isError: true }, { turn: 1 }],
      'two',
    ],
    [
      'does not go round for ever',
      'steps: [{ when: { lastResult: { contains: x } }, text: a }]\nloop: true',
      [{ turn: 1, by: 'nobody' }],
      'The script has ended.',
    ],
  ])('%s', async (_, yaml, said: readonly Said[], text) => {
    expect(textOf(await provider(yaml)(rowsOf(...said)))).toBe(text)
  })

  test('is not shared by two sessions', async () => {
    const call = provider('steps: [{ error: { status: 500, message: down } }, { text: up }]')
    const rows = rowsOf({ turn: 1, by: 'nobody' })
    await expect(call(rows, { sessionId: 's1' })).rejects.toThrow('down')
    expect(textOf(await call(rows, { sessionId: 's1' }))).toBe('up')
    await expect(call(rows, { sessionId: 's2' })).rejects.toThrow('down')
  })

  test('fails anew after it was started over', async () => {
    const call = provider('steps: [{ error: { status: 500, message: down } }, { text: up }]\nrestart: prompt 2')
    await expect(call(rowsOf({ turn: 1, by: 'nobody' }))).rejects.toThrow('down')
    expect(textOf(await call(rowsOf({ turn: 1, by: 'nobody' })))).toBe('up')
    await expect(call(rowsOf({ turn: 1 }, { turn: 2, by: 'nobody' }))).rejects.toThrow('down')
  })

  test('is a child’s own where the script has steps for it', async () => {
    const call = provider('steps: [{ text: parent }]\nagents: { scout: [{ text: child }] }')
    const rows = rowsOf({ turn: 1, by: 'nobody' })
    expect(textOf(await call(rows, { agent: 'scout' }))).toBe('child')
    expect(textOf(await call(rows, { agent: 'other' }))).toBe('The script has no steps for the agent other.')
  })
})

describe('a step', () => {
  const rows = rowsOf({ turn: 1 }, { turn: 1, result: '3 files' })
  const second = (step: string) => provider(`steps: [{ text: one }, ${step}]`)(rows)

  test('streams reasoning, text, calls, usage and an end', async () => {
    const events = await second(
      '{ reasoning: hm, text: hi, calls: [{ name: run, args: { command: ls } }, { id: x, name: run, raw: "{bro" }], usage: { input: 12 } }',
    )
    expect(events).toEqual([
      { type: 'reasoning', text: 'hm' },
      { type: 'text', text: 'hi' },
      { type: 'call.started', key: 'call-0', id: '', name: 'run' },
      { type: 'call.delta', key: 'call-0', text: '{"command":"ls"}' },
      { type: 'call.ended', key: 'call-0' },
      { type: 'call.started', key: 'call-1', id: 'x', name: 'run' },
      { type: 'call.delta', key: 'call-1', text: '{bro' },
      { type: 'call.ended', key: 'call-1' },
      { type: 'usage', usage: { input: 12, cached: null, output: null } },
      { type: 'finished', end: 'calls' },
    ])
  })

  test('is filled in with what the session knows', async () => {
    const events = await second(
      '{ text: "{{user}} in {{ workspace }}: {{lastResult}} {{other}}", calls: [{ name: run, args: { a: ["{{user}}"] } }] }',
    )
    expect(textOf(events)).toBe('prompt 1 in /w: 3 files {{other}}')
    expect(events[2]).toEqual({ type: 'call.delta', key: 'call-0', text: '{"a":["prompt 1"]}' })
  })

  test('that fails throws what the server would have said, after its text', async () => {
    const call = provider('steps: [{ text: par, error: { status: 429, message: slow down, retryAfter: 1.5 } }]')
    const error = await call(rowsOf({ turn: 1, by: 'nobody' })).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ModelError)
    expect(error).toMatchObject({ message: 'slow down', facts: { status: 429, retryAfterMs: 1_500 } })
  })

  test.each([
    ['within the text', 3, ['hel']],
    ['before a half character', 6, ['hello']],
    ['between text and call', 7, ['helloé']],
    ['within a call', 9, ['helloé', '{"']],
  ])('can be cut %s', async (_, bytes, texts) => {
    const events = await second(
      `{ text: helloé, calls: [{ name: run, args: { a: 1 } }], cut: { afterBytes: ${bytes} } }`,
    )
    expect(events.flatMap((event) => ('text' in event ? [event.text] : []))).toEqual(texts)
    expect(events.some((event) => event.type === 'finished' || event.type === 'call.ended')).toBe(false)
  })

  test('streams word by word at its pace', async () => {
    const events = await second('{ text: "one two  three", tokensPerSecond: 1000, delayMs: 1 }')
    expect(events.slice(0, -1)).toEqual(['one', ' two', '  three'].map((text) => ({ type: 'text', text })))
  })

  test('stops when the turn stops', async () => {
    const call = provider('steps: [{ text: never, delayMs: 60000 }]')
    const signal = AbortSignal.abort()
    await expect(call(rowsOf({ turn: 1, by: 'nobody' }), { signal })).rejects.toThrow('aborted')
  })

  test('can end at the output limit', async () => {
    expect((await second('{ text: long, end: length }')).at(-1)).toEqual({ type: 'finished', end: 'length' })
  })
})

test('a session that is in a hurry hears the same in a part of the time', async () => {
  const minutes = 'steps: [{ text: "one two", delayMs: 120000, tokensPerSecond: 0.02 }]'
  const ask = provider(minutes, (session) => (session === 's' ? 1_000_000 : 1))
  expect(textOf(await ask([]))).toBe('one two')
})

describe('calls beside the conversation', () => {
  const BESIDE = `
window: 32000
llm: [{ text: yes }, { error: { status: 529, message: overloaded } }, { text: "no to {{user}}" }]
summaries: [{ text: It was about lunch., usage: { input: 90, output: 5 } }]
steps: [{ text: one }, { text: two }]`

  test('hooks and summaries have answers of their own, call by call, the last one again and again', async () => {
    const next = provider(BESIDE)
    const rows = rowsOf({ turn: 1, by: 'nobody' })
    const llm = () => next(rows, { purpose: 'hook' }).then(textOf, (error: Error) => error.message)
    expect([await llm(), await llm(), await llm(), await llm()]).toEqual([
      'yes',
      'overloaded',
      'no to prompt 1',
      'no to prompt 1',
    ])
    expect(textOf(await next(rows, { purpose: 'compaction' }))).toBe('It was about lunch.')
    expect(textOf(await next(rows, { purpose: 'hook', sessionId: 'other' }))).toBe('yes')
  })

  test('they leave the script where it stands', async () => {
    const next = provider(BESIDE)
    await next(rowsOf({ turn: 1, by: 'nobody' }), { purpose: 'hook' })
    expect(textOf(await next(rowsOf({ turn: 1, by: 'nobody' })))).toBe('one')
  })

  test('a script that has none says so, and its window is unknown', async () => {
    const next = provider('steps: [{ text: one }]')
    expect(textOf(await next([], { purpose: 'hook' }))).toBe('The script has no answers for hooks.')
    expect(textOf(await next([], { purpose: 'compaction' }))).toBe('The script has no summaries.')
  })

  test('the window is the script’s', () => {
    const windowOf = (yaml: string) => {
      const loaded = parseScript(yaml, 'tour.yaml')
      return loaded.ok ? createScriptedProvider(loaded.script, 'tour').window('tour') : loaded.message
    }
    expect(windowOf(BESIDE)).toBe(32_000)
    expect(windowOf('steps: []')).toBeNull()
    expect(windowOf('{ window: 0, steps: [] }')).toMatch(/window/)
  })
})
