import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ModelError, type ModelEvent, type ModelRequest } from '@belay/agent'
import { callId, type JsonObject } from '@belay/trace'
import { describe, expect, test } from 'vitest'
import { type WireAnswer, type WireServer, wireServer } from './testing/wire-server'
import { type VendorWire, WIRES } from './testing/wires'
import { createVendorProvider } from './vendor-provider'

const READ = { name: 'files.read', description: 'Reads a file.', schema: { type: 'object', properties: {} } }
const ASK: ModelRequest = {
  model: 'm',
  system: 'Be brief.',
  messages: [{ role: 'user', text: 'Read it.' }],
  tools: [READ],
  toolChoice: 'auto',
  responseMode: null,
  generation: {},
}

interface Call {
  readonly request?: ModelRequest
  readonly signal?: AbortSignal
  readonly idleMs?: number
}

function streamOf({ vendor, prefix }: VendorWire, server: WireServer, call: Call = {}): AsyncIterable<ModelEvent> {
  const { request = ASK, signal = new AbortController().signal, idleMs = 20_000 } = call
  const upstream = { apiKey: 'sk-canary-1234567890', baseUrl: `${server.url}${prefix}`, headers: {}, fetch }
  const provider = createVendorProvider(vendor, {
    ...{ upstream: () => ({ ok: true, upstream }), window: () => null, now: Date.now, idleMs },
  })
  return provider.stream(request, { signal, sessionId: 's', turn: 1, workspace: '/', agent: 'main', rows: [] })
}

interface Reply {
  readonly text: string
  readonly reasoning: string
  readonly calls: readonly { readonly name: string; readonly raw: string }[]
  readonly events: readonly ModelEvent[]
  readonly error: unknown
}

async function read(wire: VendorWire, server: WireServer, call?: Call): Promise<Reply> {
  const events: ModelEvent[] = []
  let error: unknown = null
  try {
    for await (const event of streamOf(wire, server, call)) events.push(event)
  } catch (thrown) {
    error = thrown
  }
  const of = (type: 'text' | 'reasoning') => events.map((event) => (event.type === type ? event.text : '')).join('')
  const calls = events.flatMap((event) => {
    if (event.type !== 'call.started') return []
    const deltas = events.map((each) => (each.type === 'call.delta' && each.key === event.key ? each.text : ''))
    return [{ name: event.name, raw: deltas.join('') }]
  })
  return { text: of('text'), reasoning: of('reasoning'), calls, events, error }
}

function last(reply: Reply): ModelEvent | undefined {
  return reply.events.at(-1)
}

function keptOf({ events }: Reply): JsonObject | null {
  return events.flatMap((event) => (event.type === 'kept' ? [event.kept] : []))[0] ?? null
}

const fixture = (name: string) => readFileSync(join(import.meta.dirname, 'fixtures', name))
const byName = (name: string) => {
  const wire = WIRES.find(({ vendor }) => vendor.name === name)
  if (wire === undefined) throw new Error(`there is no wire of ${name}`)
  return wire
}

describe.each(WIRES.map((wire) => [wire.vendor.name, wire] as const))('the wire of %s', (name, wire) => {
  test('gives text, reasoning, a call by its own name, usage and why it ended', async () => {
    const reply = await read(wire, await wireServer({ body: wire.reply }))
    expect(reply.error).toBeNull()
    expect(reply).toMatchObject({ text: 'Grüße', reasoning: 'hm', calls: [{ name: 'files.read' }] })
    expect(JSON.parse(reply.calls[0]?.raw ?? '')).toEqual({ file_path: 'a.ts' })
    expect(reply.events).toContainEqual({ type: 'usage', usage: { input: 12, cached: 8, output: 20 } })
    expect(last(reply)).toEqual({ type: 'finished', end: 'calls' })
  })

  test.each([1, 2, 3, 7, 16, 64])('reads the same from pieces of %s bytes', async (chunk) => {
    const whole = await read(wire, await wireServer({ body: wire.reply }))
    const pieces = await read(wire, await wireServer({ body: wire.reply, chunk }))
    expect({ ...pieces, events: [] }).toEqual({ ...whole, events: [] })
    expect(last(pieces)).toEqual(last(whole))
  })

  test('goes on with a call and its result, and has back what the vendor wants back', async () => {
    const server = await wireServer({ body: wire.reply })
    const first = await read(wire, server)
    const kept = keptOf(first)
    const call = { id: callId('cal_1'), name: 'files.read', args: { file_path: 'a.ts' } }
    const reply = { role: 'assistant', text: 'Grüße', reasoning: 'hm', calls: [call] } as const
    const result = { role: 'result', call: call.id, name: call.name, content: 'const a = 1', isError: false } as const
    const messages = [...ASK.messages, kept === null ? reply : { ...reply, kept }, result]
    expect((await read(wire, server, { request: { ...ASK, messages } })).error).toBeNull()
    const sent = JSON.stringify(server.asked[1]?.body)
    expect(sent).toContain('cal_1')
    expect(sent).toContain('const a = 1')
    expect(sent).not.toContain('files.read')
    for (const seal of { anthropic: ['c2ln'], openai: ['sealed'], google: ['Y2FsbA=='] }[name] ?? [])
      expect(sent).toContain(seal)
  })

  test('a reply that broke off has no end', async () => {
    const half = wire.reply.slice(0, Math.floor(wire.reply.length * 0.45))
    const reply = await read(wire, await wireServer({ body: half, ending: 'break' }))
    expect(reply.events.some(({ type }) => type === 'finished')).toBe(false)
  })

  test('a server that sends nothing any more is given up, and that is said', async () => {
    const reply = await read(wire, await wireServer({ body: '', ending: 'hang' }), { idleMs: 40 })
    expect(reply.error).toBeInstanceOf(ModelError)
    expect(String(reply.error)).toContain('sent nothing for')
  })

  test.each([301, 302, 303, 307, 308])('answer %s leads nowhere: the key and the conversation stay', async (status) => {
    const elsewhere = await wireServer({ body: wire.reply })
    const server = await wireServer({ status, headers: { location: `${elsewhere.url}/v1` }, body: '' })
    const { error } = await read(wire, server)
    expect(error).toMatchObject({ name: 'ModelError', facts: { status } })
    expect(String(error)).toContain(elsewhere.url)
    expect([server.asked.length, elsewhere.asked]).toEqual([1, []])
  })

  test('a stop ends it while nothing comes', async () => {
    const stop = new AbortController()
    const server = await wireServer({ body: '', ending: 'hang' })
    const running = read(wire, server, { signal: stop.signal })
    await expect.poll(() => server.asked.length).toBe(1)
    stop.abort()
    expect((await running).error).toBeInstanceOf(ModelError)
  })

  test.each([
    [401, null],
    [429, 30_000],
    [500, null],
    [529, null],
  ])('answer %s is a failure with its status and the wait that was asked for', async (status, retryAfterMs) => {
    const headers = { 'content-type': 'application/json', ...(retryAfterMs === null ? {} : { 'retry-after': '30' }) }
    const body = JSON.stringify({ error: { message: 'not now', type: 'some_error', code: status, status: 'NO' } })
    const { error } = await read(wire, await wireServer({ status, headers, body }))
    expect(error).toMatchObject({ name: 'ModelError', facts: { status, retryAfterMs } })
    expect(String(error)).toMatch(new RegExp(`answered ${status}.*not now`))
    expect(String(error)).not.toContain('sk-canary')
  })

  test('where nobody listens, that is said', async () => {
    const server = await wireServer({ body: '' })
    const reply = await read(wire, { ...server, url: 'http://127.0.0.1:1' })
    expect(String(reply.error)).toContain('could not be reached')
  })
})

describe('66-sse-framing-torture', () => {
  const expected: readonly { readonly data: string; readonly optional?: true }[] = JSON.parse(
    fixture('66-expected-events.json').toString('utf8'),
  )
  const needed = expected
    .filter(({ optional }) => optional !== true)
    .map(({ data }) => JSON.parse(data).choices[0].delta.content)
    .join('')

  test('says the same whatever pieces it comes in', async () => {
    const body = fixture('66-stream.txt')
    for (let chunk = 0; chunk <= 64; chunk += 1) {
      const answer: WireAnswer = chunk === 0 ? { body } : { body, chunk }
      const reply = await read(byName('compatible'), await wireServer(answer))
      expect([needed, `${needed}!`], `in pieces of ${chunk}`).toContain(reply.text)
      expect(reply.text).not.toContain('\uFFFD')
      if (reply.text === needed) expect(reply.events.some(({ type }) => type === 'finished')).toBe(false)
    }
  })

  test('a comment keeps it alive', async () => {
    const body = fixture('66-stream.txt').subarray(0, 60)
    const reply = await read(byName('compatible'), await wireServer({ body, ending: 'hang' }), { idleMs: 60 })
    expect(String(reply.error)).toContain('sent nothing for')
  })
})

test('62-empty-arguments: a call without arguments is a whole call', async () => {
  for (const [name, file] of [
    ['anthropic', '62-anthropic-no-delta.txt'],
    ['compatible', '62-openai-empty-args.txt'],
    ['compatible', '62-openai-space-args.txt'],
  ] as const) {
    const reply = await read(byName(name), await wireServer({ body: fixture(file) }))
    expect(
      reply.calls.map((call) => ({ ...call, raw: call.raw.trim() })),
      file,
    ).toEqual([{ name: 'list_items', raw: expect.stringMatching(/^(\{\})?$/) }])
    expect(reply.events.filter(({ type }) => type === 'call.ended')).toHaveLength(1)
    expect(last(reply)).toEqual({ type: 'finished', end: 'calls' })
  }
})

test('63-malformed-arguments-coerced: they come as they were streamed', async () => {
  const reply = await read(byName('compatible'), await wireServer({ body: fixture('63-bad-args.txt') }))
  expect(reply.calls.map(({ raw }) => raw)).toEqual(['{"path":"/home/demo/x", "content": "abc', 'path=foo'])
})

test('67-retry-after-forms: an error in the middle of a stream is a failure by its kind, behind what came', async () => {
  const reply = await read(byName('anthropic'), await wireServer({ body: fixture('67-overloaded-midstream.txt') }))
  expect(reply.text).toBe('Half an ans')
  expect(reply.error).toMatchObject({ name: 'ModelError', facts: { status: 529, retryAfterMs: null } })
  expect(String(reply.error)).toContain('Overloaded')
})

test.each([
  ['an answer without a block', 'anthropic', '68-a-empty.txt', '', 'stop'],
  ['an empty block beside thinking and a call', 'anthropic', '68-b-empty-text-block.txt', '', 'calls'],
  ['blanks alone', 'anthropic', '68-c-blank.txt', ' \n', 'stop'],
  ['no text and no usage', 'compatible', '68-d-openai-no-usage.txt', '', 'stop'],
])('68-empty-assistant-message: %s', async (_, name, file, text, end) => {
  const reply = await read(byName(name), await wireServer({ body: fixture(file) }))
  expect([reply.error, reply.text, last(reply)]).toEqual([null, text, { type: 'finished', end }])
  if (name === 'compatible')
    expect(reply.events).toContainEqual({ type: 'usage', usage: { input: null, cached: null, output: null } })
})

test('68-empty-assistant-message: a chunk that the package refuses is a failure with a sentence', async () => {
  const body = fixture('68-a-empty.txt')
    .toString('utf8')
    .replace(/, "usage": \{"input_tokens".*?\}/, '')
  const { error } = await read(byName('anthropic'), await wireServer({ body }))
  expect(error).toBeInstanceOf(ModelError)
})

test('what a call costs is told by its provider', () => {
  const { vendor } = byName('anthropic')
  const provider = createVendorProvider(vendor, {
    ...{ upstream: () => ({ ok: false, message: '' }), window: () => null, now: Date.now },
    cost: (model, { output }) => (model === 'm' && output !== null ? output * 2 : null),
  })
  expect(provider.cost?.('m', { input: 1, cached: 0, output: 3 })).toBe(6)
})

test('without a key nothing is sent, and the sentence says what to do', async () => {
  const { vendor } = byName('anthropic')
  const message = 'There is no key for Anthropic.'
  const provider = createVendorProvider(vendor, {
    ...{ upstream: () => ({ ok: false, message }), window: () => null, now: Date.now },
  })
  const context = {
    signal: new AbortController().signal,
    sessionId: 's',
    turn: 1,
    workspace: '/',
    agent: 'main',
    rows: [],
  }
  await expect(provider.stream(ASK, context)[Symbol.asyncIterator]().next()).rejects.toThrow(message)
})
