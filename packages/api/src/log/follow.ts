/**
 * Follows a session's log from any point: attach, replay from the table in pages, drop duplicates, go live. None is left out
 * and none comes twice. A reader that falls far behind is sent back to the table, so that it costs no memory.
 */
import type { EventPage } from '@belay/db'
import type { SessionId, TraceEvent } from '@belay/trace'
import type { EventBatch } from '../operations'
import type { EventBus } from './event-bus'

export interface FollowParts {
  readonly bus: EventBus
  readonly eventPage: (session: SessionId, after: number, limit: number) => EventPage | null
}

/** One page of the log: some 0.5 MB at most sessions, read in a few milliseconds. */
const PAGE = 2_000
/** Live events go out at most once a frame: the first after a pause at once, what comes close behind it together. */
const FRAME_MS = 16
/** More than this unread, and they are read from the table instead. */
const MOST_UNREAD = 5_000

export async function* follow(
  parts: FollowParts,
  session: SessionId,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<EventBatch> {
  const inbox = openInbox(parts.bus, session, signal)
  let last = after
  try {
    while (!signal.aborted) {
      for (let page = read(parts, session, last); page !== null; page = read(parts, session, last)) {
        last = page.last
        yield batchOf(page)
        if (signal.aborted) return
      }
      yield { events: [], live: true, last }
      while (!inbox.overflowed()) {
        await inbox.next()
        if (signal.aborted) return
        const fresh = inbox.take().filter((event) => event.seq > last)
        if (fresh.length === 0) continue
        last = fresh.at(-1)?.seq ?? last
        yield { events: fresh, live: true, last }
      }
      inbox.reset()
    }
  } finally {
    inbox.close()
  }
}

function read({ eventPage }: FollowParts, session: SessionId, after: number): EventPage | null {
  return eventPage(session, after, PAGE)
}

/** Parsed where somebody in this process reads it, and not on the way to a page. */
function batchOf({ packed, last }: EventPage): EventBatch {
  return {
    ...{ live: false, last, packed },
    get events(): readonly TraceEvent[] {
      return JSON.parse(packed)
    },
  }
}

interface Inbox {
  /** Resolves a frame after something came, or at once where the signal aborted. */
  next(): Promise<void>
  take(): readonly TraceEvent[]
  overflowed(): boolean
  reset(): void
  close(): void
}

function openInbox(bus: EventBus, session: SessionId, signal: AbortSignal): Inbox {
  let unread: TraceEvent[] = []
  let overflow = false
  let wake: (() => void) | null = null
  let timer: NodeJS.Timeout | null = null
  let rangAtMs = Number.NEGATIVE_INFINITY
  const ring = () => {
    timer = null
    rangAtMs = performance.now()
    wake?.()
    wake = null
  }
  const off = bus.onEvents(session, (events) => {
    if (unread.length + events.length > MOST_UNREAD) {
      unread = []
      overflow = true
    }
    if (!overflow) unread.push(...events)
    timer ??= setTimeout(ring, Math.max(0, FRAME_MS - (performance.now() - rangAtMs)))
  })
  signal.addEventListener('abort', ring)
  return {
    async next() {
      if (signal.aborted || (timer === null && (unread.length > 0 || overflow))) return
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    },
    take() {
      const taken = unread
      unread = []
      return taken
    },
    overflowed: () => overflow,
    reset() {
      overflow = false
    },
    close() {
      off()
      if (timer !== null) clearTimeout(timer)
      signal.removeEventListener('abort', ring)
    },
  }
}

/** Which sessions changed, each at most once in `EVERY_MS`. */
const EVERY_MS = 250

export async function* followChanges(bus: EventBus, signal: AbortSignal): AsyncGenerator<{ session: SessionId }> {
  const changed = new Set<SessionId>()
  let wake: (() => void) | null = null
  const ring = () => {
    wake?.()
    wake = null
  }
  const off = bus.onChange((session) => {
    changed.add(session)
    ring()
  })
  signal.addEventListener('abort', ring)
  try {
    while (!signal.aborted) {
      if (changed.size === 0)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      const sessions = [...changed]
      changed.clear()
      for (const session of sessions) yield { session }
      await pause(EVERY_MS, signal)
    }
  } finally {
    off()
    signal.removeEventListener('abort', ring)
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  await new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
  })
}
