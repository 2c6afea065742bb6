/**
 * Ends a whole process group: TERM, a while to comply, KILL. Resolves once nothing of it is left. What waits here keeps
 * nobody up but who asks for it, and never looks through all processes of the machine: that would stop the event loop.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { signalGroup } from '../../processes/end-group'

export const KILL_AFTER_TIMEOUT_MS = 1_500
/** A stop has to be over within a second. */
export const KILL_AFTER_STOP_MS = 800

/** How soon is looked whether the group has gone, then more and more seldom. */
const FIRST_LOOK_MS = 5
const LAST_LOOK_MS = 50
/** KILL needs no consent; what is left after this is a zombie that nobody reaps. */
const AFTER_KILL_MS = 500

export async function endGroup(pid: number, killAfterMs: number): Promise<void> {
  signalGroup(pid, 'SIGTERM')
  // One that stands still takes no signal but these.
  signalGroup(pid, 'SIGCONT')
  if (await isGone(pid, killAfterMs)) return
  signalGroup(pid, 'SIGKILL')
  await isGone(pid, AFTER_KILL_MS)
}

async function isGone(pid: number, withinMs: number): Promise<boolean> {
  const until = performance.now() + withinMs
  for (let look = FIRST_LOOK_MS; signalGroup(pid, 0); look = Math.min(2 * look, LAST_LOOK_MS)) {
    const left = until - performance.now()
    if (left <= 0) return false
    await sleep(Math.min(look, left))
  }
  return true
}
