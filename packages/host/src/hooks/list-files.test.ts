import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createHookLibrary } from './create-hook-library'
import type { LibraryHook } from './library'
import { brokenHook } from './library-hook'
import { describeFiles, MOST_LISTED } from './list-files'
import { realClock } from './testing/world'

const named = (count: number) => Array.from({ length: count }, (_, i) => `/h/${String(i).padStart(6, '0')}.ts`)

it('describes four at a time, at most 300, and says how many it left out', async () => {
  let [now, most] = [0, 0]
  const described: string[] = []
  const describe = async (file: string): Promise<LibraryHook> => {
    described.push(file)
    most = Math.max(most, ++now)
    await new Promise((resolve) => setImmediate(resolve))
    now -= 1
    return brokenHook(file, file, { file, line: null, message: 'x' })
  }
  const files = named(10_000)
  const hooks = await describeFiles('/h', files, describe)
  expect(described).toEqual(files.slice(0, MOST_LISTED))
  expect(most).toBe(4)
  expect(hooks).toHaveLength(MOST_LISTED + 1)
  expect(hooks.at(-1)).toMatchObject({
    name: '9,700 more files',
    error: {
      file: '/h',
      message: expect.stringMatching(/has 10,000 files; the first 300 by name are listed and 9,700 were left out/),
    },
  })
  expect(await describeFiles('/h', named(MOST_LISTED), describe)).toHaveLength(MOST_LISTED)
})

it('lists a folder of thousands of files within bounds, and finds what it left out by name', async () => {
  const home = mkdtempSync(join(tmpdir(), 'belay-many-'))
  mkdirSync(join(home, 'hooks'))
  const text = (name: string) =>
    `import { defineHook } from '@belay/hooks'\nexport default defineHook({ name: '${name}', description: 'd', on: { 'tools.before': () => {} } })`
  for (let i = 0; i < 3_000; i += 1) writeFileSync(join(home, 'hooks', `a${i}.ts`), text(`a${i}`))
  writeFileSync(join(home, 'hooks', 'z.ts'), text('z'))
  const library = createHookLibrary({ home, clock: realClock })
  try {
    const own = (await library.list()).filter(({ builtIn }) => !builtIn)
    expect(own).toHaveLength(MOST_LISTED + 1)
    expect(own.some(({ name }) => name === '2,701 more files')).toBe(true)
    expect(await library.find('z')).toMatchObject({ slug: 'z', error: null })
  } finally {
    await library.close()
    rmSync(home, { recursive: true, force: true })
  }
}, 60_000)
