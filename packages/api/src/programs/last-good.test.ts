/** A hook file with an error: its last good version runs on, the record says so once, also after a restart. */
import { describe, expect, it } from 'vitest'
import { programmedHome, turn } from '../testing/programmed'

const GUARD = `import { defineHook } from '@belay/hooks'
import { words } from './_words'
export default defineHook({ name: 'guard', description: 'a guard', points: ['tools.before'], run: (t) => t.deny(words) })
`
const WORDS = `export const words = 'not here'\n`
const scene = () => programmedHome({ 'hooks/guard.ts': GUARD, 'hooks/_words.ts': WORDS })

const SAID = /^guard has an error \(.*guard\.ts:2: .*\); its version of \d{4}-\d\d-\d\d \d\d:\d\d goes on running$/

describe('a hook file with an error', () => {
  it('runs in its last good version, which every verdict says, and is on the record once', async () => {
    const { belay, put, session } = await scene()
    const id = await session({ attach: [{ hook: 'guard' }] })
    const first = await turn(belay, id)
    put('hooks/guard.ts', `\nexport default ]\n`)
    const second = await turn(belay, id)
    expect(second.changes.map(({ change }) => change)).toEqual([expect.stringMatching(SAID)])
    expect(second.verdicts[0]).toMatchObject({
      decision: 'block',
      reason: 'not here',
      version: first.verdicts[0]?.version,
    })
    expect((await belay.composition(id)).hooks).toMatchObject([
      { version: first.verdicts[0]?.version, error: expect.stringMatching(/guard\.ts:2: /) },
    ])
    expect((await turn(belay, id)).changes).toEqual([])
    expect((await belay.session(id)).counts).toMatchObject({ blocked: 3, failed: 0 })
  })

  it('says of itself since when, and what is wrong, and can be attached', async () => {
    const { belay, put, session } = await scene()
    const good = await belay.findHook('guard')
    put('hooks/_words.ts', 'export const words = (\n')
    const stale = await belay.findHook('guard')
    expect(stale).toMatchObject({
      ...good,
      error: { line: 2 },
      stale: expect.any(Number),
      versionAt: expect.any(Number),
    })
    expect(Number(stale?.versionAt)).toBeLessThanOrEqual(Date.now())
    const id = await session({ attach: [{ hook: 'guard' }] })
    expect((await turn(belay, id)).verdicts[0]).toMatchObject({ decision: 'block', reason: 'not here' })
  })

  it('does so after a restart too', async () => {
    const home = await scene()
    const id = await home.session({ attach: [{ hook: 'guard' }] })
    const first = await turn(home.belay, id)
    home.put('hooks/guard.ts', `\nexport default ]\n`)
    const again = await home.reopen()
    const second = await turn(again, id)
    expect(second.verdicts[0]).toMatchObject({ reason: 'not here', version: first.verdicts[0]?.version })
    expect(second.changes.map(({ change }) => change)).toEqual([expect.stringMatching(SAID)])
    expect((await turn(await home.reopen(), id)).changes).toEqual([])
  })

  it('is over once the file loads again: as it was, or as another version', async () => {
    const { belay, put, session } = await scene()
    const id = await session({ attach: [{ hook: 'guard' }] })
    const first = await turn(belay, id)
    put('hooks/guard.ts', '\nexport default ]\n')
    await turn(belay, id)
    put('hooks/guard.ts', GUARD)
    const back = await turn(belay, id)
    expect(back.changes.map(({ change }) => change)).toEqual(['guard loads again'])
    expect(back.verdicts[0]?.version).toBe(first.verdicts[0]?.version)
    put('hooks/guard.ts', '\nexport default ]\n')
    await turn(belay, id)
    put('hooks/guard.ts', GUARD.replace('t.deny(words)', "t.deny('nor there')"))
    const other = await turn(belay, id)
    expect(other.changes.map(({ change }) => change)).toEqual(['guard was edited'])
    expect(other.verdicts[0]?.reason).toBe('nor there')
  })

  it('that is deleted is gone, and is not brought back by a broken one in its place', async () => {
    const { belay, put, remove, session } = await scene()
    const id = await session({ attach: [{ hook: 'guard' }] })
    await turn(belay, id)
    remove('hooks/guard.ts')
    const gone = await turn(belay, id)
    expect(gone.verdicts[0]).toMatchObject({ status: 'not_asked', notAsked: 'failed to load', version: null })
    expect(gone.changes.map(({ change }) => change)).toEqual(['guard does not load: it is not in the library any more'])
    put('hooks/guard.ts', '\nexport default ]\n')
    expect((await turn(belay, id)).verdicts[0]).toMatchObject({ notAsked: 'failed to load' })
    expect(await belay.findHook('guard')).toMatchObject({ version: null })
  })

  it('of a program does the same, and is said once for all of its points', async () => {
    const both = `export const before = (t: any) => t.deny('no')\nexport const after = () => undefined\n`
    const home = await programmedHome({ 'programs/mine/hooks/tools.ts': both })
    const id = await home.session({ program: 'mine' })
    const first = await turn(home.belay, id)
    home.put('programs/mine/hooks/tools.ts', 'export const before = (\n')
    const second = await turn(await home.reopen(), id)
    expect(second.changes.map(({ change }) => change)).toEqual([
      expect.stringMatching(/^mine\/tools\.ts has an error \(.*tools\.ts:2: .*\); its version of .* goes on running$/),
    ])
    expect(second.verdicts.map(({ decision, version }) => [decision, version])).toEqual(
      first.verdicts.map(({ decision, version }) => [decision, version]),
    )
  })
})
