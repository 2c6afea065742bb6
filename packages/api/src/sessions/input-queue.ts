/**
 * The inputs of a session that wait. Promises: one that was accepted is delivered exactly once. It leaves the database in
 * the transaction that commits its row; what a turn took and never committed waits again when the turn has ended.
 */
import type { InputQueue } from '@belay/agent'
import type { NewRow, QueuedInput } from '@belay/trace'

export interface SessionQueue extends InputQueue {
  /** The first that starts a turn, out of the queue until `restore`. Context and reminders of hooks start none. */
  takeStarting(): QueuedInput | null
  /** The taken input whose row this is, or null. */
  delivered(row: NewRow): QueuedInput | null
  /** Takes what waits from there out for good. */
  withdraw(from: Pick<QueuedInput, 'origin' | 'from'>): readonly QueuedInput[]
  /** Its row was not written after all. */
  undelivered(input: QueuedInput): void
  /** Puts back what was taken and not delivered. */
  restore(): void
}

export function createSessionQueue(stored: readonly QueuedInput[]): SessionQueue {
  let waiting = [...stored]
  let taken: QueuedInput[] = []
  return {
    take() {
      const all = waiting
      taken = [...taken, ...all]
      waiting = []
      return all
    },
    add: (input) => {
      waiting.push(input)
    },
    takeStarting() {
      const index = waiting.findIndex(startsTurn)
      const [found] = index < 0 ? [] : waiting.splice(index, 1)
      if (found === undefined) return null
      taken.push(found)
      return found
    },
    delivered(row) {
      if (row.kind !== 'input' || row.replaces !== null) return null
      const index = taken.findIndex(
        ({ text, origin, from }) => text === row.text && origin === row.origin && from === row.from,
      )
      const [found] = index < 0 ? [] : taken.splice(index, 1)
      return found ?? null
    },
    withdraw({ origin, from }) {
      const isTheirs = (input: QueuedInput) => input.origin === origin && input.from === from
      const theirs = waiting.filter(isTheirs)
      waiting = waiting.filter((input) => !isTheirs(input))
      return theirs
    },
    undelivered: (input) => {
      taken = [input, ...taken]
    },
    restore() {
      waiting = [...taken, ...waiting]
      taken = []
    },
  }
}

function startsTurn({ origin }: QueuedInput): boolean {
  return origin !== 'hook' && origin !== 'reminder'
}
