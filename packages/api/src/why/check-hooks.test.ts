/** The real library on files and programs that a test writes. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openBelay } from '../composition-root'
import type { Operations } from '../operations'
import { afterTest, freshFolder } from '../testing/world'

const GOOD =
  "import { defineHook } from '@belay/hooks'\nexport default defineHook({ name: 'good', description: 'Good.', points: ['tools.before'], run: () => undefined })\n"
const BROKEN = "import { defineHook } from '@belay/hooks'\n\nexport default defineHook({ name: }\n"

async function open(files: Readonly<Record<string, string>>): Promise<{ belay: Operations; home: string }> {
  const home = freshFolder()
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, name)), { recursive: true })
    writeFileSync(join(home, name), text)
  }
  const belay = await openBelay({ home })
  afterTest(() => belay.close())
  return { belay, home }
}

const program = {
  'programs/house/agent.yaml': 'system: Be kind.\n',
  'programs/house/hooks/guard.ts': 'export function onInput(t: unknown, msg: string) {\n  return undefined\n}\n',
  'programs/house/hooks/tools.ts': 'export function before() {}\n\nexport function elsewhere() {}\n',
  'programs/house/hooks/extra.ts': 'export const x = 1\n',
}

describe('checking hooks', () => {
  it('looks at all files and programs of the home folder, each mistake with file and line', async () => {
    const { belay, home } = await open({ 'hooks/good.ts': GOOD, 'hooks/broken.ts': BROKEN, ...program })
    const { hooks, programs, problems } = await belay.checkHooks()
    expect(hooks.filter(({ builtIn }) => !builtIn).map(({ slug }) => slug)).toEqual(['broken', 'good'])
    expect(programs.map(({ name }) => name)).toEqual(['house'])
    const told = problems.map(({ file, line, severity }) => [file?.replace(home, ''), line, severity])
    expect(told).toContainEqual(['/hooks/broken.ts', 3, 'error'])
    expect(told).toContainEqual(['/programs/house/hooks/tools.ts', 3, 'error'])
    expect(told.map(([file]) => file)).toContain('/programs/house/hooks/extra.ts')
    expect(told.map(([file]) => file)).not.toContain('/programs/house/hooks/guard.ts')
  })

  it('looks at those alone that are named: a file, a folder, a program, one file of a program', async () => {
    const { belay, home } = await open({
      'hooks/mine/good.ts': GOOD,
      'hooks/mine/broken.ts': BROKEN,
      'hooks/mine/_shared.ts': 'x',
      ...program,
    })
    const check = async (...names: readonly string[]) => {
      const { hooks, programs, problems } = await belay.checkHooks(names.map((name) => join(home, name)))
      const files = new Set(problems.map(({ file }) => file?.replace(`${home}/`, '')))
      return [hooks.length, programs.length, [...files].sort()]
    }
    expect(await check('hooks/mine/good.ts')).toEqual([1, 0, []])
    expect(await check('hooks/mine')).toEqual([2, 0, ['hooks/mine/broken.ts']])
    const house = 'programs/house'
    expect(await check(house)).toEqual([0, 1, [`${house}/hooks/extra.ts`, `${house}/hooks/tools.ts`]])
    expect(await check(`${house}/hooks/guard.ts`)).toEqual([0, 1, []])
    expect(await check(`${house}/hooks/tools.ts`, 'hooks/mine/good.ts')).toEqual([1, 1, [`${house}/hooks/tools.ts`]])
  })

  it('a program without its agent.yaml is one all the same, named by its folder, by its hooks or by one of them', async () => {
    const { 'programs/house/agent.yaml': _, ...files } = program
    const { belay, home } = await open(files)
    const house = join(home, 'programs/house')
    const wrong = async (path: string) => {
      const { hooks, programs, problems } = await belay.checkHooks([path])
      return [hooks.length, programs.length, problems.map(({ file }) => file?.replace(`${house}/hooks/`, '')).sort()]
    }
    const all = [0, 1, ['extra.ts', 'tools.ts']]
    expect(await wrong(house)).toEqual(all)
    expect(await wrong(join(house, 'hooks'))).toEqual(all)
    expect(await wrong(join(house, 'hooks/tools.ts'))).toEqual([0, 1, ['tools.ts']])
  })

  it('a folder called hooks that holds hooks of the library is no program', async () => {
    const { belay, home } = await open({ 'mine/hooks/guard.ts': GOOD, 'mine/hooks/broken.ts': BROKEN })
    const { hooks, programs } = await belay.checkHooks([join(home, 'mine/hooks')])
    expect([hooks.length, programs.length]).toEqual([2, 0])
  })

  it('what can not be looked at is one sentence, whatever it is', async () => {
    const { belay, home } = await open({ 'notes/readme.md': '', 'file.txt': '' })
    symlinkSync(join(home, 'b'), join(home, 'a'))
    symlinkSync(join(home, 'a'), join(home, 'b'))
    const refusal = (path: string) =>
      belay.checkHooks([path]).then(
        ({ problems }) => problems.map(({ message }) => message).join(),
        (error: Error) => `${error.name}: ${error.message.replace(path, 'IT')}`,
      )
    expect(await refusal(join(home, 'a'))).toBe("it can't be checked: its links lead in a circle")
    for (const gone of ['gone', 'gone.ts', 'file.txt/x'])
      expect(await refusal(join(home, gone)), gone).toMatch(
        /^(OperationError: There is no hook file IT\.|(?!\w*Error).+)$/,
      )
    expect(await refusal(join(home, 'x'.repeat(400)))).toMatch(/its name is too long/)
    expect(await refusal(join(home, 'nul\0'))).toMatch(/it is no path/)
    expect(await refusal(join(home, 'notes'))).toBe('there is no hook file in it, and it is no program')
  })
  it.each(['hookFile', 'findHook', 'program', 'attach', 'commandHooks'] as const)(
    'no path that no file can have makes %s fail in anything but a sentence for people',
    async (operation) => {
      const { belay, home } = await open({ 'file.txt': '' })
      const { id } = await belay.createSession({ workspace: freshFolder('workspace') })
      const ask = { ...belay, attach: (hook: string) => belay.attach(id, { hook }) }
      const asked = {
        hookFile: ask.hookFile,
        findHook: ask.findHook,
        program: ask.program,
        attach: ask.attach,
        commandHooks: (file: string) => belay.commandHooks([file], home),
      }[operation]
      const paths = [
        '\0',
        'a\0b',
        '/x\0y.ts',
        './n\0.ts',
        join(home, 'x'.repeat(400)),
        join(home, 'file.txt/x.ts'),
        '\ud800',
      ]
      for (const path of paths) {
        const said = await asked(path).then(JSON.stringify, (error: Error) => `${error.name}: ${error.message}`)
        expect(said, path).not.toMatch(/^(?!OperationError)\w*Error|argument 'path'|E[A-Z]{4,}:|\0/)
      }
    },
  )
})
