import { describe, expect, it } from 'vitest'
import { createFrames, type Painter } from './frames'

function setup() {
  const waiting = new Map<number, (timeMs: number) => void>()
  let next = 0
  const frames = createFrames({
    request: (run) => {
      next += 1
      waiting.set(next, run)
      return next
    },
    cancel: (frame) => void waiting.delete(frame),
  })
  const log: string[] = []
  const painter = (name: string, moves = 0): Painter => {
    let left = moves
    return {
      layout: () => void log.push(`${name} lays out`),
      paint: () => {
        log.push(`${name} paints`)
        left -= 1
        return left >= 0
      },
    }
  }
  const tick = () => {
    const due = [...waiting.values()]
    waiting.clear()
    for (const run of due) run(0)
    return due.length
  }
  return { frames, log, painter, tick }
}

describe('frames', () => {
  it('lay out everything before anything is painted, once a frame however often it was asked for', () => {
    const { frames, log, painter, tick } = setup()
    const [a, b] = [frames.join(painter('a')), frames.join(painter('b'))]
    a.request('paint')
    b.request('layout')
    a.request('layout')
    a.request('paint')
    expect(tick()).toBe(1)
    expect(log).toEqual(['a lays out', 'b lays out', 'a paints', 'b paints'])
  })

  it('go on while something moves, and rest after', () => {
    const { frames, log, painter, tick } = setup()
    frames.join(painter('a', 2)).request('paint')
    while (tick() > 0);
    expect(log).toEqual(['a paints', 'a paints', 'a paints'])
  })

  it('do not reach a painter that left', () => {
    const { frames, log, painter, tick } = setup()
    const a = frames.join(painter('a'))
    a.request('layout')
    a.leave()
    expect(tick()).toBe(0)
    expect(log).toEqual([])
  })
})
