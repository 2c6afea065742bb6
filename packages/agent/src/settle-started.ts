import { untilAbort, wait } from './abort'
import type { Stage } from './stage'

/** What hooks started ends with them: a tool has this long to end its processes, as at a stop. */
const PATIENCE_MS = 920

/** Waits for tools that hooks started, once they were told to end. */
export async function settleStarted({ started, ports }: Stage): Promise<void> {
  if (started.size === 0) return
  const late = new AbortController()
  const over = new AbortController()
  void wait(PATIENCE_MS, ports.clock, over.signal).then(() => late.abort())
  await untilAbort(Promise.allSettled([...started]), late.signal)
  over.abort()
}
