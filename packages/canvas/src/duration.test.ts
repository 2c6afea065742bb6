import { expect, test } from 'vitest'
import { formatDuration } from './duration'

test.each([
  [0, '0 ms'],
  [-3, '0 ms'],
  [Number.NaN, '0 ms'],
  [0.02, '< 0.1 ms'],
  [0.31, '0.3 ms'],
  [9.96, '10 ms'],
  [31.4, '31 ms'],
  [999.6, '1.0 s'],
  [2_412, '2.4 s'],
  [59_960, '1 min'],
  [185_000, '3 min 5 s'],
  [7_800_000, '2 h 10 min'],
])('%s ms is %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text)
})
