/**
 * Pipes that a descendant of a command which succeeded still holds: read and thrown away, so that what it writes does not
 * end it. Bounded: the oldest are closed first.
 */
import type { PipeEnds } from './pipe-ends'

/** Two files each: a session that leaves a helper behind at every call must not run out of them. */
const MOST = 32

export interface LeftPipes {
  add(ends: PipeEnds): void
  close(): void
}

export function createLeftPipes(): LeftPipes {
  const left = new Set<PipeEnds>()
  const drop = (ends: PipeEnds) => {
    left.delete(ends)
    ends.close()
  }
  return {
    add(ends) {
      left.add(ends)
      const look = () => {
        if (ends.stdout.ended && ends.stderr.ended) drop(ends)
      }
      ends.stdin.close()
      for (const end of [ends.stdout, ends.stderr]) {
        end.to(() => undefined, look)
        end.hold(false)
      }
      for (const oldest of left) if (left.size > MOST) drop(oldest)
    },
    close() {
      for (const ends of [...left]) drop(ends)
    },
  }
}
