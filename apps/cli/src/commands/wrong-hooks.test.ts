/** A guard whose file was edited: each command that goes by it says that it is not the guard that was attached. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { makePlace } from '../testing/belay'

const place = makePlace()
afterAll(place.remove)
const json = (stdout: string) => JSON.parse(stdout.trim().split('\n').at(-1) ?? '')

const SCHEMAS = ['import { z } from', "'zod'"].join(' ')
const guard = (schema: string) => `import { defineHook } from '@belay/hooks'
${SCHEMAS}
export default defineHook({
  name: 'guard', description: 'd', params: z.object({ ${schema} }),
  on: { 'tools.before': (t) => t.deny('the guard says ' + t.params.word) },
})
`

it('run, fire, doctor, hooks list and trace name it, and its last good version answers', async () => {
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
  const listed = await place.belay(['hooks', 'list'])
  expect(listed.stdout).toMatch(/^ {2}guard in “hello” \(\S+\): .*its parameters do not fit: word: .*runs\)$/m)
  const [hook] = json((await place.belay(['hooks', 'list', '--json'])).stdout).filter(
    ({ slug }: { slug: string }) => slug === 'guard',
  )
  expect(hook).toMatchObject({ error: null, troubles: [{ session, title: 'hello', hook: 'guard' }] })
  const traced = await place.belay(['trace', session])
  expect(traced.stdout).toMatch(/^has an error, and its last good version runs:\n {2}guard: .*do not fit: word: /m)
  const doctor = await place.belay(['doctor'])
  expect(doctor.stdout).toMatch(
    /attached hooks: guard in “hello”: .*its parameters do not fit: word: .*its last good version runs/,
  )
}, 60_000)

const watcher = (points: string) => `import { defineHook } from '@belay/hooks'
export default defineHook({ name: 'watcher', description: 'd', points: [${points}], run: () => undefined })
`

it('one that lost a point is named too, and so is one that stands nowhere any more', async () => {
  const file = join(place.home, 'hooks/watcher.ts')
  writeFileSync(file, watcher("'tools.before', 'stop.done'"))
  const { stdout } = await place.belay(['run', 'watch', '--attach', 'watcher', '--permission', 'auto', '--json'])
  const { session } = json(stdout)
  writeFileSync(file, watcher("'stop.done'"))
  const some = await place.belay(['run', 'again', '--session', session])
  const why = 'it is not at tools.before any more, only at stop.done; attach it anew'
  expect(some.stderr.split('\n')).toContain(`belay: watcher is not asked as it was attached: ${why}`)
  writeFileSync(file, watcher("'model.choose'"))
  const none = await place.belay(['run', 'again', '--session', session])
  expect(none.stderr).toMatch(
    /^belay: watcher does not run: .*it is not at tools.before, stop.done any more, only at model.choose; attach it anew$/m,
  )
  rmSync(file)
  const gone = await place.belay(['run', 'again', '--session', session])
  expect(gone.stderr.split('\n')).toContain('belay: watcher does not run: it is not in the library any more')
}, 60_000)
