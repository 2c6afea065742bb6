/** What hooks and people said about spans, until the span is whole. Holds at most so much for each span, and counts the rest. */
import type { Attributes, Span, SpanId, TurnId } from '@belay/trace'
import type { Mark } from './marks'
import { type NanoTime, nanoTime } from './nano-time'
import { type OtlpAttributes, otlpAttributes } from './otlp-attributes'

export interface OtlpEvent {
  readonly name: string
  readonly time: NanoTime
  readonly attributes: OtlpAttributes
}

export interface SpanEvents {
  readonly events: readonly OtlpEvent[]
  /** Events beyond the bound. */
  readonly dropped: number
}

export interface OtlpEvents {
  start(span: Span): void
  /** Goes to the span that it is about, to its turn's where that is whole already, and nowhere where it is about the session. */
  note(mark: Mark): void
  /** Of a span that is whole. They are forgotten. */
  finish(span: Span): SpanEvents
}

/** As many as a hundred hooks say about a call when they are asked ten times. */
export const MOST_EVENTS = 1_000

/** `nameOf` is the id that a span has for others. */
export function otlpEvents(nameOf: (id: SpanId) => string): OtlpEvents {
  const held = new Map<SpanId, { readonly events: OtlpEvent[]; dropped: number }>()
  const turns = new Map<TurnId, SpanId>()
  const placeOf = ({ about, turn }: Mark) => {
    const own = about === null ? undefined : held.get(about)
    const top = turn === null ? undefined : turns.get(turn)
    return own ?? (top === undefined ? undefined : held.get(top))
  }
  return {
    start({ id, kind, turn }) {
      held.set(id, { events: [], dropped: 0 })
      if (kind === 'turn' && turn !== null) turns.set(turn, id)
    },
    note(mark) {
      const place = placeOf(mark)
      if (place === undefined) return
      if (place.events.length < MOST_EVENTS) place.events.push(eventOf(mark, nameOf))
      else place.dropped += 1
    },
    finish({ id, turn }) {
      const said = held.get(id) ?? { events: [], dropped: 0 }
      held.delete(id)
      if (turn !== null && turns.get(turn) === id) turns.delete(turn)
      return said
    },
  }
}

function eventOf({ name, at, about, attributes }: Mark, nameOf: (id: SpanId) => string): OtlpEvent {
  const target: Attributes = about === null ? {} : { 'belay.about': nameOf(about) }
  return { name, time: nanoTime(at), attributes: otlpAttributes({ ...attributes, ...target }) }
}
