import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { niceStep, ticks, toMs, toPx } from './time-scale'

const labels = (startMs: number, msPerPx: number, width = 800) =>
  ticks({ startMs, msPerPx }, width).map(({ label }) => label)

describe('ticks', () => {
  test.each([
    ['a turn of ten seconds', 0, 10_000 / 800, ['0.0 s', '1.0 s', '2.0 s']],
    ['a fifth of a second', 0, 200 / 800, ['0 ms', '20 ms', '40 ms']],
    ['a few microseconds', 0, 0.004 / 800, ['0.0000 ms', '0.0005 ms', '0.0010 ms']],
    ['three minutes', 0, 180_000 / 800, ['0:00', '0:15', '0:30']],
    ['eight hours', 0, 28_800_000 / 800, ['0 h', '1 h', '2 h']],
    ['half an hour in the evening', 20 * 3_600_000, 1_800_000 / 800, ['20:00 h', '20:05 h', '20:10 h']],
    ['ten days', 0, 864_000_000 / 800, ['0 h', '1 d 0 h', '2 d 0 h']],
    ['before zero', -2_000, 4_000 / 800, ['−2.0 s', '−1.5 s', '−1.0 s']],
  ])('are named for %s', (_name, startMs, msPerPx, expected) => {
    expect(labels(startMs, msPerPx).slice(0, 3)).toEqual(expected)
  })

  it('stand at whole multiples of their step, however far out', () => {
    const far = 30 * 86_400_000
    for (const { ms, px } of ticks({ startMs: far, msPerPx: 0.01 }, 1_200)) {
      expect(Number.isInteger(ms)).toBe(true)
      expect(px).toBeCloseTo((ms - far) / 0.01, 3)
    }
  })

  it('never touch, and there are some, at any scale', () => {
    const scale = fc.record({
      startMs: fc.double({ min: -1e6, max: 1e10, noNaN: true }),
      msPerPx: fc.double({ min: 1e-4, max: 1e7, noNaN: true }),
    })
    fc.assert(
      fc.property(scale, fc.integer({ min: 400, max: 4_000 }), (given, width) => {
        const found = ticks(given, width)
        expect(found.length).toBeGreaterThan(0)
        for (const [at, tick] of found.entries()) {
          const next = found[at + 1]
          if (next !== undefined) expect(next.px - tick.px).toBeGreaterThan(tick.label.length * 6)
          expect(tick.px).toBeGreaterThanOrEqual(-1)
          expect(tick.px).toBeLessThanOrEqual(width + 1)
        }
        expect(new Set(found.map(({ label }) => label)).size).toBe(found.length)
      }),
      { numRuns: 500 },
    )
  })

  test.each([
    [0, 800],
    [Number.NaN, 800],
    [1, 0],
    [-1, 800],
  ])('are none for a scale of %s over %s px', (msPerPx, width) => {
    expect(ticks({ startMs: 0, msPerPx }, width)).toEqual([])
  })
})

describe('niceStep', () => {
  test.each([
    [0.0003, 0.0005],
    [3, 5],
    [400, 500],
    [900, 1_000],
    [7_000, 10_000],
    [40_000, 60_000],
    [50 * 60_000, 3_600_000],
    [13 * 3_600_000, 86_400_000],
    [3 * 86_400_000, 5 * 86_400_000],
  ])('of %s ms is %s ms', (wanted, step) => {
    expect(niceStep(wanted)).toBeCloseTo(step, 9)
  })
})

it('turns pixels into times and back', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -1e5, max: 1e5, noNaN: true }),
      fc.double({ min: 0, max: 1e9, noNaN: true }),
      (px, startMs) => {
        const scale = { startMs, msPerPx: 0.37 }
        expect(toPx(scale, toMs(scale, px))).toBeCloseTo(px, 2)
      },
    ),
  )
})
