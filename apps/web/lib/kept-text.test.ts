import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it, test, vi } from 'vitest'
import { keepText, keptText } from './kept-text'
import { keepParamsDraft, paramsDraft } from './params-drafts'

/** What a browser keeps: all, nothing more, or nothing at all. */
type Keeping = 'as it should' | 'full' | 'forbidden'

let keys = 0

/** A browser, and a key that nothing was kept under before: what a page remembers outlives a test. */
function browser(keeping: Keeping, before: string | null = null) {
  const key = `key ${++keys}`
  const stored = new Map(before === null ? [] : [[key, before]])
  const localStorage = {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => {
      if (keeping === 'full') throw new DOMException('no room', 'QuotaExceededError')
      stored.set(name, text)
    },
    removeItem: (name: string) => stored.delete(name),
  }
  const forbidden = {
    get localStorage(): never {
      throw new DOMException('not here', 'SecurityError')
    },
  }
  vi.stubGlobal('window', keeping === 'forbidden' ? forbidden : { localStorage })
  return { key, stored }
}

afterEach(() => void vi.unstubAllGlobals())

describe('text that the browser keeps', () => {
  test.each(['as it should', 'full', 'forbidden'] as const)('is there for the life of the page: %s', (keeping) => {
    const { key } = browser(keeping)
    expect(keptText(key)).toBeNull()
    keepText(key, 'one')
    keepText(key, 'two')
    expect(keptText(key)).toBe('two')
    keepText(key, null)
    expect(keptText(key)).toBeNull()
  })

  it('is what was written last, and not what there was room for before', () => {
    const { key } = browser('full', 'old')
    keepText(key, 'new')
    expect(keptText(key)).toBe('new')
  })

  it('is what another tab wrote since', () => {
    const { key, stored } = browser('full', 'old')
    keepText(key, 'new')
    stored.set(key, 'of another tab')
    expect(keptText(key)).toBe('of another tab')
    stored.set(key, 'old')
    expect(keptText(key)).toBe('old')
  })

  test.each(['full', 'forbidden'] as const)('parameters stay as they were written: %s', (keeping) => {
    const { key } = browser(keeping)
    const draft = { base: { n: 3 }, draft: { n: '4' } }
    keepParamsDraft(key, draft)
    expect(paramsDraft(key)).toEqual(draft)
    keepParamsDraft(key, null)
    expect(paramsDraft(key)).toBeNull()
  })
})

/** The words of a script that runs before any module, and catches for itself. */
const MAY_REACH = ['lib/kept-text.ts', 'lib/theme-script.ts']

it('nothing else of the page reaches for the storage itself', () => {
  const web = fileURLToPath(new URL('..', import.meta.url))
  const reaching = ['app', 'board', 'components', 'lib'].flatMap((folder) =>
    readdirSync(join(web, folder), { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile() && /(?<!\.test)\.tsx?$/.test(file.name))
      .map((file) => join(file.parentPath, file.name))
      .filter((path) => /\b(local|session)Storage\b/.test(readFileSync(path, 'utf8')))
      .map((path) => relative(web, path)),
  )
  expect(reaching.sort()).toEqual(MAY_REACH)
})
