/**
 * Waiting for all hooks of a group. Promises: resolves with the answers in the order of the group; after a block, the group's
 * own among them, who has not answered within the patience is left out. Leaves no timer behind.
 */
import type { Clock, PointId } from '@belay/trace'
import type { Step } from './step'

export interface Answered<P extends PointId> {
  readonly step: Step<P>
  readonly reply: unknown
}

/** A member that was asked. `pending` settles and never rejects; null where `reply` is there. */
export interface Member<P extends PointId> extends Answered<P> {
  readonly pending: Promise<unknown> | null
}

export interface Hearing<P extends PointId> {
  readonly clock: Clock
  /** When a hook before the group blocked, or null. */
  readonly blockedAt: number | null
  readonly patienceMs: number
  blocks(step: Step<P>, reply: unknown): boolean
}

export function hearGroup<P extends PointId>(
  members: readonly Member<P>[],
  { clock, blockedAt, patienceMs, blocks }: Hearing<P>,
): Promise<readonly Answered<P>[]> {
  return new Promise((resolve) => {
    const heard = new Map<Step<P>, unknown>()
    let cancelTimer: (() => void) | null = null
    const finish = () => {
      cancelTimer?.()
      resolve(members.filter(({ step }) => heard.has(step)).map(({ step }) => ({ step, reply: heard.get(step) })))
    }
    const waitOnly = (ms: number) => {
      cancelTimer ??= clock.after(ms, finish)
    }
    const hear = (step: Step<P>, reply: unknown) => {
      step.asking.answered()
      step.answeredMs = clock.now()
      heard.set(step, reply)
      if (heard.size === members.length) finish()
      else if (cancelTimer === null && blocks(step, reply)) waitOnly(patienceMs)
    }
    if (blockedAt !== null) waitOnly(Math.max(0, blockedAt + patienceMs - clock.now()))
    for (const { step, reply, pending } of members) {
      if (pending === null) hear(step, reply)
      else pending.then((answer) => hear(step, answer))
    }
  })
}
