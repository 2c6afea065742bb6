import { expect, it } from 'vitest'
import { Pace } from './pace'

function setup() {
  let nowMs = 1_000
  let runs = 0
  const pace = new Pace()
  const run = (tookMs: number) =>
    pace.run(
      () => {
        runs += 1
        nowMs += tookMs
      },
      () => nowMs,
    )
  const wait = (ms: number) => {
    nowMs += ms
  }
  return { run, wait, runs: () => runs }
}

it('does what is quick every time', () => {
  const { run, runs } = setup()
  for (let time = 0; time < 5; time += 1) expect(run(3)).toBe(true)
  expect(runs()).toBe(5)
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
