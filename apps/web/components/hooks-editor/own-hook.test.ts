import { describe, expect, it } from 'vitest'
import type { LibraryHook } from '../../lib/api'
import { errorText, freeSlug, groupsOf, labelOf, ownPlace, renamed, slugProblem } from './own-hook'

const HOOK: LibraryHook = {
  ...{ slug: 'mine', name: 'mine', description: '', points: ['tools.before'], paramsSchema: null, defaults: {} },
  ...{ builtIn: false, file: '/h/hooks/mine.ts', timeoutMs: 1, onFailure: 'open', recheck: false, observe: false },
  ...{ version: 'a', error: null },
}
const broken = (change: Partial<LibraryHook>): LibraryHook => ({
  ...HOOK,
  error: { file: '/h/hooks/mine.ts', line: 3, message: 'Unexpected' },
  ...change,
})
const clock = () => '10:41'

describe('what is said of a file with an error', () => {
  it.each([
    ['nothing where it loads', HOOK, 2, null],
    [
      'the version that goes on',
      broken({ stale: 5, versionAt: 4 }),
      2,
      'It has an error in line 3; the version of 10:41 goes on running in 2 sessions.',
    ],
    [
      'a version of unknown age',
      broken({ stale: 5 }),
      1,
      'It has an error in line 3; the version before it goes on running in a session.',
    ],
    [
      'one that never loaded',
      broken({ version: null }),
      1,
      'It has an error in line 3, so it is not asked in a session.',
    ],
    [
      'an error of no line, nowhere attached',
      broken({ version: null, error: { file: null, line: null, message: 'x' } }),
      0,
      'It has an error, so it is not asked.',
    ],
  ])('%s', (_, hook, sessions, text) => {
    expect(errorText(hook, sessions, clock)).toBe(text)
  })
})

describe('where a mistake is', () => {
  const problem = { column: null, severity: 'error', message: 'oh' } as const
  it.each([
    ['in the file itself', '/h/hooks/mine.ts', { line: 3, message: 'oh' }],
    ['in nobody’s', null, { line: 3, message: 'oh' }],
    ['in what it imports', '/h/hooks/_words.ts', { line: null, message: expect.stringMatching(/_words\.ts:3: oh$/) }],
  ])('%s', (_, file, place) => {
    expect(ownPlace({ ...problem, file, line: 3 }, 'mine')).toEqual(place)
  })
})

describe('names', () => {
  it.each([
    ['a new one', 'no-secrets', null],
    ['one that is taken', 'mine', 'You have a hook called mine.'],
    ['one of a built-in hook', 'built', 'A built-in hook is called built.'],
    ['none', '', 'Letters, digits and dashes, at most 60 of them.'],
    ['one that leads out of the folder', '../x', 'Letters, digits and dashes, at most 60 of them.'],
  ])('%s', (_, slug, problem) => {
    expect(slugProblem(slug, [HOOK, { ...HOOK, slug: 'built', builtIn: true }])).toBe(problem)
  })

  it('the first that is free', () => {
    expect(freeSlug('mine', [HOOK, { ...HOOK, slug: 'mine-2' }])).toBe('mine-3')
  })

  it.each([
    ["name: 'old',\nname: 'other'", "name: 'new',\nname: 'other'"],
    ['  name: "it\'s old",', "  name: 'new',"],
    ['no name', 'no name'],
  ])('%s becomes %s', (text, expected) => {
    expect(renamed(text, 'new')).toBe(expected)
  })
})

describe('the list of hooks', () => {
  it('is in the order of what it shows, numbers as numbers', () => {
    const own = ['mine-10', 'Mine-2', 'a'].map((slug) => ({ ...HOOK, slug, name: 'zzz' }))
    const built = ['b', 'a'].map((slug) => ({ ...HOOK, slug, name: slug === 'b' ? 'Alpha' : 'Beta', builtIn: true }))
    const groups = groupsOf([...own, ...built])
    expect(groups.own.map(labelOf)).toEqual(['a', 'Mine-2', 'mine-10'])
    expect(groups.builtIn.map(labelOf)).toEqual(['Alpha', 'Beta'])
  })
})
