import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createHookLibrary } from './create-hook-library'
import { leadsIntoHome } from './own-ground'
import { realClock } from './testing/world'

const root = realpathSync(mkdtempSync(join(tmpdir(), 'belay-ground-')))
const home = join(root, 'home')
mkdirSync(join(home, 'hooks'), { recursive: true })
mkdirSync(join(home, 'programs', 'p'), { recursive: true })
for (const file of [
  'home/token',
  'home/hooks/real.ts',
  'home/programs/p/a.ts',
  'outside.ts',
  'home2.ts',
  'home/lib.ts',
])
  writeFileSync(join(root, file), 'nevershown.x')
const link = (name: string, to: string) => symlinkSync(to, join(home, 'hooks', name))
link('token.ts', join(home, 'token'))
link('twice.ts', join(home, 'hooks', 'token.ts'))
link('lib.ts', join(home, 'lib.ts'))
link('out.ts', join(root, 'outside.ts'))
link('beside.ts', join(home, 'hooks', 'real.ts'))
link('nowhere.ts', join(root, 'gone'))
link('circle.ts', join(home, 'hooks', 'circle.ts'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

it.each([
  ['the token itself', join(home, 'token'), true],
  ['a link to the token', join(home, 'hooks', 'token.ts'), true],
  ['a link to a link to it', join(home, 'hooks', 'twice.ts'), true],
  ['a hook', join(home, 'hooks', 'real.ts'), false],
  ['a link to a hook beside it', join(home, 'hooks', 'beside.ts'), false],
  ['a file of a program', join(home, 'programs', 'p', 'a.ts'), false],
  ['a link to code that is kept in the home folder', join(home, 'hooks', 'lib.ts'), false],
  ['a link to somewhere else', join(home, 'hooks', 'out.ts'), false],
  ['a file whose path begins like the home', join(root, 'home2.ts'), false],
  ['a link to nothing', join(home, 'hooks', 'nowhere.ts'), false],
  ['a circle of links', join(home, 'hooks', 'circle.ts'), false],
])('%s', (_, path, expected) => {
  expect(leadsIntoHome(home, path)).toBe(expected)
})

it('what leads there is not loaded, by whatever name, and nothing of it is shown', async () => {
  const library = createHookLibrary({ home, clock: realClock })
  try {
    for (const name of ['token', join(home, 'token'), join(home, 'hooks', 'twice.ts')]) {
      const hook = await library.find(name)
      expect(hook?.error?.message).toMatch(/a file of Belay's own/)
      expect(JSON.stringify(hook)).not.toContain('nevershown')
    }
  } finally {
    await library.close()
  }
})

it('a file or a program whose name would be read as another one is not loaded, and shown by what is in it', async () => {
  const other = join(root, 'other')
  mkdirSync(join(other, 'hooks'), { recursive: true })
  mkdirSync(join(other, 'programs', 'p\u202eq', 'hooks'), { recursive: true })
  writeFileSync(join(other, 'hooks', 'a\u202eb.ts'), 'export default 1')
  const library = createHookLibrary({ home: other, clock: realClock })
  try {
    const [hook] = (await library.list()).filter(({ builtIn }) => !builtIn)
    expect(hook).toMatchObject({
      name: 'a‹RLO›b',
      version: null,
      error: { message: 'its name holds a character that nobody sees; rename the file' },
    })
    expect(await library.programs()).toMatchObject([
      { name: 'p‹RLO›q', unusable: 'its name holds a character that nobody sees; rename the folder' },
    ])
  } finally {
    await library.close()
  }
})
