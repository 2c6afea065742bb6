import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Lull } from './lull'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('says the first at once, the next after a while and only once, what is urgent and what is asked for now', () => {
  let said = 0
  const lull = new Lull(200, () => {
    said += 1
  })
  lull.changed(1_000, false)
  expect(said).toBe(1)
  for (const time of [1_010, 1_020, 1_150]) lull.changed(time, false)
  expect(said).toBe(1)
  vi.advanceTimersByTime(190)
  expect(said).toBe(2)
  lull.changed(1_210, true)
  expect(said).toBe(3)
  lull.changed(1_220, false)
  lull.flush(1_230)
  lull.flush(1_231)
  expect(said).toBe(4)
  lull.changed(1_240, false)
  lull.end()
  vi.advanceTimersByTime(1_000)
  expect(said).toBe(4)
})
