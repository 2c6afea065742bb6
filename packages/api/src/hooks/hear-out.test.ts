import { describe, expect, it } from 'vitest'
import { hearOut } from './hear-out'

/** A hook that only listens: heard when it answers, or when the library ends it. `answers` is on a clock of the test's own. */
async function closing({ answersAtMs, interruptedAtMs }: { answersAtMs: number; interruptedAtMs: number | null }) {
  const timers: { readonly at: number; readonly run: () => void }[] = []
  let now = 0
  const clock = {
    now: () => now,
    after(ms: number, run: () => void) {
      const timer = { at: now + ms, run }
      timers.push(timer)
      return () => void timers.splice(timers.indexOf(timer), 1)
    },
  }
  let hear: (became: string) => void = () => undefined
  const heard = new Promise<string>((resolve) => {
    hear = resolve
  })
  const patience = new AbortController()
  clock.after(answersAtMs, () => hear('answered'))
  if (interruptedAtMs !== null) clock.after(interruptedAtMs, () => patience.abort())
  const closed = hearOut(
    {
      clock,
      sessions: { heard: () => heard.then(() => undefined) },
      library: { close: async () => hear(`ended at ${now}`) },
    },
    interruptedAtMs === null ? undefined : patience.signal,
  )
  let isClosed = false
  closed.then(() => {
    isClosed = true
  })
  while (!isClosed) {
    await new Promise((resolve) => setImmediate(resolve))
    const next = [...timers].sort((a, b) => a.at - b.at)[0]
    if (isClosed || next === undefined) break
    timers.splice(timers.indexOf(next), 1)
    now = next.at
    next.run()
  }
  await closed
  return heard
}

describe('hooks that only listen, when a home is closed', () => {
  it.each([
    ['one that answers within two seconds is heard', 1_900, null, 'answered'],
    ['one that takes longer is ended then', 60_000, null, 'ended at 2000'],
    ['where somebody is patient it is heard however long it takes', 60_000, 600_000, 'answered'],
    ['until that one is not any more', 60_000, 5_000, 'ended at 5000'],
  ])('%s', async (_, answersAtMs, interruptedAtMs, became) => {
    expect(await closing({ answersAtMs, interruptedAtMs })).toBe(became)
  })
})
