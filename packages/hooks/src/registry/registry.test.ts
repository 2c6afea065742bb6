/// <reference types="node" />
import type { JsonObject } from '@belay/trace'
import { buildSync } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { askPoint } from '../ask-point'
import { askingOf, EVENTS, hook } from '../testing/asking'
import { answering } from '../testing/session'
import { type Message, Registry, type RegistryResult } from './index'

type Reply = RegistryResult | undefined | 'throws'
const saying = (replies: readonly Reply[], seen: JsonObject[] = []) => {
  const registry = new Registry()
  for (const reply of replies) {
    registry.on('PreToolUse', ({ input }) => {
      seen.push(input)
      if (reply === 'throws') throw new Error('boom')
      return reply
    })
  }
  return registry
}
const block = (message: string): Reply => ({ decision: 'block', message })
const input = (x: number): Reply => ({ updatedInput: { x } })

describe('preToolUse', () => {
  it.each<[string, readonly Reply[], { block: boolean; message: string | null; input: JsonObject }]>([
    ['nobody says anything', [undefined, {}], { block: false, message: null, input: { x: 0 } }],
    ['one approves', [{ decision: 'approve' }], { block: false, message: null, input: { x: 0 } }],
    ['the first block wins', [block('a'), block('b')], { block: true, message: 'a', input: { x: 0 } }],
    ['the last input wins', [input(1), input(2)], { block: false, message: null, input: { x: 2 } }],
    ['an empty input is none', [input(1), { updatedInput: {} }], { block: false, message: null, input: { x: 1 } }],
    ['one rewrites, one blocks', [input(1), block('a')], { block: true, message: 'a', input: { x: 1 } }],
    ['one throws, one rewrites', ['throws', input(1)], { block: false, message: null, input: { x: 1 } }],
    [
      'a block without a message',
      [{ decision: 'block' }],
      { block: true, message: 'a hook blocked this and gave no reason', input: { x: 0 } },
    ],
  ])('%s', async (_, replies, expected) => {
    expect(await saying(replies).preToolUse('run', { x: 0 })).toEqual(expected)
  })

  it('each function sees what the one before it gave, and none is asked after a block', async () => {
    const seen: JsonObject[] = []
    await saying([input(1), input(2), block('a'), undefined], seen).preToolUse('run', { x: 0 })
    expect(seen).toEqual([{ x: 0 }, { x: 1 }, { x: 2 }])
  })

  it('a function may take its time', async () => {
    const registry = new Registry().on('PreToolUse', async () => ({ decision: 'block', message: 'later' }))
    expect(await registry.preToolUse('run', {})).toMatchObject({ block: true, message: 'later' })
  })

  it('what was stopped before every guard had answered does not run', async () => {
    const controller = new AbortController()
    const registry = new Registry().on('PreToolUse', (_, signal) => {
      expect(signal).toBe(controller.signal)
      return new Promise(() => undefined)
    })
    const asked = registry.preToolUse('run', { x: 0 }, controller.signal)
    controller.abort()
    expect(await asked).toEqual({
      block: true,
      message: 'the turn was stopped before every hook had answered',
      input: { x: 0 },
    })
  })

  it('what functions throw is heard', async () => {
    const heard: unknown[] = []
    const registry = new Registry({ onError: (error, event) => heard.push(`${event}: ${error}`) })
    registry.on('PreToolUse', () => Promise.reject(new Error('boom')))
    await registry.preToolUse('run', {})
    expect(heard).toEqual(['PreToolUse: Error: boom'])
  })
})

describe('stop', () => {
  const stop = async (...answers: readonly RegistryResult[]) => {
    const registry = new Registry()
    for (const answer of answers) registry.on('Stop', () => answer)
    return registry.stop([{ role: 'assistant', content: 'done' }])
  }

  it.each<[string, readonly RegistryResult[], object]>([
    ['nobody holds it up', [{}], { prevent: false, blockingErrors: [], message: null }],
    [
      'every block is an error to go on with',
      [{ decision: 'block', additionalContext: 'a' }, {}, { decision: 'block', message: 'b' }],
      { prevent: false, blockingErrors: ['a', 'b'], message: null },
    ],
    [
      'prevention wins if any sets it, and is heard behind a block',
      [
        { decision: 'block', message: 'a' },
        { preventContinuation: true, message: 'enough' },
      ],
      { prevent: true, blockingErrors: ['a'], message: 'enough' },
    ],
    [
      'prevention needs no message',
      [{ preventContinuation: true }],
      { prevent: true, blockingErrors: [], message: null },
    ],
    [
      'context alone holds nothing up',
      [{ additionalContext: 'x' }],
      { prevent: false, blockingErrors: [], message: null },
    ],
  ])('%s', async (_, answers, expected) => {
    expect(await stop(...answers)).toEqual(expected)
  })
})

describe('the others', () => {
  it('the context of a prompt is what all say', async () => {
    const registry = new Registry()
      .on('UserPromptSubmit', ({ prompt }) => ({ additionalContext: `you said ${prompt}` }))
      .on('UserPromptSubmit', () => ({ additionalContext: ' ' }))
      .on('UserPromptSubmit', () => ({ additionalContext: 'it is late' }))
    expect(await registry.fireUserPromptSubmit('hi')).toBe('you said hi\nit is late')
    expect(await new Registry().fireUserPromptSubmit('hi')).toBe('')
  })

  it('a failed tool is told to both kinds of functions, one that worked to one', async () => {
    const told: string[] = []
    const registry = new Registry()
      .on('PostToolUseFailure', ({ type, isError }) => void told.push(`${type} ${isError}`))
      .on('PostToolUse', ({ type, toolName, result }) => void told.push(`${type} ${toolName} ${result}`))
    await registry.postToolUse('run', {}, 'fine', false)
    await registry.postToolUse('run', {}, 'broken', true)
    expect(told).toEqual(['PostToolUse run fine', 'PostToolUse run broken', 'PostToolUseFailure true'])
  })

  it('notices reach everybody, whatever they answer or throw', async () => {
    const told: string[] = []
    const registry = new Registry()
      .on('SessionStart', () => {
        throw new Error('boom')
      })
      .on('SessionStart', () => void told.push('start'))
      .on('SubagentStart', ({ agentType }) => void told.push(agentType))
      .on('SessionEnd', async () => void told.push('end'))
    await registry.fireSessionStart()
    await registry.fireSubagentStart('reviewer')
    await registry.fireSessionEnd()
    expect(told).toEqual(['start', 'reviewer', 'end'])
  })

  it('a stopped asking asks nobody further', async () => {
    const controller = new AbortController()
    const told: string[] = []
    const registry = new Registry()
      .on('SessionStart', () => controller.abort())
      .on('SessionStart', () => void told.push('second'))
    await registry.fireSessionStart(controller.signal)
    expect(told).toEqual([])
  })

  it('an event that there is not is refused at once', () => {
    expect(() => new Registry().on('PreTool' as never, () => undefined)).toThrow('there is no event "PreTool"')
  })
})

describe('as hooks of a session', () => {
  const REPLIES: readonly Reply[] = [undefined, block('a'), block('b'), input(1), input(2), 'throws']
  const threes = REPLIES.flatMap((a) => REPLIES.flatMap((b) => REPLIES.map((c) => [a, b, c])))

  it('with chained rewrites and a stop at the first block a session does what the registry does by itself', async () => {
    for (const replies of threes) {
      const alone = await saying(replies).preToolUse('run', { x: 0 })
      const rules = { point: 'tools.before', rewrites: 'chain', stopAtFirstBlock: true } as const
      const outcome = await askPoint(askingOf(rules, saying(replies).hooks()))
      const changed = alone.block || alone.input.x === 0 ? null : { name: 'run', args: alone.input }
      expect([replies, outcome.decision === 'block', outcome.reason, outcome.value]).toEqual([
        ...[replies, alone.block, alone.message, changed],
      ])
    }
  })

  it('each function is a hook with a name of its own; all of Stop are one', () => {
    const registry = new Registry()
    for (const type of ['Stop', 'PostToolUse', 'Stop', 'PreToolUse', 'SessionEnd'] as const)
      registry.on(type, () => undefined)
    expect(registry.hooks({ name: 'mine' }).map(({ name, points }) => `${name} at ${points}`)).toEqual([
      'mine 1 (PreToolUse) at tools.before',
      'mine 2 (PostToolUse) at tools.after',
      'mine 3 (SessionEnd) at session.end',
      'mine 4 (Stop) at stop.done',
    ])
    expect(new Registry().hooks()).toEqual([])
  })

  it('Stop: a block goes on, prevention is the end, a reply with calls is none of its business', async () => {
    const stop = (result: RegistryResult) => new Registry().on('Stop', () => result).hooks()
    const asked = async (result: RegistryResult, calls: number) => {
      const reply = { text: 'done', calls: Array.from({ length: calls }, () => EVENTS['tools.before'].call) }
      const event = { reply, held: 0, active: false }
      return askPoint(askingOf({ point: 'stop.done', event }, stop(result)))
    }
    expect(await asked({ decision: 'block', message: 'not yet' }, 0)).toMatchObject({
      decision: 'block',
      reason: 'not yet',
    })
    expect(await asked({ preventContinuation: true, message: 'enough' }, 0)).toMatchObject({
      decision: 'done',
      reason: 'enough',
    })
    expect(await asked({ decision: 'block', message: 'not yet' }, 1)).toMatchObject({
      decision: 'pass',
      verdicts: [{ status: 'not_asked', notAsked: 'if' }],
    })
  })

  it('Stop is handed the conversation, or the reply where no session is behind it', async () => {
    const handed: (readonly Message[])[] = []
    const hooks = new Registry().on('Stop', ({ messages }) => void handed.push(messages)).hooks()
    const rows = ['user', 'assistant', 'result', 'summary'].map((role, tag) => ({ tag, role, text: role, tools: [] }))
    await askPoint(askingOf({ point: 'stop.done', callbacks: answering(() => rows) }, hooks))
    await askPoint(askingOf({ point: 'stop.done' }, hooks))
    expect(handed).toEqual([
      [
        { role: 'user', content: 'user' },
        { role: 'assistant', content: 'assistant' },
        { role: 'tool', content: 'result' },
        { role: 'user', content: 'summary' },
      ],
      [{ role: 'assistant', content: 'done' }],
    ])
  })

  it('a prompt gets its context, or is refused', async () => {
    const asked = async (result: RegistryResult) =>
      askPoint(askingOf({ point: 'guard.onInput' }, new Registry().on('UserPromptSubmit', () => result).hooks()))
    expect(await asked({ additionalContext: 'late' })).toMatchObject({ decision: 'pass', context: ['late'] })
    expect(await asked({ decision: 'block', message: 'no' })).toMatchObject({ decision: 'block', reason: 'no' })
  })

  it('a function that throws follows the policy that the hooks were made with', async () => {
    const asked = async (onFailure: 'open' | 'closed') =>
      askPoint(
        askingOf({ point: 'tools.before' }, [...saying(['throws']).hooks({ onFailure }), hook('other', undefined)]),
      )
    expect((await asked('open')).decision).toBe('pass')
    expect((await asked('closed')).decision).toBe('block')
  })
})

it('is small and brings nothing along: at most 6 KiB minified', () => {
  const built = buildSync({
    entryPoints: [new URL('./index.ts', import.meta.url).pathname],
    ...{ bundle: true, minify: true, write: false, format: 'esm', metafile: true },
  })
  const foreign = Object.keys(built.metafile.inputs).filter((path) => !path.includes('hooks/src/registry/'))
  expect(foreign).toEqual([])
  expect(built.outputFiles[0]?.contents.length).toBeLessThan(6_144)
})
