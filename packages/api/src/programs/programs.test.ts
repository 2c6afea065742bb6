/** A program rules a session: its hooks, prompt, model and steps, in turns on a real home with real workers. */
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Composition } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import { programmedHome, turn } from '../testing/programmed'
import { freshFolder } from '../testing/world'

const FACTS = `export function onInput(t: any) {
  const { program, skills, outputSchema, system, maxIterations, model } = t
  return t.note(JSON.stringify({ program, skills, outputSchema, system, maxIterations, model }))
}
`
const deny = (why: string) => `export function before(t: any, call: any) {\n  return t.deny('${why}')\n}\n`

const hooksOf = ({ hooks }: Composition) => hooks.map(({ hook, source, mode }) => `${source} ${hook} ${mode}`)
const RULED = { program: 'mine' }

describe('a session under a program', () => {
  it('is told what the program says, and its hooks are asked before those that were attached', async () => {
    const agent =
      'system: Be brief.\nmaxIterations: 7\nskills: [{ name: dig, description: to dig }]\noutputSchema: { type: object }\n'
    const { belay, session } = await programmedHome({
      'programs/mine/agent.yaml': agent,
      'programs/mine/hooks/guard.ts': FACTS,
      'programs/mine/hooks/tools.ts': deny('the program says no'),
    })
    const id = await session({ ...RULED, attach: [{ hook: 'block-commands' }] })
    const composition = await belay.composition(id)
    expect(composition.program).toBe('mine')
    expect(hooksOf(composition)).toEqual([
      'program mine/guard.onInput enforce',
      'program mine/tools.before enforce',
      'library block-commands enforce',
    ])
    expect(composition.hooks[0]).toMatchObject({ name: 'mine', onFailure: 'replay', params: {}, error: null })
    const { end, state, verdicts } = await turn(belay, id)
    expect(end.status).toBe('completed')
    expect(JSON.parse(verdicts[0]?.notes[0] ?? '')).toEqual({
      ...{ program: 'mine', system: 'Be brief.', maxIterations: 7, model: 'one', outputSchema: { type: 'object' } },
      skills: [{ name: 'dig', description: 'to dig' }],
    })
    expect(state.rows.find((row) => row.kind === 'result')).toMatchObject({
      isError: true,
      content: expect.stringContaining('the program says no'),
    })
    expect(verdicts.map(({ source, hook, version }) => [source, hook, version])).toEqual([
      ...composition.hooks.slice(0, 2).map(({ version }) => ['program', 'mine', version]),
      ['library', 'block-commands', composition.hooks[2]?.version],
    ])
  })

  it('that is an example of the docs refuses a write, and asks for findings', async () => {
    const { home, belay, put, session } = await programmedHome()
    const examples = fileURLToPath(new URL('../../../../docs/examples/programs', import.meta.url))
    cpSync(join(examples, 'reviewer'), join(home, 'programs', 'reviewer'), { recursive: true })
    put(
      'scripts/write.yaml',
      'steps:\n  - { text: a, calls: [{ name: files.write, args: { file_path: x, content: y } }] }\n  - { text: Fine. }\n  - { text: No findings. }\n',
    )
    const { end, state } = await turn(belay, await session({ program: 'reviewer', model: 'scripted/write' }))
    expect(end).toMatchObject({ status: 'completed', answer: 'No findings.' })
    expect(
      state.rows.map((row) =>
        row.kind === 'input' || row.kind === 'result' ? (row.kind === 'input' ? row.text : row.content) : row.text,
      ),
    ).toEqual([
      ...['go', 'a', expect.stringContaining('a review changes nothing, so files.write is refused'), 'Fine.'],
      ...['List your findings, or say that there are no findings.', 'No findings.'],
    ])
  })

  it('takes its steps from it, unless the caller says otherwise', async () => {
    const { belay, session } = await programmedHome({ 'programs/mine/agent.yaml': 'maxIterations: 1' })
    const id = await session(RULED)
    expect((await turn(belay, id)).end).toMatchObject({ status: 'capped', code: 'max_iterations' })
    await belay.send(id, 'go', { maxIterations: 5 })
  })

  it.each([
    ['that somebody named', { model: 'scripted/one' }, 'one'],
    ['of the program, where nobody named one', { model: undefined }, 'two'],
  ])('runs on the model %s', async (_, named, model) => {
    const { belay, session } = await programmedHome({ 'programs/mine/agent.yaml': 'model: scripted/two' })
    const id = await session({ ...RULED, ...named })
    expect((await turn(belay, id)).state.turns[0]).toMatchObject({ provider: 'scripted', model })
    await belay.setModel(id, 'scripted/one')
    expect((await turn(belay, id)).state.turns[1]).toMatchObject({ model: 'one' })
  })

  it('is not made where its model is none', async () => {
    const { belay, session } = await programmedHome({ 'programs/mine/agent.yaml': 'model: scripted/three' })
    await expect(session({ ...RULED, model: undefined })).rejects.toMatchObject({ code: 'bad_input' })
    expect(await belay.sessions()).toEqual([])
  })

  it('lies in a folder of its own', async () => {
    const { belay, session } = await programmedHome()
    const folder = join(freshFolder(), 'other')
    cpSync(fileURLToPath(new URL('../../../../docs/examples/programs/reviewer', import.meta.url)), folder, {
      recursive: true,
    })
    const id = await session({ program: folder })
    expect((await belay.composition(id)).hooks[0]).toMatchObject({ hook: `${folder}/context.build`, name: 'other' })
    expect((await turn(belay, id)).verdicts[0]).toMatchObject({ hook: 'other', status: 'answered' })
  })

  it('has children that it judges too', async () => {
    const { belay, put, session } = await programmedHome({
      'programs/mine/hooks/tools.ts': `export const before = (t: any, call: any) => call.name === 'files.ls' ? t.deny(t.agent + ' of ' + t.program) : undefined\n`,
    })
    put(
      'scripts/parent.yaml',
      'steps:\n  - { text: a, calls: [{ name: agents.spawn, args: { name: digger, prompt: dig } }] }\n  - { text: I wait. }\n',
    )
    const id = await session({ ...RULED, model: 'scripted/parent' })
    await turn(belay, id)
    const child = (await belay.sessions()).find(({ parent }) => parent === id)?.id ?? expect.fail('there is no child')
    expect(await belay.composition(child)).toMatchObject({ program: 'mine', hooks: [{ hook: 'mine/tools.before' }] })
    expect((await belay.composition(child)).hooks[0]?.id).not.toBe((await belay.composition(id)).hooks[0]?.id)
  })
})

describe('the files of a program', () => {
  it('are picked up at the next turn: what is new comes, what is gone goes, what was edited is another version', async () => {
    const { belay, put, remove, session } = await programmedHome({ 'programs/mine/hooks/tools.ts': deny('one') })
    const id = await session({ ...RULED, attach: [{ hook: 'block-commands' }] })
    const [before] = (await belay.composition(id)).hooks
    await belay.changeAttachment(id, before?.id ?? expect.fail(), { mode: 'shadow', onFailure: 'open' })
    expect((await turn(belay, id)).changes).toEqual([])
    put('programs/mine/hooks/tools.ts', deny('two'))
    put('programs/mine/hooks/guard.ts', FACTS)
    const second = await turn(belay, id)
    expect(second.changes.map(({ change, kind }) => [kind, change])).toEqual([
      ['refresh', 'the program mine brings mine/guard.onInput; mine/tools.ts was edited'],
    ])
    const after = await belay.composition(id)
    expect(hooksOf(after)).toEqual([
      'program mine/guard.onInput enforce',
      'program mine/tools.before shadow',
      'library block-commands enforce',
    ])
    expect(after.hooks[1]).toMatchObject({ id: before?.id, onFailure: 'open' })
    expect(after.hooks[1]?.version).not.toBe(before?.version)
    remove('programs/mine/hooks/tools.ts')
    const third = await turn(belay, id)
    expect(third.changes.map(({ change }) => change)).toEqual([
      'the program mine does not bring mine/tools.before any more',
    ])
    expect(hooksOf(await belay.composition(id))).toEqual([
      'program mine/guard.onInput enforce',
      'library block-commands enforce',
    ])
  })

  it('change nothing about a turn that runs', async () => {
    const own = `import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
export function before(t: any) {
  writeFileSync(fileURLToPath(import.meta.url), 'export const before = () => undefined\\n')
  return t.deny('still no')
}
`
    const { belay, put, session } = await programmedHome({ 'programs/mine/hooks/tools.ts': own })
    const call = '{ text: a, calls: [{ name: files.ls, args: {} }] }'
    put('scripts/twice.yaml', `loop: true\nsteps:\n  - ${call}\n  - ${call}\n  - { text: done, turn: true }\n`)
    const id = await session({ ...RULED, model: 'scripted/twice' })
    const first = await turn(belay, id)
    expect(first.verdicts.map(({ decision }) => decision)).toEqual(['block', 'block'])
    const second = await turn(belay, id)
    expect(second.verdicts.map(({ status }) => status)).toEqual(['use_default', 'use_default'])
    expect(second.verdicts[0]?.version).not.toBe(first.verdicts[0]?.version)
  })

  it('may go away as a whole: then no turn begins, and the prompt is kept', async () => {
    const { belay, remove, session } = await programmedHome({ 'programs/mine/agent.yaml': 'system: x' })
    const id = await session(RULED)
    remove('programs/mine')
    const { end, state } = await turn(belay, id, 'are you there?')
    expect(end).toMatchObject({
      status: 'failed',
      reason: expect.stringMatching(/^The turn could not begin: There is no program `mine`\./),
    })
    expect(state.rows).toMatchObject([{ text: 'are you there?' }])
    await belay.setProgram(id, null)
    expect((await turn(belay, id)).end.status).toBe('completed')
  })

  it('may be wrong in its agent.yaml: then no turn begins, with file and line', async () => {
    const { home, belay, put, session } = await programmedHome({ 'programs/mine/agent.yaml': 'system: x' })
    const id = await session(RULED)
    put('programs/mine/agent.yaml', 'system: x\nmaxIterations: none\n')
    expect((await turn(belay, id)).end.reason).toBe(
      `The turn could not begin: The program \`mine\` cannot rule a turn: ${join(home, 'programs/mine/agent.yaml')}:2: maxIterations must be a number, and is text.`,
    )
  })

  it('that never loaded end the turn, since there is nothing to fall back on', async () => {
    const { belay, session } = await programmedHome({ 'programs/mine/hooks/guard.ts': 'export function onInput( {' })
    const id = await session(RULED)
    expect((await belay.composition(id)).hooks).toMatchObject([
      { hook: 'mine/guard.onInput', version: null, error: expect.stringMatching(/guard\.ts:1: Expected/) },
    ])
    const { end } = await turn(belay, id)
    expect(end).toMatchObject({
      status: 'halted',
      reason: expect.stringMatching(
        /^the mine hook at guard\.onInput did not answer \(.*guard\.ts:1: .*\) and it has never answered, so there is nothing to fall back on$/,
      ),
    })
  })

  it('that fail are answered by the last answer that they gave, also in another process', async () => {
    const flaky = `import { existsSync } from 'node:fs'
export function build(t: any) {
  if (existsSync(t.workspace + '/broken')) throw new Error('not today')
  return { system: t.system + ' And be kind.' }
}
`
    const home = await programmedHome({
      'programs/mine/hooks/context.ts': flaky,
      'programs/mine/agent.yaml': 'system: Be brief.',
    })
    const id = await home.session(RULED)
    await turn(home.belay, id)
    cpSync(join(home.home, 'programs'), join(home.workspace, 'broken'), { recursive: true })
    const { end, verdicts } = await turn(await home.reopen(), id)
    expect(end.status).toBe('completed')
    expect(verdicts[0]).toMatchObject({
      status: 'replayed',
      value: { system: 'Be brief. And be kind.' },
      replayedAgeMs: expect.any(Number),
    })
  })
})

describe('setting the program', () => {
  it('is one edit with a name, and can be undone and redone', async () => {
    const { belay, session } = await programmedHome({
      'programs/mine/hooks/tools.ts': deny('no'),
      'programs/other/hooks/guard.ts': FACTS,
    })
    const id = await session({ attach: [{ hook: 'block-commands' }] })
    const without = await belay.composition(id)
    expect(without).not.toHaveProperty('program')
    const mine = await belay.setProgram(id, 'mine')
    expect(hooksOf(mine)).toEqual(['program mine/tools.before enforce', 'library block-commands enforce'])
    const other = await belay.setProgram(id, 'other')
    expect(hooksOf(other)).toEqual(['program other/guard.onInput enforce', 'library block-commands enforce'])
    expect(await belay.setProgram(id, 'other')).toEqual(other)
    expect((await belay.compositionHistory(id)).undo.map(({ name }) => name)).toEqual([
      'set the program to mine',
      'set the program to other',
    ])
    expect(await belay.undo(id)).toEqual(mine)
    expect(await belay.undo(id)).toEqual(without)
    expect(await belay.redo(id)).toEqual(mine)
    const off = await belay.setProgram(id, null)
    expect(off).toEqual(without)
    expect((await belay.compositionHistory(id)).undo.at(-1)?.name).toBe('take off the program mine')
  })

  it('comes back with the hooks of an earlier turn', async () => {
    const { belay, session } = await programmedHome({ 'programs/mine/hooks/tools.ts': deny('no') })
    const id = await session(RULED)
    const first = await belay.composition(id)
    await turn(belay, id)
    await belay.setProgram(id, null)
    await belay.attach(id, { hook: 'block-commands' })
    expect(await belay.restoreComposition(id, first.hash, { turn: 1 })).toEqual(first)
    expect((await belay.compositionHistory(id)).undo.at(-1)?.name).toBe('bring back the hooks of turn 1')
  })

  it.each([
    [
      'min',
      /^There is no program `min`\. Did you mean `mine`\? Programs are folders in `programs\/` of the home folder\.$/,
    ],
    ['/no/such/folder', /^There is no program in \/no\/such\/folder: no such folder\.$/],
    [
      'empty',
      /^The program `empty` cannot rule a turn: .*empty is no program: it has neither an agent\.yaml nor a file in hooks\/\.$/,
    ],
  ])('to %s is refused, and changes nothing', async (name, message) => {
    const { belay, session } = await programmedHome({ 'programs/mine/agent.yaml': '', 'programs/empty/x': '' })
    const id = await session()
    const refused = { code: 'bad_input', message: expect.stringMatching(message) }
    await expect(belay.setProgram(id, name)).rejects.toMatchObject(refused)
    await expect(session({ program: name })).rejects.toMatchObject(refused)
    expect((await belay.compositionHistory(id)).undo).toEqual([])
    expect(await belay.sessions()).toHaveLength(1)
  })
})

describe('a hook that a program brings', () => {
  const scene = async () => {
    const home = await programmedHome({ 'programs/mine/hooks/tools.ts': deny('no') })
    const id = await home.session({ ...RULED, attach: [{ hook: 'block-commands' }] })
    const [brought, attached] = (await home.belay.composition(id)).hooks
    if (brought === undefined || attached === undefined) throw new Error('not attached')
    return { ...home, belay: home.belay, id, brought: brought.id, attached: attached.id }
  }

  it.each([
    [
      'be detached',
      { points: [] },
      '`mine/tools.before` comes with the program mine and cannot be detached: switch it off or to shadow, or take the program off the session.',
    ],
    [
      'be moved to other points',
      { points: ['tools.after'] as const },
      '`mine/tools.before` comes with the program mine and cannot be moved to other points: switch it off or to shadow, or take the program off the session.',
    ],
    ['be moved', { position: 1 }, '`mine/tools.before` cannot be moved: the program mine says when it is asked.'],
    ['take parameters', { params: { x: 1 } }, '`mine/tools.before` takes no parameters.'],
  ])('cannot %s', async (_, change, message) => {
    const { belay, id, brought } = await scene()
    await expect(belay.changeAttachment(id, brought, change)).rejects.toMatchObject({ code: 'bad_input', message })
    expect((await belay.compositionHistory(id)).undo).toEqual([])
  })

  it('cannot be detached by its own operation, nor have others before it', async () => {
    const { belay, id, brought, attached } = await scene()
    await expect(belay.detach(id, brought)).rejects.toThrow(/cannot be detached/)
    const before =
      '`block-commands` cannot stand before the hooks of the program mine, which are asked first. The first place for it is 2.'
    await expect(belay.changeAttachment(id, attached, { position: 0 })).rejects.toMatchObject({ message: before })
    await expect(belay.attach(id, { hook: 'add-context', position: 0 })).rejects.toThrow(
      /^`add-context` cannot stand before/,
    )
    expect(hooksOf(await belay.attach(id, { hook: 'add-context', position: 1 }))).toEqual([
      ...['program mine/tools.before enforce', 'library add-context enforce', 'library block-commands enforce'],
    ])
  })

  it('is put into shadow and switched off, which can be undone', async () => {
    const { belay, id, brought } = await scene()
    await belay.changeAttachment(id, brought, { mode: 'shadow' })
    const { verdicts, state } = await turn(belay, id)
    expect(verdicts[0]).toMatchObject({ mode: 'shadow', decision: 'block' })
    expect(state.rows.find((row) => row.kind === 'result')).toMatchObject({ isError: false })
    await belay.changeAttachment(id, brought, { mode: 'off' })
    expect((await turn(belay, id)).verdicts[0]).toMatchObject({ status: 'not_asked', notAsked: 'off' })
    expect((await belay.compositionHistory(id)).undo.map(({ name }) => name)).toEqual([
      'set mine/tools.before to shadow',
      'set mine/tools.before to off',
    ])
    await belay.undo(id)
    await belay.undo(id)
    expect((await turn(belay, id)).verdicts[0]).toMatchObject({ mode: 'enforce', decision: 'block' })
  })

  it('is in no set, and stays where a set takes the place of everything', async () => {
    const { belay, id, brought } = await scene()
    expect((await belay.saveHookSet({ name: 'all', session: id })).hooks.map(({ hook }) => hook)).toEqual([
      'block-commands',
    ])
    await expect(belay.saveHookSet({ name: 'one', session: id, attachments: [brought] })).rejects.toThrow(
      '`mine/tools.before` comes with the program mine; a set holds hooks that were attached.',
    )
    const replaced = await belay.attachSet(id, { from: { set: 'read-only' }, replace: true })
    expect(replaced.hooks[0]?.id).toBe(brought)
    expect(replaced.hooks.length).toBeGreaterThan(1)
  })

  it('goes along with a fork', async () => {
    const { belay, id } = await scene()
    await turn(belay, id)
    const fork = await belay.forkSession(id, {})
    expect(await belay.composition(fork.id)).toEqual(await belay.composition(id))
    expect((await turn(belay, fork.id)).verdicts[0]).toMatchObject({ hook: 'mine', decision: 'block' })
  })

  it('is fired, alone and with a session that has another program', async () => {
    const { belay, id, put } = await scene()
    put(
      'programs/other/hooks/tools.ts',
      `export const before = (t: any) => t.deny(t.program + ' ' + t.maxIterations + t.dryRun)\n`,
    )
    const event = { call: { name: 'run', args: { command: 'ls' } } }
    const request = {
      point: 'tools.before',
      event,
      attach: [],
      workspace: null,
      rewrites: 'first',
      stopAtFirstBlock: false,
    } as const
    const fired = async (more: { session: typeof id | null; program?: string }) =>
      (await belay.fire({ ...request, ...more })).reason
    expect(await fired({ session: null, program: 'other' })).toBe('other 50true')
    expect(await fired({ session: id })).toBe('no')
    expect(await fired({ session: id, program: 'other' })).toBe('other 50true')
    await expect(fired({ session: null, program: 'nobody' })).rejects.toThrow(/^There is no program `nobody`/)
  })
})
