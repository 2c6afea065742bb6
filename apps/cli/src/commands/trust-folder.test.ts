/** Trust in a folder from the shell. */
import { realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { makePlace } from '../testing/belay'

const place = makePlace()
afterAll(place.remove)

it('is shown, given and taken back; a run says what it goes on without', async () => {
  const folder = realpathSync(place.workspace)
  writeFileSync(join(folder, 'AGENTS.md'), 'Say ahoy.')
  const run = () => place.belay(['run', 'hello', '--permission', 'auto'])
  expect((await run()).stderr).toContain(`belay: AGENTS.md of ${folder} is not read`)
  expect((await place.belay(['trust'])).stdout).toContain('is not trusted (nobody has said so)')
  expect((await place.belay(['trust', folder, '--yes'])).stdout).toMatch(/is trusted: .*It brings AGENTS\.md\.\n$/)
  expect((await run()).stderr).not.toContain('is not read')
  const back = await place.belay(['trust', folder, '--take-back', '--json'])
  expect(JSON.parse(back.stdout)).toEqual({ workspace: folder, trusted: false, brings: ['AGENTS.md'] })
  expect((await place.belay(['trust', folder, '--yes', '--take-back'])).code).toBe(2)
}, 60_000)
