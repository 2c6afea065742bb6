import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { fixtures, jsonLines, makePlace } from '../testing/belay'

const place = makePlace()
afterAll(place.remove)

const script = (name: string) => ['--model', `scripted/${join(fixtures, 'scripts', `${name}.yaml`)}`]
const remove = [...script('remove-build'), '--permission', 'auto']
const guard = 'block-commands:{"patterns":["rm -rf"]}'
const build = join(place.workspace, 'build')

beforeEach(() => {
  mkdirSync(build, { recursive: true })
  writeFileSync(join(build, 'out.txt'), 'made')
})

describe('belay run', () => {
  it('refuses the call that block-commands blocks, in the stream and in what the model is told', async () => {
    const { code, stdout, stderr } = await place.belay(['run', 'clean', ...remove, '--attach', guard, '--json'])
    const events = jsonLines(stdout)
    const named = (type: string) => events.filter((event) => event.type === type)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(events.slice(0, -1).map((event) => event.seq)).toEqual(events.slice(0, -1).map((_, index) => index + 1))
    expect(named('verdict')).toContainEqual(
      expect.objectContaining({
        point: 'tools.before',
        verdict: expect.objectContaining({ hook: 'block-commands', decision: 'block', mode: 'enforce' }),
      }),
    )
    expect(named('row.committed').map((event) => event.row)).toContainEqual(
      expect.objectContaining({ kind: 'result', isError: true, content: expect.stringContaining('block-commands') }),
    )
    expect(named('span.ended')).toContainEqual(expect.objectContaining({ status: 'refused' }))
    const session = events[0]?.session
    expect(events.at(-1)).toEqual({
      ...{ type: 'turn', status: 'completed', code: null, reason: null, answer: 'That was refused.', session },
    })
    expect(existsSync(build)).toBe(true)
  })

  it('runs the call where block-commands is in shadow, with the same verdict on the record', async () => {
    const { code, stdout } = await place.belay(['run', 'clean', ...remove, '--shadow', guard, '--json'])
    const events = jsonLines(stdout)
    const verdict = events.find((event) => event.type === 'verdict' && event.point === 'tools.before')?.verdict
    const outcome = events.find((event) => event.type === 'outcome' && event.point === 'tools.before')?.outcome
    expect(code).toBe(0)
    expect(verdict).toMatchObject({ hook: 'block-commands', decision: 'block', mode: 'shadow' })
    expect(outcome).toMatchObject({ decision: 'pass', wouldBe: 'block' })
    expect(events.at(-1)).toMatchObject({ type: 'turn', status: 'completed', answer: 'The folder is gone.' })
    expect(existsSync(build)).toBe(false)
  })

  it('prints the words for people on stdout and the rest beside them; trace and sessions show the turn', async () => {
    const { code, stdout, stderr } = await place.belay(['run', 'clean', ...remove, '--attach', guard])
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'I will clean up.\nThat was refused.\n' })
    expect(stderr).toMatch(/tools\.before: block by block-commands/)
    expect(stderr).toMatch(/· run rm -rf build: refused/)

    const trace = await place.belay(['trace'])
    expect(trace.stdout).toMatch(/tools\.before +1 .*block 1/)
    const { session, lines } = JSON.parse((await place.belay(['trace', '--json', '--turn', '1'])).stdout)
    expect(lines).toContainEqual(expect.objectContaining({ hook: 'block-commands', asked: 1, decisions: { block: 1 } }))

    const events = jsonLines((await place.belay(['sessions', 'events', session])).stdout)
    const call = JSON.stringify(events).match(/"gen_ai\.tool\.call\.id":"([^"]+)"/)?.[1] ?? ''
    const why = await place.belay(['trace', session, '--why', call])
    expect(why.stdout).toMatch(
      /the model asked for run\n│ +command: rm -rf build\n├ tools\.before\n│ +1 block-commands +won/,
    )
    expect(why.stdout).toMatch(/= block-commands refused the call: .*\n[\s\S]*it did not run: refused after .*\n/)
    expect(why.stdout).toMatch(/the model was told\n +refused by block-commands: /)
    const unknown = await place.belay(['trace', session, '--why', 'cal_none'])
    expect({ code: unknown.code, stderr: unknown.stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining(`its last ones are ${call} (run rm -rf build)`),
    })
    expect((await place.belay(['trace', session, '--turn', '1', '--why', call])).stdout).toBe(why.stdout)
    const elsewhere = await place.belay(['trace', session, '--turn', '2', '--why', call])
    expect({ code: elsewhere.code, stdout: elsewhere.stdout, stderr: elsewhere.stderr }).toEqual({
      ...{ code: 2, stdout: '', stderr: `belay: Session ${session} has no turn 2.\n` },
    })
  })

  it('refuses what permissions would ask about where nobody can answer, and goes on', async () => {
    const { code, stdout } = await place.belay(['run', 'clean', ...script('remove-build'), '--json'])
    expect(jsonLines(stdout).at(-1)).toMatchObject({ status: 'completed', answer: 'That was refused.' })
    expect(code).toBe(0)
    expect(existsSync(build)).toBe(true)
  })

  it('goes on with a session, and attaches nothing to it where one of the hooks is not there', async () => {
    const first = jsonLines((await place.belay(['run', 'clean', ...remove, '--json'])).stdout)
    const session = String(first.at(-1)?.session)
    const failing = ['run', 'again', '--session', session, '--attach', guard, '--attach', 'no-such-hook']
    expect((await place.belay(failing)).code).toBe(2)
    const shown = JSON.parse((await place.belay(['sessions', 'show', session, '--json'])).stdout)
    expect(shown).toMatchObject({ session: { turns: 1 }, composition: { hooks: [] } })
    const second = jsonLines((await place.belay(['run', 'again', '--session', session, '--json'])).stdout)
    expect(second[0]?.seq).toBeGreaterThan(Number(first.at(-2)?.seq))
    expect(second.at(-1)).toMatchObject({ type: 'turn', session })
  })

  it('stops the turn and its processes at the time limit', async () => {
    const args = ['run', 'wait', ...script('slow'), '--permission', 'auto', '--timeout', '1', '--json']
    const { code, stdout } = await place.belay(args)
    expect(jsonLines(stdout).at(-1)).toMatchObject({
      ...{ type: 'turn', status: 'stopped', answer: null, reason: 'Stopped after 1 s, the limit of --timeout.' },
    })
    expect(code).toBe(1)
  })

  it('stops the turn at an interruption, waits for its end and exits with 130', async () => {
    const { child, ended } = place.start(['run', 'wait', ...script('slow'), '--permission', 'auto', '--json'])
    child.stdout?.on('data', (text: string) => {
      if (text.includes('"name":"run"') && text.includes('span.started')) child.kill('SIGINT')
    })
    const { code, stdout } = await ended
    const events = jsonLines(stdout)
    expect(code).toBe(130)
    expect(events.at(-1)).toMatchObject({ type: 'turn', status: 'stopped', reason: 'Stopped by the person.' })
    expect(events.some((event) => event.type === 'row.committed' && JSON.stringify(event).includes('"result"'))).toBe(
      true,
    )
  })

  it('ends without a word when nobody reads any more', async () => {
    const { child, ended } = place.start(['run', 'clean', ...remove, '--json'])
    child.stdout?.once('data', () => child.stdout?.destroy())
    expect((await ended).stderr).toBe('')
  })
})
