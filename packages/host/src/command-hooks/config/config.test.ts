import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Json } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import { readCommandConfig } from './read-command-config'
import { readCommandFiles } from './read-command-files'

const TOOLS = ['run', 'files.edit', 'files.write', 'files.read', 'agents.spawn', 'mcp__notes__read']
const FILE = '/home/p/.belay/hooks.json'

const fixture = (name: string) => new URL(`./fixtures/${name}`, import.meta.url)

function read(text: string, { workspace = '/w', tools = TOOLS, file = FILE } = {}) {
  return readCommandConfig([{ file, text }], { workspace, tools })
}

function readHooks(hooks: Json, options = {}) {
  return read(JSON.stringify({ hooks }), options)
}

const GOOD = { type: 'command', command: 'guard' }
const one = (entry: Json, event = 'PreToolUse') =>
  readHooks({ [event]: [{ hooks: [entry, { ...GOOD, command: 'other' }] }] })
const linesOf = (entries: readonly object[]) => entries.map((entry) => ('line' in entry ? entry.line : null))

describe('a file', () => {
  it('says of each entry where it stands', async () => {
    const { entries, diagnostics } = read(await readFile(fixture('34.hooks.json'), 'utf8'))
    expect(diagnostics).toEqual([])
    expect(entries.map(({ places }) => places)).toEqual([
      [{ file: FILE, line: 6, path: 'hooks.UserPromptSubmit[0].hooks[0]', matcher: null }],
      [{ file: FILE, line: 10, path: 'hooks.UserPromptSubmit[0].hooks[1]', matcher: null }],
      [{ file: FILE, line: 14, path: 'hooks.UserPromptSubmit[0].hooks[2]', matcher: null }],
    ])
  })

  it('27-crlf-script-and-output: lines that end in CRLF are lines', async () => {
    const text = (await readFile(fixture('34.hooks.json'), 'utf8')).replaceAll('\n', '\r\n')
    expect(read(text).entries.map(({ places: [place] }) => place?.line)).toEqual([6, 10, 14])
  })

  it('26-bom-in-config-and-output: one byte order mark is taken off', async () => {
    expect(read(await readFile(fixture('26-bom1.hooks.json'), 'utf8'))).toMatchObject({
      entries: [{ type: 'command', line: 'exit 2' }],
      diagnostics: [],
      unreadable: [],
    })
  })

  it('more commands than a turn could wait for are none, which says so', () => {
    const hooks = Array.from({ length: 501 }, (_, at) => ({ type: 'command', command: `exit ${at}` }))
    expect(read(JSON.stringify({ hooks: { PreToolUse: [{ hooks }] } }))).toMatchObject({
      entries: [],
      diagnostics: [{ severity: 'error', message: expect.stringContaining('it has 501 commands; 500 is the most') }],
      unreadable: [FILE],
    })
  })

  it('a group that names a folder is for its sessions alone, and is another than the same one for all', () => {
    const group = { hooks: [{ type: 'command', command: 'exit 2' }] }
    const { entries } = read(JSON.stringify({ hooks: { Stop: [group, { ...group, workspace: '/w' }] } }))
    expect(entries.map(({ folder }) => folder)).toEqual([undefined, '/w'])
    expect(new Set(entries.map(({ id }) => id)).size).toBe(2)
    const wrong = read(JSON.stringify({ hooks: { Stop: [{ ...group, workspace: 'w' }] } }))
    expect(wrong).toMatchObject({ entries: [], diagnostics: [{ message: expect.stringContaining('absolute path') }] })
  })

  it('26-bom-in-config-and-output: two are an error that says so', async () => {
    expect(read(await readFile(fixture('26-bom2.hooks.json'), 'utf8'))).toMatchObject({
      entries: [],
      diagnostics: [{ severity: 'error', message: expect.stringContaining('two byte order marks') }],
      unreadable: [FILE],
    })
  })

  it.each([
    ['has a comment', '{\n  // no\n  "hooks": {} }', 2, 3, 'a comment'],
    ['has a comma too many', '{ "hooks": {},\n}', 2, 1, 'a comma too many'],
    ['ends too early', '{ "hooks": {', 1, 13, 'a } is missing'],
    ['is empty', '', 1, 1, 'it is empty'],
    ['has a key without quotes', '{ hooks: {} }', 1, 3, 'that JSON does not have'],
    ['is a list', '[]', 1, 1, 'it is no object'],
    ['is nested without end', '['.repeat(200_000) + ']'.repeat(200_000), 1, 201, 'nested too deeply'],
  ])('that %s disables itself and says where', (_, text, line, column, message) => {
    const { diagnostics, entries, unreadable } = read(text)
    expect(entries).toEqual([])
    expect(unreadable).toEqual([FILE])
    expect(diagnostics).toHaveLength(1)
    expect(diagnostics[0]).toMatchObject({ line, column, path: null, severity: 'error' })
    expect(diagnostics[0]?.message).toContain(message)
  })

  it('that is not JSON takes no other file with it', () => {
    const files = [
      { file: '/a.json', text: '{' },
      { file: '/b.json', text: JSON.stringify({ hooks: { Stop: [{ hooks: [GOOD] }] } }) },
    ]
    const { entries, unreadable } = readCommandConfig(files, { workspace: '/w', tools: null })
    expect(linesOf(entries)).toEqual(['guard'])
    expect(unreadable).toEqual(['/a.json'])
  })

  it.each([
    ['an event at its top', { PreToolUse: [] }, 'put it into "hooks"'],
    ['another name for hooks', { hook: {} }, 'did you mean it by "hook"?'],
    ['hooks that are a list', { hooks: [] }, '"hooks" must be an object'],
  ])('with %s runs nothing and says so', (_, json, message) => {
    expect(read(JSON.stringify(json)).diagnostics).toMatchObject([{ message: expect.stringContaining(message) }])
  })

  it("of settings may hold other settings, which are nobody's business here", () => {
    expect(read('{ "permissions": { "deny": ["Bash"] }, "env": {} }').diagnostics).toEqual([])
  })
})

describe('15-same-hook-registered-twice', () => {
  const file = async (name: string) => ({
    file: `/${name}`,
    text: await readFile(fixture(`15-${name}.hooks.json`), 'utf8'),
  })
  const facts = { workspace: '/w', tools: TOOLS }

  it('the command in two groups and in a second file runs once and names each place', async () => {
    const { entries } = readCommandConfig([await file('two-groups'), await file('second')], facts)
    expect(entries).toHaveLength(1)
    expect(entries[0]?.places).toEqual([
      { file: '/two-groups', line: 2, path: 'hooks.PreToolUse[0].hooks[0]', matcher: 'Bash' },
      { file: '/two-groups', line: 3, path: 'hooks.PreToolUse[1].hooks[0]', matcher: '*' },
      { file: '/second', line: 1, path: 'hooks.PreToolUse[0].hooks[0]', matcher: 'Bash' },
    ])
  })

  it('with another `if` it runs twice', async () => {
    const { entries } = readCommandConfig([await file('other-if')], facts)
    expect(entries.map(({ condition }) => condition)).toEqual([null, 'Bash(echo *)'])
  })

  it('the file once more by a symlink is the same file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'belay-command-files-'))
    const [path, link] = [join(folder, 'hooks.json'), join(folder, 'link.json')]
    await writeFile(path, (await file('second')).text)
    await symlink(path, link)
    const { files, failed } = await readCommandFiles([path, link, join(folder, 'gone.json')])
    const { entries } = readCommandConfig(files, facts)
    expect(entries.map(({ places }) => places.length)).toEqual([1])
    expect(failed).toMatchObject([{ file: join(folder, 'gone.json'), message: expect.stringContaining('ENOENT') }])
    await rm(folder, { recursive: true })
  })

  it('keeps its id when anything else changes', () => {
    const idOf = (hooks: Json) =>
      readHooks(hooks).entries.find((entry) => entry.type === 'command' && entry.line === 'guard')?.id
    const alone = idOf({ PreToolUse: [{ hooks: [GOOD] }] })
    expect(alone).toMatch(/^[0-9a-f]{16}$/)
    expect(
      idOf({
        PreToolUse: [
          {
            matcher: 'Edit',
            hooks: [
              { ...GOOD, command: 'x' },
              { ...GOOD, timeout: 3 },
            ],
          },
        ],
      }),
    ).toBe(alone)
    expect(idOf({ PreToolUse: [{ hooks: [{ ...GOOD, if: 'Bash(a)' }] }] })).not.toBe(alone)
    expect(idOf({ PostToolUse: [{ hooks: [GOOD] }] })).not.toBe(alone)
  })

  it('where its places differ the safer setting holds, and a warning says so', () => {
    const { entries, diagnostics } = readHooks({
      PreToolUse: [{ hooks: [{ ...GOOD, async: true, timeout: 3 }] }, { hooks: [{ ...GOOD, onFailure: 'block' }] }],
    })
    expect(entries).toMatchObject([{ async: false, onFailure: 'closed', timeoutMs: 3_000 }])
    expect(diagnostics).toMatchObject([
      {
        severity: 'warning',
        path: 'hooks.PreToolUse[1].hooks[0]',
        message: expect.stringContaining('"timeout", "async", "onFailure"'),
      },
    ])
  })
})

describe('the name of an event', () => {
  it.each([
    ['BeforeTool', "BeforeTool is Gemini's name for PreToolUse; write PreToolUse"],
    ['AfterAgent', "AfterAgent is Gemini's name for Stop; write Stop"],
    ['PreCompress', "PreCompress is Gemini's name for PreCompact; write PreCompact"],
    ['PreModelRequest', 'PreModelRequest is an event of Codex that has no command hooks here'],
    ['PostToolBatch', 'PostToolBatch is an event of Claude Code that is not run here'],
    ['PreToolUSe', 'did you mean PreToolUse?'],
    ['pre_tool_use', 'did you mean PreToolUse?'],
    ['Whenever', 'there are UserPromptSubmit, PreToolUse'],
  ])('%s is said with the one to write, and disables nothing else', (name, message) => {
    const { entries, diagnostics } = readHooks({ [name]: [{ hooks: [GOOD] }], Stop: [{ hooks: [GOOD] }] })
    expect(entries).toMatchObject([{ event: 'Stop' }])
    expect(diagnostics).toMatchObject([
      { severity: 'error', line: 1, path: `hooks.${name}`, message: expect.stringContaining(message) },
    ])
  })
})

describe('an entry', () => {
  it.each([
    ['has no type', { command: 'x' }, '', '"type" is missing'],
    ['has a type that differs in case', { type: 'Command', command: 'x' }, '.type', 'is written "command"'],
    ['has a type that is near one', { type: 'comand', command: 'x' }, '.type', 'did you mean "command"?'],
    ['has a type that there is not', { type: 'python', command: 'x' }, '.type', 'there are command, http'],
    ['has no command', { type: 'command' }, '', '"command" is missing'],
    ['has its command under another key', { type: 'command', comand: 'x' }, '', 'did you mean it by "comand"?'],
    ['has an empty command', { type: 'command', command: ' ' }, '.command', '"command" is empty'],
    [
      'has a command that is a list',
      { type: 'command', command: ['x'] },
      '.command',
      '"command" must be text; it is a list',
    ],
    ['has a timeout of 0', { ...GOOD, timeout: 0 }, '.timeout', 'a number of seconds above 0; it is 0'],
    ['has a timeout below 0', { ...GOOD, timeout: -1 }, '.timeout', 'it is -1'],
    ['has a timeout that is text', { ...GOOD, timeout: '5' }, '.timeout', 'it is "5"'],
    ['has a timeout of null', { ...GOOD, timeout: null }, '.timeout', 'it is null'],
    ['has another policy', { ...GOOD, onFailure: 'closed' }, '.onFailure', '"block" or "continue"; it is "closed"'],
    ['is once in words', { ...GOOD, once: 'yes' }, '.once', '"once" must be true or false; it is "yes"'],
    ['has args that are text', { ...GOOD, args: 'a b' }, '.args', 'a list of texts'],
    ['has a rule that is none', { ...GOOD, if: 'Bash(git *' }, '.if', 'is no rule such as Bash(git *)'],
    ['has an address that is none', { type: 'http', url: 'ftp://x' }, '.url', 'must begin with http:// or https://'],
    [
      'has headers that are numbers',
      { type: 'http', url: 'http://x', headers: { a: 1 } },
      '.headers',
      'an object of texts',
    ],
    ['is text', 'guard', '', 'an entry must be an object; it is "guard"'],
  ])('that %s disables itself alone', (_, entry, path, message) => {
    const { entries, diagnostics } = one(entry)
    expect(linesOf(entries)).toEqual(['other'])
    const errors = diagnostics.filter(({ severity }) => severity === 'error')
    expect(errors).toMatchObject([{ path: `hooks.PreToolUse[0].hooks[0]${path}`, line: 1 }])
    expect(errors[0]?.message).toContain(message)
  })

  it.each([
    ['env', { ...GOOD, env: { A: '1' } }, '.env', '"env" has no effect'],
    ['a key that is near one', { ...GOOD, timout: 3 }, '.timout', 'Did you mean "timeout"?'],
    ['a key that there is not', { ...GOOD, retries: 3 }, '.retries', 'there is no key "retries"'],
    ['a matcher', { ...GOOD, matcher: 'Bash' }, '.matcher', 'belongs to the group around it'],
    ["a key of Claude Code's", { ...GOOD, shell: 'bash' }, '.shell', 'has no effect here'],
    ['a timeout in milliseconds', { ...GOOD, timeout: 5_000 }, '.timeout', 'is in seconds'],
  ])('with %s runs, and says that it has no effect', (_, entry, path, message) => {
    const { entries, diagnostics } = one(entry)
    expect(linesOf(entries)).toEqual(['guard', 'other'])
    expect(diagnostics).toMatchObject([
      { severity: 'warning', path: `hooks.PreToolUse[0].hooks[0]${path}`, message: expect.stringContaining(message) },
    ])
  })

  it.each(['prompt', 'agent', 'mcp_tool'])('of the type %s is shown as not run', (type) => {
    const { entries, notRun, diagnostics } = one({ type, prompt: 'Is it safe?' })
    expect(linesOf(entries)).toEqual(['other'])
    expect(notRun).toMatchObject([{ event: 'PreToolUse', type, value: { prompt: 'Is it safe?' }, place: { line: 1 } }])
    expect(diagnostics).toMatchObject([{ severity: 'warning', message: expect.stringContaining('not run here') }])
  })

  it.each([
    ['PreToolUse', {}, 600_000],
    ['UserPromptSubmit', {}, 30_000],
    ['SessionEnd', {}, 1_500],
    ['Stop', { timeout: 0.5 }, 500],
    ['UserPromptSubmit', { timeout: 90 }, 90_000],
    ['Stop', { timeout: 999_999 }, 600_000],
  ])('of %s with %j may take %d ms', (event, timeout, timeoutMs) => {
    expect(one({ ...GOOD, ...timeout }, event).entries[0]).toMatchObject({ timeoutMs })
  })

  it('keeps all that it says', () => {
    const line = {
      ...GOOD,
      args: ['a b', '$HOME'],
      once: true,
      async: true,
      persistent: true,
      statusMessage: 'Checking',
      onFailure: 'block',
      allowedEnvVars: ['GH_TOKEN'],
      if: 'Bash(git *)',
    }
    const http = {
      type: 'http',
      url: 'https://h.example/x',
      headers: { authorization: 'Bearer $T' },
      allowedEnvVars: ['T'],
    }
    const { entries, diagnostics } = readHooks({ PreToolUse: [{ hooks: [line, http] }] })
    expect(diagnostics).toEqual([])
    expect(entries).toMatchObject([
      {
        type: 'command',
        line: 'guard',
        args: ['a b', '$HOME'],
        once: true,
        async: true,
        persistent: true,
        statusMessage: 'Checking',
        onFailure: 'closed',
        allowedEnvVars: ['GH_TOKEN'],
        condition: 'Bash(git *)',
      },
      { type: 'http', url: 'https://h.example/x', headers: { authorization: 'Bearer $T' }, onFailure: 'open' },
    ])
  })

  it('of `http` whose headers name a variable that it does not list says so', () => {
    const entry = { type: 'http', url: 'http://h', headers: { a: `\${SECRET_X}` } }
    expect(one(entry).diagnostics).toMatchObject([
      { severity: 'warning', message: expect.stringContaining('SECRET_X') },
    ])
  })

  it('with an `if` at an event without a tool never runs and says so', () => {
    const { entries, diagnostics } = one({ ...GOOD, if: 'Bash(git *)' }, 'Stop')
    expect(linesOf(entries)).toEqual(['other'])
    expect(diagnostics).toMatchObject([
      { severity: 'error', message: expect.stringContaining('only for events of tools') },
    ])
  })

  it.each(['/home/p/.gemini/settings.json', '/home/p/.qwen/settings.json'])(
    'of %s refuses where it fails, as it did there',
    (file) => {
      const hooks = { PreToolUse: [{ hooks: [GOOD, { ...GOOD, command: 'b', onFailure: 'continue' }] }] }
      expect(readHooks(hooks, { file }).entries.map(({ onFailure }) => onFailure)).toEqual(['closed', 'open'])
      expect(readHooks(hooks).entries[0]?.onFailure).toBe('open')
    },
  )

  it('whose key stands twice says so', () => {
    const { diagnostics } = read('{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"a","command":"b"}]}]}}')
    expect(diagnostics).toMatchObject([{ message: expect.stringContaining('stands twice') }])
  })

  it('under an event that stands twice is not lost', () => {
    const { entries } = read(
      '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"a"}]}],"Stop":[{"hooks":[{"type":"command","command":"b"}]}]}}',
    )
    expect(linesOf(entries)).toEqual(['a', 'b'])
  })
})

describe('a group', () => {
  it.each([
    ['is text', 'guard', '', 'a group must be an object'],
    ['is an entry', GOOD, '', 'put it into "hooks": [ … ]'],
    ['has no hooks', { matcher: 'Bash' }, '', 'a group must have "hooks"'],
    ['has a matcher that is a list', { matcher: ['Bash'], hooks: [GOOD] }, '.matcher', '"matcher" must be text'],
    ['has a matcher that is no expression', { matcher: 'Bash(', hooks: [GOOD] }, '.matcher', 'it selects nothing'],
  ])('that %s disables itself alone', (_, group, path, message) => {
    const { entries, diagnostics } = readHooks({ PreToolUse: [group, { hooks: [{ ...GOOD, command: 'other' }] }] })
    expect(linesOf(entries)).toEqual(['other'])
    expect(diagnostics).toMatchObject([
      { severity: 'error', path: `hooks.PreToolUse[0]${path}`, message: expect.stringContaining(message) },
    ])
  })

  it.each([
    ['timeout', { timeout: 3, hooks: [GOOD] }, '"timeout" has no effect in a group; it belongs into the entry'],
    ['macher', { macher: 'Bash', hooks: [GOOD] }, 'Did you mean "matcher"?'],
  ])('with the key %s says what to do', (_, group, message) => {
    expect(readHooks({ PreToolUse: [group] })).toMatchObject({
      entries: [GOOD].map(() => ({ line: 'guard' })),
      diagnostics: [{ severity: 'warning', message: expect.stringContaining(message) }],
    })
  })

  it.each([
    ['mcp__Server', 'selects no tool of this session; all tools of that server are mcp__Server__.*'],
    ['bash', 'did you mean Bash?'],
    ['run', 'did you mean Bash?'],
    ['run_shell_command', 'did you mean Bash?'],
    ['files.edit', 'did you mean Edit?'],
    ['NotebookEdit', 'selects no tool of this session'],
    ['Bash(git *)', 'a rule such as Bash(git *) belongs into "if"'],
    ["tool == 'Bash'", 'has == in it'],
    ['Bash && Edit', 'has && in it'],
    ['"Bash"', 'has " in it'],
  ])('13-matcher-literal-vs-regex: with the matcher %s warns', (matcher, message) => {
    expect(readHooks({ PreToolUse: [{ matcher, hooks: [GOOD] }] }).diagnostics).toMatchObject([
      { severity: 'warning', path: 'hooks.PreToolUse[0].matcher', message: expect.stringContaining(message) },
    ])
  })

  it.each(['Bash', 'Edit|MultiEdit', 'Task', 'mcp__.*', '', '*', 'E.it'])(
    'with the matcher %j has nothing to warn of',
    (matcher) => {
      expect(readHooks({ PreToolUse: [{ matcher, hooks: [GOOD] }] }).diagnostics).toEqual([])
    },
  )

  it('without a session nothing is said about tools', () => {
    const text = JSON.stringify({ hooks: { PreToolUse: [{ matcher: 'NotebookEdit', hooks: [GOOD] }] } })
    expect(readCommandConfig([{ file: FILE, text }], { workspace: '/w', tools: null }).diagnostics).toEqual([])
  })

  it.each([
    ['SessionStart', 'start', 'did you mean startup?'],
    ['PreCompact', 'never', 'selects no trigger of PreCompact'],
    ['Stop', 'Bash', 'Stop has nothing to match'],
  ])('of %s with the matcher %s warns', (event, matcher, message) => {
    expect(readHooks({ [event]: [{ matcher, hooks: [GOOD] }] }).diagnostics).toMatchObject([
      { message: expect.stringContaining(message) },
    ])
  })
})

describe('10-exit127-silently-open: $CLAUDE_PROJECT_DIR without quotes', () => {
  const FIXED = '"$CLAUDE_PROJECT_DIR"/hooks/guard.sh'

  it('is an error where the path of the workspace has white space, names event and command, and runs all the same', () => {
    const entry = { ...GOOD, command: '$CLAUDE_PROJECT_DIR/hooks/guard.sh' }
    const { entries, diagnostics } = readHooks({ PreToolUse: [{ hooks: [entry] }] }, { workspace: '/w/My Plans dir' })
    expect(entries).toHaveLength(1)
    expect(diagnostics).toMatchObject([{ severity: 'error', file: FILE, path: 'hooks.PreToolUse[0].hooks[0].command' }])
    expect(diagnostics[0]?.message).toContain(
      'PreToolUse: $CLAUDE_PROJECT_DIR stands without quotes in the command $CLAUDE_PROJECT_DIR/hooks/guard.sh',
    )
    expect(diagnostics[0]?.message).toContain(`Write ${FIXED}`)
  })

  it.each([
    ['$CLAUDE_PROJECT_DIR/hooks/guard.sh', `Write ${FIXED}`],
    [
      `sh \${CLAUDE_PROJECT_DIR}/a.sh && cat $BELAY_PROJECT_DIR/b`,
      `Write sh "\${CLAUDE_PROJECT_DIR}"/a.sh && cat "$BELAY_PROJECT_DIR"/b`,
    ],
    ['echo "$(cat $CLAUDE_PROJECT_DIR/x)"', 'Write echo "$(cat "$CLAUDE_PROJECT_DIR"/x)"'],
    ["'$CLAUDE_PROJECT_DIR/a.sh'", 'in single quotes'],
  ])('is a warning elsewhere: %s', (command, message) => {
    expect(one({ ...GOOD, command }).diagnostics).toMatchObject([
      { severity: 'warning', message: expect.stringContaining(message) },
    ])
  })

  it.each([
    FIXED,
    `"\${CLAUDE_PROJECT_DIR}/a.sh"`,
    'DIR=$CLAUDE_PROJECT_DIR/a; "$DIR"',
    '\\$CLAUDE_PROJECT_DIR',
    'bash -c \'cd "$CLAUDE_PROJECT_DIR"\'',
    'echo "$(cat "$CLAUDE_PROJECT_DIR"/x)"',
  ])('is nothing to say where it is %s', (command) => {
    expect(one({ ...GOOD, command }).diagnostics).toEqual([])
  })

  it('is replaced in braces alone where there is no shell', () => {
    expect(one({ ...GOOD, command: `\${CLAUDE_PROJECT_DIR}/a`, args: ['x'] }).diagnostics).toEqual([])
    expect(one({ ...GOOD, command: '$CLAUDE_PROJECT_DIR/a', args: ['x'] }).diagnostics).toMatchObject([
      { severity: 'warning' },
    ])
  })
})
