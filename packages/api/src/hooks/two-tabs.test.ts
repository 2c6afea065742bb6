/** Two clients of one server shape one session at once, and hooks are changed while a turn runs. */
import { foldAll, type SessionId, type TraceEvent } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import type { Operations } from '../operations'
import { connectBelay } from '../remote/connect'
import { serveTest, TOKEN } from '../testing/serve'
import { asked, ended, logOf, until } from '../testing/until'
import { afterTest, freshFolder, openTest, testTool } from '../testing/world'

async function tabs(belay: Operations): Promise<readonly [Operations, Operations]> {
  const { url } = await serveTest(belay)
  const open = async () => {
    const tab = await connectBelay({ url, token: TOKEN })
    afterTest(() => tab.close())
    return tab
  }
  return [await open(), await open()]
}

describe('two tabs that shape one session at once', () => {
  it('converge: no edit is lost, and both see what the server holds', async () => {
    const belay = await openTest()
    const [one, other] = await tabs(belay)
    const { id } = await one.createSession({ workspace: freshFolder('workspace') })
    const seen = [one, other].map((tab) => until(tab, id, isMark))
    const edits = Array.from({ length: 6 }, (_, index) => [
      one.attach(id, { hook: 'block', params: { text: `one ${index}` }, position: 0 }),
      other.attach(id, { hook: 'context', position: 1 }),
      one.undo(id).catch(() => null),
    ])
    await Promise.all(edits.flat())
    await belay.renameSession(id, MARK)
    const [left = [], right = []] = await Promise.all(seen)
    expect(left).toEqual(right)
    const state = foldAll(left)
    expect(state.composition).toEqual(await belay.composition(id))
    expect(state.history).toEqual(await belay.compositionHistory(id))
    expect(await one.compositionHistory(id)).toEqual(await other.compositionHistory(id))
    const kinds = left.flatMap((event) => (event.type === 'composition.changed' ? [event.kind] : []))
    expect(kinds.filter((kind) => kind === 'edit')).toHaveLength(12)
    expect(state.composition?.hooks).toHaveLength(12 - kinds.filter((kind) => kind === 'undo').length)
  })

  it('are told that a hook is gone, and change nothing', async () => {
    const belay = await openTest()
    const [one, other] = await tabs(belay)
    const { id } = await one.createSession({ workspace: freshFolder('workspace'), attach: [{ hook: 'ask' }] })
    const { id: hook } = (await other.composition(id)).hooks[0] ?? expect.fail('nothing attached')
    const both = await Promise.allSettled([one.detach(id, hook), other.detach(id, hook)])
    expect(both.map((tab) => tab.status).sort()).toEqual(['fulfilled', 'rejected'])
    const gone = { code: 'not_found', message: 'That hook is not attached to this session any more.' }
    await expect(other.changeAttachment(id, hook, { mode: 'off' })).rejects.toMatchObject(gone)
    await expect(one.changeAttachment(id, hook, { points: ['tools.before'], position: 0 })).rejects.toMatchObject(gone)
    expect((await logOf(belay, id)).filter((event) => event.type === 'composition.changed')).toHaveLength(1)
  })

  it('do not undo over each other: the one that is behind is told what was changed', async () => {
    const [one, other] = await tabs(await openTest())
    const { id } = await one.createSession({ workspace: freshFolder('workspace') })
    const { hash: expected } = await one.attach(id, { hook: 'block' })
    await other.attach(id, { hook: 'ask' })
    await expect(one.undo(id, { expect: expected })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('changed meanwhile (attach ask), so nothing was undone'),
    })
  })
})

const MARK = 'All edits are made'
const isMark = (event: TraceEvent) => event.type === 'session.changed' && event.title === MARK

describe('a turn that runs while hooks are changed', () => {
  it('ends under the composition that it began with, and the next one has the new: both are on record', async () => {
    const risky = testTool('risky', async () => ({ content: 'done', isError: false, facts: {} }), true)
    const calls = [{ name: 'risky', args: { text: 'rm' } }]
    const steps = [{ calls }, { calls }, { text: 'one' }, { calls }, { text: 'two' }]
    const belay = await openTest({ steps, tools: [risky] })
    const [one, other] = await tabs(belay)
    const attach = [{ hook: 'block', params: { text: 'shutdown' } }]
    const { id } = await one.createSession({ workspace: freshFolder('workspace'), attach })
    const before = await one.composition(id)
    const [block] = before.hooks
    if (block === undefined) throw new Error('nothing attached')

    await one.send(id, 'go')
    const waiting = await until(one, id, asked)
    await other.changeAttachment(id, block.id, { params: { text: 'rm' } })
    const after = await other.attach(id, { hook: 'context' })
    await allow(one, id, waiting)
    const again = await until(one, id, asked, waiting.length)
    await allow(one, id, again)
    const first = await until(one, id, ended)
    expect(foldAll(first).turns).toMatchObject([{ status: 'completed', composition: before.hash, answer: 'one' }])
    expect(versionsOf(first)).toEqual([block.version, block.version])

    await one.send(id, 'again')
    const second = await until(one, id, ended, first.length)
    const state = foldAll(await logOf(belay, id))
    expect(state.turns[1]).toMatchObject({ status: 'completed', composition: after.hash, answer: 'two' })
    expect(versionsOf(second)).toEqual(after.hooks.map((hook) => hook.version).reverse())
    expect(after.hooks[0]?.version).not.toBe(block.version)
    expect(second.find((event) => event.type === 'outcome' && event.point === 'tools.before')).toMatchObject({
      outcome: { decision: 'block', reason: 'no rm' },
    })
    expect([...state.compositions.keys()]).toEqual(expect.arrayContaining([before.hash, after.hash]))
  })
})

async function allow(belay: Operations, id: SessionId, events: readonly TraceEvent[]): Promise<void> {
  const question = events.filter((event) => event.type === 'question.opened').at(-1)?.question
  if (question === undefined) throw new Error('no question')
  await belay.answer(id, question.id, { say: 'allow', scope: 'once', args: null })
}

function versionsOf(events: readonly TraceEvent[]): readonly (string | null)[] {
  return events.flatMap((event) => (event.type === 'verdict' ? [event.verdict.version] : []))
}
