/** A hook file edited under what was attached: what the record says of it, and what mends it. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openBelay } from '../composition-root'
import { ended, until } from '../testing/until'
import { afterTest, freshFolder } from '../testing/world'

const guard = (schema: string, points: string) => `import { defineHook } from '@belay/hooks'
import { z } from 'zod'
export default defineHook({ name: 'guard', description: 'd', points: [${points}], params: z.object({ ${schema} }), run: () => undefined })
`

it('an attachment that its file does not take any more says so until it is changed', async () => {
  const home = freshFolder()
  const belay = await openBelay({ home })
  afterTest(() => belay.close())
  const file = join(home, 'hooks', 'guard.ts')
  writeFileSync(file, guard('word: z.string()', "'tools.before', 'stop.done'"))
  mkdirSync(join(home, 'scripts'), { recursive: true })
  writeFileSync(join(home, 'scripts', 'one.yaml'), 'steps: [{ text: done }]')
  const attach = [{ hook: 'guard', params: { word: 'no' } }]
  const workspace = freshFolder('workspace')
  const { id } = await belay.createSession({ workspace, model: 'scripted/one', permission: 'auto', attach })
  expect(await belay.attachedTroubles()).toEqual([])

  writeFileSync(file, guard('word: z.number()', "'stop.done'"))
  await belay.send(id, 'go')
  await until(belay, id, ended)
  const [hook] = (await belay.composition(id)).hooks
  if (hook === undefined) throw new Error('it was attached')
  expect(hook).toMatchObject({ unfit: { why: expect.stringMatching(/^its parameters do not fit/), points: [] } })
  expect(await belay.attachedTroubles()).toMatchObject([
    {
      session: id,
      attachment: hook.id,
      hook: 'guard',
      message: expect.stringMatching(/do not fit.*last good version/),
    },
  ])

  const fits = await belay.changeAttachment(id, hook.id, { params: { word: 3 } })
  const why = 'it is not at tools.before any more, only at stop.done; attach it anew'
  expect(fits.hooks[0]).toMatchObject({ error: null, unfit: { why, points: ['tools.before'] } })
  expect((await belay.attachedTroubles()).map(({ message }) => message)).toEqual([why])
  const stands = await belay.changeAttachment(id, hook.id, { points: ['stop.done'] })
  expect(stands.hooks[0]).not.toHaveProperty('unfit')
  expect(await belay.attachedTroubles()).toEqual([])
}, 30_000)
