/**
 * How many drafts are loaded and tried at a time. Promises: what one page or many send costs the server a bounded number of threads;
 * what is refused is told so at once; a newer draft of a page ends its older one.
 */
import { OperationError } from '../operations'

export interface DraftGate {
  /** `page` names who asks: null where nobody says. `run` must end with its signal. */
  pass<T>(asked: { readonly page: string | null; readonly signal: AbortSignal }, run: Trial<T>): Promise<T>
}

type Trial<T> = (signal: AbortSignal) => Promise<T>

/** Half of the threads that drafts have: a draft that runs away leaves some for the others. */
export const MOST_UNDER_WAY = 4
/** As many pages as anybody has open. */
export const MOST_WAITING = 16

interface Entry {
  readonly end: AbortController
  begin: () => void
}

export function createDraftGate(): DraftGate {
  const underWay = new Set<Entry>()
  let waiting: readonly Entry[] = []
  const pages = new Map<string, Entry>()

  const leave = (entry: Entry) => {
    underWay.delete(entry)
    waiting = waiting.filter((other) => other !== entry)
    const [next] = waiting
    if (next === undefined || underWay.size >= MOST_UNDER_WAY) return
    waiting = waiting.filter((other) => other !== next)
    underWay.add(next)
    next.begin()
  }
  const enter = (entry: Entry): Promise<void> | null => {
    if (underWay.size < MOST_UNDER_WAY) {
      underWay.add(entry)
      return null
    }
    if (waiting.length >= MOST_WAITING) throw new OperationError('unavailable', TOO_MANY)
    waiting = [...waiting, entry]
    return new Promise((begin) => {
      entry.begin = begin
    })
  }
  return {
    async pass({ page, signal }, run) {
      const entry: Entry = { end: new AbortController(), begin: () => undefined }
      if (page !== null) pages.get(page)?.end.abort(new OperationError('conflict', OUTDATED))
      const either = AbortSignal.any([signal, entry.end.signal])
      const turn = enter(entry)
      if (page !== null) pages.set(page, entry)
      const over = () => {
        leave(entry)
        if (page !== null && pages.get(page) === entry) pages.delete(page)
      }
      // Who is not waited for any more has its place until it is gone.
      const running = begin(turn, either, run).finally(over)
      return Promise.race([running, ended(entry.end.signal)])
    },
  }
}

const TOO_MANY = `${MOST_UNDER_WAY} drafts are being tried and ${MOST_WAITING} wait. This one was not tried, and nothing was changed: try it again in a moment.`
const OUTDATED = 'A newer text of this page is tried instead.'

async function begin<T>(turn: Promise<void> | null, signal: AbortSignal, run: Trial<T>): Promise<T> {
  if (turn !== null) await Promise.race([turn, ended(signal)])
  return run(signal)
}

function ended(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const end = () => reject(signal.reason)
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })
}
