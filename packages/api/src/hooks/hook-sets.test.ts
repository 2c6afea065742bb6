/** Sets of hooks: saved, listed, attached all or nothing, copied between sessions, exported and imported. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SessionId } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import { openBelay } from '../composition-root'
import type { HookSpec, Operations } from '../operations'
import { logOf } from '../testing/until'
import { afterTest, freshFolder } from '../testing/world'

const GUARD = `import { defineHook } from '@belay/hooks'
export default defineHook({ name: 'guard', description: 'a guard', points: ['tools.before'], run: (t) => t.useDefault })
`
const SECRET = 'sk-abcdefghijklmnopqrstuvwxyz0123'

interface Scene {
  readonly belay: Operations
  readonly home: string
  readonly session: (attach?: readonly HookSpec[]) => Promise<SessionId>
}

async function scene(): Promise<Scene> {
  const home = freshFolder()
  const belay = await openBelay({ home })
  afterTest(() => belay.close())
  const session = async (attach: readonly HookSpec[] = []) =>
    (await belay.createSession({ workspace: freshFolder('workspace'), attach })).id
  return { belay, home, session }
}

const two: readonly HookSpec[] = [
  { hook: 'block-commands', params: { patterns: ['git push'] }, mode: 'shadow', onFailure: 'closed' },
  { hook: 'add-context', points: ['guard.onInput'], params: { text: 'Mind the gap.' } },
]

const changesOf = async (belay: Operations, id: SessionId) =>
  (await logOf(belay, id)).flatMap((event) => (event.type === 'composition.changed' ? [event] : []))

/** What a set keeps of what is attached. */
const kept = async (belay: Operations, id: SessionId) =>
  (await belay.composition(id)).hooks.map(({ hook, mode, onFailure, points, params }) => ({
    ...{ hook, mode, onFailure, points, params },
  }))

describe('a set', () => {
  it('that is saved keeps parameters, modes, policies, points and order, and attaches in one edit', async () => {
    const { belay, session } = await scene()
    const from = await session(two)
    const saved = await belay.saveHookSet({ name: ' Before lunch ', description: 'Two of them.', session: from })
    expect(saved).toMatchObject({ name: 'Before lunch', description: 'Two of them.', builtIn: false, missing: [] })
    expect(await belay.hookSets()).toContainEqual(saved)
    const to = await session([{ hook: 'ask-before' }])
    const attached = await belay.attachSet(to, { from: { set: 'Before lunch' } })
    expect((await kept(belay, to)).slice(1)).toEqual(await kept(belay, from))
    expect(await changesOf(belay, to)).toMatchObject([
      {
        composition: attached,
        kind: 'edit',
        name: 'attach the set Before lunch',
        change: 'the set Before lunch was attached: block-commands, add-context',
      },
    ])
    expect((await belay.undo(to)).hooks.map((hook) => hook.hook)).toEqual(['ask-before'])
  })

  it('is made of the attachments that were chosen, in their order on the session', async () => {
    const { belay, session } = await scene()
    const from = await session([...two, { hook: 'ask-before' }])
    const ids = (await belay.composition(from)).hooks.map((hook) => hook.id)
    const attachments = [ids[2] ?? '', ids[0] ?? '']
    const { hooks } = await belay.saveHookSet({ name: 'some', session: from, attachments })
    expect(hooks.map(({ hook }) => hook)).toEqual(['block-commands', 'ask-before'])
    await expect(belay.saveHookSet({ name: 'x', session: from, attachments: ['att_x'] })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  it('leaves out what is there already: the same hook at the same points with the same parameters', async () => {
    const { belay, session } = await scene()
    await belay.saveHookSet({ name: 'both', session: await session(two) })
    const to = await session([{ hook: 'block-commands', params: { patterns: ['git push'] } }])
    const { hooks } = await belay.attachSet(to, { from: { set: 'both' } })
    expect(hooks.map(({ hook, mode }) => [hook, mode])).toEqual([
      ['block-commands', 'enforce'],
      ['add-context', 'enforce'],
    ])
    expect(await belay.attachSet(to, { from: { set: 'both' } })).toEqual(await belay.composition(to))
    expect(await changesOf(belay, to)).toHaveLength(1)
  })

  it('takes the place of everything attached, where that is wanted; what it has too stays the same attachment', async () => {
    const { belay, session } = await scene()
    const from = await session(two)
    const to = await session([{ hook: 'ask-before' }, { hook: 'block-commands', params: { patterns: ['git push'] } }])
    const block = (await belay.composition(to)).hooks[1]
    const { hooks } = await belay.attachSet(to, { from: { session: from }, replace: true })
    expect(await kept(belay, to)).toEqual(await kept(belay, from))
    expect(hooks[0]?.id).toBe(block?.id)
    expect((await changesOf(belay, to))[0]?.name).toBe('replace all hooks by the hooks of New session')
    await belay.attachSet(to, { from: { session: from }, replace: true })
    expect(await changesOf(belay, to)).toHaveLength(1)
    expect((await belay.undo(to)).hooks).toHaveLength(2)
  })

  it('is attached whole or not at all, and names the hook that is missing', async () => {
    const { belay, home, session } = await scene()
    writeFileSync(join(home, 'hooks', 'guard.ts'), GUARD)
    await belay.saveHookSet({ name: 'mine', session: await session([...two, { hook: 'guard' }]) })
    rmSync(join(home, 'hooks', 'guard.ts'))
    expect((await belay.hookSets()).at(-1)).toMatchObject({ name: 'mine', missing: ['guard'] })
    const to = await session()
    const refused = belay.attachSet(to, { from: { set: 'mine' } })
    await expect(refused).rejects.toMatchObject({
      code: 'bad_input',
      message: 'Nothing was attached: the set mine needs `guard`, which is not in the library here.',
    })
    writeFileSync(join(home, 'hooks', 'guard.ts'), 'export default {{')
    await expect(belay.attachSet(to, { from: { set: 'mine' } })).rejects.toThrow(
      /^Nothing was attached: The hook `guard` does not load: .*guard\.ts:1/,
    )
    expect(await changesOf(belay, to)).toEqual([])
  })
})

type Refusal = readonly [says: RegExp, code: string, asked: (scene: Scene, from: SessionId) => Promise<unknown>]

const refusals: readonly Refusal[] = [
  [/named with letters, digits, spaces/, 'bad_input', ({ belay }, s) => belay.saveHookSet({ name: 'a/b', session: s })],
  [/named with letters, digits, spaces/, 'bad_input', ({ belay }, s) => belay.saveHookSet({ name: ' - ', session: s })],
  [
    /at most 60 characters; this one has 61/,
    'bad_input',
    ({ belay }, session) => belay.saveHookSet({ name: 'x'.repeat(61), session }),
  ],
  [
    /at most 1000 characters/,
    'bad_input',
    ({ belay }, session) => belay.saveHookSet({ name: 'x', session, description: 'x'.repeat(1_001) }),
  ],
  [
    /^There is nothing to save/,
    'bad_input',
    async ({ belay, session }) => belay.saveHookSet({ name: 'x', session: await session() }),
  ],
  [/^There is a set `taken` already/, 'conflict', ({ belay }, s) => belay.saveHookSet({ name: 'taken', session: s })],
  [
    /^The set `careful` ships with Belay and cannot be replaced/,
    'conflict',
    ({ belay }, session) => belay.saveHookSet({ name: 'careful', session, replace: true }),
  ],
  [/^The set `audit` ships with Belay and cannot be deleted/, 'conflict', ({ belay }) => belay.deleteHookSet('audit')],
  [
    /^There is no set `carefull`\. Did you mean `careful`\?/,
    'not_found',
    ({ belay }, session) => belay.attachSet(session, { from: { set: 'carefull' } }),
  ],
  [/^There is no set `takn`\. Did you mean `taken`\?/, 'not_found', ({ belay }) => belay.deleteHookSet('takn')],
  [/^There is no set `x`/, 'not_found', ({ belay }) => belay.exportHookSet('x')],
  [
    /^There is no session ses_x/,
    'not_found',
    ({ belay }, s) => belay.attachSet(s, { from: { session: 'ses_x' as SessionId } }),
  ],
]

describe('what cannot be done with a set', () => {
  it.each(refusals)('says %s', async (message, code, asked) => {
    const here = await scene()
    const from = await here.session(two)
    await here.belay.saveHookSet({ name: 'taken', session: from })
    const before = await here.belay.hookSets()
    await expect(asked(here, from)).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
    expect(await here.belay.hookSets()).toEqual(before)
  })

  it('is done where it is wanted: a set of one’s own is replaced and deleted', async () => {
    const { belay, session } = await scene()
    await belay.saveHookSet({ name: 'mine', session: await session(two) })
    const other = await session([{ hook: 'ask-before' }])
    await belay.saveHookSet({ name: 'mine', session: other, replace: true })
    const own = async () => (await belay.hookSets()).filter((set) => !set.builtIn)
    expect((await own()).map(({ name, hooks }) => [name, hooks.length])).toEqual([['mine', 1]])
    await belay.deleteHookSet('mine')
    expect(await own()).toEqual([])
  })
})

describe('the file of a set', () => {
  it('is read on another machine as it was written', async () => {
    const { belay, session } = await scene()
    const saved = await belay.saveHookSet({ name: 'Über 2', description: 'x', session: await session(two) })
    const text = await belay.exportHookSet('Über 2')
    expect(text).toMatch(/^\{\n {2}"belay": "hook-set",\n {2}"version": 1,\n {2}"name": "Über 2",\n[\s\S]*\n\}\n$/)
    const there = await scene()
    expect(await there.belay.importHookSet(text)).toEqual(saved)
    await expect(there.belay.importHookSet(text)).rejects.toMatchObject({ code: 'conflict' })
    expect(await there.belay.importHookSet(text, { replace: true })).toEqual(saved)
    expect(await there.belay.exportHookSet('Über 2')).toBe(text)
  })

  it('has no secrets, and a hook file of the home by its slug', async () => {
    const { belay, home, session } = await scene()
    const file = join(home, 'hooks', 'guard.ts')
    writeFileSync(file, GUARD)
    const from = await session([{ hook: 'add-context', params: { text: `the key is ${SECRET}` } }])
    await belay.saveHookSet({ name: 'mine', session: from })
    expect(await belay.exportHookSet('mine')).not.toContain(SECRET)
    expect(JSON.stringify((await belay.hookSets()).at(-1))).toContain(SECRET)
    await belay.importHookSet(setFile({ name: 'paths', hooks: [{ hook: file }, { hook: '/elsewhere/x.ts' }] }))
    expect((await belay.hookSets()).find(({ name }) => name === 'paths')?.missing).toEqual(['/elsewhere/x.ts'])
    const hooks = JSON.parse(await belay.exportHookSet('paths')).hooks
    expect(hooks).toEqual([{ hook: 'guard' }, { hook: '/elsewhere/x.ts' }])
  })

  it('is as the page about hooks shows it', async () => {
    const page = readFileSync(new URL('../../../../docs/hooks.md', import.meta.url), 'utf8')
    const text = /```json\n(\{\n {2}"belay": "hook-set",[\s\S]*?)```/.exec(page)?.[1] ?? ''
    const { belay, session } = await scene()
    expect(await belay.importHookSet(text)).toMatchObject({ name: 'tidy', missing: [] })
    expect((await belay.attachSet(await session(), { from: { set: 'tidy' } })).hooks).toHaveLength(2)
  })

  it('of a built-in set is read under another name', async () => {
    const { belay } = await scene()
    const text = await belay.exportHookSet('careful')
    await expect(belay.importHookSet(text, { replace: true })).rejects.toThrow('ships with Belay')
    const own = await belay.importHookSet(text.replace('"careful"', '"more careful"'))
    expect(own).toMatchObject({ name: 'more careful', builtIn: false })
  })

  it('may name hooks that are not here, and nothing of a file that it names is run', async () => {
    const { belay } = await scene()
    const file = join(freshFolder('checkout'), 'planted.ts')
    writeFileSync(
      file,
      `import { writeFileSync } from 'node:fs'\nwriteFileSync(${JSON.stringify(`${file}.ran`)}, '')\n`,
    )
    const text = setFile({ hooks: [{ hook: 'of-theirs' }, { hook: file }, { hook: 'of-theirs' }] })
    expect(await belay.importHookSet(text)).toMatchObject({ missing: ['of-theirs'], problems: [] })
    await belay.hookSets()
    expect(() => rmSync(`${file}.ran`)).toThrow(/ENOENT/)
  })

  it.each([
    ['[]', 'a list'],
    ['null', 'null'],
    ['5', 'a number'],
    ['"x"', 'text'],
  ])('that holds %s says what a set is, and what it holds instead', async (text, holds) => {
    const { belay } = await scene()
    const message = `A hook set is a JSON object with name and hooks; this file holds ${holds}.`
    await expect(belay.importHookSet(text)).rejects.toMatchObject({ code: 'bad_input', message })
  })

  it('may hold what does not fit the library here: it is listed with its problems, and not attached', async () => {
    const { belay, home, session } = await scene()
    writeFileSync(join(home, 'hooks', 'broken.ts'), 'export default {{')
    const hooks = [
      { hook: 'block-commands', params: { patterns: 5 } },
      { hook: 'ask-before', points: ['stop.done'] },
      { hook: 'broken' },
      { hook: 'redact-secrets' },
    ]
    const { missing, problems } = await belay.importHookSet(setFile({ hooks }))
    expect(missing).toEqual([])
    expect(problems).toEqual([
      'The parameters of `block-commands` do not fit: patterns must be a list, and is a number.',
      '`ask-before` cannot stand at stop.done; it can at tools.before.',
      expect.stringMatching(/^The hook `broken` does not load: .*broken\.ts:1/),
    ])
    expect((await belay.hookSets()).find(({ name }) => name === 'theirs')?.problems).toEqual(problems)
    await expect(belay.attachSet(await session(), { from: { set: 'theirs' } })).rejects.toThrow('Nothing was attached')
  })

  it.each([
    ['it is not JSON: line 2, column 1: ', '{"belay": "hook-set",\n'],
    ['it is not JSON: line 1, column 22: ', '{"belay": "hook-set" "version": 1}'],
    ['it is not JSON: line 1, column 1: ', 'hooks: []'],
    ['it does not say `"belay": "hook-set"`, as the files do that `belay sets export` writes.', '{"belay":"hooks"}'],
    ['it does not say `"belay": "hook-set"`', '{"hooks":{"PreToolUse":[]}}'],
    ['it is of version 2, and this Belay reads version 1.', setFile({ version: 2 })],
    ['it is of version none, and', setFile({ version: undefined })],
    ['`hooks` has at least 1 entry', setFile({ hooks: [] })],
    [
      '`hooks.1.mode` must be one of enforce, shadow, off',
      setFile({ hooks: [{ hook: 'a' }, { hook: 'b', mode: 'on' }] }),
    ],
    ['`hooks.0` has parms, which is not known', setFile({ hooks: [{ hook: 'a', parms: {} }] })],
    ['`hooks.0.points.0` must be one of ', setFile({ hooks: [{ hook: 'a', points: ['tools.befor'] }] })],
    ['`hooks.0.hook`: a hook is named by its slug or by an absolute path', setFile({ hooks: [{ hook: '../x.ts' }] })],
    ['`hooks` has at most 100 entries', setFile({ hooks: Array.from({ length: 101 }, () => ({ hook: 'a' })) })],
    ['it is larger than 1 MiB', ' '.repeat(1_048_577)],
    ['it is nested deeper than 64 levels', '['.repeat(100_000) + ']'.repeat(100_000)],
  ])('that is none says where: %s', async (says, text) => {
    const { belay } = await scene()
    const refused = belay.importHookSet(text)
    await expect(refused).rejects.toMatchObject({ code: 'bad_input' })
    await expect(refused).rejects.toThrow(`This is no set of hooks: ${says}`)
    expect((await belay.hookSets()).filter((set) => !set.builtIn)).toEqual([])
  })
})

function setFile(parts: object): string {
  return JSON.stringify({
    belay: 'hook-set',
    version: 1,
    name: 'theirs',
    description: '',
    hooks: [{ hook: 'a' }],
    ...parts,
  })
}
