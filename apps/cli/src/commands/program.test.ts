/** Programs from the shell: listed with what is wrong with them, tried, run under, set and taken off. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { makePlace } from '../testing/belay'

const place = makePlace()
afterAll(place.remove)

const put = (file: string, text: string) => {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
const DENY = `export function before(t: any, call: any) {\n  return t.deny(t.program + ' says no to ' + call.name)\n}\n`
put(join(place.home, 'programs/careful/agent.yaml'), 'model: scripted/tidy\n')
put(join(place.home, 'programs/careful/hooks/tools.ts'), `${DENY}export const helper = 1\n`)
put(
  join(place.home, 'scripts/tidy.yaml'),
  'steps:\n  - { text: a, calls: [{ name: files.ls, args: {} }] }\n  - { text: Done. }\n',
)
put(join(place.workspace, 'own/hooks/tools.ts'), DENY)
put(join(place.workspace, 'own/hooks/retry.ts'), '')

const HELPER = `${join(place.home, 'programs/careful/hooks/tools.ts')}:4: helper is not a point of tools.ts, which defines before, after; a helper's name must start with '_'\n`
const event = JSON.stringify({ call: { name: 'run', args: { command: 'ls' } } })
const json = (stdout: string) => JSON.parse(stdout.trim().split('\n').at(-1) ?? '')

describe('belay program', () => {
  it('lists programs with what is wrong with them, as hooks list and hooks check do', async () => {
    const listed = await place.belay(['program'])
    expect(listed).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(/^program +from +hooks at\ncareful /),
    })
    expect(listed.stdout.endsWith(`\n\n${HELPER}`)).toBe(true)
    expect((await place.belay(['hooks', 'list'])).stdout.endsWith(listed.stdout)).toBe(true)
    const [careful] = json((await place.belay(['program', '--json'])).stdout)
    expect(careful).toMatchObject({ name: 'careful', hooks: [{ point: 'tools.before' }], problems: [{ line: 4 }] })
    expect(await place.belay(['hooks', 'check'])).toMatchObject({ code: 1, stdout: expect.stringContaining(HELPER) })
    put(join(place.workspace, 'own/agent.yaml'), '')
    expect(await place.belay(['hooks', 'check', 'own'])).toMatchObject({
      ...{
        code: 1,
        stdout: expect.stringMatching(/own\/hooks\/retry\.ts:1: not a hook file; the hook files are: context, /),
      },
    })
  })

  it('is run under and stays on the session, where another is set, and none', async () => {
    const run = await place.belay(['run', 'go', '--program', 'careful', '--json'])
    expect(run.code).toBe(0)
    expect(run.stdout).toContain('careful says no to files.ls')
    const { session } = json(run.stdout)
    expect((await place.belay(['program', session])).stdout).toBe('careful rules this session.\n')
    expect((await place.belay(['sessions', 'show', session])).stdout).toMatch(
      /1 careful\/tools\.before {2}enforce, at tools\.before, on failure replay/,
    )
    const again = await place.belay(['run', 'go', '--session', session, '--program', './own'])
    expect(again.stderr).toMatch(/own says no to files\.ls/)
    expect(
      (await place.belay(['mode', session, `${join(place.workspace, 'own')}/tools.before`, 'off'])).stdout,
    ).toMatch(/switched off/)
    expect((await place.belay(['detach', session, 'own'])).stderr).toMatch(
      /^belay: .*comes with the program .* cannot be detached/,
    )
    expect((await place.belay(['program', session, 'careful'])).stdout).toBe(
      'careful rules this session from the next turn on.\n',
    )
    expect((await place.belay(['program', session, 'careful'])).stdout).toBe('careful rules this session already.\n')
    expect((await place.belay(['program', session, 'none'])).stdout).toBe('careful rules it no more.\n')
    expect(json((await place.belay(['program', session, '--json'])).stdout)).toEqual({ session, program: null })
    expect((await place.belay(['undo', session])).stdout).toMatch(/take off the program careful/)
  }, 60_000)

  it('is fired', async () => {
    const fired = await place.belay(['fire', 'tools.before', '--program', 'careful', '--json'], event)
    expect(json(fired.stdout)).toMatchObject({ decision: 'block', reason: 'careful says no to run', by: 'careful' })
    expect(await place.belay(['fire', 'tools.before', '--program', './own', '--exit-code'], event)).toMatchObject({
      code: 3,
    })
  })

  it.each([
    [
      'a name that is none',
      ['run', 'go', '--program', 'carefull'],
      /^belay: there is no program carefull \(did you mean careful\?\); belay program lists all/i,
    ],
    ['a folder that is none', ['run', 'go', '--program', './nothing'], /^belay: there is no program .*nothing/i],
    [
      'a folder without a program',
      ['run', 'go', '--program', '.'],
      /^belay: the program .* cannot rule a turn: .* is no program/i,
    ],
    ['one to fire', ['fire', 'tools.before', '--program', 'nobody'], /^belay: There is no program `nobody`\./],
  ])('%s is refused before anything is made', async (_, args, sentence) => {
    const before = json((await place.belay(['sessions', '--json'])).stdout)
    expect(await place.belay(args, event)).toMatchObject({ code: 2, stderr: expect.stringMatching(sentence) })
    expect(json((await place.belay(['sessions', '--json'])).stdout)).toEqual(before)
  })
})
