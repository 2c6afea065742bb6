import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { freshFolder } from '../../testing/fresh-folder'
import { findTouches, foundTouches } from './find'
import type { Touched } from './touch'

let folder: string

beforeEach(() => {
  folder = freshFolder()
  for (const name of ['.git', 'src', 'empty']) mkdirSync(join(folder, name))
  for (const file of ['.env', 'a.tmp', '.git/config', '.git/b.tmp', 'src/a.ts']) writeFileSync(join(folder, file), '')
})

/** Which of the files it reaches, with folders that hold one, and the names that it asks for. */
function reached(touched: readonly Touched[]): readonly string[] {
  return touched.flatMap(({ text, touch, reach }) => {
    if (touch === 'name') return []
    if (reach === undefined) return [text]
    const from = join(folder, text)
    return reach
      .below(from)
      .filter((path) => reach.takes(path, from))
      .map((path) => path.slice(folder.length + 1))
  })
}

const words = (text: string) => text.split(' ')

describe('what find removes', () => {
  it.each([
    ['everything', '. -delete', ['.env', '.git/b.tmp', '.git/config', '.git', 'a.tmp', 'empty', 'src/a.ts', 'src']],
    ['all but a folder', '. -not -path ./.git/* -delete', ['.env', 'a.tmp', 'empty', 'src/a.ts', 'src']],
    ['all but a folder, said with !', '. ! -path */.git/* -delete', ['.env', 'a.tmp', 'empty', 'src/a.ts', 'src']],
    [
      'all but a name',
      '. -type f -not -name .env -delete',
      ['.git', '.git/b.tmp', '.git/config', 'a.tmp', 'src', 'src/a.ts'],
    ],
    ['a name', '. -name a.ts -delete', ['./a.ts', 'src', 'src/a.ts']],
    ['a name in other letters', '. -iname A.TMP -delete', ['./A.TMP', 'a.tmp']],
    ['names', '. -name *.tmp -delete', ['./*.tmp', '.git', '.git/b.tmp', 'a.tmp']],
    ['one name or another', '. ( -name a.ts -o -name .env ) -delete', ['./a.ts', './.env', '.env', 'src', 'src/a.ts']],
    ['one of two, only', '. -name a.ts -o -name .env -delete', ['./.env', '.env']],
    ['beside a folder that is pruned', '. -path ./.git -prune -o -name *.tmp -delete', ['./*.tmp', 'a.tmp']],
    ['at one level', '. -maxdepth 1 -name *.tmp -delete', ['./*.tmp', 'a.tmp']],
    ['deeper than one level', '. -mindepth 2 -name *.tmp -delete', ['./*.tmp', '.git', '.git/b.tmp']],
    ['nothing that is so large', '. -false -size +1G -delete', []],
    ['what may be so large', 'src -size +1G -delete', ['src/a.ts']],
    ['nothing, it only prints', '. -name a.ts', []],
  ])('%s: find %s', (_what, text, expected) => {
    const sorted = [...reached(findTouches(words(text)))].sort()
    expect(sorted.filter((path) => path !== './*.tmp' || expected.includes(path))).toEqual([...expected].sort())
  })

  it('a folder that is not empty goes only where what is in it goes', () => {
    const asked = reached(findTouches(words('. -not -path ./.git/* -delete')))
    expect(asked.some((path) => path.startsWith('.git'))).toBe(false)
  })

  it('what it writes itself is written', () => {
    expect(findTouches(words('. -fprint .env'))).toContainEqual({ text: '.env', touch: 'write' })
  })
})

describe('what find hands on', () => {
  it.each([
    ['what it prints', '. -name a.tmp', ['./a.tmp', 'a.tmp']],
    ['what it prints, beside what is pruned', '. -name .git -prune -o -name *.tmp -print', ['./*.tmp', 'a.tmp']],
    ['what a program is started with', '. -name a.tmp -exec rm {} ;', ['./a.tmp', 'a.tmp']],
    ['a folder with all that is in it', '. -name src -exec rm -r {} +', ['./src', 'src', 'src/a.ts']],
    [
      'all but what stays',
      '. -mindepth 1 -maxdepth 1 ! -name .git ! -name .env -exec rm -r {} +',
      ['a.tmp', 'empty', 'src', 'src/a.ts'],
    ],
  ])('%s: find %s', (_what, text, expected) => {
    expect([...reached(foundTouches(words(text), 'remove'))].sort()).toEqual([...expected].sort())
  })
})

describe('an end comes to', () => {
  it.each([
    ['open brackets', `. ${'( '.repeat(50_000)}-delete`],
    ['brackets that close nothing', `. ${') '.repeat(50_000)}-delete`],
    ['negations', `. ${'! '.repeat(50_000)}-name x -delete`],
    ['alternatives', `. ${'-name x -o '.repeat(20_000)}-delete`],
    ['many names', `. ${Array.from({ length: 20_000 }, (_, at) => `-name x${at} -o`).join(' ')} -name y -delete`],
    ['stars', `. -path ${'*a'.repeat(5_000)} -delete`],
  ])('%s', (_what, text) => {
    const started = performance.now()
    reached(findTouches(words(text)))
    expect(performance.now() - started).toBeLessThan(3_000)
  })
})
