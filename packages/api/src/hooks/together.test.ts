/** A hook that hears at one point what it judges by at another stands at all of its points, wherever it is attached. */
import { expect, it } from 'vitest'
import { openBelay } from '../composition-root'
import { afterTest, freshFolder } from '../testing/world'

it('attached at one station, it stands at all', async () => {
  const belay = await openBelay({ home: freshFolder() })
  afterTest(() => belay.close())
  const attach = [
    { hook: 'read-before-edit', points: ['tools.before'] },
    { hook: 'add-context', points: ['guard.onInput'] },
  ] as const
  const { id } = await belay.createSession({ workspace: freshFolder('workspace'), attach })
  const { hooks } = await belay.composition(id)
  expect(hooks.map(({ name, points }) => [name, points])).toEqual([
    ['read-before-edit', ['tools.before', 'tools.after']],
    ['add-context', ['guard.onInput']],
  ])
})
