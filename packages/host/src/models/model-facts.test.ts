import { expect, test } from 'vitest'
import { costOf, createCatalog, SNAPSHOT } from './model-facts'

test('each model of the snapshot is there once, under a provider of its own', () => {
  const ids = SNAPSHOT.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const catalog = createCatalog(SNAPSHOT)
  expect(catalog.of('anthropic').every(({ id }) => id.startsWith('anthropic/'))).toBe(true)
  expect(catalog.find('anthropic/nobody')).toBeNull()
})

const price = { input: 3, cached: 0.3, output: 15 }
test.each([
  ['nothing cached', { input: 1_000_000, cached: 0, output: 0 }, 3],
  ['all cached', { input: 1_000_000, cached: 1_000_000, output: 0 }, 0.3],
  ['a part cached', { input: 1_000_000, cached: 500_000, output: 100_000 }, 3.15],
  ['more cached than there was', { input: 1_000_000, cached: 9_000_000, output: 0 }, 0.3],
  ['nobody said how much was cached', { input: 1_000_000, cached: null, output: 0 }, 3],
  ['nobody said how much came back', { input: 1_000_000, cached: 0, output: null }, null],
] as const)('a call costs what its tokens do: %s', (_, usage, dollars) => {
  const cost = costOf({ price }, usage)
  if (dollars === null) expect(cost).toBeNull()
  else expect(cost).toBeCloseTo(dollars, 9)
})

test('without a price nothing is said of the cost', () => {
  expect(costOf({}, { input: 1, cached: 0, output: 1 })).toBeNull()
})
