import { expect, test } from 'vitest'
import { Drawn } from './drawn'

test.each([
  ['the same a frame later', ['scene', 1], 5, 1_016, false],
  ['another scene', ['other', 1], 5, 1_016, true],
  ['a now that moved, a frame later', ['scene', 1], 6, 1_016, false],
  ['a now that moved, two frames later', ['scene', 1], 6, 1_034, true],
  ['the same, much later', ['scene', 1], 5, 9_000, false],
])('a layer is drawn or not for %s', (_name, parts, value, timeMs, due) => {
  const drawn = new Drawn()
  expect(drawn.isDue(['scene', 1], { value: 5, timeMs: 1_000, everyMs: 33 })).toBe(true)
  expect(drawn.isDue(parts, { value, timeMs, everyMs: 33 })).toBe(due)
})
