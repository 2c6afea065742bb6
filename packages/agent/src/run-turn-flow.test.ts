import type { Hook } from '@belay/hooks'
import { turnId } from '@belay/trace'
import { describe, expect, test } from 'vitest'
import type { TurnSetup } from './ports'
import { runTurn } from './run-turn'
import { replies, type TestReply } from './testing/model'
import { createPorts, type TestOptions, type TestPorts } from './testing/ports'
import { createSetup, hook } from './testing/setup'
import { tool } from './testing/tools'

const CALL: TestReply = { text: 'working', calls: [{ name: 't', args: {} }] }
const texts = (ports: TestPorts, request: number) =>
  (ports.requests[request]?.messages ?? []).map((message) => ('content' in message ? message.content : message.text))
const results = (ports: TestPorts) => ports.rows.flatMap((row) => (row.kind === 'result' ? [row.content] : []))
const verdicts = (ports: TestPorts) =>
  ports.events.flatMap((event) => (event.type === 'verdict' ? [event.verdict] : []))

async function run(
  items: readonly TestReply[],
  hooks: readonly Hook[],
  more: Partial<TurnSetup> = {},
  options: Partial<TestOptions> = {},
) {
  const ports = createPorts({ tools: [tool('t')], model: replies(...items), ...options })
  const end = await runTurn(createSetup({ hooks, ...more }), ports)
  return { ports, end }
}

/** Says each of these in turn, then nothing. */
const saying = (point: Hook['points'][number], ...answers: readonly unknown[]): Hook => {
  let next = 0
  return hook('judge', point, () => answers[next++])
}

describe('stop.done', () => {
  test('without hooks: the turn ends when the model asks for no tool', async () => {
    const { end, ports } = await run([CALL, { text: 'done' }], [])
    expect(end).toEqual({ status: 'completed', code: null, reason: null, answer: 'done' })
    expect(ports.requests).toHaveLength(2)
  })

  test('or when its steps are spent', async () => {
    const { end, ports } = await run([CALL, CALL, CALL], [], { maxIterations: 2 })
    expect(end).toMatchObject({ status: 'capped', code: 'max_iterations' })
    expect(results(ports)).toHaveLength(2)
  })

  test('null takes another pass, also beyond the steps that there are', async () => {
    const { end, ports } = await run([{ text: 'a' }, { text: 'b' }], [saying('stop.done', null)], { maxIterations: 1 })
    expect(end.answer).toBe('b')
    expect(texts(ports, 1)).toEqual(['do it', 'a', 'Go on.'])
  })

  test('a block on a reply without calls continues the turn with its reason', async () => {
    const { end, ports } = await run(
      [{ text: 'a' }, { text: 'b' }],
      [saying('stop.done', { decision: 'block', reason: 'test it' })],
    )
    expect(end.answer).toBe('b')
    expect(texts(ports, 1)).toEqual(['do it', 'a', '[hook judge] test it'])
  })

  test('with calls in the reply lets them run first, and its text follows the results', async () => {
    const ask = { decision: 'ask_again', value: 'And the tests?' }
    const { ports } = await run([CALL, { text: 'b' }], [saying('stop.done', ask)])
    expect(texts(ports, 1)).toEqual(['do it', 'working', 't is done', '[hook judge] And the tests?'])
  })

  test('a text is the answer: calls are dropped, each with its result', async () => {
    const { end, ports } = await run([CALL], [saying('stop.done', 'The answer.')])
    expect(end).toMatchObject({ status: 'completed', answer: 'The answer.' })
    expect(results(ports)).toEqual(['not run: judge ended the turn'])
    expect(ports.rows.map((row) => row.kind)).toEqual(['input', 'reply', 'result', 'reply'])
    expect(ports.rows.at(-1)).toMatchObject({ text: 'The answer.', provider: 'hook', model: 'judge', replaces: null })
  })

  test('done ends on what the model said', async () => {
    const { end, ports } = await run([CALL], [saying('stop.done', { decision: 'done', reason: 'enough' })])
    expect(end).toMatchObject({ status: 'completed', reason: 'enough', answer: 'working' })
    expect(ports.rows.map((row) => row.kind)).toEqual(['input', 'reply', 'result'])
  })

  test('a halt ends it without an answer', async () => {
    const { end } = await run(
      [{ text: 'a' }],
      [saying('stop.done', { decision: 'done', halt: 'no more' }), hook('g', 'guard.onOutput', () => 'never')],
    )
    expect(end).toEqual({ status: 'halted', code: null, reason: 'no more', answer: null })
  })

  test('21-stop-hook-never-satisfied: after eight continuations the turn is capped, and says so', async () => {
    const asked: unknown[] = []
    const never = hook('judge', 'stop.done', ({ event }) => {
      asked.push('held' in event ? [event.held, event.active] : null)
      return { decision: 'block', reason: 'not yet' }
    })
    const { end, ports } = await run(
      Array.from({ length: 20 }, () => ({ text: 'done' })),
      [never],
    )
    expect(end).toMatchObject({ status: 'capped', code: 'stop_cap', answer: 'done' })
    expect(ports.requests).toHaveLength(9)
    expect(asked.slice(0, 3)).toEqual([
      [0, false],
      [1, true],
      [2, true],
    ])
  })

  test('over all turns of an hour there is a bound of its own', async () => {
    const never = hook('judge', 'stop.done', () => ({ decision: 'block', reason: 'not yet' }))
    const { end } = await run([], [never], {}, { lastHour: 24 })
    expect(end).toMatchObject({ status: 'capped', code: 'stop_cap_hour' })
  })

  test('asking again ends when the same answer comes three times with nothing new in between', async () => {
    const again = hook('judge', 'stop.done', () => ({ decision: 'ask_again', value: 'Sure?' }))
    const same = Array.from({ length: 5 }, () => ({ text: 'yes' }))
    const { end, ports } = await run(same, [again])
    expect(end).toMatchObject({ status: 'capped', code: 'stop_cap' })
    expect(ports.requests).toHaveLength(3)
  })

  test('a call in between is something new', async () => {
    const again = hook('judge', 'stop.done', () => ({ decision: 'ask_again', value: 'Sure?' }))
    const yes = { text: 'yes' }
    const { ports } = await run([yes, yes, CALL, yes, yes, yes, yes], [again])
    expect(ports.requests).toHaveLength(6)
  })

  test('in a child, agent.stop is asked when it is about to stop, and keeps it going', async () => {
    const asked: string[] = []
    const verdicts = [{ decision: 'block', reason: 'tests fail' }]
    const both = [
      hook('s', 'stop.done', () => void asked.push('stop.done')),
      hook('verifier', 'agent.stop', () => {
        asked.push('agent.stop')
        return verdicts.shift()
      }),
    ]
    const { end, ports } = await run([CALL, { text: 'a' }, { text: 'b' }], both, { spawned: true })
    expect(end.answer).toBe('b')
    expect(asked).toEqual(['stop.done', 'stop.done', 'agent.stop', 'stop.done', 'agent.stop'])
    expect(texts(ports, 2).at(-1)).toBe('[hook verifier] tests fail')
    asked.length = 0
    await run([{ text: 'a' }], both)
    expect(asked).toEqual(['stop.done'])
  })
})

describe('guard.onOutput', () => {
  test('a rewrite changes what is kept and returned', async () => {
    const { end, ports } = await run([{ text: 'secret' }], [hook('g', 'guard.onOutput', () => 'hidden')])
    expect(end.answer).toBe('hidden')
    expect(ports.rows.at(-1)).toMatchObject({ kind: 'reply', text: 'hidden', replaces: 2 })
  })

  test('a rejection ends the turn as blocked, and later requests do not hold the answer', async () => {
    const { end, ports } = await run(
      [{ text: 'secret' }],
      [hook('g', 'guard.onOutput', () => ({ decision: 'block', reason: 'no' }))],
    )
    expect(end).toEqual({ status: 'blocked', code: null, reason: 'g: no', answer: null })
    expect(ports.rows.at(-1)).toMatchObject({ text: '(The answer was rejected by g: no)', replaces: 2 })
  })
})

describe('inputs', () => {
  test('a rewrite is a new row that replaces the old', async () => {
    const { ports } = await run([{ text: 'ok' }], [hook('g', 'guard.onInput', () => 'do it well')])
    expect(ports.rows.slice(0, 2)).toMatchObject([
      { text: 'do it' },
      { text: 'do it well', replaces: 1, origin: 'person' },
    ])
    expect(texts(ports, 0)).toEqual(['do it well'])
  })

  test('a rejection ends the turn before any model call, and the text is never sent', async () => {
    const { end, ports } = await run([], [hook('g', 'guard.onInput', () => ({ decision: 'block', reason: 'no' }))])
    expect(end).toEqual({ status: 'blocked', code: null, reason: 'g: no', answer: null })
    expect(ports.requests).toEqual([])
    expect(ports.rows.at(-1)).toMatchObject({ replaces: 1, text: expect.not.stringContaining('do it') })
  })

  test('a stop while its guard is asked leaves it unsent', async () => {
    const stop = new AbortController()
    const ports = createPorts({ model: replies({ text: 'ok' }) })
    const slow = hook('g', 'guard.onInput', () => {
      stop.abort()
      return new Promise(() => undefined)
    })
    expect((await runTurn(createSetup({ hooks: [slow], signal: stop.signal }), ports)).status).toBe('stopped')
    expect(ports.rows.map((row) => ('text' in row ? row.text : ''))).toEqual([
      'do it',
      '(A message was not judged, since the turn ended before. It is not shown.)',
    ])
  })

  test('a halt at session.start keeps the prompt on the record', async () => {
    const { end, ports } = await run(
      [],
      [hook('s', 'session.start', () => ({ decision: 'pass', halt: 'not today' }))],
      {
        sessionStart: 'startup',
      },
    )
    expect(end).toMatchObject({ status: 'halted', reason: 'not today' })
    expect(ports.rows).toMatchObject([{ kind: 'input', text: 'do it' }])
  })

  test('what is sent meanwhile is read at the next step, through its guard; reminders are not judged', async () => {
    const judged: string[] = []
    const guard = hook('g', 'guard.onInput', ({ event }) => void judged.push('msg' in event ? event.msg : ''))
    const ports = createPorts({ tools: [tool('t')], model: replies(CALL, { text: 'ok' }) })
    const sending = hook('send', 'tools.before', () => {
      ports.queued.push({ id: 'q1', text: 'hurry', origin: 'person', from: null })
      ports.queued.push({ id: 'q2', text: 'note', origin: 'reminder', from: 'work' })
    })
    await runTurn(createSetup({ hooks: [guard, sending] }), ports)
    expect(texts(ports, 1)).toEqual(['do it', 'working', 't is done', 'hurry', '[reminder work] note'])
    expect(judged).toEqual(['do it', 'hurry'])
    expect(ports.events.flatMap((event) => (event.type === 'input.taken' ? [event.id] : []))).toEqual(['q1', 'q2'])
  })

  test('what hooks left for later stands before the person’s message', async () => {
    const ports = createPorts({ model: replies({ text: 'ok' }) })
    ports.queued.push({ id: 'q', text: 'remember', origin: 'hook', from: 'memo' })
    await runTurn(createSetup(), ports)
    expect(texts(ports, 0)).toEqual(['[hook memo] remember', 'do it'])
  })

  test('context that no model call follows waits for the next input', async () => {
    const { ports } = await run(
      [{ text: 'ok' }],
      [hook('g', 'guard.onOutput', () => ({ decision: 'pass', context: ['later'] }))],
    )
    expect(ports.queued).toMatchObject([{ text: 'later', origin: 'hook', from: 'g' }])
    expect(ports.events.find((event) => event.type === 'input.queued')).toBeDefined()
  })
})

describe('before a model call', () => {
  const context = (text: string) => ({ decision: 'pass', context: [text] })

  test('session.start and agent.start are asked once, and their context stands behind the input', async () => {
    const hooks = [hook('s', 'session.start', () => context('since')), hook('a', 'agent.start', () => context('role'))]
    const agentStart = { agentType: 'scout', prompt: 'do it' }
    const { ports } = await run([{ text: 'ok' }], hooks, { sessionStart: 'startup', agentStart })
    expect(texts(ports, 0)).toEqual(['do it', '[hook s] since', '[hook a] role'])
    expect((await run([{ text: 'ok' }], hooks)).ports.requests[0]?.messages).toHaveLength(1)
  })

  test('points are asked in their order', async () => {
    const asked: string[] = []
    const points = [
      'session.start',
      'guard.onInput',
      'memory.keep',
      'context.build',
      'model.choose',
      'stop.done',
      'tools.before',
      'tools.after',
      'guard.onOutput',
    ] as const
    const all = hook('all', points, ({ point }) => void asked.push(point))
    await run([CALL, { text: 'ok' }], [all], { sessionStart: 'resume' })
    const step = ['memory.keep', 'context.build', 'model.choose', 'stop.done']
    expect(asked).toEqual([
      'session.start',
      'guard.onInput',
      ...step,
      'tools.before',
      'tools.after',
      ...step,
      'guard.onOutput',
    ])
  })

  test('context.build patches the request by its keys', async () => {
    const patch = { system: 'Be brief.', toolChoice: 'none', generation: { temperature: 0 } }
    const { ports } = await run([{ text: 'ok' }], [hook('c', 'context.build', () => patch)])
    expect(ports.requests[0]).toMatchObject({ ...patch, tools: [{ name: 't' }], messages: [{ text: 'do it' }] })
  })

  test('or replaces it, where it holds messages; a call without result still gets one', async () => {
    const call = { id: 'c1', name: 't', args: {} }
    const whole = {
      messages: [
        { role: 'user', text: 'other' },
        { role: 'assistant', text: '', calls: [call] },
      ],
    }
    const { ports } = await run([{ text: 'ok' }], [hook('c', 'context.build', () => whole)])
    expect(ports.requests[0]).toMatchObject({ tools: [], system: 'You are careful.' })
    expect(ports.requests[0]?.messages.map((message) => message.role)).toEqual(['user', 'assistant', 'result'])
  })

  test.each([
    ['model.choose', 'missing', 'test/missing, which is not there'],
    ['model.choose', { model: 'missing', provider: 'other' }, 'other/missing, which is not there'],
    ['context.build', { model: 'missing', system: 'B' }, 'test/missing, which is not there'],
    ['model.choose', 'broken', "test/broken, which can't be used (broken is a folder)"],
    ['model.choose', { model: 'broken', provider: 'other' }, "other/broken, which can't be used (broken is a folder)"],
  ] as const)('%s with the model %j rules nothing, and the record says so', async (point, answer, which) => {
    const ports = createPorts({ model: replies({ text: 'ok' }) })
    const providers = {
      ...ports.providers,
      check: (_: string, model: string) => (model === 'broken' ? 'broken is a folder.' : null),
    }
    const end = await runTurn(createSetup({ hooks: [hook('h', point, () => answer)] }), { ...ports, providers })
    expect(end).toMatchObject({ status: 'completed', answer: 'ok' })
    expect(ports.requests).toMatchObject([{ model: 'model-1', system: 'You are careful.' }])
    expect(verdicts(ports)).toMatchObject([
      { status: 'malformed', decision: 'pass', error: { message: `named the model ${which}` } },
    ])
    const outcomes = ports.events.flatMap((event) => (event.type === 'outcome' ? [event.outcome] : []))
    expect(outcomes).toMatchObject([{ point, decision: 'pass', by: null, value: null }])
  })

  test('what of it can’t be read is malformed: the request stays as it was built', async () => {
    const { ports } = await run(
      [{ text: 'ok' }],
      [hook('c', 'context.build', () => ({ messages: [{ role: 'robot' }] }))],
    )
    expect(texts(ports, 0)).toEqual(['do it'])
    expect(verdicts(ports)).toMatchObject([{ status: 'malformed', decision: 'pass' }])
  })

  test.each([
    [
      'model.choose names one for the step',
      [hook('m', 'model.choose', () => ({ provider: 'other', model: 'm2' }))],
      'm2',
      'other',
    ],
    [
      'it overrides one that context.build named',
      [hook('c', 'context.build', () => ({ model: 'm1' })), hook('m', 'model.choose', () => 'm2')],
      'm2',
      'test',
    ],
    ['context.build may name one', [hook('c', 'context.build', () => ({ model: 'm1' }))], 'm1', 'test'],
    ['one that is not there changes nothing', [hook('m', 'model.choose', () => 'missing')], 'model-1', 'test'],
  ])('the model: %s', async (_, hooks, model, provider) => {
    const { ports } = await run([{ text: 'ok' }], hooks)
    expect(ports.requests[0]?.model).toBe(model)
    expect(ports.rows.at(-1)).toMatchObject({ provider, model })
  })

  test('is chosen anew in each step', async () => {
    const { ports } = await run([CALL, { text: 'ok' }], [saying('model.choose', 'm2')])
    expect(ports.requests.map((request) => request.model)).toEqual(['m2', 'model-1'])
  })

  test('a memory.keep that fails ends the turn there', async () => {
    const broken = hook('k', 'memory.keep', () => {
      throw new Error('broke')
    })
    const { end, ports } = await run([{ text: 'ok' }], [broken])
    expect(end.status).toBe('halted')
    expect(ports.requests).toEqual([])
  })

  test('an answer that is replayed is said out loud', async () => {
    const broken = hook('m', 'model.choose', () => {
      throw new Error('broke')
    })
    const ports = createPorts({ model: replies({ text: 'a' }, { text: 'b' }) })
    const kept = new Map<string, Parameters<NonNullable<typeof ports.lastAnswers>['set']>[2]>()
    const lastAnswers = {
      get: (name: string) => {
        const verdict = kept.get(name)
        return verdict === undefined ? null : { verdict, at: 0 }
      },
      set: (name: string, _: unknown, verdict: Parameters<typeof kept.set>[1]) => void kept.set(name, verdict),
    }
    const replay = { onFailure: 'replay' } as const
    const works = { ...hook('m', 'model.choose', () => 'm2'), ...replay }
    await runTurn(createSetup({ hooks: [works] }), { ...ports, lastAnswers })
    ports.clock.advance(5_000)
    await runTurn(createSetup({ hooks: [{ ...broken, ...replay }] }), { ...ports, lastAnswers })
    expect(ports.requests.map((request) => request.model)).toEqual(['m2', 'm2'])
    expect(ports.events.filter((event) => event.type === 'hook.fallback')).toEqual([
      { type: 'hook.fallback', point: 'model.choose', hook: 'm', ageMs: 5_000, error: 'Error: broke' },
    ])
  })

  test('hooks are told the facts of their moment', async () => {
    const seen: unknown[] = []
    const look = hook('l', ['guard.onInput', 'stop.done'], ({ facts }) => {
      seen.push([facts.turn, facts.step, facts.pass, facts.toolCalls, facts.promptTokens, facts.incoming])
    })
    await run([{ ...CALL, usage: { input: 9, output: 1 } }, { text: 'ok' }], [look], { number: 3, passes: 10 })
    expect(seen).toEqual([
      [3, 0, 10, 0, null, 'do it'],
      [3, 1, 11, 1, 9, 'do it'],
      [3, 2, 12, 0, 9, 'do it'],
    ])
  })

  test('hooks are told what replies used, and of how many nobody knows', async () => {
    const seen: unknown[] = []
    const look = hook('l', 'stop.done', ({ facts }) => {
      seen.push([facts.turnTokens, facts.sessionTokens])
    })
    const usage = { input: 100, cached: 50, output: null }
    const said = {
      kind: 'reply',
      replaces: null,
      text: 'a',
      reasoning: '',
      calls: [],
      provider: 'p',
      model: 'm',
    } as const
    const earlier = { ...said, id: 1, at: 0, turn: turnId('trn_0'), usage, end: 'stop' } as const
    await run([{ ...CALL, usage: { input: 9, output: 1 } }, { text: 'ok' }], [look], { history: [earlier] })
    expect(seen).toEqual([
      [
        { input: 9, output: 1, replies: 1, unreported: 0 },
        { input: 109, output: 1, replies: 2, unreported: 1 },
      ],
      [
        { input: 9, output: 1, replies: 2, unreported: 1 },
        { input: 109, output: 1, replies: 3, unreported: 2 },
      ],
    ])
  })
})

describe('whatever goes wrong is an ending', () => {
  test('a record that can’t be written', async () => {
    const ports = createPorts({ model: replies({ text: 'ok' }) })
    const full: typeof ports.log.commit = (row) => {
      if (row.kind === 'input') return ports.log.commit(row)
      throw new Error('the disk is full')
    }
    const end = await runTurn(createSetup(), { ...ports, log: { ...ports.log, commit: full } })
    expect(end).toEqual({ status: 'failed', code: null, reason: 'The turn broke off: the disk is full', answer: null })
    expect(ports.events.at(-1)).toMatchObject({ type: 'turn.ended', status: 'failed' })
  })

  test('a start that can’t be written leaves nothing of the turn', async () => {
    const ports = createPorts({ model: replies({ text: 'ok' }) })
    const written: string[] = []
    const full = () => {
      throw new Error('the disk is full')
    }
    const together = <T>(start: () => T): T => {
      const before = ports.events.length
      try {
        return start()
      } finally {
        written.push(...ports.events.slice(before).map(({ type }) => type))
        ports.events.length = before
      }
    }
    const end = await runTurn(createSetup(), { ...ports, log: { ...ports.log, commit: full, together } })
    expect(end).toMatchObject({ status: 'failed' })
    expect(written).toEqual(['turn.started', 'span.started'])
    expect(ports.events).toEqual([])
  })

  test('the start and what was said are one write', async () => {
    const ports = createPorts({ model: replies({ text: 'ok' }) })
    const together = <T>(start: () => T): T => {
      expect(ports.events).toEqual([])
      const value = start()
      expect(ports.events.map(({ type }) => type)).toEqual(['turn.started', 'span.started', 'row.committed'])
      return value
    }
    const hooks = [hook('s', 'session.start', () => undefined)]
    const end = await runTurn(createSetup({ hooks }), { ...ports, log: { ...ports.log, together } })
    expect(end.status).toBe('completed')
  })

  test('a verdict that can’t be written', async () => {
    const ports = createPorts({ model: replies({ text: 'ok' }) })
    const emit = (event: Parameters<typeof ports.log.emit>[0]) => {
      if (event.type === 'verdict') throw new Error('the disk is full')
      ports.log.emit(event)
    }
    const hooks = [hook('g', 'guard.onInput', () => undefined)]
    const end = await runTurn(createSetup({ hooks }), { ...ports, log: { ...ports.log, emit } })
    expect(end).toMatchObject({ status: 'failed', reason: 'The turn broke off: the disk is full' })
  })

  test('a stop before it began', async () => {
    const { end, ports } = await run([{ text: 'ok' }], [], { signal: AbortSignal.abort() })
    expect(end.status).toBe('stopped')
    expect(ports.requests).toEqual([])
  })
})
