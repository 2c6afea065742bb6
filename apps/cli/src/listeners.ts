/** Hooks that a turn did not wait for: which of them have not answered, and what they say after its end. */
import type { Operations } from '@belay/api'
import type { EventOf, SpanId, TraceEvent } from '@belay/trace'

export interface Listeners {
  /** Takes the events of the turn, and passes them on. */
  event(event: TraceEvent): void
  /** Passes on what they still say. False where the person did not wait for all of it. */
  hearOut(operations: Operations, end: EventOf<'turn.ended'>, waiting: Waiting): Promise<boolean>
}

export interface Waiting {
  readonly patience: AbortSignal
  onLate(hooks: readonly string[]): void
}

export function makeListeners(pass: (event: TraceEvent) => void): Listeners {
  const open = new Map<SpanId, { readonly hook: string; readonly turn: string | null }>()
  return {
    event(event) {
      if (event.type === 'span.started' && event.span.kind === 'hook')
        open.set(event.span.id, { hook: event.span.name, turn: event.span.turn })
      if (event.type === 'verdict' && event.span !== null) open.delete(event.span)
      pass(event)
    },
    async hearOut(operations, end, { patience, onLate }) {
      const late = new Map([...open].filter(([, { turn }]) => turn === end.turn))
      if (late.size === 0) return true
      if (patience.aborted) return false
      onLate([...new Set([...late.values()].map(({ hook }) => hook))])
      return hearLate(operations, { end, late: new Set(late.keys()), pass }, patience)
    },
  }
}

interface Late {
  readonly end: EventOf<'turn.ended'>
  readonly late: Set<SpanId>
  readonly pass: (event: TraceEvent) => void
}

/** Where another turn has begun, only what is theirs. */
async function hearLate(operations: Operations, { end, late, pass }: Late, patience: AbortSignal): Promise<boolean> {
  const done = new AbortController()
  let another = false
  try {
    for await (const { events } of operations.events(end.session, end.seq, AbortSignal.any([patience, done.signal]))) {
      for (const event of events) {
        another ||= event.type === 'turn.started'
        if (!another || isOf(event, late)) pass(event)
        if (event.type === 'verdict' && event.span !== null) late.delete(event.span)
        if (late.size === 0) return true
      }
    }
    return false
  } finally {
    done.abort()
  }
}

function isOf(event: TraceEvent, late: ReadonlySet<SpanId>): boolean {
  return event.type === 'verdict' && event.span !== null && late.has(event.span)
}
