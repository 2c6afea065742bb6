import type { Hook } from '@belay/hooks'
import { type Answer, callId, foldAll, sessionId, type TraceEventBody, turnId } from '@belay/trace'
import { describe, expect, test } from 'vitest'
import endings from './fixtures/24-endings.json'
import { LOST_RESULT } from './messages'
import { runTurn } from './run-turn'
import { replies, type TestCall } from './testing/model'
import { createPorts, type TestOptions, type TestPorts } from './testing/ports'
import { createSetup, hook } from './testing/setup'
import { tick } from './testing/tick'
import { done, tool } from './testing/tools'

const ASKED = { access: 'ask', kind: 'run:x', outside: false, question: 'Run x?' } as const
const ALLOWED: Answer = { say: 'allow', scope: 'once', args: null }

/** One reply with these calls, then one that ends the turn. */
function calling(calls: readonly TestCall[], options: Omit<TestOptions, 'model'>): TestPorts {
  return createPorts({ ...options, model: replies({ calls }, { text: 'end' }) })
}

const results = (ports: TestPorts) => ports.rows.flatMap((row) => (row.kind === 'result' ? [row.content] : []))
const spans = (ports: TestPorts) => {
  const events = ports.events.map((event, index) => ({ ...event, session: sessionId('s'), seq: index + 1, at: 0 }))
  return [...foldAll(events).spans.values()]
}
const toolSpans = (ports: TestPorts) => spans(ports).filter((span) => span.kind === 'tool')

/** Hears of every call, before and after. */
function listener(heard: string[], at: 'tools.before' | 'tools.after' = 'tools.after'): Hook {
  return hook('listener', at, ({ event }) => {
    if ('result' in event) heard.push(`${event.result.isError ? 'failure' : 'success'}: ${event.result.content}`)
    else if ('call' in event) heard.push(`before ${event.call.name}`)
    return undefined
  })
}

describe('24-every-call-ends-in-one-event', () => {
  const stop = new AbortController()
  const ends = {
    success: [tool('success'), /^success is done$/],
    exit_code_1: [tool('exit_code_1', { run: () => done('[exit code 1]', true) }), /exit code 1/],
    throws: [tool('throws', { run: () => Promise.reject(new Error('broke')) }), /^throws failed: broke$/],
    invalid_input: [tool('invalid_input', { required: ['path'] }), /path: expected a string/],
    denied_by_hook: [tool('denied_by_hook'), /^refused by guard: not here$/],
    denied_by_user: [tool('denied_by_user', { need: ASKED }), /^denied by the person: no thanks$/],
    timeout: [tool('timeout', { run: () => done('timed out after 5 ms', true) }), /timed out/],
    interrupted: [
      tool('interrupted', {
        run: () => {
          stop.abort()
          return { content: 'half', isError: true, facts: { stopped: true } }
        },
      }),
      /^stopped by the person while it ran\nhalf$/,
    ],
  } as const

  test('each of eight endings, a refusal included, is heard of once, with a success only for the success', async () => {
    const heard: string[] = []
    const guard = hook('guard', 'tools.before', ({ event }) =>
      JSON.stringify(event).includes('denied_by_hook') ? { decision: 'block', reason: 'not here' } : undefined,
    )
    const calls = endings.map(({ ending }) => ({ name: ending, args: {} }))
    const ports = calling(calls, {
      tools: Object.values(ends).map(([each]) => each),
      answer: () => ({ say: 'deny', reason: 'no thanks' }),
    })
    const hooks = [guard, listener(heard)]
    const end = await runTurn(createSetup({ hooks, permission: 'ask', signal: stop.signal }), ports)
    expect(end.status).toBe('stopped')
    expect(heard).toHaveLength(endings.length)
    for (const [index, { ending, expect: kind }] of endings.entries()) {
      const [, content] = ends[ending as keyof typeof ends]
      const [outcome, said] = (heard[index] ?? '').split(/: (.*)/s)
      expect(outcome).toBe(kind === 'PostToolUse' ? 'success' : 'failure')
      expect(said).toMatch(content)
      expect(results(ports)[index]).toBe(said)
    }
    expect(toolSpans(ports).map((span) => span.status)).toEqual([
      'ok',
      'error',
      'error',
      'error',
      'refused',
      'refused',
      'error',
      'stopped',
    ])
  })
})

describe('60-abort-leaves-tool-use-open', () => {
  test('a stop settles within a second though a tool ignores it, and all three calls have results in order', async () => {
    const stop = new AbortController()
    const heard: string[] = []
    let finishLate: (() => void) | undefined
    const ports = calling(
      ['a', 'b', 'c'].map((name) => ({ name, args: {} })),
      {
        tools: [
          tool('a'),
          tool('b', { run: () => new Promise((resolve) => (finishLate = () => resolve(done('too late')))) }),
          tool('c'),
        ],
      },
    )
    const running = runTurn(createSetup({ hooks: [listener(heard)], signal: stop.signal }), ports)
    await tick()
    const stoppedAt = ports.clock.now()
    stop.abort()
    await tick()
    ports.clock.advance(920)
    expect(await running).toMatchObject({ status: 'stopped' })
    expect(ports.clock.now() - stoppedAt).toBeLessThan(1_000)
    const expected = [
      'a is done',
      'stopped by the person while it ran; what it did until then is unknown',
      'not run: the turn was stopped by the person',
    ]
    expect(results(ports)).toEqual(expected)
    expect(heard).toHaveLength(3)
    finishLate?.()
    await tick()
    expect(results(ports)).toEqual(expected)
    expect(ports.events.at(-1)?.type).toBe('turn.ended')
    expect(spans(ports).every((span) => span.end !== null)).toBe(true)
  })

  test('calls that a crash left without a result get one in the next request, and the record says so', async () => {
    const row = { turn: turnId('old'), replaces: null, at: 0 } as const
    const call = (id: string) => ({ id: callId(id), name: 'run', args: {}, raw: '{}', complete: true })
    const reply = { text: '', reasoning: '', provider: 'p', model: 'm', end: 'calls' } as const
    const usage = { input: null, cached: null, output: null }
    const history = [
      { ...row, id: 1, kind: 'reply', ...reply, usage, calls: [call('a'), call('b')] },
      { ...row, id: 2, kind: 'result', call: callId('a'), name: 'run', content: 'ok', isError: false },
    ] as const
    const ports = createPorts({ model: replies({ text: 'end' }), rows: history })
    await runTurn(createSetup({ history }), ports)
    expect(
      ports.requests[0]?.messages.map((message) => ('content' in message ? message.content : message.text)),
    ).toEqual(['', 'ok', LOST_RESULT, 'do it'])
    const notices = ports.events.flatMap((event) => (event.type === 'notice' ? [event.text] : []))
    expect(notices).toEqual([expect.stringContaining('1 call of an earlier turn had no result (run)')])
    expect(ports.rows.slice(0, 2)).toEqual(history)
  })
})

describe('calls of one step', () => {
  /** A read-only tool that ends when the test says so. */
  function slow(name: string, log: string[], readOnly: boolean) {
    return tool(name, {
      readOnly,
      run: async () => {
        log.push(`${name} begins`)
        await tick()
        log.push(`${name} ends`)
        return done(name)
      },
    })
  }

  test('adjacent read-only calls run side by side, any other alone; hooks and results keep the order', async () => {
    const log: string[] = []
    const ports = calling(
      ['r1', 'r2', 'w', 'r1'].map((name) => ({ name, args: {} })),
      {
        tools: [slow('r1', log, true), slow('r2', log, true), slow('w', log, false)],
      },
    )
    const before = hook(
      'b',
      'tools.before',
      ({ event }) => void log.push(`before ${'call' in event ? event.call.name : ''}`),
    )
    const after = hook(
      'a',
      'tools.after',
      ({ event }) => void log.push(`after ${'call' in event ? event.call.name : ''}`),
    )
    await runTurn(createSetup({ hooks: [before, after] }), ports)
    expect(log).toEqual([
      ...['before r1', 'before r2', 'r1 begins', 'r2 begins', 'r1 ends', 'r2 ends', 'after r1', 'after r2'],
      ...['before w', 'w begins', 'w ends', 'after w'],
      ...['before r1', 'r1 begins', 'r1 ends', 'after r1'],
    ])
    expect(results(ports)).toEqual(['r1', 'r2', 'w', 'r1'])
  })

  test('a read-only call that a hook turned into another runs alone, like the other', async () => {
    const log: string[] = []
    const calls = ['r1', 'r2', 'r1'].map((name) => ({ name, args: {} }))
    const ports = calling(calls, { tools: [slow('r1', log, true), slow('r2', log, true), slow('w', log, false)] })
    const rename = hook('b', 'tools.before', ({ event }) => {
      const name = 'call' in event ? event.call.name : ''
      log.push(`before ${name}`)
      return name === 'r2' ? { name: 'w' } : undefined
    })
    await runTurn(createSetup({ hooks: [rename] }), ports)
    const alone = [
      'before r1',
      'before r2',
      'r1 begins',
      'r1 ends',
      'w begins',
      'w ends',
      'before r1',
      'r1 begins',
      'r1 ends',
    ]
    expect(log).toEqual(alone)
  })

  test('a question holds its call and later ones, not those ahead of it; the card lists what waits behind it', async () => {
    let answer: (said: Answer) => void = () => undefined
    const ports = calling(
      ['r', 'x', 'r', 'w'].map((name) => ({ name, args: {} })),
      {
        tools: [tool('r', { readOnly: true }), tool('x', { readOnly: true, need: ASKED }), tool('w')],
      },
    )
    const waiting = { ...ports, questions: { ask: () => new Promise<Answer>((resolve) => (answer = resolve)) } }
    const running = runTurn(createSetup({ permission: 'ask' }), waiting)
    await tick()
    expect(results(ports)).toEqual(['r is done'])
    const question = ports.events.find((event) => event.type === 'question.opened')
    expect(question?.question).toMatchObject({ text: 'Run x?', kind: 'run:x', hook: null, behind: ['r', 'w'] })
    expect(toolSpans(ports).map((span) => span.status)).toEqual(['ok', 'waiting'])
    expect(statuses(ports)).toEqual(['waiting'])
    answer({ say: 'deny', reason: null })
    await running
    expect(results(ports)).toEqual(['r is done', 'denied by the person', 'r is done', 'w is done'])
    expect(statuses(ports)).toEqual(['waiting', 'running'])
  })

  const statuses = (ports: TestPorts) =>
    ports.events.flatMap((event) => (event.type === 'turn.status' ? [event.status] : []))

  test('an answer for the session permits the kind', async () => {
    const ports = calling(
      ['x', 'x'].map((name) => ({ name, args: {} })),
      {
        tools: [tool('x', { need: ASKED })],
        answer: () => ({ say: 'allow', scope: 'session', args: null }),
      },
    )
    await runTurn(createSetup({ permission: 'ask' }), ports)
    expect(ports.asked).toHaveLength(1)
    expect([...ports.granted]).toEqual(['run:x'])
  })

  test('edited arguments run exactly as edited, and only where they fit', async () => {
    const edits = [{ path: 'edited' }, { path: 5 }]
    const x = tool('x', { need: ASKED, required: ['path'] })
    const ports = calling(
      edits.map(() => ({ name: 'x', args: { path: 'asked' } })),
      {
        tools: [x],
        answer: () => ({ say: 'allow', scope: 'once', args: edits.shift() ?? null }),
      },
    )
    await runTurn(createSetup({ permission: 'ask' }), ports)
    expect(x.ran).toEqual([{ path: 'edited' }])
    expect(results(ports)[1]).toMatch(
      /^The person allowed this call with other arguments, which do not fit\. path: expected a string/,
    )
  })

  test('a stop while a question is open closes it', async () => {
    const stop = new AbortController()
    const ports = calling([{ name: 'x', args: {} }], { tools: [tool('x', { need: ASKED })] })
    const running = runTurn(createSetup({ permission: 'ask', signal: stop.signal }), ports)
    await tick()
    stop.abort()
    expect((await running).status).toBe('stopped')
    expect(ports.events.find((event) => event.type === 'question.closed')).toMatchObject({ answer: { say: 'closed' } })
  })

  test('each has an id of its own, whatever the server sent', async () => {
    const ports = calling(
      ['r', 'r'].map((name) => ({ name, args: {} })),
      { tools: [tool('r')] },
    )
    await runTurn(createSetup(), ports)
    const [reply] = ports.rows.flatMap((row) => (row.kind === 'reply' ? [row.calls.map((each) => each.id)] : []))
    expect(new Set(reply)).toHaveLength(2)
  })
})

describe('what hooks say about a call', () => {
  const before = (answer: unknown) => hook('h', 'tools.before', () => answer)
  const after = (answer: unknown) => hook('h', 'tools.after', () => answer)

  async function calledWith(hooks: readonly Hook[], options: Partial<TestOptions> = {}) {
    const x = tool('x', { required: ['path'] })
    const y = tool('y', { need: ({ path }) => (path === 'far' ? { ...ASKED, outside: true } : { access: 'free' }) })
    const calls = [{ name: 'x', args: { path: 'a' } }]
    const ports = calling(calls, { tools: [x, y], answer: () => ALLOWED, ...options })
    const end = await runTurn(createSetup({ hooks, permission: 'ask' }), ports)
    return { x, y, ports, end, result: results(ports)[0], messages: ports.requests[1]?.messages.slice(3) ?? [] }
  }

  test('a rewrite runs with the new arguments', async () => {
    const { x } = await calledWith([before({ args: { path: 'b' } })])
    expect(x.ran).toEqual([{ path: 'b' }])
  })

  test('permission is judged on the rewritten call', async () => {
    const { y, ports } = await calledWith([before({ name: 'y', args: { path: 'far' } })])
    expect(ports.asked[0]).toMatchObject({ call: { name: 'y', args: { path: 'far' } }, kind: null })
    expect(y.ran).toEqual([{ path: 'far' }])
  })

  test('a rewrite to a tool that is not there, or to arguments that do not fit, is an error', async () => {
    expect((await calledWith([before({ name: 'gone' })])).result).toBe(
      'h rewrote this call to the tool gone, which is not there: not run',
    )
    const { x, result } = await calledWith([before({ args: { path: 5 } })])
    expect(result).toMatch(/^h rewrote this call\. path: expected a string/)
    expect(x.ran).toEqual([])
  })

  test('an answer takes the place of the run, and is heard of', async () => {
    const heard: string[] = []
    const { x, result } = await calledWith([before({ decision: 'answer', value: 'from the cache' }), listener(heard)])
    expect([x.ran, result, heard]).toEqual([[], 'from the cache', ['success: from the cache']])
  })

  test('a question of a hook shows the rewritten call and runs exactly that', async () => {
    const { x, ports } = await calledWith([
      before({ decision: 'ask', value: { question: 'Sure?' } }),
      before({ args: { path: 'b' } }),
    ])
    expect(ports.asked[0]).toMatchObject({ hook: 'h', text: 'Sure?', kind: null, call: { args: { path: 'b' } } })
    expect(x.ran).toEqual([{ path: 'b' }])
  })

  test('a text at tools.after is what the model reads', async () => {
    expect((await calledWith([after('shorter')])).result).toBe('shorter')
  })

  test('a block at tools.after is context, since the call ran', async () => {
    const { x, result, messages } = await calledWith([after({ decision: 'block', reason: 'check it' })])
    expect([x.ran.length, result]).toEqual([1, 'x is done'])
    expect(messages).toEqual([{ role: 'user', text: '[hook h] check it' }])
  })

  test('context comes after all results, in the order of the calls, then of the hooks', async () => {
    const say = (name: string, at: 'tools.before' | 'tools.after') =>
      hook(name, at, ({ event }) => ({
        decision: 'pass',
        context: [`${name} on ${'call' in event ? event.call.args.path : ''}`],
      }))
    const calls = ['1', '2'].map((path) => ({ name: 'r', args: { path } }))
    const ports = calling(calls, { tools: [tool('r', { readOnly: true })] })
    await runTurn(createSetup({ hooks: [say('b', 'tools.before'), say('a', 'tools.after')] }), ports)
    expect(
      ports.requests[1]?.messages.slice(2).map((message) => ('text' in message ? message.text : message.role)),
    ).toEqual(['result', 'result', '[hook b] b on 1', '[hook a] a on 1', '[hook b] b on 2', '[hook a] a on 2'])
  })

  test('a reminder waits in the queue and is read at the next step', async () => {
    const { messages } = await calledWith([after({ decision: 'pass', reminders: ['mind the gap'] })])
    expect(messages).toEqual([{ role: 'user', text: '[reminder h] mind the gap' }])
  })

  test('a halt before a call ends the turn: finished calls keep their results, the others say so', async () => {
    const halting = hook('stopper', 'tools.before', ({ event }) =>
      JSON.stringify(event).includes('"2"') ? { decision: 'pass', halt: 'enough' } : undefined,
    )
    const heard: string[] = []
    const calls = ['1', '2', '3'].map((path) => ({ name: 'w', args: { path } }))
    const ports = calling(calls, { tools: [tool('w')] })
    const end = await runTurn(
      createSetup({ hooks: [halting, listener(heard), hook('done', 'stop.done', () => undefined)] }),
      ports,
    )
    expect(end).toEqual({ status: 'halted', code: null, reason: 'enough', answer: null })
    expect(results(ports)).toEqual(['w is done', 'turn halted by stopper: enough', 'turn halted by stopper: enough'])
    expect(heard).toHaveLength(3)
    expect(ports.requests).toHaveLength(1)
  })

  test('a halt after a call ends it once its result is committed', async () => {
    const { end, result } = await calledWith([after({ decision: 'pass', halt: 'seen enough' })])
    expect([end.status, end.reason, result]).toEqual(['halted', 'seen enough', 'x is done'])
  })

  test('a halt ends what runs beside the call, which then says so', async () => {
    const halting = hook('stopper', 'tools.after', () => ({ decision: 'pass', halt: 'enough' }))
    const ports = calling(
      ['quick', 'endless'].map((name) => ({ name, args: {} })),
      {
        tools: [
          tool('quick', { readOnly: true }),
          tool('endless', {
            readOnly: true,
            run: (_, { signal }) =>
              new Promise((resolve) => {
                signal.addEventListener('abort', () =>
                  resolve({ content: '', isError: true, facts: { stopped: true } }),
                )
              }),
          }),
        ],
      },
    )
    await runTurn(createSetup({ hooks: [halting] }), ports)
    expect(results(ports)).toEqual(['quick is done', 'turn halted by stopper: enough'])
  })

  test('a hook’s span hangs below the call that it was asked about', async () => {
    const { ports } = await calledWith([before(undefined)])
    const [call] = toolSpans(ports)
    const [asked] = spans(ports).filter((span) => span.kind === 'hook')
    expect(asked?.parent).toBe(call?.id)
    expect(ports.details.get(asked?.id ?? call?.id ?? Object.create(null))).toMatchObject({
      original: { name: 'x', args: { path: 'a' } },
      handed: { name: 'x', args: { path: 'a' } },
      answered: { decision: 'pass' },
    })
  })
})

test('events of a call stand in the order in which they happened', async () => {
  const ports = calling([{ name: 'x', args: {} }], { tools: [tool('x')] })
  await runTurn(createSetup(), ports)
  const kinds = ports.events.map((event: TraceEventBody) =>
    event.type === 'row.committed' ? event.row.kind : event.type,
  )
  expect(kinds.indexOf('result')).toBeGreaterThan(kinds.indexOf('reply'))
  expect(kinds.at(-1)).toBe('turn.ended')
})
