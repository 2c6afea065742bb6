/**
 * A session's log as trace events that Perfetto and chrome://tracing open: the session is a process, lanes are its threads.
 * Promises: times are whole microseconds since 1970, no duration is negative, and two events of one thread nest as their spans
 * do or are disjoint; a span that has not ended begins and does not end; texts are bounded.
 */
import type { Attributes, SessionFacts, SessionId, Span, TraceEvent } from '@belay/trace'
import { cutText } from './cut-text'
import { makeLanes } from './lanes'
import { type Mark, readMarks } from './marks'
import { type EndedSpan, openSpans } from './open-spans'

type Args = Readonly<Record<string, string | number | boolean>>

interface Place {
  readonly name: string
  readonly pid: number
  readonly tid: number
  readonly args: Args
}

interface Timed extends Place {
  readonly cat: string
  /** Microseconds. */
  readonly ts: number
}

/** The phases in use: complete, begin, instant (of a thread or the process), metadata. */
export type ChromeEvent =
  | (Timed & { readonly ph: 'X'; readonly dur: number })
  | (Timed & { readonly ph: 'B' })
  | (Timed & { readonly ph: 'i'; readonly s: 't' | 'p' })
  | (Place & { readonly ph: 'M' })

export interface ChromeTrace {
  /** What can be drawn with this event. */
  take(event: TraceEvent): readonly ChromeEvent[]
  /** At the end of the log: what is still open, and the names of process and threads. */
  rest(): readonly ChromeEvent[]
}

/** One session a file. */
const PID = 1
/** Where the turns are, and what is about no span. */
const FIRST_LANE = 1
const MOST_NAME_CHARS = 120
const MOST_ARG_CHARS = 1_000
const MOST_ARGS = 64

export function chromeTrace(session: SessionId): ChromeTrace {
  const open = openSpans()
  const marks = readMarks()
  const lanes = makeLanes()
  let facts: Pick<SessionFacts, 'title'> = { title: session }

  const instant = (mark: Mark): ChromeEvent => {
    const lane = [mark.by, mark.about].map((id) => (id === null ? null : lanes.laneOf(id))).find((one) => one !== null)
    const timed = { cat: 'mark', ts: micros(mark.at), pid: PID, tid: lane ?? FIRST_LANE, args: argsOf(mark.attributes) }
    return { ph: 'i', name: markName(mark), ...timed, s: mark.turn === null ? 'p' : 't' }
  }
  const complete = (span: EndedSpan): ChromeEvent => {
    const ts = micros(span.start)
    const end = micros(span.end)
    return { ph: 'X', ...drawn(span, lanes.close(span.id, end)), dur: end - ts }
  }

  return {
    take(event) {
      if (event.type === 'session.created') facts = event.facts
      if (event.type === 'session.changed') facts = { title: event.title ?? facts.title }
      const mark = marks.take(event)
      const instants = mark === null ? [] : [instant(mark)]
      const isNew = event.type === 'span.started' && !open.has(event.span.id)
      if (isNew) lanes.open(event.span.id, event.span.parent, micros(event.span.start))
      const ended = open.take(event)
      return ended === null ? instants : [...instants, complete(ended)]
    },
    rest() {
      const unfinished = open.all().map((span): ChromeEvent => {
        const { args, ...place } = drawn(span, lanes.laneOf(span.id) ?? FIRST_LANE)
        return { ph: 'B', ...place, args: { ...args, 'belay.span.open': true } }
      })
      return [...unfinished, ...metadata(facts.title, session, lanes.count())]
    },
  }
}

/** Rounding keeps the order of times, so what nests in the log nests in the file. */
function micros(ms: number): number {
  return Math.round(ms * 1000)
}

function drawn(span: Span, tid: number): Timed {
  const args = argsOf({ ...span.attributes, 'belay.span.id': span.id, 'belay.span.status': span.status })
  return { name: spanName(span), cat: span.kind, ts: micros(span.start), pid: PID, tid, args }
}

function spanName({ kind, name }: Span): string {
  return cutText(kind === 'step' ? `step ${name}` : oneLine(name), MOST_NAME_CHARS)
}

/** What a reader looks for first: whose verdict it is, and what it says. */
function markName({ name, attributes }: Mark): string {
  const short = name.replace(/^belay\./, '')
  const who = attributes['belay.hook.name'] ?? attributes['belay.outcome.by'] ?? attributes['belay.question.by'] ?? null
  const what =
    attributes['belay.verdict.not_asked'] === undefined
      ? (attributes['belay.verdict.decision'] ??
        attributes['belay.outcome.decision'] ??
        attributes['belay.answer'] ??
        null)
      : 'not asked'
  return cutText([short, who, what].filter((part) => part !== null).join(' '), MOST_NAME_CHARS)
}

function argsOf(attributes: Attributes): Args {
  const kept = Object.entries(attributes).flatMap(([key, value]) =>
    value === null ? [] : [[key, typeof value === 'string' ? cutText(value, MOST_ARG_CHARS) : value] as const],
  )
  return Object.fromEntries(kept.slice(0, MOST_ARGS))
}

function metadata(title: string, session: SessionId, lanes: number): readonly ChromeEvent[] {
  const event = (name: string, tid: number, args: Args): ChromeEvent => ({ ph: 'M', name, pid: PID, tid, args })
  const threads = Array.from({ length: Math.max(1, lanes) }, (_, index) => index + 1)
  return [
    event('process_name', FIRST_LANE, { name: cutText(oneLine(title), MOST_NAME_CHARS) }),
    event('process_labels', FIRST_LANE, { labels: session }),
    ...threads.flatMap((tid) => [
      event('thread_name', tid, { name: tid === FIRST_LANE ? 'turns' : `side by side ${tid - 1}` }),
      event('thread_sort_index', tid, { sort_index: tid }),
    ]),
  ]
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
