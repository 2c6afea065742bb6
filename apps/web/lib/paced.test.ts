import { describe, expect, test } from 'vitest'
import { paced } from './paced'

/** A clock that is moved by hand, and what is due by then. */
function world() {
  let nowMs = 0
  let due: { readonly atMs: number; readonly run: () => void }[] = []
  const done: number[] = []
  const pace = paced(() => done.push(nowMs), 250, {
    now: () => nowMs,
    later: (run, ms) => {
      const entry = { atMs: nowMs + ms, run }
      due.push(entry)
      return () => {
        due = due.filter((each) => each !== entry)
      }
    },
  })
  const goTo = (atMs: number) => {
    nowMs = atMs
    const ripe = due.filter((each) => each.atMs <= atMs)
    due = due.filter((each) => each.atMs > atMs)
    for (const { run } of ripe) run()
  }
  return { done, goTo, ...pace }
}

describe('work that is asked for often', () => {
  test('is done at once after a quiet time', () => {
    const { ask, goTo, done } = world()
    ask()
    goTo(1_000)
    ask()
    expect(done).toEqual([0, 1_000])
  })

  test('is done once a pause where it is asked for all the time, and once more for the last', () => {
    const { ask, goTo, done } = world()
    for (let atMs = 0; atMs < 500; atMs += 50) {
      goTo(atMs)
      ask()
    }
    goTo(500)
    goTo(2_000)
    expect(done).toEqual([0, 250, 500])
  })

  test('is not done any more once it was stopped', () => {
    const { ask, stop, goTo, done } = world()
    ask()
    ask()
    stop()
    goTo(1_000)
    expect(done).toEqual([0])
  })
})
