import { describe, expect, it } from 'vitest'
import { Asking } from './asking'

describe('a pointer asks what it stands on', () => {
  it('when it came there, until a key or a button is pressed, and again when it moves', () => {
    const asking = new Asking()
    expect(asking.asks).toBe(false)
    asking.moved({ x: 5, y: 5 })
    expect(asking.asks).toBe(true)
    expect(asking.busy()).toBe(true)
    expect([asking.asks, asking.busy()]).toEqual([false, false])
    asking.moved({ x: 5, y: 5 })
    expect(asking.asks).toBe(false)
    asking.moved({ x: 6, y: 5 })
    expect(asking.asks).toBe(true)
    asking.moved(null)
    expect(asking.asks).toBe(false)
  })
})
