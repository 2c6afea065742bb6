/** Events off the record of real turns: each is one that `fire` takes, and says what the loop handed over. */
import { type JsonObject, POINTS, type PointId, type SessionId } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import type { HookSpec, Operations } from '../operations'
import { openSpeaking, speaks } from '../testing/speaking-library'
import { ended, until } from '../testing/until'
import { freshFolder, testTool } from '../testing/world'

const run = testTool('run', async ({ command }) => ({ content: `ran ${command}`, isError: false, facts: {} }))
const call = (command: string) => ({ name: 'run', args: { command } })

async function scene(attach: readonly HookSpec[] = []): Promise<{ belay: Operations; id: SessionId }> {
  const steps = [
    { text: 'First I look.', calls: [call('ls'), call('pwd')] },
    { text: 'All is well.' },
    { calls: [call('date')] },
    { text: 'It is late.' },
  ]
  const belay = await openSpeaking({ steps, tools: [run] })
  const { id } = await belay.createSession({ workspace: freshFolder('work'), attach, permission: 'auto' })
  await belay.send(id, 'look around')
  const first = await until(belay, id, ended)
  await belay.send(id, 'what time is it')
  await until(belay, id, ended, first.at(-1)?.seq)
  return { belay, id }
}

const without = (event: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(event).filter(([key]) => key !== 't'))
const factsOf = (event: JsonObject | undefined) => event?.t

describe('events beside the matcher of a hook', () => {
  it.each([
    ['the tool itself', 'tools.before', 'run', true],
    ['an expression', 'tools.before', '^r', true],
    ['another tool', 'tools.after', 'files.write', false],
    ['what is no expression', 'tools.before', 'run(', false],
    ['a point that is about no tool', 'stop.done', 'files.write', true],
  ] as const)('say of %s at %s whether it is asked', async (_, point, matcher, matched) => {
    const { belay, id } = await scene()
    const events = await belay.recordedEvents({ point, session: id, matcher })
    expect(new Set(events.map((event) => event.matched))).toEqual(new Set([matched]))
  })
})

describe('events of a session without hooks', () => {
  it('are there for every point that it came to, the latest first, and none was decided', async () => {
    const { belay, id } = await scene()
    const of = async (point: PointId) => {
      const events = await belay.recordedEvents({ point, session: id })
      expect(events.map(({ decision }) => decision)).toEqual(events.map(() => null))
      return events.map(({ turnNumber, subject }) => `${turnNumber}: ${subject}`)
    }
    const told = Object.fromEntries(await Promise.all(POINTS.map(async (point) => [point, await of(point)])))
    const steps = ['2: step 2 of turn 2', '2: step 1 of turn 2', '1: step 2 of turn 1', '1: step 1 of turn 1']
    expect(told).toEqual({
      'session.start': ['1: startup'],
      'guard.onInput': ['2: what time is it', '1: look around'],
      'memory.keep': steps,
      'memory.summarize': [],
      'context.build': steps,
      'model.choose': steps,
      'errors.on': [],
      'stop.done': ['2: It is late.', '2: a reply with 1 call and no text', '1: All is well.', '1: First I look.'],
      'tools.before': ['2: run {"command":"date"}', '1: run {"command":"pwd"}', '1: run {"command":"ls"}'],
      'tools.after': ['2: run {"command":"date"}', '1: run {"command":"pwd"}', '1: run {"command":"ls"}'],
      'guard.onOutput': ['2: It is late.', '1: All is well.'],
      'agent.start': [],
      'agent.stop': [],
      'session.end': ['2: stopped'],
    })
  })

  it('are what fire takes, with the facts of their time', async () => {
    const { belay, id } = await scene()
    for (const point of POINTS) {
      for (const { event } of await belay.recordedEvents({ point, session: id })) {
        const attach = [speaks('hears', {}, { points: [point] })]
        const request = { point, event, attach, workspace: null, session: null, stopAtFirstBlock: false } as const
        expect((await belay.fire({ ...request, rewrites: 'first' })).verdicts).toHaveLength(1)
      }
    }
    const [date, pwd] = await belay.recordedEvents({ point: 'tools.before', session: id })
    expect(without(date?.event ?? {})).toMatchObject({ call: { name: 'run', args: { command: 'date' } } })
    expect(factsOf(date?.event)).toMatchObject({
      ...{ turn: 2, step: 1, pass: 3, model: 'one', provider: 'test', agent: 'main', spawned: false, sessionId: id },
      ...{
        incoming: 'what time is it',
        promptTokens: 10,
        turnTokens: { input: 10, output: 5, replies: 1, unreported: 0 },
      },
    })
    expect(factsOf(pwd?.event)).toMatchObject({ turn: 1, step: 1, pass: 1, incoming: 'look around' })
    const [late] = await belay.recordedEvents({ point: 'tools.after', session: id, limit: 1 })
    expect(without(late?.event ?? {})).toMatchObject({
      result: { name: 'run', content: 'ran date', isError: false },
      call: { name: 'run', args: { command: 'date' } },
    })
    const stops = await belay.recordedEvents({ point: 'stop.done', session: id })
    expect(stops.map(({ event }) => (event.t as JsonObject).toolCalls)).toEqual([0, 1, 0, 2])
  })
})

describe('events that hooks stood at', () => {
  it('are as they were before any hook, and say what was decided', async () => {
    const { belay, id } = await scene([
      speaks('A', { answer: { decision: 'rewrite', value: { args: { command: 'safe' } } } }),
      speaks('B', { answer: 'nothing to see' }, { points: ['tools.after'] }),
      speaks('C', { answer: 'be brief' }, { points: ['guard.onInput'] }),
      speaks('D', { answer: 'the end' }, { points: ['guard.onOutput'] }),
    ])
    const latest = async (point: PointId) => {
      const [event] = await belay.recordedEvents({ point, session: id })
      return { ...without(event?.event ?? {}), decision: event?.decision }
    }
    expect(await latest('tools.before')).toMatchObject({ call: { args: { command: 'date' } }, decision: 'rewrite' })
    expect(await latest('tools.after')).toMatchObject({
      ...{ result: { content: 'ran safe' }, call: { args: { command: 'safe' } }, decision: 'rewrite' },
    })
    expect(await latest('guard.onInput')).toEqual({ msg: 'what time is it', origin: 'person', decision: 'rewrite' })
    expect(await latest('guard.onOutput')).toEqual({ ans: 'It is late.', decision: 'rewrite' })
  })

  it('can be fired again as each hook was handed them', async () => {
    const { belay, id } = await scene([
      speaks('A', { answer: { decision: 'rewrite', value: { args: { command: 'safe' } } } }),
      speaks('B', { answer: { decision: 'block', reason: 'no' } }),
    ])
    const [found] = await belay.findCalls(id, '1', 1)
    if (found === undefined) throw new Error('no call')
    const said = await belay.whySpan(id, found.span)
    const commands = await Promise.all(
      (said.points[0]?.links ?? []).map(async ({ span }) => {
        if (span === null) throw new Error('no span')
        const { point, event } = await belay.firedEvent(id, span)
        return [point, without(event)]
      }),
    )
    expect(commands).toMatchObject([
      ['tools.before', { call: { args: { command: 'ls' } } }],
      ['tools.before', { call: { args: { command: 'safe' } } }],
    ])
    await expect(belay.firedEvent(id, said.turn as never)).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('events of all sessions', () => {
  it('come the latest first, no more than were asked for', async () => {
    const { belay, id } = await scene()
    const other = await belay.createSession({ workspace: freshFolder('work'), permission: 'auto' })
    await belay.send(other.id, 'hello')
    await until(belay, other.id, ended)
    const all = await belay.recordedEvents({ point: 'guard.onInput' })
    expect(all.map(({ session, subject }) => [session, subject])).toEqual([
      [other.id, 'hello'],
      [id, 'what time is it'],
      [id, 'look around'],
    ])
    expect(await belay.recordedEvents({ point: 'guard.onInput', limit: 2 })).toEqual(all.slice(0, 2))
  })
})

describe('a hook in shadow', () => {
  const block = { decision: 'block', reason: 'no' }

  it('has a record of what it would have done, whatever others did', async () => {
    const { belay, id } = await scene([
      speaks('A', { answer: block }, { mode: 'shadow' }),
      speaks('B', { answer: block }),
    ])
    const [shadow, enforced] = (await belay.composition(id)).hooks
    if (shadow === undefined || enforced === undefined) throw new Error('no hooks')
    const record = await belay.shadowRecord(id, shadow.id)
    expect(record).toMatchObject({ mode: 'shadow', asked: 3, failed: 0, wouldHave: { block: 3 } })
    expect(record.examples[0]).toMatchObject({
      ...{ turnNumber: 2, point: 'tools.before', subject: 'run {"command":"date"}', decision: 'block', reason: 'no' },
    })
    expect(record.since).not.toBeNull()
    expect(await belay.shadowRecord(id, enforced.id)).toMatchObject({
      since: null,
      asked: 0,
      wouldHave: {},
      examples: [],
    })
  })

  it('is promoted by one edit that can be undone, and its record stays', async () => {
    const { belay, id } = await scene([speaks('A', { answer: block }, { mode: 'shadow' })])
    const [hook] = (await belay.composition(id)).hooks
    if (hook === undefined) throw new Error('no hook')
    const before = await belay.shadowRecord(id, hook.id)
    await belay.changeAttachment(id, hook.id, { mode: 'enforce' })
    expect((await belay.compositionHistory(id)).undo.at(-1)?.name).toBe('promote A to enforce')
    expect(await belay.shadowRecord(id, hook.id)).toEqual({ ...before, mode: 'enforce' })
    await belay.undo(id)
    expect((await belay.composition(id)).hooks[0]?.mode).toBe('shadow')
  })

  it('that was never here has none', async () => {
    const { belay, id } = await scene()
    await expect(belay.shadowRecord(id, 'att_x' as never)).rejects.toMatchObject({ code: 'not_found' })
  })
})
