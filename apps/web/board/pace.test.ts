import { expect, it } from 'vitest'
import { Pace } from './pace'

function setup() {
  let nowMs = 1_000
  let runs = 0
  const pace = new Pace()
  const run = (tookMs: number, something = true) =>
    pace.run(
      () => {
        runs += 1
        nowMs += tookMs
        return something
      },
      () => nowMs,
    )
  const wait = (ms: number) => {
    nowMs += ms
  }
  return { run, wait, runs: () => runs }
}

it('does what is quick at once, a few times in a row', () => {
  const { run, runs } = setup()
  for (let time = 0; time < 5; time += 1) expect(run(3)).toBe(true)
  expect(runs()).toBe(5)
})

it('does it about fifteen times a second in a storm, and at once again after a lull', () => {
  const { run, wait, runs } = setup()
  for (let frame = 0; frame < 120; frame += 1) {
    run(0)
    wait(16)
  }
  expect(runs()).toBeGreaterThan(25)
  expect(runs()).toBeLessThan(45)
  wait(600)
  expect([run(0), run(0), run(0)]).toEqual([true, true, true])
})

it('does not count what had nothing to do', () => {
  const { run } = setup()
  for (let frame = 0; frame < 50; frame += 1) expect(run(0, false)).toBe(true)
})

it('gives what is slow a third of the time', () => {
  const { run, wait, runs } = setup()
  run(100)
  expect(run(100)).toBe(false)
  wait(199)
  expect(run(100)).toBe(false)
  wait(1)
  expect(run(100)).toBe(true)
  expect(runs()).toBe(2)
})
