import { expect, it } from 'vitest'
import { indentOf } from './line-looks'

it.each([
  ['const a', 0],
  ['    return', 4],
  ['\treturn', 4],
  ['  \treturn', 4],
  ['', 0],
  ['   ', 3],
  [`${' '.repeat(90)}x`, 40],
])('%j goes on below column %i', (text, columns) => {
  expect(indentOf({ text }, 4)).toBe(columns)
})
