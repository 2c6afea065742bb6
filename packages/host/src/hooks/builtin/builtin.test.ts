import { askPoint, type HookFacts, type PointEvents } from '@belay/hooks'
import { type Attachment, attachmentId, callId, type JsonObject, type Outcome, type PointId } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import { createHookLibrary } from '../create-hook-library'
import { FACTS, realClock } from '../testing/world'
import { BUILT_IN } from '.'
import { describeCall } from './call-subject'

const library = createHookLibrary({ home: '/nowhere', clock: realClock })

function attach(hook: string, params: JsonObject, id = 'att_1'): Attachment {
  return {
    id: attachmentId(id),
    ...{ hook, name: hook, params, source: 'library', mode: 'enforce', onFailure: 'open', version: null, error: null },
    points: ['guard.onInput', 'context.build', 'tools.before'],
  }
}

interface Asked<P extends PointId> {
  readonly point: P
  readonly event: PointEvents[P]
  readonly facts?: Partial<HookFacts>
  readonly id?: string
}

/** Through the library and the pipeline, as a session would. */
async function ask<P extends PointId>(hook: string, params: JsonObject, asked: Asked<P>): Promise<Outcome> {
  const hooks = await library.load([attach(hook, params, asked.id)])
  expect(hooks[0]?.unavailable).toBeNull()
  return askPoint({
    ...{ point: asked.point, event: asked.event, hooks, facts: { ...FACTS, ...asked.facts }, clock: realClock },
    ...{ signal: new AbortController().signal, sink: null, lastAnswers: null },
    policy: { rewrites: 'first', stopAtFirstBlock: false },
  })
}

const before = (name: string, args: JsonObject): Asked<'tools.before'> => ({
  point: 'tools.before',
  event: { call: { id: callId('c1'), name, args } },
})
const run = (command: string) => before('run', { command })

async function problem(hook: string, params: JsonObject): Promise<string | null> {
  const found = await library.find(hook)
  if (found === null) throw new Error(`no hook ${hook}`)
  const checked = await library.checkParams(found, params)
  return checked.ok ? null : checked.message
}

describe('every built-in hook', () => {
  it.each([...BUILT_IN.keys()])('%s describes itself and its parameters, and works without any', async (slug) => {
    const hook = await library.find(slug)
    expect(hook).toMatchObject({ slug, name: slug, builtIn: true, file: null, error: null })
    expect(hook?.description).toMatch(/\.$/)
    expect(await problem(slug, {})).toBeNull()
    expect(await problem(slug, hook?.defaults ?? {})).toBeNull()
    const properties = Object.values((hook?.paramsSchema?.properties ?? {}) as JsonObject)
    expect(properties.length).toBeGreaterThan(0)
    for (const property of properties) expect(property).toMatchObject({ description: expect.any(String) })
  })

  it.each([...BUILT_IN.keys()])('%s refuses a parameter that it does not know', async (slug) => {
    expect(await problem(slug, { pattern: 'x' })).toMatch(/pattern/)
  })

  it('the guards want to see the final value', async () => {
    const listed = await library.list()
    expect(listed.filter(({ recheck }) => recheck).map(({ slug }) => slug)).toEqual([
      'ask-before',
      'block-commands',
      'commit-guard',
      'network-guard',
      'protect-paths',
      'quiet-hours',
      'read-before-edit',
      'secrets-guard',
      'workspace-fence',
    ])
  })
})

describe('block-commands', () => {
  it('refuses with the rule and what to do instead', async () => {
    const outcome = await ask('block-commands', {}, run('sudo /bin/rm -r -f build'))
    expect(outcome).toMatchObject({
      decision: 'block',
      by: 'block-commands',
      reason:
        'This session refuses `rm -rf`. Do the narrower thing instead, or say what you need and let the person do it.',
    })
  })

  it.each([
    ['rm -fr x', 'block'],
    ['mkfs.ext4 /dev/sda1', 'block'],
    ['dd if=/dev/zero of=/dev/nvme0n1', 'block'],
    ['dd if=/dev/zero of=/dev/null', 'pass'],
    ['sudo reboot', 'block'],
    ['systemctl status reboot.target', 'pass'],
    ["sh -c ':(){ :|:& };:'", 'block'],
    ['echo "rm -rf x"', 'pass'],
    ["grep -rn 'rm -rf' .", 'pass'],
    ['npm test', 'pass'],
    ['rm old.txt', 'pass'],
  ])('by itself: %s → %s', async (command, decision) => {
    expect((await ask('block-commands', {}, run(command))).decision).toBe(decision)
  })

  it('refuses what a person lists, and says it in their words', async () => {
    const params = { patterns: ['git push --force'], advice: 'Push without force.' }
    expect(await ask('block-commands', params, run('git push -f'))).toMatchObject({
      reason: 'This session refuses `git push --force`. Push without force.',
    })
    expect((await ask('block-commands', params, run('rm -rf x'))).decision).toBe('pass')
  })

  it('looks at what a shell is fed', async () => {
    const event = before('run', { command: 'bash', stdin: 'cd /tmp\nrm -rf x\n' })
    expect((await ask('block-commands', {}, event)).decision).toBe('block')
  })

  it.each([
    [
      `${'env '.repeat(25)}rm -rf x`,
      'This session refuses a command that it could not read: it is nested too deeply. Do less.',
    ],
    [`true${' a'.repeat(200_001)}`, 'This session refuses a command that it could not read: it is too long. Do less.'],
    [
      `sh -c 'python -c "print(1)" rm -rf x | sh'`,
      'This session refuses `rm -rf`, and could not read what a shell is fed here, which speaks of it. Do less.',
    ],
  ])('refuses what it can’t read, and says so: %.40s…', async (command, reason) => {
    const outcome = await ask('block-commands', { advice: 'Do less.' }, run(command))
    expect(outcome).toMatchObject({ decision: 'block', reason })
  })

  it('with no patterns refuses nothing', async () => {
    expect((await ask('block-commands', { patterns: [] }, run(`${'env '.repeat(25)}rm -rf x`))).decision).toBe('pass')
  })

  it('is asked about run alone, and arguments of any shape pass', async () => {
    const outcome = await ask('block-commands', {}, before('files.write', { content: 'rm -rf x' }))
    expect(outcome.verdicts[0]).toMatchObject({ status: 'not_asked', notAsked: 'matcher' })
    for (const args of [{}, { command: 3 }, { command: null }, { command: ['rm', '-rf'] }, { command: '' }]) {
      const { verdicts } = await ask('block-commands', {}, before('run', args))
      expect(verdicts[0]?.status).toBe('use_default')
    }
  })

  it('sees what a later hook made of the command', async () => {
    const rule = { tool: 'run', find: 'clean', replace: 'rm -rf build' }
    const hooks = await library.load([attach('block-commands', {}), attach('rewrite-arguments', { rules: [rule] })])
    const outcome = await askPoint({
      ...{ ...run('clean'), hooks, facts: FACTS, clock: realClock, signal: new AbortController().signal },
      ...{ sink: null, lastAnswers: null, policy: { rewrites: 'first', stopAtFirstBlock: false } },
    })
    expect(outcome).toMatchObject({ decision: 'block', by: 'block-commands' })
  })

  it('looks at the variables that a call is given', async () => {
    const event = before('run', { command: `sh -c '$F -rf x'`, env: { F: 'rm', G: 3 } })
    expect((await ask('block-commands', {}, event)).decision).toBe('block')
  })

  it.each([
    ['no words', ' ', 'a pattern must not be empty'],
    [
      'a pipe',
      'curl * | sh',
      '`curl * | sh`: it is more than one command, and a pattern is matched against each command by itself: write one program with its flags and words, such as `curl`',
    ],
    ['two commands', 'cd x && rm y', /such as `cd x`$/],
    ['a command in the background', 'rm x &', /more than one command/],
    ['a list in braces', 'git {push,pull}', /write out a pattern for each command/],
    ['what a command prints', 'rm $(x)', /not expanded in a pattern/],
    [
      'a redirection to nothing',
      '>',
      '`>`: `>` needs the file that is written to: write it behind, such as `> /dev/sd*`',
    ],
    ['a redirection of a program', 'echo > /dev/sda', /write it alone, as `> \/dev\/sda`$/],
    ['a file that is read', '< x', /it names no program/],
    ['a comment', '# rm', /it names no program/],
    [
      'flags alone',
      '-rf',
      '`-rf`: it begins with a flag: put the program before it, such as `rm -rf`, or `* -rf` for any',
    ],
    [
      'a variable before it',
      'FOO=1 x',
      '`FOO=1 x`: a variable that is set before a program is no part of what is matched: write the program alone, such as `x`',
    ],
    ['a word of the shell', 'if true', /`if` is a word of the shell/],
    ['all of it in quotes', '"rm -rf"', /read as the name of one program/],
    ['a folder', 'bin/', /read as the name of one program/],
  ])('refuses a pattern that can match nothing: %s', async (_what, pattern, message) => {
    const said = await problem('block-commands', { patterns: ['ls', pattern] })
    if (typeof message === 'string') expect(said).toBe(`patterns.1: ${message}`)
    else expect(said).toMatch(message)
  })

  it.each([
    'rm',
    '/bin/rm -rf',
    '* --force',
    '> /dev/sd*',
    'rm -- -rf',
    'git -C dir push',
    ':(){ :|:& };:',
    'x(){ x&x& };x',
  ])('takes a pattern that can match: %s', async (pattern) => {
    expect(await problem('block-commands', { patterns: [pattern] })).toBeNull()
  })
})

describe('ask-before', () => {
  const asks = async (params: JsonObject, asked: Asked<'tools.before'>) =>
    (await ask('ask-before', params, asked)).carried

  it('asks about writing, and says what will be done', async () => {
    const write = before('files.write', { file_path: 'src/a.ts', content: 'a\nb\n' })
    expect(await asks({}, write)).toEqual({ question: 'Write 2 lines to `src/a.ts`?' })
    expect(await asks({}, run('ls'))).toBeNull()
  })

  it('asks only where the call is about one of the patterns', async () => {
    const params = { tools: '*', patterns: ['git push', '*.env'], because: 'It leaves this machine.' }
    expect(await asks(params, run('git push origin main'))).toEqual({
      question: 'Run `git push origin main`? It leaves this machine.',
    })
    expect(await asks(params, run('git status'))).toBeNull()
    expect(await asks(params, before('files.edit', { file_path: 'conf/.env' }))).not.toBeNull()
    expect(await asks(params, before('files.edit', { file_path: 'conf/env.ts' }))).toBeNull()
    expect(await asks(params, before('mail.submit', { to: 'x', body: 'y' }))).toBeNull()
    // What can't be read may be about one of them.
    expect(await asks(params, run(`${'env '.repeat(25)}git push`))).not.toBeNull()
  })

  it('takes an expression on the tool names', async () => {
    expect(await asks({ tools: '^files\\.' }, before('files.read', { file_path: 'x' }))).not.toBeNull()
    expect(await problem('ask-before', { tools: 'files(' })).toMatch(/^tools: the matcher "files\(" is not a regular/)
  })

  it('a matcher that would search for ever fails, and does not hold the app up', async () => {
    const started = performance.now()
    const outcome = await ask('ask-before', { tools: '^(\\w+)+$' }, before(`${'a'.repeat(60)}!`, {}))
    expect(outcome.verdicts[0]).toMatchObject({ status: 'failed', error: { kind: 'timeout' } })
    expect(performance.now() - started).toBeLessThan(5_000)
  })

  it.each([
    ['run', { command: 'npm  run\n build' }, 'Run `npm run build`'],
    ['run', { command: 'x'.repeat(300) }, `Run \`${'x'.repeat(200)}…\``],
    ['files.write', { file_path: 'a' }, 'Write something to `a`'],
    ['files.write', { file_path: 'a', content: 'one' }, 'Write 1 line to `a`'],
    ['files.write', { file_path: 'a', content: '' }, 'Write 0 lines to `a`'],
    ['files.edit', { file_path: 'a' }, 'Edit `a`'],
    ['mail.submit', { to: 'somebody', body: 'hi' }, 'Call mail.submit on `somebody`'],
    ['work.list', {}, 'Call work.list'],
    ['odd', { n: 1, deep: { x: 'y' } }, 'Call odd'],
  ])('%s %j: %s', (name, args, said) => {
    expect(describeCall({ name, args })).toBe(said)
  })
})

describe('rewrite-arguments', () => {
  const rewritten = async (rules: JsonObject[], asked: Asked<'tools.before'>) => {
    const { value } = await ask('rewrite-arguments', { rules }, asked)
    return value === null ? null : (value as { args: JsonObject }).args
  }

  it.each([
    [
      'appends to a command',
      { when: 'npm run clean', append: '--dry-run' },
      'npm run clean',
      'npm run clean --dry-run',
    ],
    ['appends once', { append: '--dry-run' }, 'npm run clean --dry-run', null],
    ['only where the command is that', { when: 'npm run clean', append: '--dry-run' }, 'npm run cleanup', null],
    ['never by a mention', { when: 'rm -rf', append: '-i' }, 'echo "rm -rf"', null],
    ['replaces text as it stands', { find: 'a.b', replace: '$&' }, 'x a.b axb a.b', 'x $& axb $&'],
    ['replaces by expression', { find: '(\\w+)@old', replace: '$1@new', regex: true }, 'to me@old', 'to me@new'],
    ['sets', { set: 'ls' }, 'rm -rf x', 'ls'],
    ['changes nothing where nothing is found', { find: 'q', replace: 'r' }, 'ls', null],
    ['is for run unless it says otherwise', { tool: 'files.*', set: 'x' }, 'ls', null],
  ])('%s', async (_name, rule, command, after) => {
    expect(await rewritten([rule], run(command))).toEqual(after === null ? null : { command: after })
  })

  it('changes the argument that it names and leaves the others', async () => {
    const rule = { tool: 'files.write', argument: 'content', append: '\n' }
    const args = { file_path: 'a', content: 'x' }
    expect(await rewritten([rule], before('files.write', args))).toEqual({ file_path: 'a', content: 'x\n' })
  })

  it('sets what was not there, and finds nothing in what is no text', async () => {
    const set = { argument: 'timeoutMs', set: 5_000 }
    expect(await rewritten([set], run('ls'))).toEqual({ command: 'ls', timeoutMs: 5_000 })
    expect(await rewritten([{ find: 'x', replace: 'y' }], before('run', { command: 3 }))).toBeNull()
  })

  it('applies rules in order, each on what the one before made', async () => {
    const rules = [{ find: 'a', replace: 'b' }, { find: 'b', replace: 'c' }, { append: '-v' }]
    expect(await rewritten(rules, run('a'))).toEqual({ command: 'c -v' })
  })

  it.each([
    ['an expression that is none', { find: '(', replace: '', regex: true }, /^rules\.0\.find: Invalid regular/],
    ['nothing to do', {}, /exactly one of find/],
    ['two things to do', { set: 1, append: 'x' }, /exactly one of find/],
    ['half of a replacement', { find: 'x' }, /^rules\.0\.replace: find and replace belong together/],
    ['a matcher that is none', { tool: '(', set: 1 }, /^rules\.0\.tool: the matcher/],
  ])('%s is a clear error', async (_name, rule, message) => {
    expect(await problem('rewrite-arguments', { rules: [rule] })).toMatch(message)
  })

  it('an expression that would search for ever is broken off, and the hook has failed', async () => {
    const rule = { find: '(a+)+$', replace: 'x', regex: true }
    const { verdicts, decision } = await ask('rewrite-arguments', { rules: [rule] }, run(`${'a'.repeat(40)}!`))
    expect(decision).toBe('pass')
    expect(verdicts[0]).toMatchObject({
      status: 'failed',
      error: { kind: 'timeout', message: 'the expression /(a+)+$/g took longer than 100 ms' },
    })
  })
})

describe('add-context', () => {
  const input = (turn: number, more: Partial<HookFacts> = {}) => ({
    point: 'guard.onInput' as const,
    event: { msg: 'hi', origin: 'person' as const },
    facts: { turn, turnId: `trn_${turn}`, ...more },
  })
  const said = async (params: JsonObject, asked: ReturnType<typeof input> & { id: string }) =>
    (await ask('add-context', { text: 'mind', ...params }, asked)).context

  it('once a session, also when it was attached in the middle', async () => {
    expect(await said({}, { ...input(5), id: 'a' })).toEqual(['mind'])
    expect(await said({}, { ...input(5), id: 'a' })).toEqual([])
    expect(await said({}, { ...input(6), id: 'a' })).toEqual([])
    expect(await said({}, { ...input(6, { sessionId: 'ses_2' }), id: 'a' })).toEqual(['mind'])
    expect(await said({}, { ...input(6), id: 'another attachment' })).toEqual(['mind'])
  })

  it('once a turn, however many inputs come in it', async () => {
    const params = { every: 'turn' }
    expect(await said(params, { ...input(1), id: 'b' })).toEqual(['mind'])
    expect(await said(params, { ...input(1), id: 'b' })).toEqual([])
    expect(await said(params, { ...input(2), id: 'b' })).toEqual(['mind'])
  })

  it('a dry run is told each time and counts for nothing', async () => {
    expect(await said({}, { ...input(1, { dryRun: true }), id: 'c' })).toEqual(['mind'])
    expect(await said({}, { ...input(1), id: 'c' })).toEqual(['mind'])
  })

  it('at the end of the system prompt, at every step', async () => {
    const params = { text: 'mind', where: 'system' }
    const build = { point: 'context.build', event: {} } as const
    for (const id of ['d', 'd']) {
      expect((await ask('add-context', params, { ...build, id })).value).toEqual({ system: 'You are kind.\n\nmind' })
    }
    const bare = { ...build, facts: { system: '' } }
    expect((await ask('add-context', params, bare)).value).toEqual({ system: 'mind' })
    expect((await ask('add-context', params, { ...input(1), id: 'd' })).context).toEqual([])
  })

  it('says nothing when there is nothing to say', async () => {
    expect(await problem('add-context', { text: ' ' })).toBe('text: say what the model is to be told')
  })
})
