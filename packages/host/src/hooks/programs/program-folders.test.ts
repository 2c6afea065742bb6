/** Programs on a real disk: what one is, and every way in which one can be wrong. */
import { cpSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PointId } from '@belay/trace'
import { afterEach, describe, expect, it } from 'vitest'
import { freshFolder } from '../../testing/fresh-folder'
import { createHookLibrary } from '../create-hook-library'
import type { HookLibrary } from '../library'
import { realClock } from '../testing/world'
import type { Program } from './program'

const examples = fileURLToPath(new URL('../../../../../docs/examples/programs', import.meta.url))

const open: HookLibrary[] = []
afterEach(async () => {
  for (const library of open.splice(0)) await library.close()
})

/** A home with one program, of the given files. */
function scene(files: Readonly<Record<string, string>> = {}) {
  const home = freshFolder()
  const folder = join(home, 'programs', 'mine')
  const put = (name: string, text: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  for (const [name, text] of Object.entries(files)) put(name, text)
  const library = createHookLibrary({ home, clock: realClock })
  open.push(library)
  const mine = async (): Promise<Program> => (await library.program('mine')) ?? expect.fail('there is no program')
  return { home, folder, library, put, mine }
}

/** `tools.ts:3 sentence`, as people see it. */
const said = ({ problems }: Program) =>
  problems.map(({ file, line, message }) => `${file.split('/').at(-1)}${line === null ? '' : `:${line}`} ${message}`)
const points = ({ hooks }: Program): readonly PointId[] => hooks.map(({ point }) => point)

const DENY = "export function before(t: any, call: any) {\n  return t.deny('no ' + call.name)\n}\n"

describe('a program', () => {
  it('is what its agent.yaml and its hook files say', async () => {
    const { home, library } = scene()
    cpSync(join(examples, 'reviewer'), join(home, 'programs', 'reviewer'), { recursive: true })
    const [reviewer] = await library.programs()
    expect(reviewer).toMatchObject({
      ...{ name: 'reviewer', folder: join(home, 'programs', 'reviewer'), model: null, maxIterations: 20 },
      ...{ problems: [], unusable: null, skills: [{ name: 'findings' }], outputSchema: { type: 'object' } },
      system: expect.stringMatching(/^You review code\./),
    })
    expect(reviewer?.hooks.map(({ point, version, error }) => [point, version?.length, error])).toEqual([
      ['context.build', 16, null],
      ['stop.done', 16, null],
      ['tools.before', 16, null],
    ])
    expect(await library.program(join(home, 'programs', 'reviewer'))).toEqual(reviewer)
  })

  it('needs no agent.yaml: then the installation says what it would', async () => {
    const { mine } = scene({ 'hooks/tools.ts': DENY })
    expect(await mine()).toMatchObject({ system: null, model: null, maxIterations: 50, skills: [], outputSchema: null })
  })

  it('lies anywhere, and goes by its folder then', async () => {
    const { library } = scene()
    const elsewhere = join(freshFolder(), 'other')
    mkdirSync(join(elsewhere, 'hooks'), { recursive: true })
    writeFileSync(join(elsewhere, 'hooks', 'tools.ts'), DENY)
    expect(await library.program(elsewhere)).toMatchObject({ name: elsewhere, unusable: null })
    expect(await library.programs()).toEqual([])
  })

  it.each(['nobody', '', '.', '..', '../programs', 'mine/hooks', '/no/such/folder'])('%j is none', async (name) => {
    const { library } = scene({ 'agent.yaml': '' })
    expect(await library.program(name)).toBeNull()
  })

  it('may read files of its own beside its hooks, and import what is not a neighbour', async () => {
    const { mine } = scene({
      'hooks/memory.ts': `import { readFileSync } from 'node:fs'
import { rule } from '../lib/rules'
export const summarize = (t: any, prompt: string) => readFileSync(new URL('../prompt.md', import.meta.url), 'utf8') + rule
`,
      'lib/rules.ts': 'export const rule = "!"',
    })
    const program = await mine()
    expect([said(program), points(program)]).toEqual([[], ['memory.summarize']])
  })
})

const SEVEN = 'context, errors, guard, memory, model, stop, tools'

/** Files of hooks/, what is said of them, and the points that are asked all the same. */
const wrongFiles: readonly (readonly [
  what: string,
  files: Readonly<Record<string, string>>,
  said: readonly (string | RegExp)[],
  points: readonly string[],
])[] = [
  [
    'a file of another name is said and never loaded',
    { 'retry.ts': 'process.exit(1)', 'tools.ts': DENY },
    [`retry.ts:1 not a hook file; the hook files are: ${SEVEN}`],
    ['tools.before'],
  ],
  [
    'a hook file of another kind is told its name',
    { 'Tools.js': DENY },
    [`Tools.js:1 not a hook file; the hook files are: ${SEVEN}; this one must be called tools.ts`],
    [],
  ],
  [
    'a helper file is none, whatever it is called',
    { '_words.ts': 'export const x = 1' },
    [`_words.ts:1 not a hook file; the hook files are: ${SEVEN}`],
    [],
  ],
  ['a test, types and notes beside them are let be', { 'tools.test.ts': '', 'x.d.ts': '', 'README.md': '' }, [], []],
  [
    'a public function that is no point is said and never called',
    { 'guard.ts': 'export function onInput() {}\n\n// export function other() {}\nexport function helper() {}\n' },
    [
      "guard.ts:4 helper is not a point of guard.ts, which defines onInput, onOutput; a helper's name must start with '_'",
    ],
    ['guard.onInput'],
  ],
  [
    'so is one that goes by another name outside, and a default export',
    { 'stop.ts': 'const own = () => null\nexport { own as done, own as finished }\nexport default own\n' },
    [
      "stop.ts:3 default is not a point of stop.ts, which defines done; a helper's name must start with '_'",
      "stop.ts:1 finished is not a point of stop.ts, which defines done; a helper's name must start with '_'",
    ],
    ['stop.done'],
  ],
  [
    'helpers begin with _, also public ones',
    { 'model.ts': 'export const _pick = () => "x"\nexport const choose = () => _pick()\nfunction _other() {}\n' },
    [],
    ['model.choose'],
  ],
  [
    'a point that is not exported is a mistake',
    { 'tools.ts': 'export function after() {}\n\nasync function before() {}\nvoid before\n' },
    ['tools.ts:3 before is not exported, so it is never asked; write export function before'],
    ['tools.after'],
  ],
  [
    'where none is exported, the file stands where it would have stood',
    { 'tools.ts': '\nfunction before() {}\n' },
    ['tools.ts:2 before is not exported, so it is never asked; write export function before'],
    ['tools.before'],
  ],
  [
    'a file without any point is said',
    { 'errors.ts': 'const x = 1\n' },
    ['errors.ts:1 it exports none of the points of errors.ts, which are on'],
    [],
  ],
  ['an empty file too', { 'tools.ts': '' }, [/^tools\.ts:1 it exports none of the points/], []],
  [
    'a point that is no function does not load',
    { 'model.ts': '\n\nexport const choose = "large"\n' },
    ['model.ts:3 choose is not a function'],
    ['model.choose'],
  ],
  [
    'a syntax error has its line, and the file stands at the points that it seems to be about',
    { 'guard.ts': 'export function onOutput(t, ans) {\n  return ans..\n}\n' },
    [/^guard\.ts:2 Expected identifier/],
    ['guard.onOutput'],
  ],
  [
    'a neighbour is not imported',
    { 'tools.ts': DENY, 'stop.ts': '\nimport { before } from "./tools"\nexport const done = before\n' },
    ['stop.ts:2 it imports its neighbour tools.ts; a hook file of a program stands by itself'],
    ['stop.done', 'tools.before'],
  ],
  [
    'its types may be',
    { 'tools.ts': DENY, 'stop.ts': 'import type { X } from "./tools"\nexport const done = (): X => null\n' },
    [],
    ['stop.done', 'tools.before'],
  ],
  [
    'what throws as it is loaded has its line',
    { 'errors.ts': 'export const on = () => undefined\n\nthrow new RangeError("not today")\n' },
    ['errors.ts:3 RangeError: not today'],
    ['errors.on'],
  ],
  [
    'what it imports may be missing',
    { 'context.ts': "import { words } from '../words'\nexport const build = () => words\n" },
    ['context.ts:1 Could not resolve "../words"'],
    ['context.build'],
  ],
  [
    'a huge file is not read',
    { 'tools.ts': `${DENY}//${'x'.repeat(1_048_576)}` },
    ['tools.ts it is larger than 1 MiB'],
    ['tools.before', 'tools.after'],
  ],
]

describe('hook files', () => {
  it.each(wrongFiles)('%s', async (_, files, sentences, asked) => {
    const hooks = Object.entries(files).map(([name, text]) => [`hooks/${name}`, text])
    const { mine } = scene({ 'agent.yaml': '', ...Object.fromEntries(hooks) })
    const program = await mine()
    expect(said(program)).toEqual(
      sentences.map((sentence) => (typeof sentence === 'string' ? sentence : expect.stringMatching(sentence))),
    )
    expect(points(program)).toEqual(asked)
    expect(program.unusable).toBeNull()
  })

  it('that loop as they are imported are ended, and not tried again at every look', async () => {
    const { mine } = scene({ 'hooks/tools.ts': `while (true) {}\n${DENY}` })
    expect(said(await mine())).toEqual(['tools.ts it did not load within 10 s'])
    const again = performance.now()
    expect(said(await mine())).toEqual(['tools.ts it did not load within 10 s'])
    expect(performance.now() - again).toBeLessThan(5_000)
  }, 30_000)

  it('go in a circle of links', async () => {
    const { folder, mine } = scene({ 'agent.yaml': '' })
    mkdirSync(join(folder, 'hooks'))
    symlinkSync('tools.ts', join(folder, 'hooks', 'tools.ts'))
    const program = await mine()
    expect(said(program)).toEqual([expect.stringMatching(/^tools\.ts its links lead in a circle/)])
    expect(points(program)).toEqual(['tools.before', 'tools.after'])
  })
})

/** An agent.yaml, and what is said of it. */
const wrongAgents: readonly (readonly [text: string, said: string | RegExp])[] = [
  ['system: "unfinished\nmodel: x\n', /^agent\.yaml:\d Missing closing "quote/],
  ['- a\n- list\n', 'agent.yaml:1 it must be an object, and is a list'],
  ['just words', 'agent.yaml:1 it must be an object, and is text'],
  ['# a comment\nsystem: ""\n', 'agent.yaml:2 system must not be blank'],
  ['system: x\nmodel: large\n', 'agent.yaml:2 model must be written provider/model, like scripted/tour'],
  ['system: x\n\nmaxIterations: 0\n', 'agent.yaml:3 maxIterations must be at least 1'],
  ['maxIterations: many\n', 'agent.yaml:1 maxIterations must be a number, and is text'],
  ['system: x\nsytem: y\n', 'agent.yaml:2 it has "sytem", which is not known'],
  ['skills:\n  - name: a\n    description: b\n  - name: c\n', 'agent.yaml:4 skills.1.description is missing'],
  [
    'a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\n',
    /^agent\.yaml .*alias/i,
  ],
]

describe('an agent.yaml', () => {
  it.each(wrongAgents)('%j is wrong', async (text, sentence) => {
    const { folder, mine } = scene({ 'agent.yaml': text, 'hooks/tools.ts': DENY })
    const program = await mine()
    expect(said(program)).toEqual([typeof sentence === 'string' ? sentence : expect.stringMatching(sentence)])
    expect(program.unusable).toMatch(join(folder, 'agent.yaml'))
    expect(points(program)).toEqual(['tools.before'])
  })

  it('with several mistakes says all of them', async () => {
    const { mine } = scene({ 'agent.yaml': 'system: ""\nmodel: large\nmaxIterations: 0\n', 'hooks/tools.ts': DENY })
    expect(said(await mine())).toEqual([
      'agent.yaml:1 system must not be blank',
      'agent.yaml:2 model must be written provider/model, like scripted/tour',
      'agent.yaml:3 maxIterations must be at least 1',
    ])
  })

  it('that is a folder is wrong too', async () => {
    const { mine } = scene({ 'agent.yaml/x': '', 'hooks/tools.ts': DENY })
    expect(said(await mine())).toEqual(['agent.yaml it is a folder'])
  })
})

describe('a folder that is no program', () => {
  it('says so', async () => {
    const { mine, put } = scene({ 'notes.md': '' })
    expect((await mine()).unusable).toMatch(/is no program: it has neither an agent\.yaml nor a file in hooks\/$/)
    put('agent.yaml', '')
    expect((await mine()).unusable).toBeNull()
  })

  it('may be a circle of links, a link to nothing or a file, beside one that is a program', async () => {
    const { home, library } = scene({ 'agent.yaml': '' })
    const at = (name: string) => join(home, 'programs', name)
    symlinkSync('circle', at('circle'))
    symlinkSync('/no/such/place', at('dangling'))
    writeFileSync(at('notes.md'), '')
    mkdirSync(at('.hidden'))
    const programs = await library.programs()
    expect(programs.map(({ name, unusable }) => [name, unusable])).toEqual([
      ['circle', "it can't be looked at: its links lead in a circle"],
      ['mine', null],
    ])
  })

  it('has hooks that are no folder', async () => {
    const { mine } = scene({ hooks: 'a file' })
    expect((await mine()).unusable).toMatch(/hooks: it is no folder$/)
  })

  it('has no neighbours where there are no programs, or something else in their place', async () => {
    const { home, library } = scene()
    expect(await library.programs()).toEqual([])
    writeFileSync(join(home, 'programs'), '')
    expect(await library.programs()).toMatchObject([{ name: 'programs', unusable: 'it is no folder' }])
  })
})

describe('an error in a file that loaded before', () => {
  it('keeps its last good version, says what is wrong, and is over once the file loads again', async () => {
    const { put, mine } = scene({ 'hooks/tools.ts': DENY })
    const [good] = (await mine()).hooks
    put('hooks/tools.ts', 'export function before( {\n')
    const broken = await mine()
    expect(said(broken)).toEqual([expect.stringMatching(/^tools\.ts:\d Expected/)])
    expect(broken.hooks).toEqual([
      {
        ...{ point: 'tools.before', file: good?.file, version: good?.version, error: broken.problems[0] },
        ...{ stale: expect.any(Number), versionAt: expect.any(Number) },
      },
    ])
    put('hooks/tools.ts', DENY)
    expect((await mine()).hooks).toEqual([good])
  })

  it('is gone with the file: one that comes in its place begins anew', async () => {
    const { folder, put, mine } = scene({ 'agent.yaml': '', 'hooks/tools.ts': DENY })
    await mine()
    renameSync(join(folder, 'hooks', 'tools.ts'), join(folder, 'tools.ts'))
    expect(points(await mine())).toEqual([])
    rmSync(join(folder, 'tools.ts'))
    put('hooks/tools.ts', 'export function before( {\n')
    expect((await mine()).hooks).toMatchObject([{ point: 'tools.before', version: null }])
  })
})
