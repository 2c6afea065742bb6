import type { Hook } from '@belay/hooks'
import { describe, expect, test } from 'vitest'
import anthropicNoDelta from './fixtures/62-anthropic-no-delta.txt?raw'
import openAiEmpty from './fixtures/62-openai-empty-args.txt?raw'
import openAiBlank from './fixtures/62-openai-space-args.txt?raw'
import badArgs from './fixtures/63-bad-args.txt?raw'
import { ModelError, type ModelEvent } from './model'
import type { TurnSetup } from './ports'
import { runTurn } from './run-turn'
import { replies, type TestReply } from './testing/model'
import { createPorts, type TestOptions, type TestPorts } from './testing/ports'
import { createSetup, hook } from './testing/setup'
import { readAnthropicStream, readOpenAiStream } from './testing/sse'
import { tick } from './testing/tick'
import { tool } from './testing/tools'

async function* play(events: readonly ModelEvent[]): AsyncGenerator<ModelEvent> {
  yield* events
}

const results = (ports: TestPorts) => ports.rows.flatMap((row) => (row.kind === 'result' ? [row.content] : []))
const replyRows = (ports: TestPorts) => ports.rows.flatMap((row) => (row.kind === 'reply' ? [row] : []))
const typesOf = (ports: TestPorts) => ports.events.map((event) => event.type)
const notices = (ports: TestPorts) => ports.events.flatMap((event) => (event.type === 'notice' ? [event.text] : []))

describe('62-empty-arguments', () => {
  test.each([
    ['an OpenAI-style stream with ""', readOpenAiStream(openAiEmpty)],
    ['an OpenAI-style stream with blanks', readOpenAiStream(openAiBlank)],
    ['an Anthropic-style stream without any delta', readAnthropicStream(anthropicNoDelta)],
    [
      'null',
      [
        { type: 'call.started', key: '0', id: '', name: 'list_items' },
        { type: 'call.delta', key: '0', text: 'null' },
        { type: 'finished', end: 'calls' },
      ],
    ],
    [
      'the string "null"',
      [
        { type: 'call.started', key: '0', id: '', name: 'list_items' },
        { type: 'call.delta', key: '0', text: '"null"' },
        { type: 'finished', end: 'calls' },
      ],
    ],
  ] as const)('%s runs the tool once with {}', async (_, events: readonly ModelEvent[]) => {
    const list = tool('list_items')
    const end = replies({}, { text: 'end' })
    const ports = createPorts({
      tools: [list],
      model: (call, context) => (call === 1 ? play(events) : end(call, context)),
    })
    await runTurn(createSetup(), ports)
    expect(list.ran).toEqual([{}])
    const sent = ports.requests[1]?.messages.find((message) => message.role === 'assistant')
    expect(sent).toMatchObject({ calls: [{ name: 'list_items', args: {} }] })
  })
})

describe('63-malformed-arguments-coerced', () => {
  const names: Readonly<Record<string, string>> = { Write: 'files.write', Read: 'files.read' }
  /** The stream with the names of this session's tools, or nothing would run for the wrong reason. */
  const events = readOpenAiStream(badArgs).map((event) =>
    event.type === 'call.started' ? { ...event, name: names[event.name] ?? event.name } : event,
  )

  async function turn() {
    const heard: string[] = []
    const write = tool('files.write', { required: ['file_path', 'content'], need: ASKED })
    const read = tool('files.read', { required: ['file_path'], readOnly: true })
    const hooks = [
      hook('before', 'tools.before', () => void heard.push('before')),
      hook('after', 'tools.after', () => void heard.push('after')),
    ]
    const ports = createPorts({ tools: [write, read], model: () => play(events) })
    const end = await runTurn(createSetup({ hooks, permission: 'ask' }), ports)
    return { ports, end, heard, ran: [...write.ran, ...read.ran] }
  }
  const ASKED = { access: 'ask', kind: 'files.write', outside: false, question: 'Write?' } as const

  test('nothing runs, no hook before it and no person is asked; the model gets the place and the schema', async () => {
    const { ports, heard, ran } = await turn()
    expect(ran).toEqual([])
    expect(ports.asked).toEqual([])
    expect(new Set(heard)).toEqual(new Set(['after']))
    expect(results(ports).slice(0, 2)).toEqual([
      expect.stringMatching(
        /^The arguments are not JSON: at position 39 the string that begins at 35 is not closed\.\nThe call was not run\. files\.write takes: \{"type":"object"/,
      ),
      expect.stringMatching(
        /^The arguments are not JSON: at position 0 expected a value, found "p"\.\nThe call was not run\. files\.read takes: /,
      ),
    ])
    expect(replyRows(ports)[0]?.calls.map((call) => [call.args, call.raw])).toEqual([
      [null, '{"path":"/home/demo/x", "content": "abc'],
      [null, 'path=foo'],
    ])
  })

  test('three times in a row ends the turn, each call with its result', async () => {
    const { ports, end } = await turn()
    expect(end).toMatchObject({ status: 'failed', code: 'malformed_arguments' })
    expect(end.reason).toBe('The model made the same mistake 3 times in a row: files.write: not a JSON object')
    expect(ports.requests).toHaveLength(3)
    expect(results(ports)).toHaveLength(6)
  })

  test('another mistake in between does not count', async () => {
    const wrong = (args: object): TestReply => ({ calls: [{ name: 'x', args }] })
    const x = tool('x', { required: ['path'] })
    const model = replies(wrong({}), wrong({}), wrong({ path: 'right' }), wrong({}), wrong({}), { text: 'end' })
    const ports = createPorts({ tools: [x], model })
    expect((await runTurn(createSetup(), ports)).status).toBe('completed')
  })
})

describe('a failed model call', () => {
  const failing = (status: number | null, retryAfterMs: number | null = null, text?: string): TestReply => ({
    ...(text === undefined ? {} : { text }),
    error: new ModelError('rate limit', { status, retryAfterMs }),
  })

  async function start(
    items: readonly TestReply[],
    setup: Partial<TurnSetup> = {},
    options: Partial<TestOptions> = {},
  ) {
    const ports = createPorts({ model: replies(...items), ...options })
    const running = runTurn(createSetup(setup), ports)
    await tick()
    return { ports, running }
  }

  test('is made again after the wait; what it streamed is dropped and not kept', async () => {
    const { ports, running } = await start([failing(429, null, 'par'), { text: 'partial no more' }])
    expect(typesOf(ports)).toContain('delta.dropped')
    expect(ports.requests).toHaveLength(1)
    ports.clock.advance(249)
    await tick()
    expect(ports.requests).toHaveLength(1)
    ports.clock.advance(1)
    expect(await running).toMatchObject({ status: 'completed', answer: 'partial no more' })
    expect(replyRows(ports).map((row) => row.text)).toEqual(['partial no more'])
    expect(notices(ports)).toEqual(['The model call failed (rate limit): it is made again in 250 ms.'])
  })

  test('ends the turn where waiting is no use', async () => {
    const { running } = await start([failing(401)])
    expect(await running).toMatchObject({ status: 'failed', code: null, reason: 'The model call failed: rate limit' })
  })

  test('for want of such a model says so', async () => {
    const { running } = await start([], { model: 'missing' })
    expect((await running).reason).toContain('There is no model test/missing')
  })

  test('67-retry-after-forms: the wait that a server asks for is kept, and a stop cuts it short', async () => {
    const stop = new AbortController()
    const { ports, running } = await start([failing(429, 30_000)], { signal: stop.signal })
    ports.clock.advance(29_999)
    await tick()
    expect(ports.requests).toHaveLength(1)
    stop.abort()
    expect((await running).status).toBe('stopped')
  })

  test('67-retry-after-forms: above a minute the wait is a question with a countdown', async () => {
    const { ports, running } = await start([failing(429, 3_600_000), { text: 'at last' }])
    expect(ports.asked[0]?.call).toMatchObject({ name: 'model.retry', args: { waitMs: 3_600_000, untilMs: 3_600_000 } })
    ports.clock.advance(3_600_000)
    expect(await running).toMatchObject({ status: 'completed', answer: 'at last' })
    expect(ports.events.find((event) => event.type === 'question.closed')).toMatchObject({ answer: { say: 'closed' } })
  })

  test('whose wait a person denies ends the turn', async () => {
    const { running } = await start([failing(429, 61_000)], {}, { answer: () => ({ say: 'deny', reason: null }) })
    expect(await running).toMatchObject({ status: 'failed', code: 'retry_wait' })
  })

  test('whose wait a person cuts short is made at once', async () => {
    const answer = () => ({ say: 'allow', scope: 'once', args: null }) as const
    const { running } = await start([failing(429, 61_000), { text: 'ok' }], {}, { answer })
    expect(await running).toMatchObject({ status: 'completed' })
  })

  test('67-retry-after-forms: headless, above a minute, the turn fails and says so', async () => {
    const { ports, running } = await start([failing(429, 61_000)], { headless: true })
    expect(await running).toMatchObject({
      status: 'failed',
      code: 'retry_wait',
      reason: expect.stringContaining('61 s'),
    })
    expect(ports.asked).toEqual([])
  })

  const onError = (answer: unknown): readonly Hook[] => [hook('h', 'errors.on', () => answer)]

  test('is made again when errors.on says so, after its seconds', async () => {
    const hooks = onError({ decision: 'retry', value: { seconds: 5 } })
    const { ports, running } = await start([failing(401), { text: 'ok' }], { hooks })
    ports.clock.advance(4_999)
    await tick()
    expect(ports.requests).toHaveLength(1)
    ports.clock.advance(1)
    expect((await running).answer).toBe('ok')
  })

  test('goes to another model when errors.on switches, for the rest of the turn', async () => {
    const hooks = onError({ decision: 'switch', value: { provider: 'other', model: 'm2' } })
    const r = tool('r')
    const items = [failing(401), { calls: [{ name: 'r', args: {} }] }, { text: 'ok' }]
    const { ports, running } = await start(items, { hooks }, { tools: [r] })
    await running
    expect(ports.requests.map((request) => request.model)).toEqual(['model-1', 'm2', 'm2'])
    expect(replyRows(ports).map((row) => row.provider)).toEqual(['other', 'other'])
  })

  test('to a model that is not there falls to the built-in rule, and says so', async () => {
    const hooks = onError({ decision: 'switch', value: { provider: 'other', model: 'missing' } })
    const { ports, running } = await start([failing(401)], { hooks })
    expect((await running).reason).toBe('The model call failed: rate limit')
    const [said] = ports.events.flatMap((event) => (event.type === 'verdict' ? [event.verdict] : []))
    expect(said).toMatchObject({
      ...{ status: 'malformed', decision: 'pass', value: null },
      error: { message: 'named the model other/missing, which is not there' },
    })
  })

  test('that errors.on escalates ends the turn without repair', async () => {
    const { ports, running } = await start([failing(429)], { hooks: onError({ decision: 'escalate' }) })
    expect(await running).toMatchObject({ status: 'failed', reason: 'h gave up on the model call: rate limit' })
    expect(ports.requests).toHaveLength(1)
  })

  test('is put to errors.on at most ten times a step', async () => {
    let asked = 0
    const hooks = [hook('h', 'errors.on', () => ({ decision: asked++ < 99 ? 'retry' : 'pass', value: { seconds: 0 } }))]
    const { ports, running } = await start(
      Array.from({ length: 11 }, () => failing(401)),
      { hooks },
    )
    expect((await running).status).toBe('failed')
    expect(asked).toBe(10)
    expect(notices(ports)).toEqual([expect.stringMatching(/^Hooks at errors.on were asked about 10 failures/)])
  })
})

describe('a stop during the model call', () => {
  test.each([
    ['by the person', undefined, 'Stopped by the person.'],
    ['by Belay itself', 'Belay was stopped.', 'Belay was stopped.'],
  ])('%s ends the turn at once, also where the provider goes on', async (_, why, reason) => {
    const stop = new AbortController()
    const endless = async function* (): AsyncGenerator<ModelEvent> {
      yield { type: 'text', text: 'begun' }
      await new Promise(() => undefined)
    }
    const ports = createPorts({ model: endless })
    const running = runTurn(createSetup({ signal: stop.signal }), ports)
    await tick()
    stop.abort(why)
    expect(await running).toMatchObject({ status: 'stopped', reason })
    expect(typesOf(ports)).toContain('delta.dropped')
    expect(replyRows(ports)).toEqual([])
  })
})

describe('a reply that did not come to its end', () => {
  const write = { name: 'w', args: { path: 'a' } }

  test('has its calls recorded and not run; whole ones get a result, cut ones are left out; it may go on once', async () => {
    const w = tool('w')
    const heard: string[] = []
    const hooks = [hook('l', ['tools.before', 'tools.after'], ({ point }) => void heard.push(point))]
    const ports = createPorts({
      tools: [w],
      model: replies(
        { text: 'first', calls: [write, { name: 'w', args: '{"path": "b' }], cut: true, openCall: true },
        { text: 'rest' },
      ),
    })
    const end = await runTurn(createSetup({ hooks }), ports)
    expect([end.status, w.ran, heard]).toEqual(['completed', [], []])
    expect(replyRows(ports)[0]).toMatchObject({ end: 'cut', calls: [{ complete: true }, { complete: false }] })
    expect(results(ports)).toEqual(['not run: the reply was cut off'])
    expect(ports.requests[1]?.messages.slice(1).map((message) => message.role)).toEqual(['assistant', 'result', 'user'])
  })

  test('at the output limit twice in a row ends the turn', async () => {
    const ports = createPorts({
      tools: [tool('w')],
      model: replies({ calls: [write], end: 'length' }, { text: 'x', end: 'length' }),
    })
    expect(await runTurn(createSetup(), ports)).toMatchObject({ status: 'failed', code: 'output_limit' })
    expect(results(ports)).toEqual(['not run: the reply ended at the output limit'])
  })

  test('may go on once more after a whole one', async () => {
    const limited = { text: 'x', end: 'length' } as const
    const model = replies(limited, { calls: [write] }, limited, { text: 'done' })
    const ports = createPorts({ tools: [tool('w')], model })
    expect((await runTurn(createSetup(), ports)).status).toBe('completed')
  })
})

describe('68-empty-assistant-message', () => {
  test.each([
    ['nothing at all', {}],
    ['blanks', { text: ' \n ' }],
  ])('%s is an empty answer, and the next request holds no empty text', async (_, reply) => {
    const ports = createPorts({ model: replies(reply) })
    expect(await runTurn(createSetup(), ports)).toMatchObject({ status: 'completed', code: 'empty_answer', answer: '' })
    expect(replyRows(ports)[0]).toMatchObject({ end: 'empty', usage: { input: null, cached: null, output: null } })
    const next = createPorts({ model: replies({ text: 'ok' }), rows: ports.rows })
    await runTurn(createSetup({ history: ports.rows }), next)
    expect(next.requests[0]?.messages.map((message) => ('text' in message ? message.text : ''))).toEqual([
      'do it',
      'do it',
    ])
  })

  test('an empty text beside a call is not sent', async () => {
    const ports = createPorts({
      tools: [tool('list_items')],
      model: replies({ text: '', calls: [{ name: 'list_items', args: '' }] }, { text: 'ok' }),
    })
    await runTurn(createSetup(), ports)
    expect(ports.requests[1]?.messages[1]).toMatchObject({ role: 'assistant', text: '', calls: [{ args: {} }] })
  })
})

test('a model span carries tokens, model, end and the time to the first token', async () => {
  const ports = createPorts({ model: replies({ text: 'hi', usage: { input: 12, output: 3 } }) })
  await runTurn(createSetup(), ports)
  const started = ports.events.find((event) => event.type === 'span.started' && event.span.kind === 'model')
  const id = started?.type === 'span.started' ? started.span.id : null
  const all = ports.events.flatMap((event) =>
    'id' in event && event.id === id && 'attributes' in event ? [event.attributes] : [],
  )
  expect(Object.assign({}, ...all)).toEqual({
    'belay.first_token_ms': 0,
    'gen_ai.usage.input_tokens': 12,
    'gen_ai.usage.output_tokens': 3,
    'belay.usage.cached_tokens': null,
    'gen_ai.response.finish_reasons': 'stop',
  })
  expect(id === null ? null : ports.details.get(id)).toMatchObject({
    request: { model: 'model-1', system: 'You are careful.', messages: [{ role: 'user', text: 'do it' }] },
    response: { text: 'hi', end: 'stop' },
  })
})
