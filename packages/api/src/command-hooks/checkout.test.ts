/** Hooks of a checkout that nobody should trust, on a real disk. */
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isJsonObject } from '@belay/hooks'
import type { JsonObject } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import { freshFolder } from '../testing/world'
import { findCheckoutHooks, takeOver } from './checkout'
import type { Taken } from './taken'

const command = (line: string, more: JsonObject = {}) => ({ type: 'command', command: line, ...more })
const settings = (hooks: JsonObject) => JSON.stringify({ hooks })
const bash = (...hooks: readonly JsonObject[]) => settings({ PreToolUse: [{ matcher: 'Bash', hooks }] })

function scene(files: Readonly<Record<string, string>> = {}) {
  const [folder, home] = [freshFolder('checkout'), freshFolder()]
  const put = (name: string, text: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  for (const [name, text] of Object.entries(files)) put(name, text)
  const taken = new Map<string, Taken>()
  const parts = {
    folder: home,
    taken: {
      of: () => null,
      hashOf: () => null,
      noteHash: () => undefined,
      renew: () => undefined,
      add: (entry: string, one: Taken) => void taken.set(entry, one),
    },
  }
  const take = (from = folder) => takeOver(parts, from, findCheckoutHooks(from).shown.hash)
  const own = (text: string) => writeFileSync(join(home, 'hooks.json'), text)
  const written = (): JsonObject => JSON.parse(readFileSync(join(home, 'hooks.json'), 'utf8'))
  const groups = () => {
    const { hooks } = written()
    return isJsonObject(hooks) ? hooks : {}
  }
  return { folder, put, take, own, groups, taken }
}

describe('what is taken over', () => {
  it('is bound to its folder, beside the same command of the person’s own, which stays as it was', async () => {
    const { folder, own, take, groups, taken } = scene({ '.claude/settings.json': bash(command('exit 2')) })
    own(bash(command('exit 2')))
    await take()
    const list = groups().PreToolUse
    const [mine, theirs] = Array.isArray(list) ? list : []
    expect(mine).toEqual({ matcher: 'Bash', hooks: [command('exit 2')] })
    expect(theirs).toEqual({ matcher: 'Bash', hooks: [command('exit 2')], workspace: folder })
    expect([...taken.values()].map(({ workspace }) => workspace)).toEqual([folder])
  })

  it('takes the place of what was taken over from there before; others stay', async () => {
    const { folder, put, own, take, groups } = scene({ '.claude/settings.json': bash(command('one'), command('two')) })
    own(JSON.stringify({ hooks: { Stop: [{ workspace: '/other', hooks: [command('theirs')] }] }, mine: 1 }))
    await take()
    put('.claude/settings.json', settings({ Stop: [{ hooks: [command('three')] }] }))
    await take()
    expect(groups()).toEqual({
      Stop: [
        { workspace: '/other', hooks: [command('theirs')] },
        { workspace: folder, hooks: [command('three')] },
      ],
    })
  })

  it('gets no variable of the person’s, and says that it asked for one', async () => {
    const { folder, take, groups } = scene({
      '.claude/settings.json': bash(command('printf %s "$MY_API_KEY" > out', { allowedEnvVars: ['MY_API_KEY'] })),
    })
    expect(findCheckoutHooks(folder).shown.problems.join()).toMatch(/asks for variables of yours \(MY_API_KEY\)/)
    await take()
    expect(JSON.stringify(groups())).not.toContain('allowedEnvVars')
  })

  it('of Gemini’s selects the tools that it named there', async () => {
    const { folder } = scene({
      '.gemini/settings.json': settings({
        BeforeTool: [{ matcher: 'run_shell_command|write_.*|replace', hooks: [command('exit 2', { timeout: 5_000 })] }],
      }),
    })
    expect(findCheckoutHooks(folder).shown.hooks).toMatchObject([
      { event: 'PreToolUse', matcher: 'Bash|write_.*|Edit', timeoutMs: 5_000, blocksOnFailure: true },
    ])
  })
})

describe('what stands there', () => {
  it.each<[string, (path: string) => void, RegExp]>([
    ['a pipe', (path) => void execFileSync('mkfifo', [path]), /it is not a regular file/],
    ['a folder', (path) => mkdirSync(path), /it is a folder/],
    ['a device without end', (path) => symlinkSync('/dev/zero', path), /it is not a regular file/],
    ['a terminal', (path) => symlinkSync('/dev/ptmx', path), /it is not a regular file/],
    ['a circle of links', (path) => symlinkSync(path, path), /its links lead in a circle/],
    ['no JSON', (path) => writeFileSync(path, 'hooks: no'), /is not JSON with an object in it/],
    ['more than anybody writes', (path) => writeFileSync(path, ' '.repeat(1_100_000)), /larger than 1 MiB/],
  ])('%s is said in a sentence, and nothing waits for it', (_, make, reason) => {
    const { folder } = scene({ '.claude/settings.json': bash(command('true')) })
    mkdirSync(join(folder, '.codex'))
    make(join(folder, '.codex/hooks.json'))
    const { hooks, problems } = findCheckoutHooks(folder).shown
    expect(hooks).toHaveLength(1)
    expect(problems).toEqual([expect.stringMatching(reason)])
  })
})

describe('a script that a command names', () => {
  it.each<[string, string, (at: (name: string) => string) => void, JsonObject]>([
    [
      'is shown with what it holds',
      './.claude/a.sh',
      (at) => writeFileSync(at('a.sh'), 'echo hi'),
      { what: 'file', text: 'echo hi', leadsTo: null },
    ],
    ['that is missing', './.claude/a.sh', () => undefined, { what: 'missing', text: null, hash: null }],
    [
      'that is a folder',
      'sh ./.claude/a.sh',
      (at) => mkdirSync(at('a.sh')),
      { what: 'folder', text: null, hash: null },
    ],
    [
      'that is a pipe',
      './.claude/a.sh',
      (at) => void execFileSync('mkfifo', [at('a.sh')]),
      { what: 'other', text: null },
    ],
    [
      'that leads out of the checkout',
      './.claude/a.sh',
      (at) => symlinkSync('/etc/hostname', at('a.sh')),
      { leadsTo: '/etc/hostname' },
    ],
    [
      'that leads to nothing',
      './.claude/a.sh',
      (at) => symlinkSync('/no/where', at('a.sh')),
      { leadsTo: 'nothing that is there' },
    ],
    [
      'behind a change of folder',
      'cd .claude && ./a.sh',
      (at) => writeFileSync(at('a.sh'), 'x'),
      { what: 'file', text: 'x' },
    ],
  ])('%s', (_, line, make, shown) => {
    const { folder } = scene({ '.claude/settings.json': bash(command(line)) })
    make((name) => join(folder, '.claude', name))
    expect(findCheckoutHooks(folder).shown.hooks[0]?.scripts).toMatchObject([
      { file: join(folder, '.claude/a.sh'), ...shown },
    ])
  })

  it('that is changed makes another hash', () => {
    const { folder, put } = scene({ '.claude/settings.json': bash(command('./.claude/a.sh')), '.claude/a.sh': 'x' })
    const before = findCheckoutHooks(folder).shown.hash
    chmodSync(put('.claude/a.sh', 'y'), 0o755)
    expect(findCheckoutHooks(folder).shown.hash).not.toBe(before)
  })
})
