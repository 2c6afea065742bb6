import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { grow, overlaps } from '../box'
import { ghostPlace } from './ghost-place'

const size = { width: 150, height: 48 }
const page = { width: 1_280, height: 800 }
const gap = { x: 655, y: 212, width: 96, height: 34 }
const words = { x: 676, y: 160, width: 54, height: 50 }

test.each([
  ['below and right of the pointer where nothing is in the way', { x: 300, y: 300 }, [], { x: 314, y: 316 }],
  ['clear of the gap that it would lie over', { x: 703, y: 198 }, [words, gap], { x: 717, y: 252 }],
  ['left of the pointer at the right edge', { x: 1_250, y: 300 }, [], { x: 1_086, y: 316 }],
  ['above it at the foot', { x: 300, y: 780 }, [], { x: 314, y: 716 }],
])('the words of a drag stand %s', (_, pointer, clear, spot) => {
  expect(ghostPlace({ pointer, size, page, clear })).toEqual(spot)
})

it('stand over nothing that is aimed at, and inside of the page', () => {
  const pointers = fc.record({ x: fc.integer({ min: 0, max: 1_279 }), y: fc.integer({ min: 0, max: 799 }) })
  const lines = fc.record({
    x: fc.integer({ min: 0, max: 1_100 }),
    y: fc.integer({ min: 0, max: 780 }),
    width: fc.integer({ min: 20, max: 178 }),
    height: fc.constantFrom(0, 34),
  })
  fc.assert(
    fc.property(pointers, fc.array(lines, { maxLength: 3 }), (pointer, clear) => {
      const ghost = { ...ghostPlace({ pointer, size, page, clear }), ...size }
      for (const box of clear) expect(overlaps(grow(box, 5), ghost)).toBe(false)
      expect(ghost.x >= 0 && ghost.y >= 0).toBe(true)
      expect(ghost.x + ghost.width <= page.width && ghost.y + ghost.height <= page.height).toBe(true)
    }),
  )
})
