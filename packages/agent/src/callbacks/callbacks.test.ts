import type { Hook } from '@belay/hooks'
import { ATTR, type Span, type TraceEventBody } from '@belay/trace'
import { describe, expect, test } from 'vitest'
import { endSession } from '../between-turns'
import { ModelError } from '../model'
import type { TurnSetup } from '../ports'
import { runTurn } from '../run-turn'
import { asks } from '../testing/asking'
import { replies, type TestReply } from '../testing/model'
import { createPorts, type TestOptions, type TestPorts } from '../testing/ports'
import { createSetup, hook } from '../testing/setup'
import { tick } from '../testing/tick'
import { done, tool } from '../testing/tools'

const CALL: TestReply = { text: 'working', calls: [{ name: 't', args: {} }] }
const llm = (prompt = 'Well?', model: string | null = null) => ({ do: 'llm', prompt, model }) as const
const run = (command: string, more: object = {}) => ({ do: 'tool', name: 'run', args: { command, ...more } }) as const

function start(
  items: readonly TestReply[],
  hooks: readonly Hook[],
  more: Partial<TurnSetup> = {},
  options: Partial<TestOptions> = {},
) {
  const ports = createPorts({ tools: [tool('t')], model: replies(...items), ...options })
  return { ports, ended: runTurn(createSetup({ hooks, ...more }), ports) }
}

async function turn(...given: Parameters<typeof start>) {
  const { ports, ended } = start(...given)
  return { ports, end: await ended }
}

/** Spans as they ended, with their parents. */
function spansOf(events: readonly TraceEventBody[]): readonly (Span & { readonly below: string | null })[] {
  const spans = new Map<string, Span>()
  for (const event of events) {
    if (event.type === 'span.started') spans.set(event.span.id, event.span)
    const span = event.type === 'span.ended' || event.type === 'span.changed' ? spans.get(event.id) : undefined
    if (span === undefined || (event.type !== 'span.ended' && event.type !== 'span.changed')) continue
    const attributes = { ...span.attributes, ...event.attributes }
    spans.set(span.id, {
      ...span,
      status: event.status,
      attributes,
      end: event.type === 'span.ended' ? event.end : null,
    })
  }
  return [...spans.values()].map((span) => ({ ...span, below: spans.get(span.parent ?? '')?.name ?? null }))
}

const below = (ports: TestPorts, kind: Span['kind'], parent = 'curious') =>
  spansOf(ports.events).filter((span) => span.kind === kind && span.below === parent)

describe('t.llm', () => {
  const usage = { input: 40, output: 2 }

  test('is answered by the session’s model, as a span below the hook’s with its request and response', async () => {
    const { hook: curious, heard } = asks('guard.onInput', [llm('Is it about billing?')])
    const { ports, end } = await turn([{ text: 'no', usage }, { text: 'ok' }], [curious])
    expect(end.answer).toBe('ok')
    expect(heard).toEqual([{ text: 'no', tokens: 42 }])
    expect(ports.requests[0]).toMatchObject({
      model: 'model-1',
      tools: [],
      messages: [{ role: 'user', text: 'Is it about billing?' }],
    })
    const [span] = below(ports, 'model')
    expect(span).toMatchObject({
      name: 'model-1',
      status: 'ok',
      attributes: { [ATTR.purpose]: 'hook', [ATTR.inputTokens]: 40 },
    })
    expect(Object.keys(ports.details.get(span?.id ?? ('' as Span['id'])) ?? {}).sort()).toEqual(['request', 'response'])
    expect(ports.rows.map((row) => row.kind)).toEqual(['input', 'reply'])
    expect(ports.events.filter((event) => event.type === 'delta')).toHaveLength(1)
  })

  test('counts to the turn and to the session', async () => {
    const seen: unknown[] = []
    const look = hook('look', 'stop.done', ({ facts }) => void seen.push(facts.turnTokens, facts.sessionTokens))
    const before = { input: 100, output: 10, replies: 3, unreported: 1 }
    await turn(
      [
        { text: 'no', usage },
        { text: 'ok', usage: { input: 5, output: 1 } },
      ],
      [asks('guard.onInput', [llm()]).hook, look],
      {
        beside: { turn: { input: 0, output: 0, replies: 0, unreported: 0 }, session: before },
      },
    )
    expect(seen).toEqual([
      { input: 45, output: 3, replies: 2, unreported: 0 },
      { input: 145, output: 13, replies: 5, unreported: 1 },
    ])
  })

  test.each([
    ['another model of the same provider', 'model-9', 'test', 'model-9'],
    ['one that is named with its provider', 'other/missing', null, null],
  ])('may name %s', async (_, wanted, provider, model) => {
    const { hook: curious, heard } = asks('guard.onInput', [llm('x', wanted)])
    const { ports } = await turn([{ text: 'no' }, { text: 'ok' }], [curious], {}, {})
    if (model === null) expect(heard[0]).toMatchObject({ text: 'no' })
    else expect(below(ports, 'model')[0]).toMatchObject({ name: model, attributes: { [ATTR.provider]: provider } })
  })

  test('with a model that is not there is refused', async () => {
    const { hook: curious, heard } = asks('guard.onInput', [llm('x', 'missing')])
    await turn([{ text: 'ok' }], [curious])
    expect(heard).toEqual([{ refused: expect.stringContaining('test has no model missing') }])
  })

  test('that fails is told to the hook alone: errors.on is not asked, and nothing is tried again', async () => {
    const asked: unknown[] = []
    const { hook: curious, heard } = asks('guard.onInput', [llm()])
    const errors = hook('errors', 'errors.on', () => void asked.push('errors.on'))
    const error = new ModelError('overloaded', { status: 529, retryAfterMs: null })
    const { ports, end } = await turn([{ error }, { text: 'ok' }], [curious, errors])
    expect(heard).toEqual([{ refused: 't.llm had no answer: overloaded' }])
    expect(asked).toEqual([])
    expect(end.answer).toBe('ok')
    expect(below(ports, 'model')[0]).toMatchObject({
      status: 'error',
      attributes: { [ATTR.errorMessage]: 'overloaded' },
    })
  })

  test('is asked about by no hook: none at context.build, model.choose or stop.done hears of it', async () => {
    const asked: string[] = []
    const listens = hook(
      'listens',
      ['context.build', 'model.choose', 'stop.done'],
      ({ point }) => void asked.push(point),
    )
    await turn([{ text: 'no' }, { text: 'ok' }], [asks('guard.onInput', [llm()]).hook, listens])
    expect(asked).toEqual(['context.build', 'model.choose', 'stop.done'])
  })

  test('goes to the model that errors.on switched to, for the rest of the turn', async () => {
    const { hook: curious, heard } = asks('stop.done', [llm()])
    const error = new ModelError('no', { status: 400, retryAfterMs: null })
    const switching = hook('s', 'errors.on', () => ({ decision: 'switch', value: { provider: 'other', model: 'm2' } }))
    const { ports } = await turn([{ error }, { text: 'ok' }, { text: 'yes' }], [curious, switching])
    expect(heard).toMatchObject([{ text: 'yes' }])
    expect(below(ports, 'model')[0]).toMatchObject({ name: 'm2', attributes: { [ATTR.provider]: 'other' } })
  })

  const never: TestOptions['model'] = () => ({
    [Symbol.asyncIterator]: () => ({
      next: () => new Promise(() => undefined),
      return: async () => ({ done: true, value: undefined }),
    }),
  })

  test('has 30 s of its own, in which the hook’s own time stands still; then its span ends too', async () => {
    const model: TestOptions['model'] = (call, context) =>
      call === 1 ? never(call, context) : replies({}, { text: 'ok' })(call, context)
    const { hook: curious, heard } = asks('guard.onInput', [llm()], () => undefined, { timeoutMs: 100 })
    const { ports, ended } = start([], [curious], {}, { model })
    await tick()
    ports.clock.advance(29_999)
    await tick()
    expect(heard).toEqual([])
    ports.clock.advance(1)
    expect((await ended).answer).toBe('ok')
    expect(heard).toEqual([{ refused: expect.stringContaining('30 s') }])
    expect(below(ports, 'model')[0]).toMatchObject({ status: 'stopped', end: 30_000 })
  })

  test('ends with the turn, at once', async () => {
    const stop = new AbortController()
    const { ports, ended } = start([], [asks('guard.onInput', [llm()]).hook], { signal: stop.signal }, { model: never })
    await tick()
    stop.abort()
    expect((await ended).status).toBe('stopped')
    expect(below(ports, 'model')[0]?.status).toBe('stopped')
    expect(ports.clock.waiting()).toBe(0)
  })
})

const need = { access: 'ask', kind: 'run:npm', outside: false, question: 'Run npm test?' } as const
const runTool = (changes: Parameters<typeof tool>[1] = {}) => tool('run', { required: ['command'], need, ...changes })

describe('t.tool', () => {
  test('runs a tool of the session and hands its result over, as a span below the hook’s', async () => {
    const { hook: curious, heard } = asks('tools.before', [{ do: 'tool', name: 'look', args: { at: 'x' } }])
    const look = tool('look', { run: () => ({ content: 'seen', isError: false, facts: { exitCode: 0 } }) })
    const { ports } = await turn([CALL, { text: 'ok' }], [curious], {}, { tools: [tool('t'), look] })
    expect(heard).toEqual([{ content: 'seen', isError: false }])
    expect(look.ran).toEqual([{ at: 'x' }])
    const [span] = below(ports, 'tool')
    expect(span).toMatchObject({
      name: 'look',
      status: 'ok',
      attributes: { [ATTR.exitCode]: 0, [ATTR.toolSubject]: 'x' },
    })
    expect(ports.details.get(span?.id ?? ('' as Span['id']))).toEqual({ arguments: { at: 'x' }, result: 'seen' })
  })

  test('is asked about by no hook', async () => {
    const heardOf: string[] = []
    const listens = hook('listens', ['tools.before', 'tools.after'], ({ event }) => {
      if ('call' in event) heardOf.push(event.call.name)
    })
    const request = { do: 'tool', name: 'look', args: {} } as const
    await turn(
      [CALL, { text: 'ok' }],
      [listens, asks('tools.after', [request]).hook],
      {},
      { tools: [tool('t'), tool('look')] },
    )
    expect(heardOf).toEqual(['t', 't'])
  })

  test.each([
    ['a tool that is not there', { do: 'tool', name: 'gone', args: {} }, 'there is no tool gone; the tools are run'],
    ['arguments that do not fit', { do: 'tool', name: 'run', args: {} }, 'command: expected a string'],
  ] as const)('refuses %s', async (_, request, refused) => {
    const { hook: curious, heard } = asks('guard.onInput', [request])
    const { ports } = await turn([{ text: 'ok' }], [curious], {}, { tools: [runTool()] })
    expect(heard).toEqual([{ refused: `t.tool was refused: ${refused}` }])
    expect(below(ports, 'tool')).toEqual([])
  })

  const attached = (params: object) => ({ attached: { hook: 'curious', params: { ...params } } })
  const npm = attached({ checks: { command: 'npm test' } })

  test.each([
    ['a command that is a parameter of the attached hook runs unasked', 'ask', true, run('npm test'), npm, 'ran'],
    ['also where every question is a refusal', 'deny', true, run(' npm test '), npm, 'ran'],
    [
      'not with variables beside it, which make it another one',
      'ask',
      true,
      run('npm test', { env: { PATH: '/x' } }),
      npm,
      'nobody is there',
    ],
    ['another command is judged like any other call', 'ask', true, run('npm publish'), npm, 'nobody is there'],
    ['so is one of a hook without parameters', 'ask', true, run('npm test'), {}, 'nobody is there'],
    ['what the session permits runs', 'auto', true, run('npm publish'), {}, 'ran'],
    ['permission mode deny refuses what would be asked', 'deny', false, run('npm publish'), {}, 'permission mode'],
  ] as const)('permissions: %s', async (_, permission, headless, request, changes, expected) => {
    const { hook: curious, heard } = asks('guard.onInput', [request], () => undefined, changes)
    const tools = [runTool({ run: () => done('ran') })]
    await turn([{ text: 'ok' }], [curious], { permission, headless }, { tools })
    expect(JSON.stringify(heard)).toContain(expected)
  })

  test('a command of its own outside the workspace is asked about all the same', async () => {
    const { hook: curious, heard } = asks('guard.onInput', [run('npm test')], () => undefined, npm)
    const outside = { ...need, outside: true, question: 'Run npm test outside the workspace?' }
    await turn([{ text: 'ok' }], [curious], { headless: true }, { tools: [runTool({ need: outside })] })
    expect(heard).toEqual([{ refused: expect.stringContaining('nobody is there') }])
  })

  test('a question names the hook and its point; an answer for the session permits the kind', async () => {
    const { hook: curious, heard } = asks('guard.onInput', [run('npm test'), run('npm test')])
    const answer = () => ({ say: 'allow', scope: 'session', args: null }) as const
    const { ports } = await turn([{ text: 'ok' }], [curious], { permission: 'ask' }, { tools: [runTool()], answer })
    expect(ports.asked).toMatchObject([
      {
        hook: 'curious',
        kind: 'run:npm',
        call: { name: 'run', args: { command: 'npm test' } },
        text: expect.stringMatching(/curious.*guard.onInput.*Run npm test\?/s),
      },
    ])
    expect(heard).toHaveLength(2)
    expect([...ports.granted]).toEqual(['run:npm'])
    expect(ports.events.filter((event) => event.type === 'turn.status').map((event) => event.status)).toEqual([
      'waiting',
      'running',
    ])
  })

  test.each([
    [
      'no',
      { say: 'deny', reason: 'not now' } as const,
      { refused: 't.tool was refused: denied by the person: not now' },
    ],
    [
      'other arguments',
      { say: 'allow', scope: 'once', args: { command: 'ls' } } as const,
      { content: 'ls', isError: false },
    ],
    [
      'arguments that do not fit',
      { say: 'allow', scope: 'once', args: {} } as const,
      { refused: expect.stringContaining('do not fit') },
    ],
  ])('the person’s answer may be %s', async (_, answer, expected) => {
    const { hook: curious, heard } = asks('guard.onInput', [run('npm test')])
    const tools = [runTool({ run: ({ command }) => done(String(command)) })]
    await turn([{ text: 'ok' }], [curious], { permission: 'ask' }, { tools, answer: () => answer })
    expect(heard).toEqual([expected])
  })

  test('while the person is asked no time of the hook passes', async () => {
    const stop = new AbortController()
    const { hook: curious } = asks('guard.onInput', [run('npm test')], () => undefined, { timeoutMs: 100 })
    const { ports, ended } = start(
      [{ text: 'ok' }],
      [curious],
      { permission: 'ask', signal: stop.signal },
      { tools: [runTool()] },
    )
    await tick()
    ports.clock.advance(7_200_000)
    await tick()
    expect(ports.asked).toHaveLength(1)
    expect(ports.events.some(({ type }) => type === 'outcome')).toBe(false)
    stop.abort()
    expect((await ended).status).toBe('stopped')
  })

  const endless = (ended: string[]) =>
    tool('endless', {
      run: (_, { signal }) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            ended.push('ended')
            resolve({ content: 'stopped', isError: true, facts: { stopped: true } })
          })
        }),
    })

  test('what it started ends when the hook has answered', async () => {
    const ended: string[] = []
    const careless = hook('curious', 'guard.onInput', ({ callbacks }) => {
      void callbacks({ do: 'tool', name: 'endless', args: {} }).catch(() => undefined)
      return Promise.resolve().then(tick)
    })
    const { ports } = await turn([{ text: 'ok' }], [careless], {}, { tools: [endless(ended)] })
    expect(ended).toEqual(['ended'])
    expect(below(ports, 'tool')[0]?.status).toBe('stopped')
  })

  test('and when the turn is stopped, before that is said to have ended', async () => {
    const ended: string[] = []
    const stop = new AbortController()
    const { hook: curious } = asks('guard.onInput', [{ do: 'tool', name: 'endless', args: {} }])
    const { ports, ended: end } = start([], [curious], { signal: stop.signal }, { tools: [endless(ended)] })
    await tick()
    stop.abort()
    await end
    expect(ended).toEqual(['ended'])
    const open = spansOf(ports.events).filter((span) => span.end === null)
    expect(open).toEqual([])
  })

  test('one that ignores that is not waited for beyond a second', async () => {
    const stop = new AbortController()
    const deaf = tool('deaf', { run: () => new Promise(() => undefined) })
    const { hook: curious } = asks('guard.onInput', [{ do: 'tool', name: 'deaf', args: {} }])
    const { ports, ended } = start([], [curious], { signal: stop.signal }, { tools: [deaf] })
    await tick()
    stop.abort()
    await tick()
    ports.clock.advance(1_000)
    expect((await ended).status).toBe('stopped')
    expect(spansOf(ports.events).filter((span) => span.end === null)).toEqual([])
  })
})

describe('t.store', () => {
  const set = (key: string, value: number | string | null) => ({ do: 'store.set', key, value }) as const
  const get = (key: string) => ({ do: 'store.get', key }) as const
  const attached = (slug: string, source: Hook['source'] = 'library') => ({
    source,
    attached: { hook: slug, params: {} },
  })

  test('keeps what a hook writes over turns and sessions, and null takes it away', async () => {
    const ports = createPorts({ model: replies({ text: 'ok' }, { text: 'ok' }, { text: 'ok' }) })
    const { hook: first, heard: atFirst } = asks('guard.onInput', [get('k'), set('k', 7)])
    const { hook: second, heard } = asks('guard.onInput', [get('k'), set('k', null), get('k')])
    await runTurn(createSetup({ hooks: [first] }), ports)
    await runTurn(createSetup({ hooks: [second], number: 2 }), ports)
    expect([atFirst, heard]).toEqual([
      [null, null],
      [7, null, null],
    ])
  })

  test('is the library hook’s own, wherever it is attached and whatever it is called there', async () => {
    const one = asks('guard.onInput', [set('k', 1)], undefined, attached('diary'))
    const same = asks('guard.onInput', [get('k')], undefined, { ...attached('diary'), name: 'another name' })
    const other = asks('guard.onInput', [get('k')], undefined, attached('ledger'))
    await turn([{ text: 'ok' }], [one.hook, same.hook, other.hook])
    expect([same.heard, other.heard]).toEqual([[1], [null]])
  })

  test('is shared by the hooks of a program', async () => {
    const one = asks('guard.onInput', [set('k', 1)], undefined, attached('program/guard.onInput', 'program'))
    const other = asks('stop.done', [get('k')], undefined, attached('program/stop.done', 'program'))
    const stranger = asks('stop.done', [get('k')], undefined, attached('program/stop.done'))
    await turn([{ text: 'ok' }], [one.hook, other.hook, stranger.hook], { program: 'release' })
    expect([other.heard, stranger.heard]).toEqual([[1], [null]])
  })

  test('in shadow is a copy of its own: it reads what is there, and what it writes changes nothing', async () => {
    const real = asks('guard.onInput', [set('k', 1), set('gone', 1)], undefined, attached('diary'))
    const shadow = asks('guard.onInput', [get('k'), set('k', 2), get('k'), set('gone', null), get('gone')], undefined, {
      ...attached('diary'),
      mode: 'shadow',
    })
    const after = asks('stop.done', [get('k'), get('gone')], undefined, attached('diary'))
    await turn([{ text: 'ok' }], [real.hook, shadow.hook, after.hook])
    expect(shadow.heard).toEqual([1, null, 2, null, null])
    expect(after.heard).toEqual([1, 1])
  })

  test('refuses one key more than it has room for, and writes nothing of it', async () => {
    const { hook: curious, heard } = asks('guard.onInput', [
      set('a', 1),
      set('b', 2),
      set('c', 3),
      get('c'),
      set('a', 4),
      get('a'),
    ])
    await turn([{ text: 'ok' }], [curious], {}, { mostKeys: 2 })
    expect(heard).toEqual([
      null,
      null,
      { refused: expect.stringMatching(/1000 keys.*Nothing was written/) },
      null,
      null,
      4,
    ])
  })

  test.each([
    ['at the limit', 'x'.repeat(262_142), null],
    ['a character beyond it', 'x'.repeat(262_143), 'larger than 256 KB'],
    ['signs that take more than a byte each', 'ж'.repeat(131_072), 'larger than 256 KB'],
  ])('a value of 256 KB: %s', async (_, value, refused) => {
    const { hook: curious, heard } = asks('guard.onInput', [set('big', value), get('big')])
    await turn([{ text: 'ok' }], [curious])
    if (refused === null) expect(heard).toEqual([null, value])
    else expect(heard).toEqual([{ refused: expect.stringContaining(refused) }, null])
  })
})

describe('t.history', () => {
  const texts = (ports: TestPorts, request: number) =>
    (ports.requests[request]?.messages ?? []).map((message) => ('content' in message ? message.content : message.text))

  test('tells the rows as the next request would hold them', async () => {
    const { hook: curious, heard } = asks('stop.done', [
      { do: 'history.tags' },
      { do: 'history.tail', n: 2 },
      { do: 'history.get', tag: 1 },
      { do: 'history.get', tag: 99 },
    ])
    const long = 'x'.repeat(1_200)
    await turn([CALL, { text: long }], [curious])
    const [, , , , tags, tail, first, none] = heard
    expect(tags).toEqual([1, 2, 3, 4])
    expect(tail).toEqual([
      { tag: 3, role: 'result', text: 't is done', tools: ['t'] },
      { tag: 4, role: 'assistant', text: long.slice(0, 1_000), tools: [] },
    ])
    expect(first).toEqual({ tag: 1, role: 'user', text: 'do it', tools: [] })
    expect(none).toBeNull()
  })

  test('edits change the next request and never the rows; they are on the record with the hook’s name', async () => {
    const steps = [
      [],
      [{ do: 'history.collapse', from: 2, to: 3, summary: 'Looked around.' }],
      [{ do: 'history.expand', tag: 2 }],
      [{ do: 'history.rewind', tag: 1 }],
    ] as const
    let step = 0
    const keeper = hook('keeper', 'memory.keep', async ({ callbacks }) => {
      for (const request of steps[step++] ?? []) await callbacks(request)
      return { decision: 'handled' }
    })
    const { ports } = await turn([CALL, CALL, CALL, { text: 'ok' }], [keeper])
    expect(texts(ports, 1)).toEqual(['do it', '[summary of what came before]\nLooked around.'])
    expect(texts(ports, 2)).toEqual(['do it', 'working', 't is done', 'working', 't is done'])
    expect(texts(ports, 3)).toEqual(['do it'])
    expect(ports.rows).toHaveLength(8)
    const edits = ports.events.flatMap((event) => (event.type === 'history.edited' ? [event] : []))
    expect(edits.map(({ by, edit }) => [by, edit.do, edit.upTo])).toEqual([
      ['keeper', 'collapse', 3],
      ['keeper', 'expand', 5],
      ['keeper', 'rewind', 7],
    ])
  })

  test('edits of earlier turns hold in the next one', async () => {
    const ports = createPorts({ tools: [tool('t')], model: replies(CALL, { text: 'ok' }, { text: 'again' }) })
    const { hook: keeper } = asks('guard.onOutput', [{ do: 'history.collapse', from: 1, to: 4, summary: 'All done.' }])
    await runTurn(createSetup({ hooks: [keeper] }), ports)
    const edits = ports.events.flatMap((event) => (event.type === 'history.edited' ? [event.edit] : []))
    await runTurn(createSetup({ number: 2, history: [...ports.rows], edits }), ports)
    expect(texts(ports, 2)).toEqual(['do it', '[summary of what came before]\nAll done.', 'do it'])
  })

  test.each([
    ['a row that is not there', { do: 'history.rewind', tag: 9 }, 'has no row 9'],
    ['an expansion where no summary begins', { do: 'history.expand', tag: 1 }, 'no summary begins at 1'],
    [
      'a fold of the newest input alone',
      { do: 'history.collapse', from: 1, to: 1, summary: 's' },
      'the newest input stays',
    ],
    ['a range with an end that is not there', { do: 'history.collapse', from: 1, to: 9, summary: 's' }, 'has no row 9'],
  ] as const)('refuses %s, and edits nothing', async (_, request, refused) => {
    const { hook: curious, heard } = asks('guard.onOutput', [request])
    const { ports } = await turn([{ text: 'ok' }], [curious])
    expect(heard).toEqual([{ refused: expect.stringContaining(refused) }])
    expect(ports.events.filter((event) => event.type === 'history.edited')).toEqual([])
  })

  test('a rewind to where it stands, or to a row that was replaced, says nothing or finds it', async () => {
    const rewriting = hook('g', 'guard.onInput', () => 'do it well')
    const { hook: curious, heard } = asks('guard.onOutput', [
      { do: 'history.tags' },
      { do: 'history.rewind', tag: 3 },
      { do: 'history.rewind', tag: 1 },
    ])
    const { ports } = await turn([{ text: 'ok' }], [rewriting, curious])
    expect(heard).toEqual([[1, 3], null, null])
    expect(ports.events.filter((event) => event.type === 'history.edited')).toHaveLength(1)
  })
})

describe('at every point', () => {
  const everything = [
    llm(),
    { do: 'store.get', key: 'k' },
    { do: 'history.tags' },
    { do: 'tool', name: 't', args: {} },
  ] as const

  test.each([
    'session.start',
    'agent.start',
    'guard.onInput',
    'memory.keep',
    'context.build',
    'model.choose',
    'stop.done',
    'tools.before',
    'tools.after',
    'agent.stop',
    'guard.onOutput',
  ] as const)('all of it is answered at %s', async (point) => {
    const { hook: curious, heard } = asks(point, everything)
    const model: TestOptions['model'] = (call, context) =>
      replies(context.purpose === 'hook' ? { text: 'yes' } : call < 3 ? CALL : { text: 'ok' })(1, context)
    const { end } = await turn(
      [],
      [curious],
      { sessionStart: 'startup', spawned: true, agentStart: { agentType: 'scout', prompt: 'x' } },
      { model },
    )
    expect(end.status).toBe('completed')
    expect(heard.slice(0, 4)).toEqual([
      { text: 'yes', tokens: null },
      null,
      expect.any(Array),
      { content: 't is done', isError: false },
    ])
  })

  test('at errors.on too', async () => {
    const { hook: curious, heard } = asks('errors.on', everything, () => ({ decision: 'retry' }))
    const error = new ModelError('no', { status: 400, retryAfterMs: null })
    await turn([{ error }, { text: 'yes' }, { text: 'ok' }], [curious])
    expect(heard).toEqual([{ text: 'yes', tokens: null }, null, [1], { content: 't is done', isError: false }])
  })

  test('and at session.end, where no person can be asked', async () => {
    const { hook: curious, heard } = asks('session.end', [...everything, run('npm test')])
    const ports = createPorts({ tools: [tool('t'), runTool()], model: replies({ text: 'yes' }) })
    expect(await endSession(createSetup({ hooks: [curious], permission: 'ask' }), ports, 'deleted')).toBeNull()
    expect(heard).toEqual([
      { text: 'yes', tokens: null },
      null,
      [],
      { content: 't is done', isError: false },
      { refused: expect.stringContaining('nobody is there to answer') },
    ])
    expect(spansOf(ports.events).map(({ kind, name, turn: of, end }) => [kind, name, of, end !== null])).toEqual([
      ['hook', 'curious', null, true],
      ['model', 'model-1', null, true],
      ['tool', 't', null, true],
      ['tool', 'run', null, true],
    ])
  })

  test('an observer that goes on when the turn has ended is refused', async () => {
    let late: Promise<unknown> = Promise.resolve()
    const slow = hook('slow', 'guard.onInput', ({ callbacks }) => {
      late = new Promise((resolve) => setTimeout(resolve)).then(() => callbacks({ do: 'history.tags' }))
      return late
    })
    await turn([{ text: 'ok' }], [{ ...slow, observe: true }])
    await expect(late).rejects.toThrow(/has ended/)
  })
})
