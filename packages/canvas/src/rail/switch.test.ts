import { describe, expect, test } from 'vitest'
import { modeFor, nextMode, stopAlong } from './switch'

describe('the switch on a hook', () => {
  test.each([
    ['enforce', ['tools.before'], 'shadow'],
    ['shadow', ['tools.before'], 'off'],
    ['off', ['tools.before'], 'enforce'],
    ['enforce', ['memory.keep', 'stop.done'], 'off'],
  ] as const)('after %s of a hook at %j comes %s', (mode, points, next) => {
    expect(nextMode({ mode, points })).toBe(next)
  })

  test.each([
    ['the left of it', 0.1, 'off'],
    ['its middle', 0.5, 'shadow'],
    ['the right of it', 0.9, 'enforce'],
  ] as const)('%s is a stop of its own', (_, along, stop) => {
    expect(stopAlong(along)).toBe(stop)
  })

  test.each([
    ['a stop that it is not at', 'enforce', 'off', ['tools.before'], 'off'],
    ['a stop back', 'off', 'shadow', ['tools.before'], 'shadow'],
    ['the stop that it seems to be at: there', 'shadow', 'shadow', ['tools.before'], 'shadow'],
    ['no stop, by a key: the next', 'off', null, ['tools.before'], 'enforce'],
    ['a stop that it cannot have: the next', 'enforce', 'shadow', ['memory.keep'], 'off'],
  ] as const)('goes to %s', (_, mode, stop, points, to) => {
    expect(modeFor({ mode, points }, stop)).toBe(to)
  })
})
