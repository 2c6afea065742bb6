/** Several hooks changed in one edit: all or none, named after what was meant, undone in one step; sets that stay known by name. */
import type { SessionId } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import { openBelay } from '../composition-root'
import type { SharedChange } from '../contract/composing'
import type { Operations } from '../operations'
import { logOf } from '../testing/until'
import { afterTest, freshFolder } from '../testing/world'

interface Scene {
  readonly belay: Operations
  readonly id: SessionId
  /** Changes those of these names. */
  readonly change: (names: readonly string[], change: SharedChange) => Promise<unknown>
  readonly shown: () => Promise<readonly string[]>
  readonly said: () => Promise<readonly (string | undefined)[]>
}

async function scene(attach: readonly { hook: string; points?: readonly ['guard.onInput'] }[]): Promise<Scene> {
  const belay = await openBelay({ home: freshFolder() })
  afterTest(() => belay.close())
  const { id } = await belay.createSession({ workspace: freshFolder('workspace'), attach })
  const change = async (names: readonly string[], change: SharedChange) => {
    const { hooks } = await belay.composition(id)
    const ids = hooks.filter(({ name }) => names.includes(name)).map((hook) => hook.id)
    return belay.changeHooks(id, ids, change)
  }
  const shown = async () =>
    (await belay.composition(id)).hooks.map(({ name, points, mode }) => `${name} ${mode} ${points.join('+')}`)
  const said = async () =>
    (await logOf(belay, id)).flatMap((event) => (event.type === 'composition.changed' ? [event.name] : []))
  return { belay, id, change, shown, said }
}

const START = [
  { hook: 'add-context', points: ['guard.onInput'] as const },
  { hook: 'block-commands' },
  { hook: 'ask-before' },
  { hook: 'secrets-guard' },
] as const

describe('several hooks', () => {
  it('are switched, moved together and detached, each as one edit that is undone in one step', async () => {
    const { belay, id, change, shown, said } = await scene(START)
    const before = await belay.composition(id)
    await change(['ask-before', 'block-commands'], { do: 'mode', mode: 'shadow' })
    await change(['ask-before', 'secrets-guard'], { do: 'move', position: 0 })
    expect(await shown()).toEqual([
      'ask-before shadow tools.before',
      'secrets-guard enforce guard.onInput+tools.before',
      'add-context enforce guard.onInput',
      'block-commands shadow tools.before',
    ])
    await change(['secrets-guard', 'block-commands'], { do: 'detach', from: 'tools.before' })
    await change(['ask-before', 'add-context'], { do: 'detach' })
    expect(await shown()).toEqual(['secrets-guard enforce guard.onInput'])
    expect(await said()).toEqual([
      'switch 2 hooks to shadow',
      'move 2 hooks to place 1',
      'remove 2 hooks from tools.before',
      'detach 2 hooks',
    ])
    for (let step = 0; step < 4; step += 1) await belay.undo(id)
    expect((await belay.composition(id)).hash).toBe(before.hash)
  })

  it('go to another station only where all of them can stand there', async () => {
    const { change, shown } = await scene(START)
    await change(['add-context', 'secrets-guard'], { do: 'mode', mode: 'off' })
    await expect(
      change(['add-context', 'secrets-guard'], {
        do: 'move',
        position: 0,
        from: 'guard.onInput',
        to: 'context.build',
      }),
    ).rejects.toThrow('`secrets-guard` cannot stand at context.build')
    await change(['add-context'], { do: 'move', position: 0, from: 'guard.onInput', to: 'context.build' })
    expect((await shown())[0]).toBe('add-context off context.build')
  })

  it('are left alone where one of them is gone, or comes with something else', async () => {
    const { belay, id, shown } = await scene(START)
    const [first] = (await belay.composition(id)).hooks
    const before = await shown()
    const refused = belay.changeHooks(id, [first?.id ?? '', 'att_gone'], { do: 'detach' })
    await expect(refused).rejects.toThrow('not attached to this session any more')
    expect(await shown()).toEqual(before)
  })

  it('of a set know its name, are called by it, and can be ungrouped and grouped', async () => {
    const { belay, id, change, said } = await scene([{ hook: 'ask-before' }])
    await belay.attachSet(id, { from: { set: 'outgoing' } })
    const sets = async () => (await belay.composition(id)).hooks.map(({ set }) => set)
    expect(await sets()).toEqual([undefined, 'outgoing', 'outgoing', 'outgoing'])
    const all = ['network-guard', 'secrets-guard', 'commit-guard']
    await change(all, { do: 'mode', mode: 'off' })
    await change(all.slice(1), { do: 'set', set: null })
    await change([...all.slice(1), 'ask-before'], { do: 'set', set: ' mine ' })
    expect(await sets()).toEqual(['mine', 'outgoing', 'mine', 'mine'])
    expect((await said()).slice(1)).toEqual([
      'switch the set outgoing to off',
      'ungroup 2 hooks',
      'group 3 hooks as mine',
    ])
    await expect(change(all, { do: 'set', set: '…' })).rejects.toThrow('A set is named with')
  })
})
