/** One command of `hooks.json` fired alone: the page runs a person's commands only where they were asked for. */
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openBelay } from '../composition-root'
import { afterTest, freshFolder } from '../testing/world'

it('asks the command that is named and starts no other', async () => {
  const [home, workspace] = [freshFolder(), freshFolder('work')]
  const commands = ['echo first >&2; touch "$PWD/first"; exit 2', 'touch "$PWD/second"'].map((command) => ({
    type: 'command',
    command,
  }))
  writeFileSync(join(home, 'hooks.json'), JSON.stringify({ hooks: { PreToolUse: [{ hooks: commands }] } }))
  const belay = await openBelay({ home })
  afterTest(() => belay.close())
  const { entries } = await belay.commandHooks(null, workspace)
  const event = { call: { id: 'c1', name: 'run', args: { command: 'ls' } } }
  const fire = (only: string) =>
    belay.fire({
      ...{ point: 'tools.before', event, attach: [], workspace, session: null, only },
      ...{ rewrites: 'first', stopAtFirstBlock: false },
    })
  const outcome = await fire(`hooks/${entries[0]?.id}`)
  expect(outcome).toMatchObject({ decision: 'block', reason: 'first' })
  expect(outcome.verdicts.map(({ command }) => command?.exitCode)).toEqual([2])
  expect(readdirSync(workspace)).toEqual(['first'])
  expect((await fire('hooks/none')).verdicts).toEqual([])
})
