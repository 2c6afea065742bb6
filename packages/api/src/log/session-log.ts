/**
 * The log of one session: append, then publish. Promises: sequence numbers without gaps, in the order of the calls;
 * nothing is published that is not in the database; a batch that could not be written is tried again with the next one, but for
 * what a person asked for and the start of a turn: that is written at once or is as if it had not been.
 * Rows, turns, questions, inputs and the start of a call are written before the call returns. Spans of hooks, verdicts and
 * outcomes go in one batch a tick, streamed text every `DELTA_MS`; whatever comes after them takes them along first.
 */
import type { TurnLog } from '@belay/agent'
import {
  ATTR,
  type Clock,
  type NewRow,
  type SessionId,
  type SpanDetail,
  type SpanId,
  type TraceEvent,
  type TraceEventBody,
  type TranscriptRow,
} from '@belay/trace'
import { createUnheard } from './unheard'

export interface LogStore {
  append(session: string, batch: readonly TraceEvent[]): void
}

export interface SessionLog extends TurnLog {
  /** Written in one transaction with the next committed row. */
  withNextRow(event: TraceEventBody): void
  flush(): void
  /** Resolves once every hook that was asked has its verdict here, those too that nobody waits for. */
  heard(): Promise<void>
  /** From now on nothing is written: for a turn that waits on a question when the server stops. */
  freeze(): void
}

export interface SessionLogParts {
  readonly session: SessionId
  /** The last sequence number and row id in the database. */
  readonly seq: number
  readonly lastRow: number
  readonly store: LogStore
  readonly clock: Clock
  readonly publish: (session: SessionId, events: readonly TraceEvent[]) => void
  readonly mask: (event: TraceEvent) => TraceEvent
  readonly keep: (span: SpanId, detail: SpanDetail) => void
}

/** Streamed text is joined for so long: a model's words are fewer rows than its tokens, and still look live. */
const DELTA_MS = 50
/** After a write that failed, the next try that no other event brings. */
const RETRY_MS = 1_000

export function createSessionLog(parts: SessionLogParts): SessionLog {
  const { session, store, clock, publish, mask } = parts
  let { seq, lastRow } = parts
  let pending: TraceEvent[] = []
  let delta: Extract<TraceEventBody, { type: 'delta' }> | null = null
  let beside: TraceEventBody[] = []
  let frozen = false
  let holding = false
  let scheduled = false
  const unheard = createUnheard()

  const push = (body: TraceEventBody) => {
    unheard.note(body)
    seq += 1
    pending.push(mask({ ...body, session, seq, at: clock.now() }))
  }
  const settleDelta = () => {
    if (delta === null) return
    const joined = delta
    delta = null
    push(joined)
  }
  const flush = () => {
    if (frozen || holding) return
    settleDelta()
    if (pending.length === 0) return
    store.append(session, pending)
    const written = pending
    pending = []
    publish(session, written)
  }
  const flushLater = () => {
    scheduled = false
    try {
      flush()
    } catch {
      // Kept: the next event brings it along and reports the failure to its caller, or this timer does.
      schedule((run) => clock.after(RETRY_MS, run))
    }
  }
  const schedule = (when: (run: () => void) => void) => {
    if (scheduled) return
    scheduled = true
    when(flushLater)
  }
  const stream = (event: Extract<TraceEventBody, { type: 'delta' }>) => {
    if (delta?.span === event.span && delta.channel === event.channel) {
      delta = { ...delta, text: delta.text + event.text }
      return
    }
    settleDelta()
    delta = event
    clock.after(DELTA_MS, flushLater)
  }
  /** What could not be written is not tried again: whoever asked is told that it was not. */
  const together = <T>(run: () => T): T => {
    if (holding) return run()
    settleDelta()
    const before = { seq, lastRow, beside, kept: pending.length }
    const written = () => pending.length < before.kept || pending.length === 0
    holding = true
    try {
      const value = run()
      holding = false
      flush()
      return value
    } catch (error) {
      if (!written()) {
        pending = pending.slice(0, before.kept)
        seq = before.seq
        lastRow = before.lastRow
        beside = before.beside
      }
      throw error
    } finally {
      holding = false
    }
  }
  const emit = (event: TraceEventBody) => {
    if (frozen) return
    if (event.type === 'delta') return stream(event)
    settleDelta()
    push(event)
    if (canWait(event)) schedule(queueMicrotask)
    else flush()
  }
  return {
    emit: (event) => (isAsked(event) ? together(() => emit(event)) : emit(event)),
    together,
    commit(row) {
      settleDelta()
      lastRow += 1
      const committed = withId(row, lastRow, clock.now())
      if (frozen) return committed
      for (const event of beside) push(event)
      beside = []
      push({ type: 'row.committed', row: committed })
      flush()
      return committed
    },
    keep(span, detail) {
      if (!frozen) parts.keep(span, detail)
    },
    withNextRow: (event) => {
      beside = [...beside, event]
    },
    flush,
    heard: unheard.none,
    freeze: () => {
      frozen = true
      unheard.forget()
    },
  }
}

function withId(row: NewRow, id: number, at: number): TranscriptRow {
  return { ...row, id, at }
}

/** What somebody asks for outside of a turn, and hears of at once. */
function isAsked({ type }: TraceEventBody): boolean {
  return type === 'session.changed' || type === 'composition.changed' || type === 'input.queued'
}

/**
 * What nothing outside depends on, and so may wait for the end of the tick. A tool's span may not: after a crash it must be
 * known that the call had started.
 */
function canWait(event: TraceEventBody): boolean {
  switch (event.type) {
    case 'verdict':
    case 'outcome':
    case 'span.ended':
    case 'input.taken':
    case 'hook.fallback':
      return true
    case 'span.started':
      return event.span.kind === 'hook'
    case 'span.changed':
      return event.attributes[ATTR.toolStarted] === undefined
    default:
      return false
  }
}
