/** Undo and redo, on a real database: what they bring back, what they refuse, and that server and page hold the same stacks. */
import { type Composition, type CompositionHistory, foldAll, type SessionId } from '@belay/trace'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openBelay } from '../composition-root'
import type { Operations } from '../operations'
import { openChanging } from '../testing/changing-library'
import { ended, logOf, until } from '../testing/until'
import { afterTest, freshFolder } from '../testing/world'

async function scene() {
  const { belay, library } = await openChanging()
  const { id } = await belay.createSession({ workspace: freshFolder('workspace') })
  return { belay, library, id }
}

const names = ({ undo, redo }: CompositionHistory) => ({ undo: undo.map((e) => e.name), redo: redo.map((e) => e.name) })

async function undoAll(belay: Operations, id: SessionId): Promise<Composition> {
  while ((await belay.compositionHistory(id)).undo.length > 0) await belay.undo(id)
  return belay.composition(id)
}

async function redoAll(belay: Operations, id: SessionId): Promise<Composition> {
  while ((await belay.compositionHistory(id)).redo.length > 0) await belay.redo(id)
  return belay.composition(id)
}

describe('undo and redo', () => {
  it('take back the last edit and make it again, under its name', async () => {
    const { belay, id } = await scene()
    const first = await belay.composition(id)
    const attached = await belay.attach(id, { hook: 'block', params: { text: 'rm' } })
    expect(await belay.undo(id)).toEqual(first)
    expect(names(await belay.compositionHistory(id))).toEqual({ undo: [], redo: ['attach block'] })
    expect(await belay.redo(id)).toEqual(attached)
    const events = (await logOf(belay, id)).filter((event) => event.type === 'composition.changed')
    expect(events.map(({ kind, name, change }) => ({ kind, name, change }))).toEqual([
      { kind: 'edit', name: 'attach block', change: 'block was attached at tools.before' },
      { kind: 'undo', name: 'attach block', change: 'Undone: attach block' },
      { kind: 'redo', name: 'attach block', change: 'Redone: attach block' },
    ])
  })

  it('go back to the start and on to the end, also in another process', async () => {
    const home = freshFolder()
    const belay = await openBelay({ home })
    const { id } = await belay.createSession({ workspace: freshFolder('workspace') })
    const first = await belay.composition(id)
    const { hooks } = await belay.attach(id, { hook: 'block-commands' })
    const [block] = hooks
    if (block === undefined) throw new Error('nothing attached')
    await belay.attach(id, { hook: 'add-context', position: 0 })
    await belay.changeAttachment(id, block.id, { mode: 'shadow', params: { patterns: ['git push'] } })
    await belay.changeAttachment(id, block.id, { position: 0 })
    await belay.detach(id, block.id)
    const last = await belay.composition(id)
    await belay.undo(id)
    await belay.undo(id)
    const history = await belay.compositionHistory(id)
    await belay.close()
    const again = await openBelay({ home })
    afterTest(() => again.close())
    expect(await again.compositionHistory(id)).toEqual(history)
    expect(names(history).redo).toEqual(['detach block-commands', 'move block-commands to place 1'])
    expect((await undoAll(again, id)).hash).toBe(first.hash)
    expect((await redoAll(again, id)).hash).toBe(last.hash)
    expect(foldAll(await logOf(again, id)).history).toEqual(await again.compositionHistory(id))
  })

  it('bring back the hook with the version that its file has now, or with why it does not load', async () => {
    const { belay, library, id } = await scene()
    const { hooks } = await belay.attach(id, { hook: 'block' })
    await belay.attach(id, { hook: 'ask' })
    await belay.detach(id, hooks[0]?.id ?? expect.fail('nothing attached'))
    library.edit('block', 'edited')
    const [block] = (await belay.undo(id)).hooks
    expect(block).toMatchObject({ name: 'block', error: null })
    expect(block?.version).not.toBe(hooks[0]?.version)
    await belay.redo(id)
    library.edit('block', null)
    const [gone] = (await belay.undo(id)).hooks
    expect(gone).toMatchObject({ name: 'block', version: null, error: 'it is not in the library any more' })
  })

  it('leave alone what edited files brought about', async () => {
    const { belay, library, id } = await scene()
    await belay.attach(id, { hook: 'context' })
    const { hooks } = await belay.attach(id, { hook: 'ask' })
    library.edit('context', 'edited')
    await belay.send(id, 'go')
    const log = await until(belay, id, ended)
    const refreshed = log.filter((event) => event.type === 'composition.changed').at(-1)
    expect(refreshed).toMatchObject({ kind: 'refresh', change: 'context was edited' })
    expect(refreshed).not.toHaveProperty('name')
    expect(names(await belay.compositionHistory(id)).undo).toEqual(['attach context', 'attach ask'])
    const [context] = (await belay.undo(id)).hooks
    expect(context?.version).not.toBe(hooks[0]?.version)
  })

  it('say so where there is nothing', async () => {
    const { belay, id } = await scene()
    await expect(belay.undo(id)).rejects.toMatchObject({
      ...{ code: 'conflict', message: 'There is nothing to undo: nobody has changed the hooks of this session.' },
    })
    await belay.attach(id, { hook: 'block' })
    await expect(belay.redo(id)).rejects.toMatchObject({
      ...{ code: 'conflict', message: 'There is nothing to redo: nothing was undone since the last change.' },
    })
    await expect(belay.undo('ses_x' as SessionId)).rejects.toMatchObject({ code: 'not_found' })
    await expect(belay.compositionHistory('ses_x' as SessionId)).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('a page that is behind', () => {
  it('undoes nothing, and is told what was changed meanwhile', async () => {
    const { belay, library, id } = await scene()
    const first = await belay.composition(id)
    const seen = await belay.attach(id, { hook: 'block' })
    await belay.attach(id, { hook: 'ask' })
    await belay.undo(id)
    await belay.attach(id, { hook: 'context' })
    library.edit('context', 'edited')
    await belay.send(id, 'go')
    const seq = (await until(belay, id, ended)).length
    const says = (what: string) => ({
      code: 'conflict',
      message: `The hooks of this session were changed meanwhile (${what}), so nothing was undone. Look at them as they are now, then try again.`,
    })
    const since = 'attach context; a hook file was edited'
    await expect(belay.undo(id, { expect: seen.hash })).rejects.toMatchObject(says(since))
    const all = 'undo: attach ask; attach context; a hook file was edited; 2 more before'
    await expect(belay.undo(id, { expect: first.hash })).rejects.toMatchObject(says(all))
    await expect(belay.redo(id, { expect: 'never' })).rejects.toThrow(
      'The hooks of this session were changed meanwhile, so nothing was redone.',
    )
    expect((await logOf(belay, id)).length).toBe(seq)
  })

  it('undoes what it shows where nothing happened since', async () => {
    const { belay, id } = await scene()
    const first = await belay.composition(id)
    const { hash } = await belay.attach(id, { hook: 'block' })
    expect(await belay.undo(id, { expect: hash })).toEqual(first)
    expect((await belay.redo(id, { expect: first.hash })).hash).toBe(hash)
  })
})

describe('while the library is asked', () => {
  it('an edit is not lost to an undo: that begins anew, and undoes it', async () => {
    const { belay, library, id } = await scene()
    const { hash } = await belay.attach(id, { hook: 'block' })
    await belay.attach(id, { hook: 'ask' })
    const { begun, release } = library.holdNext()
    const undone = belay.undo(id)
    await begun
    await belay.attach(id, { hook: 'context' })
    release()
    expect((await undone).hooks.map((hook) => hook.name)).toEqual(['block', 'ask'])
    expect((await belay.undo(id)).hash).toBe(hash)
  })

  it('an edit that came and went counts: the undo of what it was about stays the undo of that', async () => {
    const { belay, library, id } = await scene()
    const { hooks } = await belay.attach(id, { hook: 'block' })
    const [block] = hooks
    if (block === undefined) throw new Error('nothing attached')
    await belay.attach(id, { hook: 'ask' })
    const { begun, release } = library.holdNext()
    const undone = belay.undo(id)
    await begun
    await belay.changeAttachment(id, block.id, { mode: 'off' })
    await belay.changeAttachment(id, block.id, { mode: 'enforce' })
    release()
    expect((await undone).hooks.map((hook) => hook.mode)).toEqual(['off', 'enforce'])
    expect(names(await belay.compositionHistory(id))).toEqual({
      undo: ['attach block', 'attach ask', 'set block to off'],
      redo: ['set block to enforce'],
    })
  })

  it('an edit is not lost to the look at hook files before a turn', async () => {
    const { belay, library, id } = await scene()
    await belay.attach(id, { hook: 'context' })
    library.edit('context', 'edited')
    const { begun, release } = library.holdNext()
    const sent = belay.send(id, 'go')
    await begun
    const edited = await belay.attach(id, { hook: 'ask' })
    release()
    await sent
    const { compositions, turns, composition } = foldAll(await until(belay, id, ended))
    const hooks = compositions.get(turns[0]?.composition ?? '')?.hooks
    expect(hooks?.map((hook) => hook.name)).toEqual(['context', 'ask'])
    expect(hooks?.[0]?.version).not.toBe(edited.hooks[0]?.version)
    expect(composition?.hooks).toEqual(hooks)
  })

  it('two undos take back two edits, and with what they expect only one of them does', async () => {
    const { belay, id } = await scene()
    const first = await belay.composition(id)
    await belay.attach(id, { hook: 'block' })
    await belay.attach(id, { hook: 'ask' })
    await Promise.all([belay.undo(id), belay.undo(id)])
    expect(await belay.composition(id)).toEqual(first)
    const request = { expect: first.hash }
    const both = await Promise.allSettled([belay.redo(id, request), belay.redo(id, request)])
    expect(both.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected'])
    expect((await belay.composition(id)).hooks).toHaveLength(1)
  })
})

type Act =
  | { readonly do: 'attach' | 'edit file'; readonly hook: 'block' | 'ask' | 'context'; readonly position: number }
  | { readonly do: 'mode' | 'move' | 'params' | 'detach'; readonly which: number; readonly to: number }
  | { readonly do: 'undo' | 'redo' | 'turn' }

const hook = fc.constantFrom('block' as const, 'ask' as const, 'context' as const)
const small = fc.nat(4)
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('attach' as const), hook, position: small }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('edit file' as const), hook, position: small }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('mode' as const, 'move' as const, 'params' as const, 'detach' as const),
      which: small,
      to: small,
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constantFrom('undo' as const, 'redo' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('turn' as const) }) },
)

const MODES = ['enforce', 'shadow', 'off'] as const

async function make({ belay, library, id }: Awaited<ReturnType<typeof scene>>, made: Act): Promise<void> {
  switch (made.do) {
    case 'attach':
      await belay.attach(id, { hook: made.hook, position: made.position })
      return
    case 'edit file':
      return library.edit(made.hook, `version ${made.position}`)
    case 'turn': {
      const seq = (await logOf(belay, id)).length
      await belay.send(id, 'go')
      await until(belay, id, ended, seq)
      return
    }
    case 'undo':
    case 'redo':
      // Where there is nothing, that is refused; the next acts go on.
      await belay[made.do](id).catch((error) => expect(error).toMatchObject({ code: 'conflict' }))
      return
    default: {
      const { hooks } = await belay.composition(id)
      const { id: attachment } = hooks[made.which % Math.max(1, hooks.length)] ?? {}
      if (attachment === undefined) return
      if (made.do === 'detach') await belay.detach(id, attachment)
      if (made.do === 'mode') await belay.changeAttachment(id, attachment, { mode: MODES[made.to % 3] })
      if (made.do === 'move') await belay.changeAttachment(id, attachment, { position: made.to })
      if (made.do === 'params') await belay.changeAttachment(id, attachment, { params: { text: `no ${made.to}` } })
    }
  }
}

describe('over random edits', () => {
  it('server and page hold the same stacks, all can be undone and redone, and nothing is lost or doubled', async () => {
    const scenes = await openChanging()
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 24 }), async (acts) => {
        const { id } = await scenes.belay.createSession({ workspace: freshFolder('workspace') })
        const here = { ...scenes, id }
        const first = await here.belay.composition(id)
        for (const made of acts) await make(here, made)
        const last = await here.belay.composition(id)
        const folded = foldAll(await logOf(here.belay, id))
        expect(folded.composition).toEqual(last)
        expect(folded.history).toEqual(await here.belay.compositionHistory(id))
        expect(new Set(last.hooks.map((one) => one.id)).size).toBe(last.hooks.length)
        const steps = folded.history.undo.length
        expect((await undoAll(here.belay, id)).hash).toBe(first.hash)
        for (let step = 0; step < steps; step += 1) await here.belay.redo(id)
        // Versions are those of today, as they would be at the next turn.
        const bare = ({ hooks }: Composition) => hooks.map(({ version, ...others }) => others)
        expect(bare(await here.belay.composition(id))).toEqual(bare(last))
      }),
      { numRuns: 40 },
    )
  })
})
