import { expect, it } from 'vitest'
import { isLong } from './folded'

it.each([
  ['a sentence', 'It refuses what it does not know.', false],
  ['a page of one line', 'x'.repeat(6_000), true],
  ['many short lines', 'a\n'.repeat(30), true],
])('%s is folded: %s', (_, text, folded) => {
  expect(isLong(text)).toBe(folded)
})
