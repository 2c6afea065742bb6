/** Keeps the large parts of spans: masked, cut and stored a moment later, off the path of the call. A read sees what waits. */

import type { Details } from '@belay/db'
import type { Clock, Json, SessionId, SpanDetail, SpanId } from '@belay/trace'
import { type Mask, maskJson } from './mask'

export interface DetailKeeper {
  keep(session: SessionId, span: SpanId, detail: SpanDetail): void
  flush(): void
}

/** Long enough for a step's details to be one transaction, short enough that a click finds them. */
const KEEP_MS = 40
const RETRY_MS = 1_000
/** A request with a long history is kept up to here; the rows of the session hold all of it. */
const MOST_CHARS = 2_000_000

export function createDetailKeeper(
  store: { keepDetails(details: readonly Details[]): void },
  mask: Mask,
  clock: Clock,
): DetailKeeper {
  let waiting: Details[] = []
  let cancel: (() => void) | null = null
  const flush = () => {
    cancel?.()
    cancel = null
    if (waiting.length === 0) return
    store.keepDetails(waiting.map((item) => ({ ...item, detail: prepare(mask, item.detail) })))
    waiting = []
  }
  const flushLater = () => {
    try {
      flush()
    } catch {
      // Kept, and tried again: the database is held by another program, or the disk is full.
      cancel = clock.after(RETRY_MS, flushLater)
    }
  }
  return {
    flush,
    keep(session, span, detail) {
      waiting.push({ session, span, detail })
      cancel ??= clock.after(KEEP_MS, flushLater)
    },
  }
}

function prepare(mask: Mask, detail: SpanDetail): SpanDetail {
  return Object.fromEntries(Object.entries(detail).map(([key, value]) => [key, bound(maskJson(mask, value))]))
}

function bound(value: Json): Json {
  const text = JSON.stringify(value)
  if (text.length <= MOST_CHARS) return value
  return `${text.slice(0, MOST_CHARS)}… (cut: ${text.length} characters in all)`
}
