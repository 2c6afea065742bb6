/** Extensions from the shell. */
import { afterAll, expect, it } from 'vitest'
import { makePlace } from '../testing/belay'

const place = makePlace()
afterAll(place.remove)
const json = (stdout: string) => JSON.parse(stdout.trim().split('\n').at(-1) ?? '')

it('are listed, and switched off and on for one session', async () => {
  const run = await place.belay(['run', 'hello', '--permission', 'auto', '--json'])
  const { session } = json(run.stdout)
  const listed = await place.belay(['ext', 'list'])
  expect(listed).toMatchObject({ code: 0, stdout: expect.stringMatching(/^extension +state +brings/) })
  expect(listed.stdout).toMatch(/^files +on +files\.read, /m)
  const off = await place.belay(['ext', 'disable', session, 'files'])
  expect(off).toMatchObject({ code: 0, stdout: 'From the next turn on: off: files.\n' })
  expect((await place.belay(['ext', 'disable', session, 'files'])).stdout).toBe('files is off already.\n')
  const [state] = json((await place.belay(['ext', 'list', session, '--json'])).stdout).filter(
    (one: { name: string }) => one.name === 'files',
  )
  expect(state).toMatchObject({ enabled: false, brings: { tools: expect.arrayContaining(['files.write']) } })
  const unknown = await place.belay(['ext', 'enable', session, 'fils'])
  expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('did you mean files?') })
  const on = json((await place.belay(['ext', 'enable', session, 'files', '--json'])).stdout)
  expect(on.composition.extensions).toContain('files')
}, 60_000)
