import type { CallbackRequest, Hook } from '@belay/hooks'
import { type Answer, type CallId, foldAll, type PointId, sessionId } from '@belay/trace'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ModelError } from './model'
import { runTurn } from './run-turn'
import { replies, type TestReply } from './testing/model'
import { createPorts, type TestPorts } from './testing/ports'
import { createSetup, hook } from './testing/setup'
import { done, tool } from './testing/tools'

/** Whatever hooks say, models stream, tools do and people answer, and whenever it is stopped: these hold. */
function check(ports: TestPorts): void {
  const events = ports.events.map((event, index) => ({ ...event, session: sessionId('s'), seq: index + 1, at: 0 }))
  const state = foldAll(events)
  const ended = events.findIndex((event) => event.type === 'turn.ended')
  expect(events.filter((event) => event.type === 'turn.ended')).toHaveLength(1)
  expect(events.slice(ended + 1).filter((event) => event.type !== 'verdict')).toEqual([])
  expect([...state.spans.values()].filter((span) => span.end === null)).toEqual([])
  expect([...state.questions.values()].filter(({ answer }) => answer === null)).toEqual([])
  expect(resultIds(ports)).toEqual(completeIds(ports))
  expect(heardIds(state)).toEqual(askedIds(ports))
  for (const { messages } of ports.requests) {
    for (const [index, message] of messages.entries()) {
      if (message.role !== 'assistant') continue
      const behind = messages.slice(index + 1, index + 1 + message.calls.length)
      expect(behind.map((each) => (each.role === 'result' ? each.call : each.role))).toEqual(
        message.calls.map((call) => call.id),
      )
    }
  }
}

const replyRows = (ports: TestPorts) => ports.rows.flatMap((row) => (row.kind === 'reply' ? [row] : []))
const resultIds = (ports: TestPorts) => ports.rows.flatMap((row) => (row.kind === 'result' ? [row.call] : []))
const completeIds = (ports: TestPorts) =>
  replyRows(ports).flatMap((row) => row.calls.filter((call) => call.complete).map((call) => call.id))
/** Calls of whole replies: of each, hooks at `tools.after` hear once. */
const askedIds = (ports: TestPorts) =>
  replyRows(ports).flatMap((row) => (row.end === 'cut' || row.end === 'length' ? [] : row.calls.map((call) => call.id)))

function heardIds(state: ReturnType<typeof foldAll>): readonly (CallId | undefined)[] {
  const outcomes = state.turns.flatMap((turn) => turn.outcomes.filter(({ point }) => point === 'tools.after'))
  return outcomes.map(({ about }) => {
    const span = about === null ? undefined : state.spans.get(about)
    return span?.attributes['gen_ai.tool.call.id'] as CallId | undefined
  })
}

const ANSWERS: readonly unknown[] = [
  undefined,
  null,
  'a text',
  5,
  { decision: 'block', reason: 'no' },
  { decision: 'ask', value: { question: 'Really?' } },
  { decision: 'allow' },
  { decision: 'answer', value: 'said' },
  { decision: 'done', reason: 'enough' },
  { decision: 'ask_again', value: 'And?' },
  { decision: 'escalate' },
  { decision: 'pass', context: ['mind'], notes: ['n'], reminders: ['r'] },
  { decision: 'pass', halt: 'stop here' },
  { name: 'gone' },
  { args: { path: 'other' } },
  { name: 'write', args: {} },
  { messages: [{ role: 'assistant', text: '', calls: [{ id: 'x', name: 'read', args: {} }] }] },
  { system: 'Be brief.', toolChoice: 'none' },
  Promise.resolve({ decision: 'block', reason: 'late no' }),
]

const POINTS: readonly PointId[] = [
  'session.start',
  'guard.onInput',
  'memory.keep',
  'memory.summarize',
  'context.build',
  'model.choose',
  'errors.on',
  'stop.done',
  'tools.before',
  'tools.after',
  'guard.onOutput',
  'agent.start',
  'agent.stop',
]

const PEOPLE: readonly Answer[] = [
  { say: 'allow', scope: 'once', args: null },
  { say: 'allow', scope: 'session', args: { path: 'edited' } },
  { say: 'allow', scope: 'once', args: { path: 5 } },
  { say: 'deny', reason: null },
]

const calls = fc.array(
  fc.record({
    name: fc.constantFrom('read', 'write', 'broken', 'unknown'),
    args: fc.constantFrom<object | string>({ path: 'a' }, { path: 'b' }, {}, '', '{"path": "c', 'null', '[1]'),
  }),
  { maxLength: 4 },
)
const reply: fc.Arbitrary<TestReply> = fc.record(
  {
    text: fc.constantFrom('', 'words', ' '),
    calls,
    end: fc.constantFrom('stop', 'calls', 'length', 'refusal'),
    cut: fc.boolean(),
    openCall: fc.boolean(),
    error: fc.constantFrom(new ModelError('no', { status: 400, retryAfterMs: null }), undefined, undefined, undefined),
  },
  { requiredKeys: [] },
)
const hookPlan = fc.record({
  points: fc.subarray([...POINTS], { minLength: 1 }),
  answers: fc.array(fc.nat(ANSWERS.length - 1), { maxLength: 8 }),
})

function hooksOf(
  plans: readonly { readonly points: readonly PointId[]; readonly answers: readonly number[] }[],
): readonly Hook[] {
  const listener = hook('listener', 'tools.after', () => undefined)
  const random = plans.map(({ points, answers }, index) => {
    let next = 0
    return hook(`h${index}`, points, () => ANSWERS[answers[next++] ?? 0])
  })
  return [listener, ...random]
}

test('every turn ends once, with every span ended, every call answered and heard of once', async () => {
  const plan = fc.record({
    items: fc.array(reply, { maxLength: 5 }),
    plans: fc.array(hookPlan, { maxLength: 3 }),
    people: fc.array(fc.nat(PEOPLE.length - 1), { maxLength: 5 }),
    stopAt: fc.option(fc.nat(60)),
    spawned: fc.boolean(),
    headless: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(plan, async ({ items, plans, people, stopAt, spawned, headless }) => {
      const stop = new AbortController()
      const ports = createPorts({
        tools: [
          tool('read', { readOnly: true, required: ['path'] }),
          tool('write', { required: ['path'], need: { access: 'ask', kind: 'w', outside: false, question: 'Write?' } }),
          tool('broken', { readOnly: true, run: () => Promise.reject(new Error('broke')) }),
          tool('late', { run: () => done('x') }),
        ],
        model: replies(...items),
        answer: () => PEOPLE[people.shift() ?? 0] ?? { say: 'deny', reason: null },
      })
      const emit: typeof ports.log.emit = (event) => {
        ports.log.emit(event)
        if (ports.events.length === stopAt) stop.abort()
      }
      const setup = createSetup({
        hooks: hooksOf(plans),
        permission: 'ask',
        signal: stop.signal,
        spawned,
        headless,
        maxIterations: 6,
      })
      await runTurn(setup, { ...ports, log: { ...ports.log, emit } })
      check(ports)
    }),
    { numRuns: 400 },
  )
})

const request: fc.Arbitrary<CallbackRequest> = fc.oneof(
  fc.record({ do: fc.constant('history.rewind'), tag: fc.nat(12) }),
  fc.record({ do: fc.constant('history.expand'), tag: fc.nat(12) }),
  fc.record({ do: fc.constant('history.collapse'), from: fc.nat(12), to: fc.nat(12), summary: fc.constant('short') }),
  fc.record({ do: fc.constant('llm'), prompt: fc.constant('x'), model: fc.constantFrom(null, 'missing') }),
  fc.record({
    do: fc.constant('tool'),
    name: fc.constantFrom('read', 'write', 'gone'),
    args: fc.constantFrom({ path: 'a' }, {}),
  }),
)

test('whatever hooks edit, and however small the window: calls keep their results, and the newest input is always sent', async () => {
  const plan = fc.record({
    items: fc.array(reply, { maxLength: 6 }),
    asked: fc.array(
      fc.record({
        point: fc.constantFrom(...POINTS),
        requests: fc.array(request, { minLength: 1, maxLength: 3 }),
        handled: fc.boolean(),
      }),
      { maxLength: 3 },
    ),
    window: fc.constantFrom(null, 20, 60, 10_000),
    stopAt: fc.option(fc.nat(80)),
    said: fc.array(fc.nat(5), { maxLength: 2 }),
  })
  await fc.assert(
    fc.asyncProperty(plan, async ({ items, asked, window, stopAt, said }) => {
      const stop = new AbortController()
      const ports = createPorts({
        tools: [
          tool('read', { readOnly: true, required: ['path'] }),
          tool('write', { required: ['path'], need: { access: 'ask', kind: 'w', outside: false, question: 'Write?' } }),
        ],
        model: (call, context) =>
          replies(...(context.purpose === undefined ? items : [{ text: 'short' }]))(call, context),
        answer: () => ({ say: 'allow', scope: 'once', args: null }),
        window,
      })
      const emit: typeof ports.log.emit = (event) => {
        ports.log.emit(event)
        if (ports.events.length === stopAt) stop.abort()
        if (event.type === 'span.started' && event.span.kind === 'tool' && said.includes(ports.requests.length)) {
          ports.queued.push({
            id: `q${ports.events.length}`,
            text: `more ${ports.events.length}`,
            origin: 'person',
            from: null,
          })
        }
      }
      const editing = asked.map(({ point, requests, handled }, index) =>
        hook(`e${index}`, point, async ({ callbacks }) => {
          for (const each of requests) await callbacks(each).catch(() => undefined)
          return point === 'memory.keep' && handled ? { decision: 'handled' } : { decision: 'pass' }
        }),
      )
      const listener = hook('listener', 'tools.after', () => undefined)
      const setup = createSetup({
        hooks: [listener, ...editing],
        signal: stop.signal,
        permission: 'ask',
        maxIterations: 6,
      })
      await runTurn(setup, { ...ports, log: { ...ports.log, emit } })
      check(ports)
      const inputs = ports.rows.flatMap((row) => (row.kind === 'input' && row.origin === 'person' ? [row.text] : []))
      const own = ports.requests.filter(({ tools }) => tools.length > 0)
      for (const { messages } of own) {
        const sent = messages.flatMap((message) => (message.role === 'user' ? [message.text] : []))
        expect(inputs.some((text) => sent.includes(text))).toBe(true)
      }
      const last = own.at(-1)?.messages.flatMap((message) => (message.role === 'user' ? [message.text] : [])) ?? []
      if (own.length > 0 && ports.queued.length === 0 && !stop.signal.aborted) expect(last).toContain(inputs.at(-1))
    }),
    { numRuns: 400 },
  )
})
