import { describe, expect, it } from 'vitest'
import { ended, until } from '../testing/until'
import { freshFolder, openTest } from '../testing/world'

/** A session that `block` ruled, and that `ask` alone rules now. */
async function changed() {
  const belay = await openTest()
  const attach = [{ hook: 'block' }]
  const { id } = await belay.createSession({ workspace: freshFolder('workspace'), attach })
  const before = await belay.composition(id)
  await belay.attach(id, { hook: 'ask', position: 0 })
  const [, block] = (await belay.composition(id)).hooks
  if (block !== undefined) await belay.detach(id, block.id)
  return { belay, id, before }
}

describe('bringing back hooks that ruled before', () => {
  it('is one edit, back to the very composition, and can be undone', async () => {
    const { belay, id, before } = await changed()
    const now = await belay.composition(id)
    expect((await belay.restoreComposition(id, before.hash)).hash).toBe(before.hash)
    expect((await belay.compositionHistory(id)).undo.at(-1)?.name).toBe('bring back earlier hooks')
    expect((await belay.undo(id)).hash).toBe(now.hash)
  })

  it('is named after the turn that they ruled, and after none that others ruled', async () => {
    const { belay, id, before } = await changed()
    const name = async () => (await belay.compositionHistory(id)).undo.at(-1)?.name
    await belay.send(id, 'hello')
    await until(belay, id, ended)
    const ruled = (await belay.composition(id)).hash
    await belay.restoreComposition(id, before.hash, { turn: 1 })
    expect(await name()).toBe('bring back earlier hooks')
    await belay.restoreComposition(id, ruled, { turn: 1 })
    expect(await name()).toBe('bring back the hooks of turn 1')
  })

  it('changes nothing where they rule already', async () => {
    const { belay, id } = await changed()
    const { hash } = await belay.composition(id)
    const edits = (await belay.compositionHistory(id)).undo.length
    expect((await belay.restoreComposition(id, hash)).hash).toBe(hash)
    expect((await belay.compositionHistory(id)).undo).toHaveLength(edits)
  })

  it('refuses what only ruled another session', async () => {
    const { belay, before } = await changed()
    const other = await belay.createSession({ workspace: freshFolder('workspace') })
    await expect(belay.restoreComposition(other.id, before.hash)).rejects.toMatchObject({ code: 'not_found' })
  })
})
