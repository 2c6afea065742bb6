import { describe, expect, it, test } from 'vitest'
import { pixelRatio } from './pixel-ratio'

describe('case 53-canvas-too-large', () => {
  test.each([
    ['a large window on a sharp screen', 5_120, 2_880, 3],
    ['a wall of screens', 12_000, 700, 2],
    ['a tall one', 900, 20_000, 2],
    ['a phone', 390, 844, 3],
    ['nothing', 0, 0, 2],
  ])('%s keeps its canvas within what browsers draw', (_name, width, height, device) => {
    const ratio = pixelRatio(width, height, device)
    expect(ratio).toBeGreaterThan(0)
    expect(ratio).toBeLessThanOrEqual(device)
    expect(width * ratio).toBeLessThanOrEqual(8_192)
    expect(height * ratio).toBeLessThanOrEqual(8_192)
    expect(width * height * ratio * ratio).toBeLessThanOrEqual(16_777_216 + 1)
  })
})

describe('case 58-dpr-change-blur', () => {
  it('is the device`s own ratio where there is room, and 3 at most', () => {
    for (const device of [1, 1.25, 2, 3]) expect(pixelRatio(1_400, 800, device)).toBe(device)
    expect(pixelRatio(700, 400, 10)).toBe(3)
    expect(pixelRatio(700, 400, Number.NaN)).toBe(1)
  })
})
