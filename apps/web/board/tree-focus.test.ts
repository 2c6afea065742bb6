import { describe, expect, test } from 'vitest'
import { focusAt, placeOfFocus, settled, TREE_START } from './tree-focus'

const keysOf = (items: readonly string[]) => ({
  count: items.length,
  keyAt: (place: number) => items[place] ?? '',
  placeOf: (key: string) => items.indexOf(key),
})

const before = ['tools.before', 'guard', 'works', 'tools.after']

describe('the keyboard in a tree that changes', () => {
  test.each([
    ['goes with a hook that is asked earlier now', ['tools.before', 'works', 'guard', 'tools.after'], 'works'],
    ['goes with a hook that is asked later now', ['tools.before', 'guard', 'tools.after', 'works'], 'works'],
    ['stays on its item when others come before it', ['agent.start', 'new', ...before], 'works'],
    [
      'goes to what stands in the place of an item that is gone',
      ['tools.before', 'guard', 'tools.after'],
      'tools.after',
    ],
    ['goes to the last where nothing stands there', ['tools.before'], 'tools.before'],
  ])('%s', (_name, after, at) => {
    const focus = focusAt(2, keysOf(before))
    expect(after[placeOfFocus(focus, keysOf(after))]).toBe(at)
  })

  test('then stays with what it went to', () => {
    const gone = settled(focusAt(2, keysOf(before)), keysOf(['tools.before', 'guard', 'tools.after']))
    expect(gone).toEqual({ key: 'tools.after', place: 2 })
    expect(placeOfFocus(gone, keysOf(['tools.after', ...before.slice(0, 3)]))).toBe(0)
  })

  test('is the same while nothing moved, and at the first place before anything was there', () => {
    const focus = focusAt(1, keysOf(before))
    expect(settled(focus, keysOf(before))).toBe(focus)
    expect(placeOfFocus(TREE_START, keysOf([]))).toBe(0)
    expect(settled(TREE_START, keysOf(before))).toEqual({ key: 'tools.before', place: 0 })
  })
})
