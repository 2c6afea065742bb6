import { expect, it } from 'vitest'
import { toldApart } from './told-apart'

it.each([
  [
    ['Tour', 'Fix', 'Tour'],
    ['Tour #1', 'Fix', 'Tour #2'],
  ],
  [['Tour'], ['Tour']],
  [[], []],
])('%j are shown as %j', (names, shown) => {
  expect(toldApart(names)).toEqual(shown)
})
