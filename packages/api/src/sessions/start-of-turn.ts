/** Whether the start of a turn came on record: told once, to whoever sent the message. */
import type { TurnLog } from '@belay/agent'
import { toldProblem, writeProblem } from '../home/write-problem'
import { OperationError } from '../operations'

export interface Start {
  /** Rejects with a sentence for people where there is no such turn. */
  readonly begun: Promise<void>
  isWritten(): boolean
  write(): void
  fail(error: unknown): void
  /** Hears why the start could not be written, which the loop only says in words. */
  watching(log: TurnLog): TurnLog
}

export function createStart(): Start {
  let settle: { readonly resolve: () => void; readonly reject: (error: Error) => void } | null = null
  let written = false
  let why: unknown
  const begun = new Promise<void>((resolve, reject) => {
    settle = { resolve, reject }
  })
  // Not everybody who starts a turn waits for it.
  begun.catch(() => undefined)
  return {
    begun,
    isWritten: () => written,
    write() {
      written = true
      settle?.resolve()
    },
    fail: (error) => settle?.reject(notSent(why ?? error)),
    watching: (log) => ({
      ...log,
      together(run) {
        try {
          return log.together(run)
        } catch (error) {
          why = error
          throw error
        }
      },
    }),
  }
}

const KEPT = 'Nothing was sent: your text is kept.'

function notSent(error: unknown): Error {
  const problem = writeProblem(error)
  if (problem !== null) return new OperationError('unavailable', toldProblem(problem, KEPT))
  if (error instanceof OperationError) return error
  return new OperationError(
    'failed',
    `The turn could not begin (${error instanceof Error ? error.message : error}). ${KEPT}`,
  )
}
