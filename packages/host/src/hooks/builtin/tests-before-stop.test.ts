import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HookFacts } from '@belay/hooks'
import { callId, type JsonObject } from '@belay/trace'
import { beforeEach, describe, expect, it } from 'vitest'
import { freshFolder } from '../../testing/fresh-folder'
import { after, builtIns } from '../testing/built-ins'

let workspace: string
let hooks: ReturnType<typeof builtIns>
beforeEach(() => {
  workspace = freshFolder()
  hooks = builtIns({ world: { environment: { PATH: process.env.PATH } } })
})

const SLUG = 'tests-before-stop'

function stop(params: JsonObject = {}, facts: Partial<HookFacts> = {}, calls = 0) {
  const made = Array.from({ length: calls }, (_, n) => ({ id: callId(`c${n}`), name: 'run', args: {} }))
  const event = { reply: { text: 'Done.', calls: made }, held: 0, active: false }
  return hooks.ask(SLUG, params, { point: 'stop.done', event, facts: { workspace, ...facts } })
}

let now = 0
beforeEach(() => {
  now = 0
})
const later = () => {
  now += 10
  return now
}
/** One call after the other, each of a millisecond. */
function result(
  name: string,
  args: JsonObject,
  { isError = false, startedMs = later(), params = {}, facts = {} } = {},
) {
  const asked = after(name, { content: '', isError, args, startedMs })
  return hooks.ask(SLUG, params, { ...asked, facts: { workspace, ...facts } })
}
const edit = (file_path = 'src/a.ts', more = {}) => result('files.edit', { file_path }, more)
const ran = (command: string, more = {}) => result('run', { command }, more)

describe('tests-before-stop', () => {
  it('sends the model back where it edited and did not test since', async () => {
    await edit()
    await edit('src/b.ts')
    expect(await stop()).toMatchObject({
      decision: 'ask_again',
      carried:
        'Not done yet: you edited `src/a.ts`, `src/b.ts` in this turn, and no test ran since with exit code 0. Run `npm test`, by itself and not as part of a pipe, and go on until it passes; or say what keeps you from it.',
    })
  })

  it('lets a turn end that edited nothing', async () => {
    await ran('ls')
    expect((await stop()).decision).toBe('pass')
  })

  it.each([
    ['npm test', true],
    ['npm test -- --run', true],
    ['npm run test:unit', true],
    ['npx vitest run src', true],
    ['python3 -m pytest -q', true],
    ['node --test', true],
    ['env CI=1 go test ./...', true],
    ['cargo test', true],
    ["sh -c 'cd sub && npm test'", true],
    ["sh -c 'npm test && echo fine'", true],
    ["sh -c 'npm test | tail'", false],
    ["sh -c 'npm test || true'", false],
    ["sh -c 'npm test; echo done'", false],
    ["sh -c '! npm test'", false],
    ["sh -c 'npm test &'", false],
    ["sh -c 'npm test 2>&1 && echo fine'", true],
    ['echo npm test', false],
    ['npm run lint', false],
    ['git commit -m "npm test"', false],
  ])('after `%s` with exit code 0 it may end: %s', async (command, may) => {
    await edit()
    await ran(command)
    expect((await stop()).decision).toBe(may ? 'pass' : 'ask_again')
  })

  it('a test that failed, or ran before the last edit or beside it, is none', async () => {
    await ran('npm test')
    await edit()
    expect((await stop({ most: 8 })).decision).toBe('ask_again')
    await ran('npm test', { isError: true })
    expect((await stop({ most: 8 })).decision).toBe('ask_again')
    await edit('src/b.ts', { startedMs: 1_000 })
    await ran('npm test', { startedMs: 999 })
    expect((await stop({ most: 8 })).decision).toBe('ask_again')
    await ran('npm test', { startedMs: 1_002 })
    expect((await stop({ most: 8 })).decision).toBe('pass')
  })

  it('the command of its own counts, whatever it is, and the others are yours to name', async () => {
    const params = { command: './check.sh --all', tests: ['make verify'] }
    for (const [command, decision] of [
      ['npm test', 'ask_again'],
      ['./check.sh --all', 'pass'],
      ['make verify', 'pass'],
    ] as const) {
      await edit('a.ts', { params })
      await ran(command, { params })
      expect((await stop({ ...params, most: 8 })).decision).toBe(decision)
    }
  })

  it.each([
    ['README.md', {}, 'pass'],
    ['docs/notes.txt', {}, 'pass'],
    ['src/a.ts', {}, 'ask_again'],
    ['src/a.ts', { files: ['lib/**'] }, 'pass'],
    ['lib/a.ts', { files: ['lib/**'] }, 'ask_again'],
  ])('an edit of %s with %j: %s', async (file, params, decision) => {
    await edit(file, { params })
    expect((await stop(params)).decision).toBe(decision)
  })

  it('an edit that failed is none, and a tool of others may be one', async () => {
    await edit('src/a.ts', { isError: true })
    expect((await stop()).decision).toBe('pass')
    const params = { edits: '^mcp__files__' }
    await result('mcp__files__put', { where: 'x' }, { params })
    expect((await stop(params)).carried).toMatch(/you edited `mcp__files__put`/)
  })

  it('gives up after so many times, and tells the person; another turn begins anew', async () => {
    await edit()
    for (const _ of [1, 2]) expect((await stop()).decision).toBe('ask_again')
    expect(await stop()).toMatchObject({
      decision: 'pass',
      notes: ['tests-before-stop: gave up: `src/a.ts` untested after the model was sent back 2 times'],
    })
    expect((await stop({}, { turnId: 'trn_2' })).decision).toBe('pass')
    expect((await stop({}, { sessionId: 'ses_2' })).decision).toBe('pass')
  })

  it('a reply with calls is not the end, and a dry run sends nobody back', async () => {
    await edit()
    expect((await stop({}, {}, 1)).decision).toBe('pass')
    expect(await stop({}, { dryRun: true })).toMatchObject({
      decision: 'pass',
      notes: [expect.stringMatching(/dry run/)],
    })
    expect((await stop()).decision).toBe('ask_again')
  })

  it('runs the command itself where it is told to, and hands the output on', async () => {
    const params = { who: 'hook', command: "sh -c 'echo 2 failed; test -f done'" }
    await edit('a.ts', { params })
    expect((await stop(params)).carried).toBe(
      "Not done yet: you edited files, and `sh -c 'echo 2 failed; test -f done'` says no (exit code 1).\n\n2 failed\n\nGo on until it passes, or say what keeps you from it.",
    )
    writeFileSync(join(workspace, 'done'), '')
    expect(await stop(params)).toMatchObject({
      decision: 'pass',
      notes: ["tests-before-stop: `sh -c 'echo 2 failed; test -f done'` passes"],
    })
    expect((await stop(params)).notes).toEqual([])
  })

  it('runs nothing where nothing was edited, and says what can’t run', async () => {
    const params = { who: 'hook', command: "sh -c 'touch ran'" }
    await stop(params)
    expect(existsSync(join(workspace, 'ran'))).toBe(false)
    await edit('a.ts')
    expect((await stop({ who: 'hook', command: 'no-such-program' })).notes).toEqual([
      "tests-before-stop: `no-such-program` can't run, so the turn ends untested: there is no program no-such-program",
    ])
  })

  it('says what does not fit', async () => {
    expect(await hooks.problem(SLUG, { command: ' ' })).toBe('command: say which command runs the tests')
    expect(await hooks.problem(SLUG, { tests: ['a && b'] })).toMatch(/^tests\.0: `a && b`/)
    expect(await hooks.problem(SLUG, { files: ['../x'] })).toMatch(/^files\.0: /)
  })
})
