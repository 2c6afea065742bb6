/**
 * Waiting for one hook. Promises: resolves exactly once, never rejects, and leaves no timer and no listener behind; when
 * it gives up it ends the asking, so that what the hook runs can end too.
 */
import type { Clock, HookError } from '@belay/trace'
import type { CommandRan } from './command-answer'
import { errorFrom, HookFailure } from './failure'
import { TimeLimit } from './time-limit'

/** Stands where an answer would: the hook did not give one. */
export class NoAnswer {
  constructor(
    readonly error: HookError,
    /** Of a command that ran, and what it had to say all the same. */
    readonly ran: CommandRan | null = null,
  ) {}
}

export function noAnswerFrom(thrown: unknown): NoAnswer {
  return new NoAnswer(errorFrom(thrown), ranFrom(thrown))
}

function ranFrom(thrown: unknown): CommandRan | null {
  try {
    return thrown instanceof HookFailure ? thrown.ran : null
  } catch {
    // A proxy of the hook's own threw while it was read: no command is behind it.
    return null
  }
}

export interface Limits {
  readonly clock: Clock
  readonly timeoutMs: number
  /** How long an answer is waited for after `end`. */
  readonly lastWordsMs?: number | undefined
  /** The turn's own. */
  readonly signal: AbortSignal
  /** Tells the hook's implementation that nobody waits any more. */
  end(reason: string): void
  /** Is handed the time limit, which may be made to stand still. */
  timed(limit: TimeLimit): void
}

export function isPending(raw: unknown): raw is PromiseLike<unknown> {
  return typeof raw === 'object' && raw !== null && 'then' in raw && typeof raw.then === 'function'
}

export function settle(pending: PromiseLike<unknown>, limits: Limits): Promise<unknown> {
  const { clock, timeoutMs, signal, lastWordsMs = 0 } = limits
  return new Promise((resolve) => {
    let cancelLastWords: () => void = () => undefined
    const finish = (reply: unknown) => {
      limit.clear()
      cancelLastWords()
      signal.removeEventListener('abort', onAbort)
      resolve(reply)
    }
    const giveUp = (kind: 'timeout' | 'cancelled', message: string) => {
      const over = () => finish(new NoAnswer({ kind, message }))
      if (lastWordsMs > 0) cancelLastWords = clock.after(lastWordsMs, over)
      else over()
      limits.end(message)
    }
    const onAbort = () => giveUp('cancelled', 'the turn was stopped')
    const limit = new TimeLimit(clock, timeoutMs, () => giveUp('timeout', `no answer within ${seconds(timeoutMs)}`))
    limits.timed(limit)
    signal.addEventListener('abort', onAbort, { once: true })
    // Adopted by a promise of our own, so that whatever its `then` does ends up here, also where it is a native one's.
    new Promise((adopt) => adopt(pending)).then(finish, (thrown) => finish(noAnswerFrom(thrown)))
    if (signal.aborted) onAbort()
  })
}

/** Resolves to `null` when the time is up before the reply is there. */
export function waitAtMost(reply: Promise<unknown>, clock: Clock, ms: number): Promise<{ reply: unknown } | null> {
  return new Promise((resolve) => {
    const cancelTimer = clock.after(ms, () => resolve(null))
    reply.then((value) => {
      cancelTimer()
      resolve({ reply: value })
    })
  })
}

function seconds(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${ms / 1_000} s`
}
