import type { Hook } from '@belay/hooks'
import { ATTR, type TranscriptRow, turnId } from '@belay/trace'
import { describe, expect, test } from 'vitest'
import { compactSession } from '../between-turns'
import { ModelError } from '../model'
import type { TurnSetup } from '../ports'
import { runTurn } from '../run-turn'
import { replies, type TestReply } from '../testing/model'
import { createPorts, type TestOptions, type TestPorts } from '../testing/ports'
import { createSetup, hook } from '../testing/setup'
import { tool } from '../testing/tools'
import { SUMMARY_PROMPT } from './summarize'
import { isTooLong } from './too-long'

const turn = turnId('trn0')
const input = (id: number, text: string): TranscriptRow => ({
  ...{ kind: 'input', id, at: 0, turn, replaces: null, text, origin: 'person', from: null },
})
const reply = (id: number, text: string): TranscriptRow & { readonly kind: 'reply' } => ({
  ...{ kind: 'reply', id, at: 0, turn, replaces: null, text, reasoning: '', calls: [] },
  ...{ provider: 'test', model: 'm', end: 'stop', usage: { input: null, cached: null, output: null } },
})
/** 400 characters: some hundred tokens. */
const WORDS = 'word '.repeat(80)
/** Three turns of some two hundred tokens each, and a shorter one. */
const HISTORY = [1, 3, 5, 7].flatMap((id) => {
  const words = id === 7 ? WORDS.slice(0, 240) : WORDS
  return [input(id, `${id} ${words}`), reply(id + 1, `${id + 1} ${words}`)]
})

const texts = (ports: TestPorts, request: number) =>
  (ports.requests[request]?.messages ?? []).map((message) => ('content' in message ? message.content : message.text))
const notices = (ports: TestPorts) => ports.events.flatMap((event) => (event.type === 'notice' ? [event.text] : []))
const edits = (ports: TestPorts) => ports.events.flatMap((event) => (event.type === 'history.edited' ? [event] : []))
const spans = (ports: TestPorts) => ports.events.flatMap((event) => (event.type === 'span.started' ? [event.span] : []))

/** Summaries are answered by `summaries`, everything else by `items`. */
function model(items: readonly TestReply[], summaries: readonly TestReply[]): TestOptions['model'] {
  let summed = 0
  let called = 0
  return (_, context) => {
    if (context.purpose === 'compaction') return replies(...summaries)(++summed, context)
    return replies(...items)(++called, context)
  }
}

async function run(
  hooks: readonly Hook[],
  options: Partial<TestOptions> & { readonly items?: readonly TestReply[]; readonly summaries?: readonly TestReply[] },
  setup: Partial<TurnSetup> = {},
) {
  const { items = [{ text: 'ok' }], summaries = [{ text: 'All of it, in short.' }], ...more } = options
  const ports = createPorts({ tools: [], rows: HISTORY, window: 900, model: model(items, summaries), ...more })
  const end = await runTurn(createSetup({ hooks, history: HISTORY, number: 2, ...setup }), ports)
  return { ports, end }
}

describe('a conversation that takes too much of the window', () => {
  test('is summed up, all but its newest part, and nothing of the transcript is changed', async () => {
    const { ports, end } = await run([], {})
    expect(end.answer).toBe('ok')
    expect(texts(ports, 1)[0]).toBe('[summary of what came before]\nAll of it, in short.')
    expect(
      texts(ports, 1)
        .slice(1)
        .map((text) => text.slice(0, 5)),
    ).toEqual(['7 wor', '8 wor', 'do it'])
    expect(ports.rows.slice(0, 8)).toEqual(HISTORY)
    expect(edits(ports)).toMatchObject([{ by: null, edit: { do: 'collapse', from: 1, to: 6, upTo: 9 } }])
  })

  test('by the built-in prompt, with what is folded as the summarizer’s text', async () => {
    const { ports } = await run([], {})
    expect(ports.requests[0]).toMatchObject({ system: SUMMARY_PROMPT, tools: [], toolChoice: 'none' })
    expect(texts(ports, 0)[0]).toMatch(/^PERSON\n1 word.*AGENT\n6 word/s)
    expect(texts(ports, 0)[0]).not.toContain('7 word')
  })

  test('with a span of its own, the model call below it, and a notice that says what the numbers are', async () => {
    const { ports } = await run([], {})
    const compaction = spans(ports).find((span) => span.kind === 'compaction')
    expect(compaction?.attributes).toMatchObject({ [ATTR.tokensEstimated]: true, [ATTR.rowsFolded]: 6 })
    const call = spans(ports).find((span) => span.parent === compaction?.id && span.kind === 'model')
    expect(call?.attributes[ATTR.purpose]).toBe('compaction')
    expect(notices(ports)).toEqual([
      expect.stringMatching(
        /^6 earlier messages were summed up since the conversation took more than 80 % of the 900 tokens that \S+ takes: about \d+ tokens before and \d+ now, estimated from characters\. /,
      ),
    ])
  })

  test('counts what that used to the session', async () => {
    const seen: unknown[] = []
    const look = hook('look', 'stop.done', ({ facts }) => void seen.push(facts.turnTokens))
    await run([look], { summaries: [{ text: 'short', usage: { input: 600, output: 20 } }] })
    expect(seen).toEqual([{ input: 600, output: 20, replies: 2, unreported: 1 }])
  })

  test.each([
    ['a window that is unknown', { window: null }, {}],
    ['a window that it fits', { window: 10_000 }, {}],
    [
      'what the provider reported fits, whatever the characters say',
      {},
      { history: [...HISTORY, { ...reply(9, 'x'), usage: { input: 300, cached: 0, output: 10 } }] },
    ],
  ] as const)('is left as it is in %s', async (_, options, setup) => {
    const { ports } = await run([], options, setup)
    expect(edits(ports)).toEqual([])
    expect(ports.requests).toHaveLength(1)
  })

  test('is summed up where the provider reported too much, and that is no estimate', async () => {
    const told: TranscriptRow = { ...reply(9, 'x'), usage: { input: 900, cached: 0, output: 10 } }
    const { ports } = await run([], { rows: [...HISTORY, told] }, { history: [...HISTORY, told] })
    expect(edits(ports)).toHaveLength(1)
    expect(notices(ports)[0]).toMatch(/\(its last call took 910, as the model reported, and what came since about 2\)/)
  })

  test('never splits a call from its result', async () => {
    const big = tool('big', { run: () => ({ content: WORDS.repeat(4), isError: false, facts: {} }) })
    const call: TestReply = {
      text: 'working',
      calls: [
        { name: 'big', args: {} },
        { name: 'big', args: {} },
      ],
    }
    const { ports } = await run([], { tools: [big], items: [call, call, { text: 'ok' }], window: 2_000 })
    for (const { messages } of ports.requests) {
      const called = messages.flatMap((message) =>
        message.role === 'assistant' ? message.calls.map(({ id }) => id) : [],
      )
      const answered = messages.flatMap((message) => (message.role === 'result' ? [message.call] : []))
      expect(answered).toEqual(called)
      expect(JSON.stringify(messages)).not.toContain('outcome of this call is unknown')
    }
    expect(edits(ports).length).toBeGreaterThan(0)
  })

  test('keeps the newest input, also in a turn that is long by itself', async () => {
    const big = tool('big', { run: () => ({ content: WORDS, isError: false, facts: {} }) })
    const call: TestReply = { text: WORDS, calls: [{ name: 'big', args: {} }] }
    const items = [...Array.from({ length: 8 }, () => call), { text: 'ok' }]
    const { ports, end } = await run([], { tools: [big], items })
    expect(end.answer).toBe('ok')
    expect(edits(ports).length).toBeGreaterThan(1)
    const own = ports.requests.filter(({ tools }) => tools.length > 0)
    for (const { messages } of own)
      expect(messages.some((message) => message.role === 'user' && message.text === 'do it')).toBe(true)
  })

  test('goes to the summarizer in parts where it does not fit at once, each with the summary so far', async () => {
    const summaries = [{ text: 'Part one.' }, { text: 'Part one and two.' }]
    const { ports } = await run([], { summaries, window: 800 })
    const asked = ports.requests.filter(({ system }) => system === SUMMARY_PROMPT)
    expect(asked.length).toBeGreaterThan(1)
    expect(JSON.stringify(asked[1]?.messages)).toContain('The summary of what came before:\\nPart one.')
    expect(edits(ports)[0]?.edit).toMatchObject({ summary: 'Part one and two.' })
  })
})

describe('memory.summarize', () => {
  test('is asked once per compression, with the built-in prompt, before any history is sent', async () => {
    const asked: unknown[] = []
    const listens = hook('s', 'memory.summarize', ({ event }) => {
      asked.push(event)
    })
    const { ports } = await run([listens], { window: 800, summaries: [{ text: 'one' }, { text: 'two' }] })
    expect(asked).toEqual([{ prompt: SUMMARY_PROMPT }])
    const verdict = ports.events.findIndex((event) => event.type === 'verdict')
    const call = ports.events.findIndex((event) => event.type === 'span.started' && event.span.kind === 'model')
    expect(verdict).toBeLessThan(call)
  })

  test('gives the prompt, each hook building on the one before', async () => {
    const add = (name: string) =>
      hook(name, 'memory.summarize', ({ event }) => ('prompt' in event ? `${event.prompt}\nKeep ${name}.` : undefined))
    const { ports } = await run([add('dates'), add('names')], {})
    expect(ports.requests[0]?.system).toBe(`${SUMMARY_PROMPT}\nKeep dates.\nKeep names.`)
  })

  const no = hook('frugal', 'memory.summarize', () => ({ decision: 'block', reason: 'not now' }))

  test('cancels a compaction by a block, once a turn, and says so', async () => {
    const items = [{ text: '', calls: [{ name: 't', args: {} }] }, { text: 'ok' }]
    const { ports } = await run([no], { items, tools: [tool('t')] })
    expect(edits(ports)).toEqual([])
    expect(notices(ports)).toEqual(['The conversation was not summed up (frugal: not now): it stays as it was.'])
  })

  test('its halt ends the turn before any history is sent', async () => {
    const halting = hook('h', 'memory.summarize', () => ({ decision: 'pass', halt: 'no more' }))
    const { ports, end } = await run([halting], {})
    expect(end).toMatchObject({ status: 'halted', reason: 'no more' })
    expect(ports.requests).toEqual([])
  })

  test('its context is read by the next model call', async () => {
    const telling = hook('h', 'memory.summarize', () => ({ decision: 'pass', context: ['mind the summary'] }))
    const { ports } = await run([telling], {})
    expect(texts(ports, 1).at(-1)).toBe('[hook h] mind the summary')
  })
})

describe('a summary that fails', () => {
  test.each([
    ['with an error', [{ error: new ModelError('overloaded', { status: 529, retryAfterMs: null }) }], 'overloaded'],
    ['cut off', [{ text: 'half', cut: true }], 'the answer was cut off'],
    ['with nothing in it', [{ text: ' ' }], 'empty summary'],
  ])('%s leaves everything as it was, says so, and is not tried again in the turn', async (_, summaries, why) => {
    const items = [{ text: '', calls: [{ name: 't', args: {} }] }, { text: 'ok' }]
    const { ports, end } = await run([], { summaries, items, tools: [tool('t')] })
    expect(end.answer).toBe('ok')
    expect(edits(ports)).toEqual([])
    expect(texts(ports, 1)).toHaveLength(9)
    expect(notices(ports)).toEqual([
      expect.stringMatching(new RegExp(`could not be summed up \\(.*${why}.*\\): it stays as it was`)),
    ])
    expect(ports.requests.filter(({ system }) => system === SUMMARY_PROMPT)).toHaveLength(1)
  })

  test('errors.on is not asked about it', async () => {
    const asked: unknown[] = []
    const errors = hook('e', 'errors.on', () => void asked.push(1))
    await run([errors], { summaries: [{ error: new ModelError('no', { status: 400, retryAfterMs: null }) }] })
    expect(asked).toEqual([])
  })

  test('nothing of it is left open where the turn is stopped meanwhile', async () => {
    const stop = new AbortController()
    const ports = createPorts({
      ...{ rows: HISTORY, window: 900 },
      model: () => {
        stop.abort()
        return { [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => undefined) }) }
      },
    })
    const end = await runTurn(createSetup({ history: HISTORY, signal: stop.signal }), ports)
    expect(end.status).toBe('stopped')
    expect(edits(ports)).toEqual([])
    expect(notices(ports)).toEqual([])
    const ended = ports.events.filter((event) => event.type === 'span.ended')
    expect(ended).toHaveLength(spans(ports).length)
  })
})

const tooLong = {
  error: new ModelError('prompt is too long: 1200 tokens > 1000 maximum', { status: 400, retryAfterMs: null }),
}

describe('a provider that takes no more', () => {
  test('has the conversation summed up, and the call made again with what is left', async () => {
    const { ports, end } = await run([], { window: null, items: [tooLong, { text: 'ok' }] })
    expect(end.answer).toBe('ok')
    expect(texts(ports, 0)).toHaveLength(9)
    expect(texts(ports, 2)[0]).toContain('All of it, in short.')
    expect(notices(ports)).toEqual([expect.stringContaining('since test says that the request is too long')])
  })

  test('is put to errors.on first', async () => {
    const asked: unknown[] = []
    const escalating = hook('e', 'errors.on', ({ event }) => {
      asked.push(event)
      return { decision: 'escalate' }
    })
    const { ports, end } = await run([escalating], { window: null, items: [tooLong] })
    expect(end.status).toBe('failed')
    expect(asked).toEqual([{ err: expect.stringContaining('prompt is too long') }])
    expect(edits(ports)).toEqual([])
  })

  test('a second time ends the turn, with what the provider said', async () => {
    const { ports, end } = await run([], { window: null, items: [tooLong, tooLong] })
    expect(end).toMatchObject({ status: 'failed', reason: expect.stringContaining('prompt is too long') })
    expect(edits(ports)).toHaveLength(1)
  })

  test('no hook at memory.summarize can cancel that', async () => {
    const no = hook('frugal', 'memory.summarize', () => ({ decision: 'block', reason: 'not now' }))
    const { ports, end } = await run([no], { window: null, items: [tooLong, { text: 'ok' }] })
    expect(end.answer).toBe('ok')
    expect(edits(ports)).toHaveLength(1)
    expect(notices(ports)[0]).toContain("can't be cancelled")
  })

  test('a summary that fails then ends the turn, and says both', async () => {
    const { end } = await run([], { window: null, items: [tooLong], summaries: [{ text: '' }] })
    expect(end.reason).toMatch(/prompt is too long.*could not be made smaller: the model gave an empty summary/)
  })

  test.each([
    ['prompt is too long: 208310 tokens > 200000 maximum', 400, true],
    ["This model's maximum context length is 128000 tokens.", 400, true],
    ['context_length_exceeded', null, true],
    ['The input token count (1200000) exceeds the maximum number of tokens allowed', 400, true],
    ['Request too large', 413, true],
    ['Rate limit: too many input tokens per minute', 429, false],
    ['overloaded', 529, false],
    ['invalid api key', 401, false],
    ['max_tokens must be positive', 400, false],
  ])('%s (%s): %s', (message, status, expected) => {
    expect(isTooLong(new ModelError(message, { status, retryAfterMs: null }))).toBe(expected)
  })
})

describe('a hook that takes memory.keep', () => {
  const keeper = hook('keeper', 'memory.keep', () => ({ decision: 'handled' }))

  test('has none of this run: no summary, no cut', async () => {
    const long: TranscriptRow = input(9, 'x'.repeat(5_000))
    const { ports } = await run([keeper], {}, { history: [...HISTORY, long] })
    expect(edits(ports)).toEqual([])
    expect(texts(ports, 0)).toContain('x'.repeat(5_000))
  })

  test('also where it returns nothing', async () => {
    expect(edits((await run([hook('k', 'memory.keep', () => undefined)], {})).ports)).toEqual([])
  })

  test('nor where the provider takes no more', async () => {
    const { ports, end } = await run([keeper], { items: [tooLong] })
    expect(end.status).toBe('failed')
    expect(edits(ports)).toEqual([])
  })

  test('a deferral runs it; so does a hook that only says something', async () => {
    for (const answer of [{ decision: 'pass' }, { decision: 'pass', context: ['mind'] }]) {
      expect(edits((await run([hook('k', 'memory.keep', () => answer)], {})).ports)).toHaveLength(1)
    }
  })

  test('one that fails leaves the window as it stands, and the turn ends before the next model call', async () => {
    const broken = hook('k', 'memory.keep', () => Promise.reject(new Error('broke')))
    const { ports, end } = await run([broken], {})
    expect(end).toMatchObject({
      status: 'halted',
      reason: expect.stringContaining('the k hook at memory.keep did not answer'),
    })
    expect(ports.requests).toEqual([])
    expect(edits(ports)).toEqual([])
  })
})

describe('a message that is too long for the window', () => {
  const long: TranscriptRow = input(1, `${'a'.repeat(3_000)}${'b'.repeat(3_000)}`)

  test('is cut in the request and nowhere else, which its text says, and the person is told once', async () => {
    const items = [{ text: '', calls: [{ name: 't', args: {} }] }, { text: 'ok' }]
    const { ports } = await run([], { items, tools: [tool('t')], window: 4_000, rows: [long] }, { history: [long] })
    const [cut = ''] = texts(ports, 0)
    expect(cut).toMatch(/^a{2000}\n\[… 2000 of 6000 characters are left out here.*…\]\nb{2000}$/s)
    expect(texts(ports, 1)[0]).toBe(cut)
    expect(ports.rows[0]).toEqual(long)
    expect(notices(ports)).toEqual([
      'Row 1 has 6000 characters: the model is sent its beginning and its end. The transcript has all of it.',
    ])
  })

  test('is left whole where it fits', async () => {
    const { ports } = await run([], { window: 8_000, rows: [long] }, { history: [long] })
    expect(texts(ports, 0)[0]).toHaveLength(6_000)
  })
})

test('the budget that hooks are told is the window of the model that the step runs on', async () => {
  const seen: unknown[] = []
  const look = hook('look', ['guard.onInput', 'stop.done'], ({ facts }) => void seen.push(facts.budget))
  await run([look], { window: 32_000 })
  await run([look], { window: null })
  expect(seen).toEqual([32_000, 32_000, null, null])
})

describe('a compaction between turns', () => {
  const compactIt = async (hooks: readonly Hook[], summaries: readonly TestReply[] = [{ text: 'In short.' }]) => {
    const ports = createPorts({ rows: HISTORY, model: model([], summaries) })
    return { ports, end: await compactSession(createSetup({ hooks, history: HISTORY }), ports) }
  }

  test('sums up all but the newest part, however small the conversation', async () => {
    const { ports, end } = await compactIt([])
    expect(end).toMatchObject({ ok: true, rows: 6 })
    expect(edits(ports)).toMatchObject([{ turn: null, by: null, edit: { do: 'collapse', from: 1, to: 6, upTo: 8 } }])
    expect(spans(ports).map(({ kind, turn: of }) => [kind, of])).toEqual([
      ['compaction', null],
      ['model', null],
    ])
    expect(ports.events.filter((event) => event.type === 'span.ended')).toHaveLength(2)
  })

  test('no hook can cancel it, and its context waits for the next input', async () => {
    const no = hook('frugal', 'memory.summarize', () => ({ decision: 'block', reason: 'no', context: ['a word'] }))
    const { ports, end } = await compactIt([no])
    expect(end.ok).toBe(true)
    expect(ports.queued).toMatchObject([{ text: 'a word', origin: 'hook', from: 'frugal' }])
  })

  test('that fails leaves everything as it was', async () => {
    const { ports, end } = await compactIt([], [{ text: '' }])
    expect(end).toEqual({ ok: false, reason: 'the model gave an empty summary' })
    expect(edits(ports)).toEqual([])
  })

  test('of a session with nothing to sum up says so', async () => {
    const ports = createPorts({ model: replies() })
    const end = await compactSession(createSetup({ history: [input(1, 'hi'), reply(2, 'hello')] }), ports)
    expect(end).toEqual({ ok: false, reason: 'there is nothing yet that a summary could make smaller' })
  })
})
