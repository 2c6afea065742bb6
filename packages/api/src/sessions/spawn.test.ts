import type { AgentSpawner, Tool } from '@belay/agent'
import { foldAll } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import { ended, until } from '../testing/until'
import { freshFolder, openTest, testTool } from '../testing/world'

const CHILD = { deliverable: null, model: null, verifier: null, tools: null }

const spawning = (spawner: AgentSpawner): readonly Tool[] => [
  testTool('spawn', async ({ name }, { session, call }) => {
    const spawned = await spawner.spawn({ parent: session, call, name: String(name), prompt: 'dig', ...CHILD })
    return { content: spawned.ok ? spawned.session : spawned.reason, isError: !spawned.ok, facts: {} }
  }),
]

const spawn = (name: string) => ({ calls: [{ name: 'spawn', args: { name } }] })

describe('a child session', () => {
  it('works under the hooks of its parent, and its answer wakes the parent as mail', async () => {
    const belay = await openTest({
      tools: spawning,
      steps: [spawn('digger'), { text: 'I wait.' }, { text: 'Gold, then.' }],
      agents: { digger: [{ text: 'I found gold.' }] },
    })
    const { id } = await belay.createSession({ workspace: freshFolder(), attach: [{ hook: 'context' }] })
    await belay.send(id, 'find something')
    const events = await until(belay, id, (event) => event.type === 'turn.ended' && event.answer === 'Gold, then.')
    const mail = foldAll(events).rows.find((row) => row.kind === 'input' && row.origin === 'mail')
    expect(mail).toMatchObject({ from: 'digger', text: 'digger answers:\nI found gold.' })
    const child = (await belay.sessions()).find((session) => session.parent === id)
    expect(child).toMatchObject({ status: 'completed', hooks: 1 })
    const ids = [...(await belay.composition(id)).hooks, ...(await belay.composition(child?.id ?? id)).hooks].map(
      (hook) => hook.id,
    )
    expect(new Set(ids).size).toBe(2)
  })

  it('goes three levels deep and no further', async () => {
    const belay = await openTest({
      tools: spawning,
      steps: [spawn('one'), { text: 'ok' }],
      agents: {
        one: [spawn('two'), { text: 'ok' }],
        two: [spawn('three'), { text: 'ok' }],
        three: [spawn('four'), { text: 'too deep' }],
      },
    })
    const { id } = await belay.createSession({ workspace: freshFolder() })
    await belay.send(id, 'go')
    const deepest = await waitForChild(belay, id, ['one', 'two', 'three'])
    const state = foldAll(await until(belay, deepest, ended))
    expect(state.rows.find((row) => row.kind === 'result')).toMatchObject({
      isError: true,
      content: expect.stringContaining('3 levels deep'),
    })
    expect(await belay.sessions()).toHaveLength(4)
  })

  it('is stopped with its parent, and then wakes nobody', async () => {
    const never = new Promise<void>(() => undefined)
    const belay = await openTest({
      tools: spawning,
      steps: [spawn('slow'), { text: 'I wait.', hold: never }],
      agents: { slow: [{ text: 'hm ', hold: never }] },
    })
    const { id } = await belay.createSession({ workspace: freshFolder() })
    await belay.send(id, 'go')
    const child = await waitForChild(belay, id, ['slow'])
    await until(belay, child, (event) => event.type === 'span.started' && event.span.kind === 'model')
    expect(await belay.stop(id)).toEqual({ stopped: true })
    expect((await belay.session(child)).status).toBe('stopped')
    await belay.send(id, 'and?')
    const second = await until(belay, id, (event) => event.type === 'turn.ended' && event.status === 'completed')
    const state = foldAll(second)
    expect(state.turns.map((turn) => turn.status)).toEqual(['stopped', 'completed'])
    const told = state.rows.flatMap((row) =>
      row.kind === 'input' && row.turn === state.turns[1]?.id ? [row.text] : [],
    )
    expect(told).toEqual(['and?', expect.stringContaining('slow ended as stopped')])
  })
})

type Belay = Awaited<ReturnType<typeof openTest>>

/** Follows the call that started each child down to the last of them. */
async function waitForChild(belay: Belay, id: Parameters<Belay['session']>[0], names: readonly string[]) {
  let at = id
  for (const _ of names) {
    const events = await until(belay, at, (event) => event.type === 'row.committed' && event.row.kind === 'result')
    const result = events.findLast((event) => event.type === 'row.committed' && event.row.kind === 'result')
    if (result?.type !== 'row.committed' || result.row.kind !== 'result') throw new Error('no child was started')
    at = result.row.content as typeof id
  }
  return at
}
