/**
 * Many calls with many commands, a tenth of which misbehave: nothing is left behind and every verdict is on record. The whole
 * of it: `BELAY_FLOOD_CALLS=1000 npx vitest run packages/api/src/command-hooks/flood.test.ts`.
 */
import { expect, it } from 'vitest'
import { flood } from './testing/flood'

/** A call takes about a quarter of a second: as many as a run of all tests has time for. */
const CALLS = Number(process.env.BELAY_FLOOD_CALLS ?? 40)

it(`${CALLS} calls with 8 hooks each leave no process, file descriptor or listener, and every verdict on record`, async () => {
  const { left, ...flooded } = await flood({ calls: CALLS })
  const { askings, verdicts, misbehaved, before, after } = flooded
  if (process.env.BELAY_FLOOD_CALLS !== undefined) process.stdout.write(`${JSON.stringify(flooded)}\n`)
  expect(verdicts).toBe(askings)
  expect(misbehaved).toBe(askings / 10)
  expect(after.descriptors).toBeLessThanOrEqual(before.descriptors + 2)
  expect(after.listeners).toBeLessThanOrEqual(before.listeners)
  expect(flooded.lateMiB - flooded.earlyMiB).toBeLessThan(8)
  expect(left).toEqual([])
}, 1_800_000)
