/**
 * What a program wrote and nobody has read when it ends: it is in its pipes, and read on while something comes. A
 * grandchild that holds the pipes open, or goes on writing, holds nobody up for long.
 */
import type { ChildProcess } from 'node:child_process'
import { setImmediate as nextRound, setTimeout as sleep } from 'node:timers/promises'

const DRAIN_MS = 100
const MOST_DRAINS = 10

/** `seen` counts the bytes that came. Says whether something else still held the pipes; they are closed on our side either way. */
export async function drain(child: ChildProcess, seen: () => number): Promise<boolean> {
  const closed = isClosed(child)
    ? Promise.resolve()
    : new Promise<void>((resolve) => child.once('close', () => resolve()))
  let held = true
  for (let round = 0; round < MOST_DRAINS; round += 1) {
    const before = seen()
    held = await Promise.race([closed.then(() => false), quiet()])
    if (!held || seen() === before) break
  }
  for (const stream of child.stdio) stream?.destroy()
  child.unref()
  return held
}

/** A timer may fall due before data that has long arrived is read: one more round of the loop reads it. */
async function quiet(): Promise<true> {
  await sleep(DRAIN_MS)
  await nextRound()
  await nextRound()
  return true
}

function isClosed(child: ChildProcess): boolean {
  return child.pid === undefined || child.stdio.every((stream) => stream === null || stream?.destroyed === true)
}
