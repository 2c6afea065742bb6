import { describe, expect, test } from 'vitest'
import {
  isNarrowed,
  isWrittenOtherwise,
  queryOf,
  readShelf,
  type ShelfView,
  WHOLE_SHELF,
  withState,
  writeShelf,
} from './shelf-view'

const view = (part: Partial<ShelfView>): ShelfView => ({ ...WHOLE_SHELF, ...part })

describe('the list and its address say the same', () => {
  const rows: readonly [name: string, view: ShelfView, address: string][] = [
    ['the shelf in use, all of it, has no words', WHOLE_SHELF, ''],
    ['a search', view({ search: 'tidy the parser' }), '?q=tidy+the+parser'],
    ['a search that looks like an address', view({ search: 'a&shelf=deleted' }), '?q=a%26shelf%3Ddeleted'],
    ['another shelf', view({ shelf: 'deleted' }), '?shelf=deleted'],
    ['two states', view({ states: ['running', 'bad'] }), '?status=running%2Cbad'],
    ['only what was refused', view({ refused: true }), '?refused=1'],
    ['a folder with a space', view({ workspace: '/src/my app' }), '?workspace=%2Fsrc%2Fmy+app'],
    [
      'all at once',
      { search: 'x', shelf: 'archived', states: ['waiting'], refused: true, workspace: '/w' },
      '?q=x&shelf=archived&status=waiting&refused=1&workspace=%2Fw',
    ],
  ]
  test.each(rows)('%s', (_, shown, address) => {
    expect(writeShelf(shown)).toBe(address)
    expect(readShelf(address)).toEqual(shown)
  })
})

describe('an address that somebody wrote by hand', () => {
  const rows: readonly [name: string, address: string, view: ShelfView][] = [
    ['an unknown shelf is the one in use', '?shelf=attic', WHOLE_SHELF],
    ['an unknown state is left out', '?status=running,asleep', view({ states: ['running'] })],
    ['states in another order and twice', '?status=bad,running,bad', view({ states: ['running', 'bad'] })],
    ['an empty folder is none', '?workspace=', WHOLE_SHELF],
    ['refused is 1 or nothing', '?refused=yes', WHOLE_SHELF],
    ['what belongs to others is passed over', '?utm=1', WHOLE_SHELF],
  ]
  test.each(rows)('%s', (_, address, shown) => {
    expect(readShelf(address)).toEqual(shown)
  })
})

describe('what the server is asked for', () => {
  const rows: readonly [name: string, view: ShelfView, query: object][] = [
    ['the shelf alone', WHOLE_SHELF, { shelf: 'active' }],
    ['a search without the spaces around it', view({ search: '  tidy ' }), { shelf: 'active', search: 'tidy' }],
    ['spaces alone are no search', view({ search: '  ' }), { shelf: 'active' }],
    [
      'ended badly is every end that nobody wanted',
      view({ states: ['bad'] }),
      { shelf: 'active', status: ['blocked', 'halted', 'capped', 'failed', 'interrupted'] },
    ],
    [
      'two states let both through',
      view({ states: ['running', 'waiting'] }),
      { shelf: 'active', status: ['running', 'waiting'] },
    ],
    [
      'refused and folder',
      view({ refused: true, workspace: '/w' }),
      { shelf: 'active', refused: true, workspace: '/w' },
    ],
  ]
  test.each(rows)('%s', (_, shown, query) => {
    expect(queryOf(shown)).toEqual(query)
  })
})

describe('whether a list is narrowed', () => {
  const rows: readonly [name: string, view: ShelfView, narrowed: boolean][] = [
    ['a whole shelf is not', WHOLE_SHELF, false],
    ['another whole shelf is not', view({ shelf: 'deleted' }), false],
    ['spaces in the search narrow nothing', view({ search: '  ' }), false],
    ['a search does', view({ search: 'x' }), true],
    ['a state does', view({ states: ['running'] }), true],
    ['refused does', view({ refused: true }), true],
    ['a folder does', view({ workspace: '/w' }), true],
  ]
  test.each(rows)('%s', (_, shown, narrowed) => {
    expect(isNarrowed(shown)).toBe(narrowed)
  })
})

test('a state is switched on, in its place, and off again', () => {
  const both = withState(view({ states: ['bad'] }), 'running')
  expect(both.states).toEqual(['running', 'bad'])
  expect(withState(both, 'running').states).toEqual(['bad'])
})

describe('an address says what the page does not show', () => {
  const rows: readonly [name: string, address: string, otherwise: boolean][] = [
    ['nothing', '', false],
    ['a shelf that there is', '?shelf=deleted', false],
    ['a shelf that there is not', '?shelf=bogus', true],
    ['a state that there is not', '?status=bogus&q=x', true],
    ['another order', '?shelf=deleted&q=x', false],
    ['other letters for the same', '?q=a%20b&workspace=/w', false],
    ['a character that is no letter', '?q=%00', false],
    ['another name', '?colour=red', true],
  ]
  test.each(rows)('%s', (_, address, otherwise) => expect(isWrittenOtherwise(address)).toBe(otherwise))
})
