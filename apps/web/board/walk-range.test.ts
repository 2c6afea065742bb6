import { describe, expect, it } from 'vitest'
import { rangeAround } from './walk-range'

const widthPx = 600
/** Two seconds of work, a question that waits for five minutes, and half a second more. */
const waited = [0, 300, 900, 1_400, 2_000, 302_000, 302_200, 302_500]

describe('what a walk through a turn shows when it begins', () => {
  it('is all of it where all of it can be read', () => {
    expect(rangeAround({ timesMs: [0, 300, 900, 1_400, 2_000], atMs: 300, widthPx })).toBeNull()
  })

  it('is what came before a long wait, and the beginning of the wait', () => {
    expect(rangeAround({ timesMs: waited, atMs: 900, widthPx })).toEqual({ fromMs: 0, toMs: 2_400 })
  })

  it('is what came after it, where the walk begins there', () => {
    expect(rangeAround({ timesMs: waited, atMs: 302_200, widthPx })).toEqual({ fromMs: 301_900, toMs: 302_500 })
  })

  it('is what came before a question that still waits', () => {
    expect(rangeAround({ timesMs: [0, 900, 2_000, 400_000], atMs: 2_000, widthPx })).toEqual({ fromMs: 0, toMs: 2_400 })
  })

  it('is all of it where a long wait leaves enough room', () => {
    expect(rangeAround({ timesMs: [0, 500, 1_000, 2_500], atMs: 500, widthPx })).toBeNull()
  })

  it('has a length also where one event stands alone', () => {
    expect(rangeAround({ timesMs: [0, 300_000, 600_000], atMs: 0, widthPx })).toEqual({ fromMs: 0, toMs: 100 })
  })

  it('is all of a turn without events', () => {
    expect(rangeAround({ timesMs: [], atMs: 0, widthPx })).toBeNull()
  })
})
