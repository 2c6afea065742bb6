/** Command hooks from the shell: events by name, payloads of an agent, checks, and a checkout that asks for trust. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { makePlace } from '../testing/belay'

const places: ReturnType<typeof makePlace>[] = []
afterEach(() => {
  for (const place of places.splice(0)) place.remove()
})

function placeWith(hooks: object, name = 'hooks.json') {
  const place = makePlace()
  places.push(place)
  mkdirSync(join(place.workspace, name, '..'), { recursive: true })
  writeFileSync(join(place.workspace, name), JSON.stringify({ hooks }))
  return place
}

const deny = { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'echo "not here" >&2; exit 2' }] }] }
const payload = JSON.stringify({ hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } })

describe('belay fire --hooks-json', () => {
  it('takes an event by its name and a payload as it is; a block has its exit code', async () => {
    const place = placeWith(deny)
    const args = ['fire', 'PreToolUse', '--hooks-json', 'hooks.json', '--json', '--exit-code']
    const { code, stdout } = await place.belay(args, payload)
    expect([code, JSON.parse(stdout)]).toMatchObject([
      3,
      { point: 'tools.before', decision: 'block', reason: 'not here' },
    ])
    expect(JSON.parse(stdout).verdicts[0]).toMatchObject({
      source: 'command',
      command: { exitCode: 2, stderr: 'not here\n' },
    })
  })

  it('takes the event of the point too, and refuses what is no such event, or no such file', async () => {
    const place = placeWith(deny)
    const call = '{"call":{"name":"run","args":{"command":"ls"}}}'
    const fired = await place.belay(['fire', 'tools.before', '--hooks-json', 'hooks.json', '--json'], call)
    expect(JSON.parse(fired.stdout)).toMatchObject({ decision: 'block' })
    const wrong = await place.belay(['fire', 'PreToolUs', '--hooks-json', 'hooks.json'], payload)
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('did you mean PreToolUse')])
    const none = await place.belay(['fire', 'PreToolUse', '--hooks-json', 'none.json'], payload)
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('here is no file none.json')])
  })
})

it('hooks check names file, line, path and severity, and exits with 1 on an error', async () => {
  const place = placeWith({ PreToolUs: [{ hooks: [{ type: 'command', command: 'true' }] }] })
  const { code, stdout } = await place.belay(['hooks', 'check', 'hooks.json', '--json'])
  expect(code).toBe(1)
  expect(JSON.parse(stdout).diagnostics).toMatchObject([
    {
      file: join(place.workspace, 'hooks.json'),
      line: 1,
      path: expect.stringContaining('PreToolUs'),
      severity: 'error',
    },
  ])
})

it('31-repo-hooks-before-trust: what a checkout has is shown, and taken over only by a yes to its hash', async () => {
  const start = { SessionStart: [{ hooks: [{ type: 'command', command: '"$CLAUDE_PROJECT_DIR"/start.sh' }] }] }
  const place = placeWith(start, '.claude/settings.json')
  writeFileSync(join(place.workspace, 'start.sh'), '#!/bin/sh\n', { mode: 0o755 })
  const shown = await place.belay(['hooks', 'trust', '.', '--json'])
  const { hash, hooks } = JSON.parse(shown.stdout)
  expect(hooks).toMatchObject([{ event: 'SessionStart', scripts: [{ hash: expect.stringMatching(/^[0-9a-f]{64}$/) }] }])
  expect((await place.belay(['hooks', 'trust', '.', '--yes', 'ffff'])).code).not.toBe(0)
  expect(existsSync(join(place.home, 'hooks.json'))).toBe(false)
  expect(await place.belay(['hooks', 'trust', '.', '--yes', hash])).toMatchObject({ code: 0 })
  expect(JSON.parse(readFileSync(join(place.home, 'hooks.json'), 'utf8')).hooks.SessionStart).toHaveLength(1)
  const listed = await place.belay(['hooks', 'list'])
  expect(listed.stdout).toMatch(/SessionStart .*start\.sh/)
})
