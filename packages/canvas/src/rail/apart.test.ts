import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { type Apart, placeApart } from './apart'

/** From the edge, to `to`, and `by` from each other. */
const row = (count: number, by: number, to: number): readonly Apart[] =>
  Array.from({ length: count }, (_, at) => [
    { before: at, after: at + 1, by: at === 0 ? 0 : by },
    { before: at + 1, after: 0, by: -to },
  ]).flat()

test.each([
  ['stand where they are wanted', [10, 40, 70], 20, [10, 40, 70]],
  ['part evenly where they press on each other', [40, 44], 20, [32, 52]],
  ['stay behind the edge', [-8, -4], 20, [0, 20]],
  ['stay before the end', [105, 108], 20, [80, 100]],
  ['are none where they do not fit', [0, 50, 60], 60, null],
])('places %s', (_, wanted, by, places) => {
  expect(placeApart([0, ...wanted], row(wanted.length, by, 100))?.slice(1) ?? null).toEqual(places)
})

it('keeps every rule, for any that can be kept', () => {
  const cases = fc.record({
    wanted: fc.array(fc.integer({ min: -50, max: 350 }), { minLength: 1, maxLength: 8 }),
    by: fc.integer({ min: 1, max: 37 }),
  })
  fc.assert(
    fc.property(cases, ({ wanted, by }) => {
      const rules = row(wanted.length, by, 300)
      const places = placeApart([0, ...wanted], rules) ?? []
      expect(places).toHaveLength(wanted.length + 1)
      for (const { before, after, by: least } of rules)
        expect((places[after] ?? 0) - (places[before] ?? 0)).toBeGreaterThanOrEqual(least - 1e-4)
    }),
  )
})
