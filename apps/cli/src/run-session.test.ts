import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openBelay } from '@belay/api'
import { afterAll, describe, expect, it } from 'vitest'
import { chooseSession, readModel } from './run-session'
import { makePlace } from './testing/belay'

const place = makePlace()
afterAll(place.remove)

describe('a session for a prompt', () => {
  it('is not made where the person interrupts before anything is sent', async () => {
    const belay = await openBelay({ home: place.home })
    const wish = {
      ...{ session: undefined, workspace: undefined, cwd: place.workspace, model: undefined, permission: undefined },
      ...{ hooks: [{ hook: 'block-commands' }], rewrites: undefined, stopAtFirstBlock: undefined },
    }
    await expect(chooseSession(belay, { ...wish, signal: AbortSignal.abort() })).rejects.toThrow('interrupted')
    const during = new AbortController()
    const slow = {
      ...belay,
      findHook: async (hook: string) => {
        during.abort()
        return belay.findHook(hook)
      },
    }
    await expect(chooseSession(slow, { ...wish, signal: during.signal })).rejects.toThrow('interrupted')
    expect(await belay.sessions()).toEqual([])
    await belay.close()
  })
})

describe('a model', () => {
  const { workspace } = place
  writeFileSync(join(workspace, 'mine.yaml'), '')
  mkdirSync(join(workspace, 'tour'))
  it.each([
    ['a script beside the person is a path', 'scripted/mine.yaml', `scripted/${join(workspace, 'mine.yaml')}`],
    ['a folder with the name of a script is not that script', 'scripted/tour', 'scripted/tour'],
    ['a name without a file is a name', 'scripted/tour.yaml', 'scripted/tour.yaml'],
    ['a path starts from where the person is', 'scripted/./none.yaml', `scripted/${join(workspace, 'none.yaml')}`],
    ['an absolute path stays', 'scripted//dev/zero', 'scripted//dev/zero'],
    ['nothing stays nothing', 'scripted/', 'scripted/'],
    ['another provider knows its own names', 'other/mine.yaml', 'other/mine.yaml'],
  ])('%s', (_, typed, read) => {
    expect(readModel(typed, workspace)).toBe(read)
  })
})
