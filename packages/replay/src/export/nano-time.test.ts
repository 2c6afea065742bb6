import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nanoTime } from './nano-time'

describe('a time in nanoseconds', () => {
  it.each([
    ['the beginning', 0, [0, 0]],
    ['a whole second', 1_000, [1, 0]],
    ['a fraction that a float of nanoseconds would lose', 1_764_547_200_123.25, [1_764_547_200, 123_250_000]],
    ['the smallest fraction that a time of today has', 1_764_547_200_000 + 2 ** -12, [1_764_547_200, 244]],
    ['what rounds up to the next second', 1_999.999_999_9, [2, 0]],
    ['before 1970', -5, [0, 0]],
    ['no time at all', Number.NaN, [0, 0]],
    ['after what 64 bits hold', 8.64e15, [18_446_744_073, 0]],
  ])('%s', (_, ms, expected) => {
    expect(nanoTime(ms)).toEqual(expected)
  })

  it('keeps the order of any two times', () => {
    const time = fc.double({ min: 0, max: 4e12, noNaN: true })
    const nanos = (ms: number) => BigInt(nanoTime(ms)[0]) * 1_000_000_000n + BigInt(nanoTime(ms)[1])
    fc.assert(fc.property(time, time, (a, b) => a > b || nanos(a) <= nanos(b)))
  })

  it('is at most half a nanosecond from the time', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2e12 }), fc.integer({ min: 0, max: 4095 }), (whole, part) => {
        const [seconds, nanos] = nanoTime(whole + part / 4096)
        const exact = BigInt(whole) * 1_000_000n * 4096n + BigInt(part) * 1_000_000n
        const given = (BigInt(seconds) * 1_000_000_000n + BigInt(nanos)) * 4096n
        const off = exact > given ? exact - given : given - exact
        expect(off <= 2048n).toBe(true)
      }),
    )
  })
})
