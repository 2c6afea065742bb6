/** What is asked of a thread, and how it is known. */
import type { CallbackPort, HookFailure } from '@belay/hooks'

export interface WorkerCall {
  /** What the code is known by in a worker: its file and version. `PASSING` for what is looked at in passing. */
  readonly key: string
  readonly code: string
  readonly file: string
  readonly message:
    | { readonly do: 'describe' }
    | { readonly do: 'check'; readonly params: unknown }
    | { readonly do: 'ask'; readonly params: unknown; readonly asking: unknown }
  /** What it may ask of a session meanwhile. */
  readonly callbacks?: CallbackPort
  /** Called once a thread has taken it up. Who gives it waits for that only so long. */
  readonly begun?: () => void
}

/**
 * Calls that share their threads, since nothing of their code is kept: a thread of its own for each file of a folder would take
 * ten times as long. What one file leaves behind may spoil the next call: a failure here proves nothing.
 */
export const PASSING = 'in passing'

/** A call that somebody waits for. */
export interface Job {
  readonly call: WorkerCall
  readonly signal: AbortSignal
  readonly settle: (outcome: { readonly value: unknown } | { readonly failure: HookFailure }) => void
}
