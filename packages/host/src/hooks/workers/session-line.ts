/**
 * What the hook of one call asks of its session, passed on and answered. Promises: every request that is taken is
 * answered once, also after the call is over; what is no request, or one too many, comes to no session.
 */
import { type CallbackPort, MOST_UNDER_WAY } from '@belay/hooks'
import type { Json } from '@belay/trace'
import { lastWords } from './last-words'
import { HEAP_MIB } from './worker-limits'
import type { WorkerRequest } from './worker-reply'
import { readRequest } from './worker-request'

export type CallbackAnswer =
  | { readonly callback: number; readonly ok: true; readonly value: Json }
  | { readonly callback: number; readonly ok: false; readonly message: string }

export class SessionLine {
  private underWay = 0

  constructor(
    private readonly port: CallbackPort | null,
    private readonly answer: (answer: CallbackAnswer) => void,
  ) {}

  /** False where it is nothing that honest code sends. */
  hear({ callback, request }: WorkerRequest): boolean {
    const read = readRequest(request)
    if (this.port === null || read === null || this.underWay >= MOST_UNDER_WAY) {
      this.answer({ callback, ok: false, message: 'what the hook asked of its session cannot be read' })
      return false
    }
    this.underWay += 1
    this.port(read)
      .then(
        (value) => this.answer({ callback, ok: true, value }),
        (thrown: unknown) => this.answer({ callback, ok: false, message: said(thrown) }),
      )
      .finally(() => {
        this.underWay -= 1
      })
    return true
  }
}

function said(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : lastWords(thrown, HEAP_MIB).message
}
