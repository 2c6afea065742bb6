/** A guard whose file was edited: each command that goes by it says that it is not the guard that was attached. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { makePlace } from '../testing/belay'

const place = makePlace()
afterAll(place.remove)
const json = (stdout: string) => JSON.parse(stdout.trim().split('\n').at(-1) ?? '')

const guard = (schema: string) => `import { defineHook } from '@belay/hooks'
import { z } from 'zod'
export default defineHook({
  name: 'guard', description: 'd', params: z.object({ ${schema} }),
  on: { 'tools.before': (t) => t.deny('the guard says ' + t.params.word) },
})
`

it('run, fire and doctor name it, and its last good version answers', async () => {
  mkdirSync(join(place.home, 'hooks'), { recursive: true })
  const file = join(place.home, 'hooks/guard.ts')
  writeFileSync(file, guard('word: z.string()'))
  const attach = 'guard:{"word":"no"}'
  const begun = await place.belay(['run', 'hello', '--attach', attach, '--permission', 'auto', '--json'])
  expect(begun.stderr).toBe('')
  const { session } = json(begun.stdout)
  expect((await place.belay(['doctor'])).stdout).toMatch(/attached hooks: all run/)
  writeFileSync(file, guard('word: z.number()'))
  const told = /guard has an error, and its last good version runs: .*its parameters do not fit: word: /
  expect((await place.belay(['run', 'again', '--session', session])).stderr).toMatch(told)
  const event = JSON.stringify({ call: { id: 'c', name: 'run', args: { command: 'ls' } } })
  const fired = await place.belay(['fire', 'tools.before', '--session', session], event)
  expect(fired).toMatchObject({
    stderr: expect.stringMatching(told),
    stdout: expect.stringContaining('the guard says no'),
  })
  const doctor = await place.belay(['doctor'])
  expect(doctor.stdout).toMatch(
    /attached hooks: guard in “hello”: .*its parameters do not fit: word: .*its last good version runs/,
  )
}, 60_000)
