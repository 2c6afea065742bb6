/**
 * The spans of a log, each once and with all that it will ever have. A turn's span is whole when the next turn starts: its end is
 * said after the span's, and a hook may still say something late.
 */
import type { Attributes, EventOf, TraceEvent, TurnId } from '@belay/trace'
import { type EndedSpan, openSpans } from './open-spans'

export interface WholeSpans {
  /** The span that is whole with this event, or null. */
  take(event: TraceEvent): EndedSpan | null
  /** At the end of the log: the last turn's span, where it has ended. */
  rest(): EndedSpan | null
}

export function wholeSpans(): WholeSpans {
  const open = openSpans()
  let started: EventOf<'turn.started'> | null = null
  let held: EndedSpan | null = null
  const release = (): EndedSpan | null => {
    const whole = held
    held = null
    return whole
  }
  const add = (turn: TurnId, attributes: Attributes): void => {
    if (held?.turn === turn) held = { ...held, attributes: { ...held.attributes, ...attributes } }
  }
  return {
    take(event) {
      if (event.type === 'turn.started') {
        started = event
        return release()
      }
      if (event.type === 'turn.ended') add(event.turn, endOf(event))
      const ended = open.take(event)
      if (ended?.kind !== 'turn') return ended
      const before = release()
      held = ended
      if (started !== null) add(started.turn, { 'belay.composition': started.composition })
      return before
    },
    rest: release,
  }
}

function endOf({ status, code, reason }: EventOf<'turn.ended'>): Attributes {
  return { 'belay.turn.status': status, 'belay.turn.code': code, 'belay.turn.reason': reason }
}
