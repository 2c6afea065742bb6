import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { askPoint, type Hook, type HookFacts, type PointEvents } from '@belay/hooks'
import { type Attachment, attachmentId, callId, type JsonObject, type Outcome, type PointId } from '@belay/trace'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { BUILT_IN } from './builtin'
import { createHookLibrary } from './create-hook-library'
import type { HookLibrary } from './library'
import { FACTS, realClock } from './testing/world'

const fixtures = fileURLToPath(new URL('./fixtures', import.meta.url))
const call = { id: callId('c1'), name: 'run', args: { command: 'ls' } }
const EVENTS: Partial<PointEvents> = {
  'guard.onInput': { msg: 'hi', origin: 'person' },
  'tools.before': { call },
  'tools.after': {
    result: { id: call.id, name: 'run', content: 'the secret is out', isError: false },
    ...{ call, startedMs: 0, finishedMs: 1 },
  },
}

/** No `node_modules` is anywhere above it. */
const temporary: string[] = []
function copyOf(folder: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'belay-hooks-'))
  cpSync(join(fixtures, folder), copy, { recursive: true })
  temporary.push(copy)
  return copy
}
afterAll(() => {
  for (const folder of temporary) rmSync(folder, { recursive: true, force: true })
})

function attach(hook: string, params: JsonObject = {}, more: Partial<Attachment> = {}): Attachment {
  return {
    id: attachmentId(`att_${hook}`),
    hook,
    name: hook,
    source: 'library',
    points: ['guard.onInput', 'context.build', 'tools.before', 'tools.after', 'stop.done'],
    mode: 'enforce',
    onFailure: 'open',
    params,
    version: null,
    error: null,
    ...more,
  }
}

async function ask<P extends PointId>(point: P, hooks: readonly Hook[], event?: PointEvents[P]): Promise<Outcome> {
  const facts: HookFacts = FACTS
  const given = event ?? EVENTS[point]
  if (given === undefined) throw new Error(`no event for ${point}`)
  return askPoint({
    ...{ point, event: given, hooks, facts, clock: realClock, sink: null, lastAnswers: null },
    policy: { rewrites: 'first', stopAtFirstBlock: false },
    signal: new AbortController().signal,
  })
}

describe('the folder of hooks', () => {
  let library: HookLibrary
  let home: string
  beforeAll(() => {
    home = copyOf('home')
    // Not among the fixtures, where it would be run.
    writeFileSync(join(home, 'hooks/greet.test.ts'), 'throw new Error("a test is no hook")\n')
    library = createHookLibrary({ home, clock: realClock })
  })
  afterAll(() => library.close())

  it('lists built-in hooks first, then the files, each by name; helpers and tests are none', async () => {
    const hooks = await library.list()
    expect(hooks.map(({ slug, builtIn }) => `${slug} ${builtIn}`)).toEqual([
      ...[...BUILT_IN.keys()].sort().map((slug) => `${slug} true`),
      'block-commands false',
      'greet false',
      'no-secrets false',
    ])
  })

  it('says what a file defines, with the form of its parameters', async () => {
    expect(await library.find('no-secrets')).toMatchObject({
      slug: 'no-secrets',
      name: 'no-secrets',
      description: 'Takes secrets out of what the model reads.',
      points: ['tools.after'],
      timeoutMs: 5_000,
      recheck: true,
      onFailure: 'closed',
      observe: false,
      file: join(home, 'hooks/no-secrets.ts'),
      defaults: { word: 'secret' },
      paramsSchema: { properties: { word: { type: 'string', default: 'secret', description: 'What is secret.' } } },
      version: expect.stringMatching(/^[0-9a-f]{16}$/),
      error: null,
    })
    expect(await library.find('greet')).toMatchObject({ points: ['guard.onInput', 'stop.done'], paramsSchema: null })
  })

  it('a file with the name of a built-in hook says so', async () => {
    const [mine] = (await library.list()).filter(({ slug, builtIn }) => slug === 'block-commands' && !builtIn)
    expect(mine?.error?.message).toBe('a built-in hook is called block-commands; rename the file')
  })

  it('runs a file where no node_modules is near, with what it imports beside it', async () => {
    const hooks = await library.load([attach('no-secrets', { word: 'secret' })])
    const outcome = await ask('tools.after', hooks)
    expect(outcome).toMatchObject({ decision: 'rewrite', value: 'the ****** is out', by: 'no-secrets' })
    expect(hooks[0]).toMatchObject({ recheck: true, timeoutMs: 5_000, points: ['tools.after'], unavailable: null })
  })

  it('answers of several points, with everything beside them', async () => {
    const outcome = await ask('guard.onInput', await library.load([attach('greet')]))
    expect(outcome).toMatchObject({ context: ['hello from turn 1'], notes: ['greet: HI'], decision: 'pass' })
  })

  it('asks only about tools that match', async () => {
    const [hook] = await library.load([attach('no-secrets')])
    const event = {
      result: { id: call.id, name: 'files.read', content: '', isError: false },
      startedMs: 0,
      finishedMs: 0,
    }
    const about = { ...event, call: { ...call, name: 'files.read' } }
    expect(hook?.skips({ point: 'tools.after', event: about, facts: FACTS })).toBe('matcher')
    expect(hook?.skips({ point: 'tools.after', event: { ...about, call }, facts: FACTS })).toBeNull()
  })

  it('checks parameters by the schema of the file', async () => {
    const hook = await library.find('no-secrets')
    if (hook === null) throw new Error('not found')
    expect(await library.checkParams(hook, {})).toEqual({ ok: true, params: { word: 'secret' } })
    expect(await library.checkParams(hook, { word: 'x' })).toMatchObject({
      ok: false,
      message: expect.stringMatching(/^word: /),
    })
    const greet = await library.find('greet')
    if (greet === null) throw new Error('not found')
    expect(await library.checkParams(greet, { word: 'x' })).toEqual({
      ok: false,
      message: 'this hook takes no parameters, and was given word',
    })
  })

  it('a change of the file, or of what it imports, is seen at the next load', async () => {
    const other = copyOf('home')
    const own = createHookLibrary({ home: other, clock: realClock })
    const outcomeNow = async () => (await ask('tools.after', await own.load([attach('no-secrets')]))).value
    const before = (await own.find('no-secrets'))?.version
    expect(await outcomeNow()).toBe('the ****** is out')
    writeFileSync(join(other, 'hooks/_mask.ts'), 'export const mask = () => "nothing to see"\n')
    expect(await outcomeNow()).toBe('nothing to see')
    expect((await own.find('no-secrets'))?.version).not.toBe(before)
    writeFileSync(join(other, 'hooks/no-secrets.ts'), 'export default 3\n')
    const stale = await own.find('no-secrets')
    expect(stale).toMatchObject({
      points: ['tools.after'],
      error: { line: 1, message: expect.stringMatching('not a hook') },
    })
    expect(await outcomeNow()).toBe('nothing to see')
    renameSync(join(other, 'hooks/no-secrets.ts'), join(other, 'hooks/renamed.ts'))
    expect(await own.find('no-secrets')).toBeNull()
    await own.close()
  })

  it('the version depends on content alone', async () => {
    const other = createHookLibrary({ home: copyOf('home'), clock: realClock })
    expect((await other.find('no-secrets'))?.version).toBe((await library.find('no-secrets'))?.version)
    await other.close()
  })

  it('a file outside of the folder is loaded by its path, and only then', async () => {
    const elsewhere = copyOf('wild')
    const path = join(elsewhere, 'wild.ts')
    expect(await library.find(path)).toMatchObject({ slug: path, name: 'wild', error: null })
    expect(await library.find('./wild.ts', elsewhere)).toMatchObject({ slug: path })
    expect(await library.find(join(home, 'hooks/greet.js'))).toMatchObject({ slug: 'greet' })
    expect(await library.find('wild')).toBeNull()
    expect(await library.find('./wild.ts', home)).toBeNull()
    expect((await library.list()).some(({ name }) => name === 'wild')).toBe(false)
  })

  it('a home without a folder has the built-in hooks', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'belay-hooks-'))
    temporary.push(empty)
    const own = createHookLibrary({ home: join(empty, 'not', 'there'), clock: realClock })
    expect((await own.list()).every(({ builtIn }) => builtIn)).toBe(true)
    mkdirSync(join(empty, 'not/there/hooks'), { recursive: true })
    writeFileSync(join(empty, 'not/there/hooks/x.js'), 'export default 1')
    expect((await own.list()).length).toBe(BUILT_IN.size + 1)
    await own.close()
  })
})

describe('a file that does not load', () => {
  let library: HookLibrary
  let folder: string
  beforeAll(() => {
    folder = copyOf('broken')
    // Not among the fixtures, where the compiler would read it.
    writeFileSync(
      join(folder, 'syntax.ts'),
      "import { defineHook } from '@belay/hooks'\n\ndefineHook({\n  name: 'x',,\n})\n",
    )
    library = createHookLibrary({ home: folder, clock: realClock })
  })
  afterAll(() => library.close())

  it.each([
    ['syntax.ts', 4, 'Expected identifier but found ","'],
    ['no-default.ts', null, 'it has no default export; a hook file ends with export default defineHook({ … })'],
    ['not-a-hook.ts', 3, 'its default export is not a hook; it must be what defineHook({ … }) gives'],
    ['unknown-point.ts', 7, 'unknown point "tools.befor"; did you mean tools.before?'],
    ['bad-matcher.ts', 7, 'the matcher "run(" is not a regular expression'],
    ['no-name.ts', 5, 'a hook needs a name'],
    ['throws.ts', 4, 'RangeError: not today'],
    ['missing-import.ts', 2, 'Could not resolve "./not-there"'],
    ['not-there.ts', null, 'there is no such file'],
  ])('%s: line %s, %s', async (name, line, message) => {
    const file = join(folder, name)
    const found = await library.find(file)
    expect(found).toMatchObject({ slug: file, version: null, error: { file, line } })
    expect(found?.error?.message).toContain(message)
    const [hook] = await library.load([attach(file)])
    expect(hook?.unavailable?.reason).toBe('failed to load')
    expect(hook?.unavailable?.message).toContain(`${file}${line === null ? '' : `:${line}`}: `)
    const outcome = await ask('tools.before', hook === undefined ? [] : [hook])
    expect(outcome.verdicts[0]).toMatchObject({ status: 'not_asked', notAsked: 'failed to load' })
  })

  it('and what does not fit or is not there is unavailable, beside hooks that work', async () => {
    const hooks = await library.load([
      attach('nowhere'),
      attach('block-commands', { patterns: 'rm' }),
      attach('block-commands', { patterns: ['ls'] }),
    ])
    expect(hooks.map(({ unavailable }) => unavailable?.message ?? null)).toEqual([
      'there is no hook nowhere',
      expect.stringMatching(/^its parameters do not fit: patterns must be a list, and is text$/),
      null,
    ])
    expect(await ask('tools.before', hooks)).toMatchObject({ decision: 'block' })
  })
})

describe('a file that misbehaves', () => {
  let library: HookLibrary
  let file: string
  let printed = ''
  beforeAll(() => {
    file = join(copyOf('wild'), 'wild.ts')
    const print = (text: string) => {
      printed += text
    }
    library = createHookLibrary({ home: '/nowhere', clock: realClock, print })
  })
  afterAll(() => library.close())
  afterEach(() => {
    printed = ''
  })
  const does = async (what: string, more: Partial<Attachment> = {}) =>
    ask('tools.before', await library.load([attach(file, { does: what }, { name: 'wild', ...more })]))

  it.each([
    ['loop', 'timeout', 'no answer within 600 ms'],
    ['never', 'timeout', 'no answer within 600 ms'],
    ['exit', 'exit', 'it ended its worker with exit code 3'],
    ['kill-self', 'exit', 'it would have ended the app by process.kill (wild.ts:118)'],
    ['kill-group', 'exit', 'it would have ended the app by process.kill (wild.ts:121)'],
    ['kill-text', 'exit', 'it would have ended the app by process.kill (wild.ts:124)'],
    ['kill-later', 'exit', 'it would have ended the app by process.kill (wild.ts:131)'],
    ['abort', 'exit', 'it would have ended the app by process.abort (wild.ts:127)'],
    ['really-exit', 'exit', 'it ended its worker with exit code 3'],
    ['throw-text', 'threw', 'it threw "late text"'],
    ['throw-null', 'threw', 'it threw null'],
    ['throw-symbol', 'threw', 'it threw Symbol(odd)'],
    ['throw-nothing', 'threw', 'it threw an object without a message'],
    ['throw-trap-outside', 'threw', 'it threw an Error without a message'],
    ['throw-trap', 'threw', 'it threw an Error without a message'],
    ['throw-proxy', 'threw', 'it threw a value that cannot be shown'],
    ['throw', 'threw', 'TypeError: boom (wild.ts:35)'],
    ['throw-outside', 'threw', 'Error: out of reach (wild.ts:38)'],
    ['reject-outside', 'threw', 'a promise that it did not await was rejected: Error: nobody caught it (wild.ts:75)'],
    ['memory', 'threw', 'it used more than 256 MiB of memory'],
    ['huge', 'bad_answer', 'its answer is larger than 16 million characters'],
  ])('that does %s has failed as %s, and the app goes on', async (what, kind, message) => {
    // Filling memory takes longer than the others' time limit.
    const hooks = await library.load([attach(file, { does: what }, { name: 'wild' })])
    const patient = hooks.map((hook) => ({ ...hook, timeoutMs: what === 'memory' ? 20_000 : hook.timeoutMs }))
    const outcome = await ask('tools.before', patient)
    expect(outcome.verdicts[0]).toMatchObject({ status: 'failed', decision: 'pass', error: { kind, message } })
    expect(outcome.notes).toEqual([`wild: did not answer at tools.before (${message}); it went on without it`])
    expect((await does('deny')).decision).toBe('block')
  })

  it.each(['buffers', 'buffers-slowly'])('that fills %s is ended, beside one that waits', async (what) => {
    const own = createHookLibrary({ home: '/nowhere', clock: realClock })
    const before = process.memoryUsage.rss()
    const [greedy, waits] = await own.load(
      [what, 'wait'].map((does) => attach(file, { does }, { id: attachmentId(does), name: 'wild' })),
    )
    if (greedy === undefined || waits === undefined) throw new Error('not loaded')
    const [outcome, other] = await Promise.all(
      [greedy, waits].map((hook) => ask('tools.before', [{ ...hook, timeoutMs: 30_000 }])),
    )
    // Far less than there is: it was stopped for what it held, and soon.
    expect(process.memoryUsage.rss() - before).toBeLessThan(2_500_000_000)
    expect(outcome?.verdicts[0]).toMatchObject({
      status: 'failed',
      error: { kind: 'threw', message: 'it used more than 512 MiB of memory' },
    })
    expect(other?.notes).toEqual(['wild: waited'])
    await own.close()
  })

  it('and is closed: the call is refused', async () => {
    expect(await does('loop', { onFailure: 'closed' })).toMatchObject({
      decision: 'block',
      reason: 'the wild hook at tools.before did not answer (no answer within 600 ms)',
    })
  })

  it('an answer that is not JSON is malformed, as it would be in process', async () => {
    const outcome = await does('function')
    expect(outcome.verdicts[0]).toMatchObject({ status: 'malformed', error: { kind: 'bad_answer' } })
  })

  it('that goes on looping after it answered costs the next one a second, not its answer', async () => {
    const own = createHookLibrary({ home: '/nowhere', clock: realClock })
    const [later, hook] = await own.load(
      ['loop-later', 'deny'].map((does) => attach(file, { does }, { id: attachmentId(does), name: 'wild' })),
    )
    expect((await ask('tools.before', later === undefined ? [] : [later])).notes).toEqual(['wild: before the loop'])
    const outcome = await ask('tools.before', hook === undefined ? [] : [{ ...hook, timeoutMs: 20_000 }])
    expect(outcome.decision).toBe('block')
    await own.close()
  })

  it('a verdict keeps everything beside its decision', async () => {
    expect(await does('deny')).toMatchObject({ reason: 'no', context: ['mind'], reminders: ['later'] })
  })

  it('what it prints is heard and reaches no stream of the process', async () => {
    expect((await does('print')).notes).toEqual(['wild: printed'])
    await expect.poll(() => printed).toContain('written to stdout')
    expect(printed).toContain('printed to stderr')
  })

  it('what it prints by descriptors, devices and children is heard as well, and the streams stay open', async () => {
    const [hook] = await library.load([attach(file, { does: 'print-deeply' }, { name: 'wild' })])
    const outcome = await ask('tools.before', hook === undefined ? [] : [{ ...hook, timeoutMs: 30_000 }])
    expect(outcome.notes).toEqual(['wild: kept', 'wild: null', 'wild: function'])
    const ways = [
      'descriptor',
      'view',
      'file',
      'device',
      'other device',
      'parts',
      'stream',
      'path',
      'spawnSync',
      'execSync',
    ]
    for (const way of [...ways, 'error', 'execFileSync', 'spawn', 'array']) {
      await expect.poll(() => printed, { message: way }).toContain(`by ${way}`)
    }
  })

  it('may kill a child of its own, and ask whether the app is there', async () => {
    const [child, none] = await library.load(
      ['kill-child', 'kill-none'].map((does) => attach(file, { does }, { id: attachmentId(does), name: 'wild' })),
    )
    const patient = [child, none].flatMap((hook) => (hook === undefined ? [] : [{ ...hook, timeoutMs: 30_000 }]))
    expect((await ask('tools.before', patient)).notes).toEqual(['wild: SIGKILL', 'wild: true'])
  })

  it('sees no keys in its environment', async () => {
    process.env.BELAY_TEST_API_KEY = 'k'
    process.env.BELAY_TEST_PLAIN = 'p'
    const own = createHookLibrary({ home: '/nowhere', clock: realClock })
    const outcome = await ask('tools.before', await own.load([attach(file, { does: 'env' }, { name: 'wild' })]))
    await own.close()
    delete process.env.BELAY_TEST_API_KEY
    delete process.env.BELAY_TEST_PLAIN
    expect(outcome.notes).toEqual(['wild: ["BELAY_TEST_PLAIN"]'])
  })

  it('knows where it is', async () => {
    expect((await does('url')).notes).toEqual([`wild: file://${file}`, `wild: ${file}`, 'wild: function'])
  })

  it('is asked on the same thread as long as that lives', async () => {
    const own = createHookLibrary({ home: '/nowhere', clock: realClock })
    const hooks = await own.load([attach(file, { does: 'count' }, { name: 'wild' })])
    const first = (await ask('tools.before', hooks)).notes[0] ?? ''
    const second = (await ask('tools.before', hooks)).notes[0] ?? ''
    await own.close()
    expect(second).toBe(first.replace('asked 1', 'asked 2'))
  })

  it('when the turn is stopped it is ended, and decides nothing', async () => {
    const controller = new AbortController()
    const [hook] = await library.load([attach(file, { does: 'never' }, { name: 'wild', onFailure: 'closed' })])
    const outcome = askPoint({
      ...{ point: 'tools.before', event: { call }, hooks: hook === undefined ? [] : [hook], facts: FACTS },
      ...{ clock: realClock, signal: controller.signal, sink: null, lastAnswers: null },
      policy: { rewrites: 'first', stopAtFirstBlock: false },
    })
    controller.abort()
    expect(await outcome).toMatchObject({
      decision: 'pass',
      verdicts: [{ status: 'failed', error: { kind: 'cancelled', message: 'the turn was stopped' } }],
    })
  })

  it('many at once are all served', async () => {
    const loaded = await library.load([attach(file, { does: 'deny' }, { name: 'wild' })])
    const hooks = loaded.map((hook) => ({ ...hook, timeoutMs: 30_000 }))
    const outcomes = await Promise.all(Array.from({ length: 40 }, () => ask('tools.before', hooks)))
    expect(outcomes.every(({ decision }) => decision === 'block')).toBe(true)
  })

  it('after the library was closed a hook has failed, and nothing waits', async () => {
    const own = createHookLibrary({ home: '/nowhere', clock: realClock })
    const hooks = await own.load([attach(file, { does: 'never' }, { name: 'wild' })])
    const pending = ask('tools.before', hooks)
    await own.close()
    expect((await pending).verdicts[0]).toMatchObject({ status: 'failed', error: { kind: 'cancelled' } })
    expect((await ask('tools.before', hooks)).verdicts[0]).toMatchObject({ error: { kind: 'unreachable' } })
  })
})
