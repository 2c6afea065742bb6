/** Every point changes the turn: `hooks.md` §2 to §6, in running turns. */
import type { Hook } from '@belay/hooks'
import type { PointId, RewriteRule } from '@belay/trace'
import { describe, expect, test } from 'vitest'
import { ModelError } from './model'
import type { TurnSetup } from './ports'
import { runTurn } from './run-turn'
import { replies, type TestReply } from './testing/model'
import { createPorts, type TestOptions, type TestPorts } from './testing/ports'
import { createSetup, hook } from './testing/setup'
import { tick } from './testing/tick'
import { tool } from './testing/tools'

const CALL: TestReply = { text: 'working', calls: [{ name: 't', args: { x: 0 } }] }
const FAILS: TestReply = { error: new ModelError('no', { status: 400, retryAfterMs: null }) }
const rewrite = (x: number) => ({ decision: 'rewrite', value: { args: { x } } })
const block = (reason = 'no') => ({ decision: 'block', reason })
const context = (...texts: string[]) => ({ decision: 'pass', context: texts })
const halt = (reason: string) => ({ decision: 'pass', halt: reason })

async function run(
  items: readonly TestReply[],
  hooks: readonly Hook[],
  setup: Partial<TurnSetup> = {},
  options: Partial<TestOptions> = {},
) {
  const t = tool('t')
  const ports = createPorts({ tools: [t], model: replies(...items), ...options })
  const end = await runTurn(createSetup({ hooks, ...setup }), ports)
  return { t, ports, end }
}

const texts = (ports: TestPorts, request: number) =>
  (ports.requests[request]?.messages ?? []).map((message) => ('content' in message ? message.content : message.text))
const results = (ports: TestPorts) => ports.rows.flatMap((row) => (row.kind === 'result' ? [row.content] : []))
const outcomes = (ports: TestPorts, point: PointId) =>
  ports.events.flatMap((event) => (event.type === 'outcome' && event.point === point ? [event.outcome] : []))
const verdicts = (ports: TestPorts) =>
  ports.events.flatMap((event) => (event.type === 'verdict' ? [event.verdict] : []))

describe('two hooks at tools.before, in order (hooks.md §4)', () => {
  const crash = () => {
    throw new Error('broke')
  }
  /** What each says, what runs under either policy, what the model reads where nothing runs, and what the person is told. */
  const table: readonly (readonly [
    string,
    () => unknown,
    (x: unknown) => unknown,
    Record<RewriteRule, unknown>,
    RegExp | null,
  ])[] = [
    [
      '18-two-hooks-rewrite-race: A rewrites, B rewrites',
      () => rewrite(1),
      () => rewrite(2),
      { first: 1, chain: 2 },
      null,
    ],
    [
      'A rewrites, B sees that and blocks',
      () => rewrite(1),
      (x) => (x === 1 ? block('not 1') : undefined),
      { first: 'refused by b: not 1', chain: 'refused by b: not 1' },
      null,
    ],
    [
      'A blocks, B rewrites and was asked',
      () => block(),
      () => rewrite(2),
      { first: 'refused by a: no', chain: 'refused by a: no' },
      /b.*rewrite was not used/,
    ],
    [
      'A asks, B rewrites: the question shows B’s arguments and runs them',
      () => ({ decision: 'ask', value: { question: 'Really?' } }),
      () => rewrite(2),
      { first: 2, chain: 2 },
      null,
    ],
    [
      'A asks, B blocks',
      () => ({ decision: 'ask', value: { question: 'Really?' } }),
      () => block(),
      { first: 'refused by b: no', chain: 'refused by b: no' },
      null,
    ],
    ['A crashes, B rewrites', crash, () => rewrite(2), { first: 2, chain: 2 }, /a: did not answer/],
    [
      'A halts, B halts',
      () => halt('a says'),
      () => halt('b says'),
      { first: 'turn halted by a: a says', chain: 'turn halted by a: a says' },
      null,
    ],
    [
      'A answers, B rewrites',
      () => ({ decision: 'answer', value: 'from a' }),
      () => rewrite(2),
      { first: 'from a', chain: 'from a' },
      null,
    ],
    [
      'A answers, B answers',
      () => ({ decision: 'answer', value: 'from a' }),
      () => ({ decision: 'answer', value: 'from b' }),
      { first: 'from a', chain: 'from a' },
      /b.*came after a/,
    ],
    [
      'A allows, B asks',
      () => ({ decision: 'allow' }),
      () => ({ decision: 'ask', value: { question: 'Really?' } }),
      { first: 0, chain: 0 },
      null,
    ],
  ]

  test.each(table.flatMap((row) => (['first', 'chain'] as const).map((rule) => [row[0], rule, row] as const)))(
    '%s (%s)',
    async (_, rule, [, a, b, expected, note]) => {
      const seen: unknown[] = []
      const second = hook('b', 'tools.before', ({ event }) => {
        const x = 'call' in event ? event.call.args.x : null
        seen.push(x)
        return b(x)
      })
      const { t, ports } = await run(
        [CALL, { text: 'ok' }],
        [hook('a', 'tools.before', a), second],
        { rewrites: rule },
        {
          answer: () => ({ say: 'allow', scope: 'once', args: null }),
        },
      )
      expect(seen).toHaveLength(1)
      if (typeof expected[rule] === 'number') expect(t.ran).toEqual([{ x: expected[rule] }])
      else expect([t.ran, results(ports)]).toEqual([[], [expected[rule]]])
      for (const question of ports.asked) expect(question.call.args).toEqual({ x: expected[rule] })
      if (note !== null) expect(outcomes(ports, 'tools.before')[0]?.notes.join('\n')).toMatch(note)
      if (rule === 'first' && expected.chain !== expected.first)
        expect(outcomes(ports, 'tools.before')[0]?.notes).toEqual([
          expect.stringContaining("b: its rewrite was not used: a's came first"),
        ])
    },
  )

  test('stopAtFirstBlock ends the asking there', async () => {
    const { ports } = await run(
      [CALL, { text: 'ok' }],
      [hook('a', 'tools.before', () => block()), hook('b', 'tools.before', () => rewrite(2))],
      { stopAtFirstBlock: true },
    )
    expect(verdicts(ports).map(({ hook: name, notAsked }) => [name, notAsked])).toEqual([
      ['a', null],
      ['b', 'stopped at first block'],
    ])
  })

  test('a guard with recheck is asked about the call that runs, and may still refuse it', async () => {
    const seen: unknown[] = []
    const guard = hook('guard', 'tools.before', ({ event }) => {
      const x = 'call' in event ? event.call.args.x : null
      seen.push(x)
      return x === 9 ? block('not 9') : undefined
    })
    const { t, ports } = await run(
      [CALL, { text: 'ok' }],
      [{ ...guard, recheck: true }, hook('b', 'tools.before', () => rewrite(9))],
    )
    expect(seen).toEqual([0, 9])
    expect(t.ran).toEqual([])
    expect(results(ports)).toEqual(['refused by guard: not 9'])
    expect(verdicts(ports).map(({ hook: name, recheck }) => [name, recheck])).toEqual([
      ['guard', false],
      ['b', false],
      ['guard', true],
    ])
  })

  test('what has not answered a second after a block is not waited for; its verdict comes on the record late', async () => {
    let answer: (value: unknown) => void = () => undefined
    const slow = hook('slow', 'tools.before', () => new Promise((resolve) => (answer = resolve)))
    const ports = createPorts({ tools: [tool('t')], model: replies(CALL, { text: 'ok' }) })
    const ended = runTurn(createSetup({ hooks: [hook('a', 'tools.before', () => block()), slow] }), ports)
    await tick()
    ports.clock.advance(1_000)
    expect((await ended).answer).toBe('ok')
    answer(block('too late'))
    await tick()
    expect(verdicts(ports).at(-1)).toMatchObject({ hook: 'slow', late: true, decision: 'block' })
    expect(results(ports)).toEqual(['refused by a: no'])
  })
})

describe('a halt ends the turn wherever it is said', () => {
  const spawned = { spawned: true, sessionStart: 'startup', agentStart: { agentType: 'scout', prompt: 'x' } } as const
  test.each([
    ['session.start', [{ text: 'ok' }], 0],
    ['agent.start', [{ text: 'ok' }], 0],
    ['guard.onInput', [{ text: 'ok' }], 0],
    ['memory.keep', [{ text: 'ok' }], 0],
    ['context.build', [{ text: 'ok' }], 0],
    ['model.choose', [{ text: 'ok' }], 0],
    ['errors.on', [FAILS, { text: 'ok' }], 1],
    ['stop.done', [{ text: 'ok' }], 1],
    ['tools.before', [CALL, { text: 'ok' }], 1],
    ['tools.after', [CALL, { text: 'ok' }], 1],
    ['agent.stop', [{ text: 'ok' }], 1],
    ['guard.onOutput', [{ text: 'ok' }], 1],
  ] as const)('%s', async (point, items, requests) => {
    const asked: string[] = []
    const later = hook('later', ['stop.done', 'guard.onOutput'], ({ point: at }) => void asked.push(at))
    const { ports, end } = await run(
      items,
      [hook('h', point, () => halt('enough')), hook('h2', point, () => halt('too')), later],
      spawned,
    )
    expect(end).toEqual({ status: 'halted', code: null, reason: 'enough', answer: null })
    expect(ports.requests).toHaveLength(requests)
    expect(outcomes(ports, point)[0]).toMatchObject({ halt: 'enough', haltBy: 'h' })
    const before = {
      'tools.before': ['stop.done'],
      'tools.after': ['stop.done'],
      'agent.stop': ['stop.done'],
      'stop.done': ['stop.done'],
      'guard.onOutput': ['stop.done', 'guard.onOutput'],
    }
    expect(asked).toEqual(point in before ? before[point as keyof typeof before] : [])
  })

  test('at stop.done, calls of the reply get the reason as their result', async () => {
    const { t, ports } = await run([CALL], [hook('h', 'stop.done', () => halt('enough'))])
    expect([t.ran, results(ports)]).toEqual([[], ['turn halted by h: enough']])
  })

  test('at tools.after, once the result is committed', async () => {
    const { t, ports } = await run([CALL], [hook('h', 'tools.after', () => halt('enough'))])
    expect([t.ran, results(ports)]).toEqual([[{ x: 0 }], ['t is done']])
  })
})

describe('context is read by the next model call, labelled with its hook', () => {
  test.each([
    ['session.start', [{ text: 'ok' }], 0],
    ['guard.onInput', [{ text: 'ok' }], 0],
    ['memory.keep', [{ text: 'ok' }], 0],
    ['context.build', [{ text: 'ok' }], 0],
    ['model.choose', [{ text: 'ok' }], 0],
    ['tools.before', [CALL, { text: 'ok' }], 1],
    ['tools.after', [CALL, { text: 'ok' }], 1],
    ['stop.done', [CALL, { text: 'ok' }], 1],
  ] as const)('given at %s', async (point, items, request) => {
    let asked = 0
    const once = hook('h', point, () => (asked++ === 0 ? context('mind this', 'and this') : undefined))
    const { ports } = await run(items, [once], { sessionStart: 'startup' })
    expect(texts(ports, request).slice(-2)).toEqual(['[hook h] mind this', '[hook h] and this'])
    expect(ports.rows.filter((row) => row.kind === 'input' && row.origin === 'hook')).toHaveLength(2)
  })

  test('also where the call was blocked, and in the order of the hooks', async () => {
    const hooks = [
      hook('a', 'tools.before', () => ({ ...block(), context: ['from a'] })),
      hook('b', 'tools.before', () => context('from b')),
    ]
    const { ports } = await run([CALL, { text: 'ok' }], hooks)
    expect(texts(ports, 1).slice(-3)).toEqual(['refused by a: no', '[hook a] from a', '[hook b] from b'])
  })

  test('given at errors.on, it is there when the call is made again in the next step, not before', async () => {
    const errors = hook('e', 'errors.on', () => ({ decision: 'retry', context: ['it failed once'] }))
    const { ports } = await run([FAILS, CALL, { text: 'ok' }], [errors])
    expect(texts(ports, 1)).toEqual(['do it'])
    expect(texts(ports, 2).at(-1)).toBe('[hook e] it failed once')
  })

  test('alone at stop.done on a reply without calls it continues the turn, and counts', async () => {
    const more = hook('h', 'stop.done', () => context('go on'))
    const { ports, end } = await run(
      Array.from({ length: 12 }, () => ({ text: 'done' })),
      [more],
    )
    expect(end).toMatchObject({ status: 'capped', code: 'stop_cap' })
    expect(ports.requests).toHaveLength(9)
  })
})

describe('a hook that does not answer', () => {
  const broken = (point: PointId, onFailure: Hook['onFailure']): Hook => ({
    ...hook('frail', point, () => Promise.reject(new Error('broke'))),
    onFailure,
  })

  test.each([
    ['guard.onInput', [{ text: 'ok' }]],
    ['context.build', [{ text: 'ok' }]],
    ['model.choose', [{ text: 'ok' }]],
    ['stop.done', [{ text: 'ok' }]],
    ['tools.before', [CALL, { text: 'ok' }]],
    ['tools.after', [CALL, { text: 'ok' }]],
    ['guard.onOutput', [{ text: 'ok' }]],
  ] as const)('is a note with the policy open, and the turn goes on: %s', async (point, items) => {
    const { ports, end } = await run(items, [broken(point, 'open')])
    expect(end).toMatchObject({ status: 'completed', answer: 'ok' })
    expect(outcomes(ports, point)[0]?.notes).toEqual([expect.stringContaining(`frail: did not answer at ${point}`)])
  })

  test.each([
    ['guard.onInput', [{ text: 'ok' }], { status: 'blocked' }],
    ['context.build', [{ text: 'ok' }], { status: 'halted' }],
    ['model.choose', [{ text: 'ok' }], { status: 'halted' }],
    ['session.start', [{ text: 'ok' }], { status: 'halted' }],
    ['errors.on', [FAILS], { status: 'halted' }],
    ['tools.before', [CALL, { text: 'ok' }], { status: 'completed', answer: 'ok' }],
    ['tools.after', [CALL, { text: 'ok' }], { status: 'completed', answer: 'ok' }],
    ['guard.onOutput', [{ text: 'ok' }], { status: 'blocked' }],
    ['stop.done', Array.from({ length: 10 }, () => ({ text: 'ok' })), { status: 'capped', code: 'stop_cap' }],
  ] as const)(
    'with the policy closed it blocks, or halts where nothing can be blocked: %s',
    async (point, items, expected) => {
      const { ports, end } = await run(items, [broken(point, 'closed')], { sessionStart: 'startup' })
      expect(end).toMatchObject(expected)
      const said = JSON.stringify([end.reason, results(ports), texts(ports, 1)])
      expect(said).toContain(`the frail hook at ${point} did not answer`)
    },
  )

  test('34-failure-without-a-name: with replay and no stored answer the turn ends, and says whose it was', async () => {
    const { end } = await run([{ text: 'ok' }], [broken('context.build', 'replay')])
    expect(end).toMatchObject({
      status: 'halted',
      reason:
        'the frail hook at context.build did not answer (Error: broke) and it has never answered, so there is nothing to fall back on',
    })
  })

  test('21-stop-hook-never-satisfied: a hook that crashes at stop.done is no block', async () => {
    const { ports, end } = await run([{ text: 'done' }], [broken('stop.done', 'open')])
    expect(end).toMatchObject({ status: 'completed', answer: 'done' })
    expect(verdicts(ports)[0]).toMatchObject({ status: 'failed', decision: 'pass' })
  })

  test('21-stop-hook-never-satisfied: the person’s stop ends the loop at once', async () => {
    const stop = new AbortController()
    const never = hook('judge', 'stop.done', ({ event }) => {
      if ('held' in event && event.held === 3) stop.abort()
      return block('not yet')
    })
    const { end, ports } = await run(
      Array.from({ length: 9 }, () => ({ text: 'done' })),
      [never],
      { signal: stop.signal },
    )
    expect(end.status).toBe('stopped')
    expect(ports.requests).toHaveLength(4)
  })

  test.each([
    ['a text at model.choose that is empty', 'model.choose', ''],
    ['an empty system prompt at context.build', 'context.build', { system: '' }],
    ['null at guard.onInput', 'guard.onInput', null],
    ['a decision of another point', 'guard.onInput', { decision: 'retry', value: { seconds: 1 } }],
    ['an empty rewrite', 'guard.onOutput', ' '],
  ] as const)(
    'is another thing than one that answers what can’t be read, where the default runs: %s',
    async (_, point, answer) => {
      const { ports, end } = await run([{ text: 'ok' }], [{ ...hook('h', point, () => answer), onFailure: 'closed' }])
      expect(end).toMatchObject({ status: 'completed', answer: 'ok' })
      expect(verdicts(ports)[0]?.status).toBe('malformed')
      expect(texts(ports, 0)).toEqual(['do it'])
    },
  )
})

describe('what beats what at stop.done', () => {
  const said = {
    answer: { decision: 'answer', value: 'mine' },
    done: { decision: 'done', reason: 'enough' },
    block: block('not yet'),
    askAgain: { decision: 'ask_again', value: 'Sure?' },
    continue: null,
  } as const
  const order = ['answer', 'done', 'block', 'askAgain', 'continue'] as const
  const pairs = order.flatMap((strong, index) => order.slice(index + 1).map((weak) => [strong, weak] as const))

  test.each(pairs)('%s over %s, whoever is first', async (strong, weak) => {
    for (const names of [
      [strong, weak],
      [weak, strong],
    ] as const) {
      let asked = 0
      const hooks = names.map((name) => hook(name, 'stop.done', () => (asked++ < 2 ? said[name] : undefined)))
      const { ports, end } = await run([{ text: 'a' }, { text: 'b' }], hooks)
      const next = ports.requests.length === 1 ? null : texts(ports, 1).at(-1)
      const expected = {
        answer: ['mine', null],
        done: ['a', null],
        block: ['b', '[hook block] not yet'],
        askAgain: ['b', '[hook askAgain] Sure?'],
        continue: ['b', 'Go on.'],
      }
      expect([end.answer, next]).toEqual(expected[strong])
    }
  })

  test('all of it counts at agent.stop in the same way', async () => {
    const child = { spawned: true } as const
    expect((await run([{ text: 'a' }], [hook('h', 'agent.stop', () => 'mine')], child)).end.answer).toBe('mine')
    expect((await run([{ text: 'a' }], [hook('h', 'agent.stop', () => said.done)], child)).end).toMatchObject({
      answer: 'a',
      reason: 'enough',
    })
    let asked = 0
    const again = hook('h', 'agent.stop', () => (asked++ === 0 ? said.askAgain : undefined))
    expect(texts((await run([{ text: 'a' }, { text: 'b' }], [again], child)).ports, 1).at(-1)).toBe('[hook h] Sure?')
    const never = hook('h', 'agent.stop', () => said.block)
    const { end, ports } = await run(
      Array.from({ length: 12 }, () => ({ text: 'done' })),
      [never],
      child,
    )
    expect([end.status, end.code, ports.requests.length]).toEqual(['capped', 'stop_cap', 9])
  })

  test('continue lifts the limit of steps for one pass only', async () => {
    const { end, ports } = await run(
      [{ text: 'a' }, CALL, { text: 'c' }],
      [hook('h', 'stop.done', ({ event }) => ('reply' in event && event.reply.text === 'a' ? null : undefined))],
      { maxIterations: 1 },
    )
    expect(end).toMatchObject({ status: 'capped', code: 'max_iterations' })
    expect(ports.requests).toHaveLength(2)
  })
})

describe('errors.on', () => {
  const answers = (value: unknown) => hook('e', 'errors.on', () => value)

  test('a retry waits at most 30 seconds, whatever it says', async () => {
    const ports = createPorts({ model: replies(FAILS, { text: 'ok' }) })
    const ended = runTurn(createSetup({ hooks: [answers({ decision: 'retry', value: { seconds: 600 } })] }), ports)
    await tick()
    ports.clock.advance(29_999)
    await tick()
    expect(ports.requests).toHaveLength(1)
    ports.clock.advance(1)
    expect((await ended).answer).toBe('ok')
  })

  test('a retry without a time is made at once', async () => {
    const { end } = await run([FAILS, { text: 'ok' }], [answers({ decision: 'retry' })])
    expect(end.answer).toBe('ok')
  })

  test('a switch needs both halves', async () => {
    const { ports, end } = await run([FAILS], [answers({ decision: 'switch', value: { model: 'm2' } })])
    expect(end.status).toBe('failed')
    expect(verdicts(ports)[0]?.status).toBe('malformed')
  })

  test('an escalation ends the turn, with whose it was', async () => {
    const { end } = await run([FAILS, { text: 'ok' }], [answers({ decision: 'escalate' })])
    expect(end).toMatchObject({ status: 'failed', reason: 'e gave up on the model call: no' })
  })

  test('the first of two decisions counts', async () => {
    const { end } = await run(
      [FAILS, { text: 'ok' }],
      [answers({ decision: 'retry' }), answers({ decision: 'escalate' })],
    )
    expect(end.answer).toBe('ok')
  })
})

describe('the rest of what a point may decide', () => {
  test('allow skips the permission question, and never a refusal', async () => {
    const need = { access: 'ask', kind: 'k', outside: false, question: 'May it?' } as const
    const t = tool('t', { need })
    const allow = hook('h', 'tools.before', () => ({ decision: 'allow' }))
    const asking = await run([CALL, { text: 'ok' }], [allow], { permission: 'ask' }, { tools: [t] })
    expect([asking.ports.asked, t.ran]).toEqual([[], [{ x: 0 }]])
    const denied = await run([CALL, { text: 'ok' }], [allow], { permission: 'deny' }, { tools: [t] })
    expect(results(denied.ports)).toEqual([expect.stringContaining('refused by permission')])
  })

  test('a rewrite of the answer is kept and returned, each hook building on the one before', async () => {
    const add = (name: string) =>
      hook(name, 'guard.onOutput', ({ event }) => ('ans' in event ? `${event.ans} ${name}` : undefined))
    const { end, ports } = await run([{ text: 'ok' }], [add('a'), add('b')])
    expect(end.answer).toBe('ok a b')
    expect(ports.rows.at(-1)).toMatchObject({ text: 'ok a b', replaces: 2 })
  })

  test('patches of context.build add up, each key by the last that named it', async () => {
    const hooks = [
      hook('a', 'context.build', () => ({ system: 'A', toolChoice: 'none' })),
      hook('b', 'context.build', () => ({ system: 'B' })),
    ]
    const { ports } = await run([{ text: 'ok' }], hooks)
    expect(ports.requests[0]).toMatchObject({ system: 'B', toolChoice: 'none' })
  })

  test('a text at tools.after is built on; what is no text leaves the result alone', async () => {
    const add = (name: string) =>
      hook(name, 'tools.after', ({ event }) => ('result' in event ? `${event.result.content} ${name}` : undefined))
    const { ports } = await run(
      [CALL, { text: 'ok' }],
      [add('a'), hook('n', 'tools.after', () => ({ x: 1 })), add('b')],
    )
    expect(results(ports)).toEqual(['t is done a b'])
  })

  test('an observer hears and decides nothing', async () => {
    const observer = { ...hook('o', ['guard.onInput', 'tools.before', 'stop.done'], () => block()), observe: true }
    const { end, t } = await run([CALL, { text: 'ok' }], [observer])
    expect([end.answer, t.ran.length]).toEqual(['ok', 1])
  })

  test('a hook in shadow decides nothing, halts nothing and counts to no cap; the outcome says what it would be', async () => {
    const shadow = (point: PointId, answer: unknown): Hook => ({ ...hook('s', point, () => answer), mode: 'shadow' })
    const hooks = [
      shadow('guard.onInput', block()),
      shadow('tools.before', { ...block(), halt: 'stop' }),
      shadow('stop.done', block()),
    ]
    const { end, ports, t } = await run([CALL, { text: 'ok' }], hooks)
    expect([end.answer, t.ran.length, ports.requests.length]).toEqual(['ok', 1, 2])
    expect(outcomes(ports, 'tools.before')[0]).toMatchObject({ decision: 'pass', wouldBe: 'block', halt: null })
  })

  test('memory.keep can’t be in shadow', async () => {
    const { ports } = await run(
      [{ text: 'ok' }],
      [{ ...hook('s', 'memory.keep', () => ({ decision: 'handled' })), mode: 'shadow' }],
    )
    expect(verdicts(ports)[0]).toMatchObject({ status: 'not_asked', notAsked: 'off' })
  })
})
