import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { EXIT } from './failure'
import { fixtures, makePlace } from './testing/belay'

const place = makePlace()
afterAll(place.remove)

const pipe = join(place.workspace, 'pipe')
execFileSync('mkfifo', [pipe])
const broken = join(fixtures, 'hooks', 'does-not-load.ts')
const mistaken = join(fixtures, 'scripts', 'mistaken.yaml')
const run = ['run', 'x', '--model', `scripted/${join(fixtures, 'scripts', 'remove-build.yaml')}`]
const fire = ['fire', 'tools.before']
const event = '{"call":{"name":"run","args":{}}}'

const rows: readonly [sentence: string, args: readonly string[], says: RegExp, stdin?: string][] = [
  ['a command that there is not', ['fier'], /no command fier \(did you mean fire\?\)/],
  ['an option that there is not', ['run', 'x', '--atach', 'y'], /'--atach' \(did you mean --attach\?\)/],
  ['a file of command hooks that is not there', ['run', 'x', '--hooks-json', 'f'], /there is no file f/i],
  ['an extension that there is not', ['run', 'x', '--enable', 'cells'], /there is no extension cells/i],
  ['a prompt that is missing', ['run'], /missing required argument 'prompt'/i],
  ['a prompt that is blank', ['run', ' '], /prompt is empty/],
  ['a mode that there is not', ['run', 'x', '--permission', 'yes'], /ask, auto, deny/],
  ['a number that is none', ['run', 'x', '--max-steps', '-1'], /--max-steps/],
  ['a workspace that is missing', [...run, '--workspace', 'nowhere'], /no folder .*nowhere/i],
  ['a workspace that is a file', [...run, '--workspace', broken], /is a file/],
  ['a hook that there is not', [...run, '--attach', 'block-comands'], /block-comands.*block-commands/],
  ['a hook file that there is not', [...run, '--attach', './nowhere.ts'], /nowhere\.ts/],
  ['a hook file with a mistake', [...run, '--attach', broken], /does-not-load\.ts:6/],
  ['parameters that are not JSON', [...run, '--attach', 'block-commands:{a}'], /not JSON.* character 2/],
  ['parameters that do not fit', [...run, '--attach', 'block-commands:{"patterns":5}'], /patterns/],
  ['a policy of a hook that is not attached', [...run, '--on-failure', 'a=open'], /not attached/],
  ['a model that there is not', ['run', 'x', '--model', 'nobody/none'], /no provider nobody/],
  ['a script with a mistake', ['run', 'x', '--model', `scripted/${mistaken}`], /mistaken\.yaml:4.*name/],
  [
    'a script that is missing',
    ['run', 'x', '--model', 'scripted/none'],
    /no script none \(none\.yaml.*\) in .*scripts or/,
  ],
  ['a script file that is missing', ['run', 'x', '--model', 'scripted/./none'], /no script .*workspace\/none\.$/m],
  ['no script at all', ['run', 'x', '--model', 'scripted/'], /`scripted\/` is not a model/],
  ['a script that is a folder', ['run', 'x', '--model', 'scripted/..'], /it is a folder|no script/],
  ['a script that is a device', ['run', 'x', '--model', 'scripted//dev/zero'], /not a regular file/],
  ['a script that is a pipe', ['run', 'x', '--model', 'scripted/pipe'], /pipe: it is not a regular file/],
  ['a hook that is a device', [...run, '--attach', '/dev/zero'], /\/dev\/zero.*not a regular file/],
  ['a hook that is a pipe', [...run, '--attach', './pipe'], /pipe.*not a regular file/],
  ['a hook to fire that is a pipe', [...fire, '--attach', './pipe'], /pipe.*not a regular file/, event],
  ['a workspace to fire in that is a file', [...fire, '--workspace', broken], /is a file/, event],
  ['an import that is a pipe', ['import', pipe], /is not a file/],
  ['a home without a name', ['sessions', '--home', ''], /--home names a folder/],
  ['a limit that no clock holds', ['run', 'x', '--timeout', '99999999999'], /at most 2147483/],
  ['a session that there is not', ['run', 'x', '--session', 'ses_none'], /ses_none/],
  ['a session to stop that there is not', ['stop', 'ses_none'], /ses_none/],
  ['a point that there is not', ['fire', 'tools.befor'], /did you mean tools\.before\?.*session\.start/, event],
  ['an event that is not JSON', fire, /stdin:2:3: .*not JSON: .*unexpected '}'/, '{"call":\n  }'],
  ['an event that is a list', fire, /must be a JSON object/, '[]'],
  ['an event of another shape', fire, /call\.name/, '{"call":{"args":{}}}'],
  ['an empty stdin', fire, /stdin:1:1: .*ends too early/],
]

describe('bad input: one clear sentence, exit 2, nothing half made', () => {
  it.each(rows)('%s', async (_, args, says, stdin) => {
    const { code, stdout, stderr } = await place.belay(args, stdin)
    expect(stderr).toMatch(says)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/^belay: [^\n]*\n$/)
    expect(stderr).not.toMatch(/ {4}at |Error:/)
  })

  it('made no session of any of them', async () => {
    const { stdout } = await place.belay(['sessions', '--json'])
    expect(JSON.parse(stdout)).toEqual([])
  })
})

describe('a home that cannot be used', () => {
  const file = join(place.workspace, 'a-file')
  writeFileSync(file, '')
  const rows = [
    ['a file', file],
    ['below a file', join(file, 'home')],
    // A folder that takes no others, also from root: making folders with their parents must not try for ever.
    ['below a folder that takes none', '/proc/belay/home'],
  ] as const
  it.each(rows)('is %s', async (_, home) => {
    const { code, stderr } = await place.belay(['run', 'x', '--home', home])
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining(`belay: The home folder ${home} cannot`),
    })
  })
})

describe('a database that is none', () => {
  it('is refused in one sentence', async () => {
    const fresh = makePlace()
    await fresh.belay(['run', 'x', '--model', 'scripted/none'])
    writeFileSync(join(fresh.home, 'belay.db'), 'not a database, but long enough to be looked at. '.repeat(40))
    const { code, stdout, stderr } = await fresh.belay(['sessions'])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/^belay: [^\n]*belay\.db is not a database of Belay; it was not changed\.[^\n]*\n$/)
    fresh.remove()
  })
})

describe('a command that only looks, where there is no home', () => {
  const fresh = makePlace()
  afterAll(fresh.remove)
  const none = /There is no session ses_none/
  const rows: readonly [args: readonly string[], code: number, says: RegExp, stdin?: string][] = [
    [['sessions'], 0, /^There is no session yet/],
    [['sessions', '--json'], 0, /^\[\]\n$/],
    [['sessions', 'show', 'ses_none'], 2, none],
    [['sessions', 'events', 'ses_none'], 2, none],
    [['sessions', 'rename', 'ses_none', 'x'], 2, none],
    [['export', 'ses_none', '--format', 'otlp'], 2, none],
    [['sessions', 'fork', 'ses_none'], 2, none],
    [['sessions', 'delete', 'ses_none'], 2, none],
    [['sessions', 'restore', 'ses_none'], 2, none],
    [['sessions', 'purge', 'ses_none'], 2, none],
    [['sessions', 'pin', 'ses_none'], 2, none],
    [['sessions', '--deleted'], 0, /^No session fits/],
    [['trace'], 2, /There is no session yet/],
    [['stop', 'ses_none'], 2, none],
    [['answer', 'ses_none'], 2, none],
    [['url'], 1, /No app runs on/],
    [['hooks', 'list'], 0, /block-commands/],
    [['tools'], 0, /files\.read/],
    [['doctor'], 0, /home: .* is not there yet/],
    [fire, 0, /pass/, event],
  ]
  it.each(rows)('%j says so and makes none', async (args, code, says, stdin) => {
    const ended = await fresh.belay(args, stdin)
    expect({ code: ended.code, text: ended.stdout + ended.stderr }).toEqual({ code, text: expect.stringMatching(says) })
    expect(existsSync(fresh.home)).toBe(false)
    expect(readdirSync(fresh.temporary).filter((name) => name.startsWith('belay-'))).toEqual([])
  })
})

describe('what needs no home', () => {
  it('names in its help every exit code that there is', async () => {
    const fresh = makePlace()
    const { stdout } = await fresh.belay(['--help'])
    const told = stdout.slice(stdout.indexOf('Exit codes:')).match(/\b\d+(?= )/g)
    expect(told?.map(Number)).toEqual(Object.values(EXIT))
    fresh.remove()
  })

  it('prints version and help, and makes no folder', async () => {
    const fresh = makePlace()
    const [version, json, help] = [
      await fresh.belay(['--version']),
      await fresh.belay(['--version', '--json']),
      await fresh.belay(['run', '--help']),
    ]
    expect(version.stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
    expect(JSON.parse(json.stdout)).toEqual({ version: version.stdout.trim() })
    expect(help.stdout).toMatch(/--attach <hook>[\s\S]*--shadow <hook>[\s\S]*--home <dir>/)
    expect(help.stdout).not.toMatch(/--live/)
    expect([version.code, json.code, help.code]).toEqual([0, 0, 0])
    expect(existsSync(fresh.home)).toBe(false)
    fresh.remove()
  })
})
