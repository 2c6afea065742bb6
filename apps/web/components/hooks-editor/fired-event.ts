/** An event to fire: off the record, or written by hand; what of it a hook may change; what became of it. */
import type { DraftFired, RecordedEvent } from '@belay/api'
import type { Json, JsonObject, Outcome, PointId, SessionId, Verdict } from '@belay/trace'
import { isObject } from '../../lib/view/diff'
import { sampleText } from './sample-events'

export type Chosen =
  | { readonly kind: 'recorded'; readonly key: string }
  | { readonly kind: 'written'; readonly text: string }

export interface EventToFire {
  readonly event: JsonObject
  /** Whose history it is fired on. */
  readonly session: SessionId | null
}

export function keyOf({ session, about, at, subject }: RecordedEvent): string {
  return `${session} ${about} ${at} ${subject}`
}

/** The latest on record that the hook is asked about; where there is none, one that is written. Null while the record is read. */
export function firstOf(
  recorded: readonly RecordedEvent[] | undefined,
  point: PointId,
  matcher: string | null,
): Chosen | null {
  if (recorded === undefined) return null
  const first = recorded.find(({ matched }) => matched !== false)
  return first === undefined
    ? { kind: 'written', text: sampleText(point, matcher) }
    : { kind: 'recorded', key: keyOf(first) }
}

/** Null where nothing is chosen, or what is written is no event; then `problem` says so. */
export function eventOf(
  chosen: Chosen | null,
  recorded: readonly RecordedEvent[],
): { readonly fire: EventToFire | null; readonly problem: string | null } {
  if (chosen === null) return { fire: null, problem: null }
  if (chosen.kind === 'written') return writtenEvent(chosen.text)
  const found = recorded.find((event) => keyOf(event) === chosen.key)
  return { fire: found === undefined ? null : { event: found.event, session: found.session }, problem: null }
}

function writtenEvent(text: string): ReturnType<typeof eventOf> {
  try {
    const event: Json = JSON.parse(text)
    if (isObject(event)) return { fire: { event, session: null }, problem: null }
    return { fire: null, problem: 'An event is an object: { … }.' }
  } catch (error) {
    return { fire: null, problem: `This is not JSON: ${error instanceof Error ? error.message : String(error)}` }
  }
}

/** Every word is somewhere in what it was about, its session or what was decided. */
export function findEvents(events: readonly RecordedEvent[], search: string): readonly RecordedEvent[] {
  const words = search.toLowerCase().split(/\s+/)
  return events.filter(({ subject, title, decision, turnNumber }) => {
    const text = `${subject} ${title} ${decision ?? ''} turn ${turnNumber ?? ''}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** What a hook may put something else in the place of; null where a point has nothing of the kind. */
export function subjectOf(point: PointId, event: JsonObject): Json {
  switch (point) {
    case 'guard.onInput':
      return event.msg ?? null
    case 'guard.onOutput':
      return event.ans ?? null
    case 'memory.summarize':
      return event.prompt ?? null
    case 'agent.start':
      return event.prompt ?? null
    case 'tools.before':
      return event.call ?? null
    case 'tools.after':
      return isObject(event.result) ? (event.result.content ?? null) : null
    case 'model.choose':
      return isObject(event.t) ? { provider: event.t.provider ?? null, model: event.t.model ?? null } : null
    case 'context.build':
      return isObject(event.t) && event.t.system !== undefined ? { system: event.t.system } : {}
    case 'session.start':
    case 'memory.keep':
    case 'errors.on':
    case 'stop.done':
    case 'agent.stop':
    case 'session.end':
      return null
  }
}

export interface Changed {
  readonly before: Json
  readonly after: Json
}

/** What the outcome changed of the subject, or null. */
export function changeOf(event: JsonObject, { point, value, decision }: Outcome): Changed | null {
  const before = subjectOf(point, event)
  if (value === null || before === null || decision === 'block') return null
  if (point === 'model.choose' && typeof value === 'string') return { before: modelOf(before), after: value }
  // A patch says the keys that it changes; the rest is as it was.
  if (isObject(before) && isObject(value)) return { before, after: { ...before, ...value } }
  return JSON.stringify(before) === JSON.stringify(value) ? null : { before, after: value }
}

function modelOf(before: Json): Json {
  return isObject(before) ? (before.model ?? null) : before
}

/** The one hook that was fired. */
export function verdictOf(fired: DraftFired): Verdict | null {
  return fired.ok ? (fired.outcome.verdicts[0] ?? null) : null
}

/** The line of the hook's own file in a message such as `Error: oh (mine.ts:7)`. */
export function lineIn(message: string): number | null {
  const line = /\(([^()\s]+):(\d{1,6})\)/.exec(message)?.[2]
  return line === undefined ? null : Number(line)
}
