import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ComingChange } from '@belay/agent'
import type { CallbackSource, HookFacts } from '@belay/hooks'
import { type Attachment, attachmentId, type HookMode, type JsonObject } from '@belay/trace'
import { beforeEach, describe, expect, it } from 'vitest'
import { createTools } from '../../tools'
import { startTurn } from '../../tools/testing/real-turn'
import { createWorkspace, type Workspace } from '../../tools/testing/workspace'
import { createHookLibrary } from '../create-hook-library'
import { after, builtIns } from '../testing/built-ins'
import { realClock } from '../testing/world'

const SLUG = 'format-after-edit'
const BIOME = fileURLToPath(new URL('../../../../../node_modules/.bin/biome', import.meta.url))

let place: Workspace
let kept: ComingChange[]
let hooks: ReturnType<typeof builtIns>
beforeEach(() => {
  kept = []
  const changing = async (change: ComingChange) => {
    kept.push(change)
    return () => undefined
  }
  place = createWorkspace({ files: { changing } })
  hooks = builtIns({ world: { environment: { PATH: process.env.PATH, DEPLOY_TOKEN: 'x' } } })
})

/** The session's own tools. */
const callbacks: CallbackSource = () => async (request) => {
  if (request.do !== 'tool') throw new Error('no')
  const { content, isError } = await place.call(request.name, request.args)
  return { content, isError }
}

interface Edited {
  readonly tool?: string
  readonly isError?: boolean
  readonly facts?: Partial<HookFacts>
  readonly args?: JsonObject
}

function edited(
  file_path: string,
  params: JsonObject,
  { tool = 'files.edit', isError = false, facts, args }: Edited = {},
) {
  const event = after(tool, { content: 'ok', isError, args: { file_path, ...args } })
  return hooks.ask(SLUG, params, { ...event, callbacks, facts: { workspace: place.root, ...facts } })
}

const rules = (command: string, more: JsonObject = {}) => ({ rules: [{ files: ['*.txt'], command, ...more }] })
const content = (path: string) => readFileSync(join(place.root, path), 'utf8')

describe('format-after-edit', () => {
  it('feeds the text to the formatter, and puts what it prints through files.edit', async () => {
    place.write('a.txt', 'one\nTWO\nthree\n')
    const outcome = await edited('a.txt', rules('tr A-Z a-z'))
    expect(content('a.txt')).toBe('one\ntwo\nthree\n')
    expect(outcome).toMatchObject({
      decision: 'pass',
      context: ['`a.txt` was reformatted by `tr` after your change.\n\n@@ line 2 @@\n-TWO\n+two'],
      notes: [],
    })
    // What stood there is kept, for a person who wants it back.
    expect(kept.map(({ path, before }) => [path, String(before?.content)])).toEqual([
      [join(place.root, 'a.txt'), 'one\nTWO\nthree\n'],
    ])
  })

  it('lets the formatter change the file itself, where that is how it works', async () => {
    place.write('a.txt', 'one\n')
    for (const command of ['sed -i s/one/two/ {file}', 'sed -i s/two/three/']) {
      const outcome = await edited('a.txt', rules(command, { by: 'file' }), { tool: 'files.write' })
      expect(outcome.context).toEqual([expect.stringMatching(/^`a\.txt` was reformatted by `sed`/)])
    }
    expect(content('a.txt')).toBe('three\n')
    expect(kept).toEqual([])
  })

  it('formats with a real formatter', async () => {
    place.write('a.ts', 'const  a = {b:1}\n')
    const params = { rules: [{ files: ['*.{ts,js}'], command: `${BIOME} format --stdin-file-path={file}` }] }
    await edited('a.ts', params)
    expect(content('a.ts')).toMatch(/^const a = \{ b: 1 \};?\n$/)
    expect((await edited('a.ts', params)).context).toEqual([])
    place.write('a.ts', 'const = {\n')
    const failed = await edited('a.ts', params)
    expect(failed.notes[0]).toMatch(/^format-after-edit: `a\.ts` was not formatted: `.*biome` failed \(exit code 1\): /)
    expect(content('a.ts')).toBe('const = {\n')
  })

  it.each([
    ['a formatter that fails', 'false', /`false` failed \(exit code 1\)$/],
    ['one that says why', "sh -c 'echo line 3: a brace >&2; exit 2'", /failed \(exit code 2\): line 3: a brace$/],
    ['one that is not there', 'no-such-formatter', /can't run: there is no program no-such-formatter$/],
    ['one that prints nothing', 'true', /printed nothing: does it read stdin\?$/],
    ['one that takes too long', 'sleep 20', /ran out of time after 0\.1 s$/],
  ])('%s changes nothing and is told', async (_what, command, note) => {
    place.write('a.txt', 'one\n')
    const outcome = await edited('a.txt', { ...rules(command), timeoutMs: command === 'sleep 20' ? 100 : 20_000 })
    expect(outcome).toMatchObject({ decision: 'pass', context: [], notes: [expect.stringMatching(note)] })
    expect(content('a.txt')).toBe('one\n')
  })

  it.each<[string, string, Edited]>([
    ['a file of no rule', 'a.md', {}],
    ['a file that is taken out', 'gen/a.txt', {}],
    ['a change that failed', 'a.txt', { isError: true }],
    ['a reading', 'a.txt', { tool: 'files.read' }],
    ['a file outside of the workspace', '../outside/a.txt', {}],
    ['a link that leads outside', 'link.txt', {}],
    ['a file that is gone', 'gone.txt', {}],
    ['what is no text', 'binary.txt', {}],
  ])('%s is left alone', async (_what, file, how) => {
    for (const path of ['a.md', 'a.txt', 'gen/a.txt', '../outside/a.txt']) place.write(path, 'ONE\n')
    place.write('binary.txt', Buffer.from([0x4f, 0xff, 0xfe]))
    symlinkSync(join(place.outside, 'a.txt'), join(place.root, 'link.txt'))
    const params = { rules: [{ files: ['*.txt', '!gen'], command: "sh -c 'touch ran; cat'" }] }
    const outcome = await edited(file, params, how)
    expect([outcome.context, outcome.notes, existsSync(join(place.root, 'ran'))]).toEqual([[], [], false])
  })

  it('the first rule that fits counts, and a path stays one word', async () => {
    place.write('a b.txt', 'one\n')
    const params = {
      rules: [
        { files: ['*.md'], command: 'false' },
        { files: ['a*'], command: 'sed s/one/two/' },
        { files: ['*'], command: 'false' },
      ],
    }
    await edited('a b.txt', params)
    expect(content('a b.txt')).toBe('two\n')
    await edited('a b.txt', rules('sed -i s/two/three/ {file}', { by: 'file' }))
    expect(content('a b.txt')).toBe('three\n')
  })

  it('tells no more of the change than it is told to', async () => {
    place.write('a.txt', 'A\nB\nC\n')
    const short = await edited('a.txt', { ...rules('tr A-Z a-z'), diff: 2 })
    expect(short.context[0]).toMatch(/@@ line 1 @@\n-A\n\[5 more lines of the diff\]$/)
    place.write('a.txt', 'A\n')
    const none = await edited('a.txt', { ...rules('tr A-Z a-z'), diff: 0 })
    expect(none.context).toEqual([
      '`a.txt` was reformatted by `tr` after your change. Read it again before you edit it.',
    ])
  })

  it('what somebody changes meanwhile is not lost', async () => {
    const path = place.write('a.txt', 'ONE\n')
    const outcome = await edited('a.txt', rules(`sh -c 'echo other > ${path}; echo one'`))
    expect(content('a.txt')).toBe('other\n')
    expect(outcome.notes).toEqual([expect.stringMatching(/`a\.txt` was not formatted: a\.txt was not changed/)])
  })

  it('a dry run formats nothing, and keys of ours are not handed on', async () => {
    place.write('a.txt', 'ONE\n')
    const dry = await edited('a.txt', rules('tr A-Z a-z'), { facts: { dryRun: true } })
    expect(dry.notes).toEqual(['format-after-edit: a dry run does not format `a.txt` with `tr`'])
    expect(content('a.txt')).toBe('ONE\n')
    await edited('a.txt', rules('env'))
    expect(content('a.txt')).not.toContain('DEPLOY_TOKEN')
  })

  const SCRIPT =
    'steps:\n  - calls: [{ name: files.write, args: { file_path: a.txt, content: "ONE\\n" } }]\n  - text: Done.\n'

  async function turnWith(params: JsonObject, mode: HookMode) {
    const library = createHookLibrary({ home: '/nowhere', clock: realClock })
    const attachment: Attachment = {
      ...{ id: attachmentId('att_1'), hook: SLUG, name: SLUG, params, source: 'library', mode, onFailure: 'open' },
      ...{ version: null, error: null, points: ['tools.after'] },
    }
    const tools = createTools({ spawner: { spawn: async () => ({ ok: false, reason: 'no' }) }, shell: false })
    const hooks = await library.load([attachment])
    const turn = startTurn({ script: SCRIPT, tools, workspace: place.root, hooks })
    expect(await turn.ended).toMatchObject({ status: 'completed' })
    await library.close()
    return turn.rows.flatMap((row) => (row.kind === 'input' && row.origin === 'hook' ? [row.text] : [])).join()
  }

  it('works in a turn: the model reads what became of its file', async () => {
    const told = await turnWith(rules('tr A-Z a-z'), 'enforce')
    expect(content('a.txt')).toBe('one\n')
    expect(told).toContain('`a.txt` was reformatted by `tr` after your change.\n\n@@ line 1 @@\n-ONE\n+one')
  })

  it.each([
    ['stdin', 'tr A-Z a-z'],
    ['file', 'sed -i s/ONE/one/ {file}'],
  ])('in shadow it changes nothing: by %s', async (by, command) => {
    expect(await turnWith(rules(command, { by }), 'enforce')).toContain('reformatted')
    place = createWorkspace()
    expect(await turnWith(rules(command, { by }), 'shadow')).toBe('')
    expect(content('a.txt')).toBe('ONE\n')
  })

  it('says what does not fit', async () => {
    writeFileSync(join(place.root, 'x'), '')
    expect(await hooks.problem(SLUG, rules('a | b'))).toMatch(/^rules\.0\.command: /)
    expect(await hooks.problem(SLUG, { rules: [{ files: [], command: 'a' }] })).toMatch(
      /^rules\.0\.files: name at least one/,
    )
  })
})
