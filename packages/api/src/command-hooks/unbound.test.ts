/** Guards that must not be lost, and scripts that must not run unseen, outside of any session. */
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { openBelay } from '../composition-root'
import { ended, logOf, until } from '../testing/until'
import { afterTest, freshFolder } from '../testing/world'

const guard = (command: string) =>
  JSON.stringify({
    hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command, onFailure: 'block' }] }] },
  })

async function scene() {
  const [home, workspace] = [freshFolder(), freshFolder('work')]
  const belay = await openBelay({ home })
  afterTest(() => belay.close())
  const event = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' }, cwd: workspace }
  const fire = () =>
    belay.fire({
      ...{ point: 'PreToolUse', event, attach: [], workspace, session: null },
      ...{ rewrites: 'first', stopAtFirstBlock: false },
    })
  return { home, workspace, belay, fire }
}

it('a script that was taken over and changed since is not run by a firing without a session either', async () => {
  const { workspace, belay, fire } = await scene()
  const script = join(workspace, 'g.sh')
  writeFileSync(script, '#!/bin/sh\necho as agreed >&2; exit 2\n')
  chmodSync(script, 0o755)
  mkdirSync(join(workspace, '.claude'))
  writeFileSync(join(workspace, '.claude/settings.json'), guard('./g.sh'))
  await belay.takeOverHooks(workspace, (await belay.checkoutHooks(workspace)).hash)
  expect(await fire()).toMatchObject({ decision: 'block', reason: 'as agreed' })
  writeFileSync(script, '#!/bin/sh\ntouch ran\n')
  const after = await fire()
  expect(after.decision).toBe('block')
  expect(after.verdicts.map(({ error }) => error?.message).join()).toContain('was changed since it was last trusted')
})

it('a script below the home folder is found by its tilde', async () => {
  const { workspace, belay } = await scene()
  vi.stubEnv('HOME', workspace)
  afterTest(() => void vi.unstubAllEnvs())
  mkdirSync(join(workspace, '.claude'))
  writeFileSync(join(workspace, '.claude/settings.json'), guard('~/no-such-guard.sh'))
  const { hooks } = await belay.checkoutHooks(workspace)
  const files = hooks.flatMap(({ scripts }) => scripts.map(({ file }) => file))
  expect(files).toEqual([join(workspace, 'no-such-guard.sh')])
})

describe('a closed guard whose file can not be read any more still blocks', () => {
  it.each([
    ['a folder', (file: string) => mkdirSync(file)],
    ['a link that leads nowhere', (file: string) => symlinkSync('/nowhere/at/all', file)],
    ['a file whose "hooks" is null', (file: string) => writeFileSync(file, '{ "hooks": null }')],
  ])('%s', async (_, spoil) => {
    const { home, workspace, belay } = await scene()
    const file = join(home, 'hooks.json')
    writeFileSync(file, guard('exit 0'))
    writeFileSync(
      join(home, 'scripts/once.yaml'),
      'steps:\n  - calls: [{ name: run, args: { command: ls } }]\n  - text: Done.\n',
    )
    const turn = async () => {
      const { id } = await belay.createSession({ workspace, model: 'scripted/once', permission: 'auto' })
      await belay.send(id, 'Go.')
      await until(belay, id, ended)
      return JSON.stringify(await logOf(belay, id))
    }
    expect(await turn()).not.toContain('"decision":"block"')
    rmSync(file)
    spoil(file)
    expect(await turn()).toContain('"decision":"block"')
  })
})
