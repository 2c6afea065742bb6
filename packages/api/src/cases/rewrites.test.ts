/** What becomes of rewritten calls in running turns, under hook files in their worker. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type EventOf, foldAll, type TraceEvent } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import { hookFile, openScene } from '../testing/scene'
import { asked, ended, until } from '../testing/until'

const run = (command: string, more: object = {}) => ({ name: 'run', args: { command, ...more } })
const REWRITES = hookFile(
  'rewrites',
  ['tools.before'],
  `return input.call.args.command.includes('original') ? { args: { command: 'touch rewritten' } } : t.useDefault`,
)
const outcomesOf = (events: readonly TraceEvent[]) =>
  events.filter((event): event is EventOf<'outcome'> => event.type === 'outcome' && event.point === 'tools.before')

describe('16-updatedinput-without-decision', () => {
  const original = run('echo original', { timeoutMs: 60_000 })

  it('a rewrite alone is judged by permissions as the new call, and what is asked about is what runs', async () => {
    const { belay, id, workspace } = await openScene({
      script: { steps: [{ calls: [run('echo hello')] }, { calls: [original] }, { text: 'Done.' }] },
      ...{ hooks: { rewrites: REWRITES }, attach: [{ hook: 'rewrites' }], permission: 'ask' },
    })
    await belay.send(id, 'go')
    // What the model asked for is permitted for the session; what the hook made of it is not.
    const first = (await until(belay, id, asked)).findLast(asked)
    if (first?.type !== 'question.opened') throw new Error('nothing was asked')
    await belay.answer(id, first.question.id, { say: 'allow', scope: 'session', args: null })
    const second = (await until(belay, id, asked, first.seq)).findLast(asked)
    if (second?.type !== 'question.opened') throw new Error('nothing was asked')
    expect(second.question).toMatchObject({
      ...{ call: { name: 'run', args: { command: 'touch rewritten' } }, hook: null, kind: 'run:touch' },
    })
    expect(second.question.call.args).toEqual({ command: 'touch rewritten' })
    expect(existsSync(join(workspace, 'rewritten'))).toBe(false)
    await belay.answer(id, second.question.id, { say: 'allow', scope: 'once', args: null })
    const events = await until(belay, id, ended)
    expect(existsSync(join(workspace, 'rewritten'))).toBe(true)
    expect(outcomesOf(events).at(-1)?.outcome).toMatchObject({ decision: 'rewrite', by: 'rewrites' })
  })

  it('with a hook that allows, the new call runs unasked; the record has it before and after', async () => {
    const allows = hookFile('allows', ['tools.before'], 'return t.allow()')
    const { belay, id, workspace } = await openScene({
      script: { steps: [{ calls: [original] }, { text: 'Done.' }] },
      hooks: { rewrites: REWRITES, allows },
      ...{ attach: [{ hook: 'rewrites' }, { hook: 'allows' }], permission: 'ask' },
    })
    await belay.send(id, 'go')
    const events = await until(belay, id, ended)
    expect(events.filter(asked)).toEqual([])
    expect(existsSync(join(workspace, 'rewritten'))).toBe(true)
    const spans = [...foldAll(events).spans.values()]
    const [call] = spans.filter(({ kind }) => kind === 'tool')
    const hook = spans.find(({ name }) => name === 'rewrites')
    if (call === undefined || hook === undefined) throw new Error('no span')
    const effective = { name: 'run', args: { command: 'touch rewritten' } }
    expect(await belay.spanDetail(id, call.id)).toMatchObject({ arguments: original.args, after: effective })
    expect(await belay.spanDetail(id, hook.id)).toMatchObject({ original, handed: original, after: effective })
  })
})

describe('18-two-hooks-rewrite-race', () => {
  const CALLS = 50
  const waits = `await new Promise((resolve) => setTimeout(resolve, Math.random() * 12))`
  const rewriting = (name: string) =>
    hookFile(name, ['tools.before'], `${waits}\n    return { args: { command: 'echo from-${name}' } }`)
  const hooks = {
    A: rewriting('A'),
    B: hookFile('B', ['tools.before'], `${waits}\n    return t.allow()`),
    C: rewriting('C'),
    D: hookFile('D', ['tools.before'], `${waits}\n    return t.deny('not here')`),
  }
  const script = { steps: [{ calls: Array.from({ length: CALLS }, () => run('echo hello')) }, { text: 'Done.' }] }
  const times = (result: unknown) => Array.from({ length: CALLS }, () => result)

  it.each([
    ['A rewrites, B only allows', ['A', 'B'], 'first', 'from-A', 'B'],
    ['A and C rewrite, the first in order wins', ['A', 'C'], 'first', 'from-A', 'A'],
    ['A and C rewrite in a chain, the last wins', ['A', 'C'], 'chain', 'from-C', 'C'],
    ['A rewrites, D refuses', ['A', 'D'], 'first', 'refused by D: not here', 'D'],
    ['D refuses, A rewrites', ['D', 'A'], 'chain', 'refused by D: not here', 'D'],
  ] as const)('%s: the same in 50 of 50 calls, however long each takes', async (_, order, rewrites, result, by) => {
    const scene = await openScene({ ...{ script, hooks, rewrites }, attach: order.map((hook) => ({ hook })) })
    const { rows } = await scene.turn('go')
    const results = rows.flatMap((row) => (row.kind === 'result' ? [row.content.trim().split('\n')[0]] : []))
    expect(results).toEqual(times(result))
    const outcomes = outcomesOf(await scene.log()).map(({ outcome }) => outcome)
    // Whose decision won: B's permission stands beside A's rewrite.
    expect(outcomes.map((outcome) => outcome.by)).toEqual(times(by))
  })

  it('a rewrite that lost is on the record as lost, with its value, and is a note', async () => {
    const steps = [{ calls: [run('echo hello')] }, { text: 'Done.' }]
    const scene = await openScene({ script: { steps }, hooks, attach: [{ hook: 'A' }, { hook: 'C' }] })
    await scene.turn('go')
    const events = await scene.log()
    const lost = events.flatMap((event) => (event.type === 'verdict' && event.verdict.lost ? [event.verdict] : []))
    expect(lost).toMatchObject([{ hook: 'C', value: { args: { command: 'echo from-C' } } }])
    expect(outcomesOf(events)[0]?.outcome.notes).toEqual(["C: its rewrite was not used: A's came first"])
  })
})
