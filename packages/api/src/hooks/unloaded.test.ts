import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openBelay } from '../composition-root'
import { ended, until } from '../testing/until'
import { afterTest, freshFolder } from '../testing/world'

const GUARD = `import { defineHook } from '@belay/hooks'
export default defineHook({ name: 'guard', description: 'a guard', points: ['tools.before'], run: () => undefined })
`
const SCRIPT = 'steps: [{ text: a, calls: [{ name: files.ls, args: {} }] }, { text: done }]'

/** A session whose hook file was taken away after it was attached, and came back as one that does not load. */
async function brokenGuard(onFailure: 'open' | 'closed') {
  const home = freshFolder()
  const belay = await openBelay({ home })
  afterTest(() => belay.close())
  const file = join(home, 'hooks', 'guard.ts')
  writeFileSync(file, GUARD)
  mkdirSync(join(home, 'scripts'), { recursive: true })
  writeFileSync(join(home, 'scripts', 'one.yaml'), SCRIPT)
  const workspace = freshFolder('workspace')
  const attach = [{ hook: 'guard', onFailure }]
  const { id } = await belay.createSession({ workspace, model: 'scripted/one', permission: 'auto', attach })
  rmSync(file)
  await belay.library()
  writeFileSync(file, 'export default {{')
  await belay.send(id, 'go')
  await until(belay, id, ended)
  return { counts: (await belay.session(id)).counts, lines: await belay.trace(id, null) }
}

describe('a hook file that does not load, and never did', () => {
  it('under the policy closed is counted as the block that it was, in the list and in the trace', async () => {
    const { counts, lines } = await brokenGuard('closed')
    expect(counts).toEqual({ asked: 0, blocked: 1, rewritten: 0, failed: 1 })
    const decisions = { 'not loaded': 1, block: 1 }
    expect(lines).toMatchObject([
      { point: 'tools.before', hook: null, asked: 0, decisions },
      {
        point: 'tools.before',
        hook: 'guard',
        asked: 0,
        decisions,
        lastFailures: [expect.stringMatching(/guard\.ts:1/)],
      },
    ])
  })

  it('under the policy open is counted as a failure, and blocks nothing', async () => {
    const { counts, lines } = await brokenGuard('open')
    expect(counts).toEqual({ asked: 0, blocked: 0, rewritten: 0, failed: 1 })
    expect(lines[1]).toMatchObject({ hook: 'guard', decisions: { 'not loaded': 1 } })
  })
})
