import { expect, it } from 'vitest'
import { placeAfter } from './walk-rows'

it.each([
  ['ArrowDown', 'nowhere in it', -1, 0],
  ['ArrowDown', 'the search', 0, 1],
  ['ArrowDown', 'the last row', 5, 5],
  ['ArrowUp', 'the first row', 1, 0],
  ['Home', 'a row', 4, 1],
  ['End', 'a row', 2, 5],
  ['Home', 'the search, which has its own', 0, null],
  ['e', 'a row', 2, null],
])('%s on %s', (key, _, at, next) => {
  expect(placeAfter(key, { at, last: 5 })).toBe(next)
})
