/** The open spans of one turn. Promises that each ends once, and that none is left open when the turn ends. */
import { ATTR, type Attributes, type SpanId, type SpanKind, type SpanStatus, spanId, type TurnId } from '@belay/trace'
import type { TurnPorts, TurnSetup } from './ports'

export interface NewSpan {
  readonly kind: SpanKind
  /** Whole: the log cuts it, once nothing in it has to be masked any more. So are a tool's subjects. */
  readonly name: string
  readonly parent: SpanId | null
  readonly attributes?: Attributes
}

export interface Spans {
  start(span: NewSpan): SpanId
  /** Takes over a span that an earlier process started. */
  adopt(id: SpanId): void
  change(id: SpanId, status: SpanStatus, attributes?: Attributes): void
  /** Without effect where it ended before. */
  end(id: SpanId, status: SpanStatus, attributes?: Attributes): void
  endAll(status: SpanStatus): void
}

export function createSpans(turn: TurnId | null, ports: Pick<TurnPorts, 'clock' | 'ids' | 'log'>): Spans {
  const open = new Set<SpanId>()
  const end = (id: SpanId, status: SpanStatus, attributes: Attributes = {}) => {
    if (!open.delete(id)) return
    ports.log.emit({ type: 'span.ended', id, end: ports.clock.now(), status, attributes })
  }
  return {
    start({ kind, name, parent, attributes = {} }) {
      const id = spanId(ports.ids.next('spn'))
      const times = { start: ports.clock.now(), end: null, status: 'running' } as const
      ports.log.emit({
        type: 'span.started',
        span: { id, parent, turn, kind, name, ...times, attributes },
      })
      open.add(id)
      return id
    },
    adopt: (id) => {
      open.add(id)
    },
    change(id, status, attributes = {}) {
      if (open.has(id)) ports.log.emit({ type: 'span.changed', id, status, attributes })
    },
    end,
    /** Innermost first: a child never outlives its parent. */
    endAll(status) {
      for (const id of [...open].reverse()) end(id, status)
    },
  }
}

export function turnAttributes(setup: TurnSetup): Attributes {
  return {
    [ATTR.operation]: 'invoke_agent',
    [ATTR.provider]: setup.provider,
    [ATTR.requestModel]: setup.model,
    [ATTR.turnNumber]: setup.number,
  }
}
