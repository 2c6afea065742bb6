/**
 * A model's stream gathered into one reply. Pure: events in, a reply out. Says which calls were complete when the
 * stream ended, and never reads arguments into something that was not sent.
 */
import type { CallId, CallRecord, JsonObject, NewRow, ReplyEnd, Usage } from '@belay/trace'
import { readArguments } from './arguments'
import type { ModelEvent } from './model'

export type NewReply = Extract<NewRow, { kind: 'reply' }>

export interface Draft {
  text: string
  reasoning: string
  readonly calls: Map<string, { name: string; raw: string; complete: boolean }>
  usage: Usage
  end: ReplyEnd | null
  kept: JsonObject | null
  /** US dollars; null where that is not known. */
  cost: number | null
}

export const UNKNOWN_USAGE: Usage = { input: null, cached: null, output: null }

export function emptyDraft(): Draft {
  return { text: '', reasoning: '', calls: new Map(), usage: UNKNOWN_USAGE, end: null, kept: null, cost: null }
}

export function addEvent(draft: Draft, event: ModelEvent): void {
  switch (event.type) {
    case 'text':
      draft.text += event.text
      return
    case 'reasoning':
      draft.reasoning += event.text
      return
    case 'call.started':
      draft.calls.set(event.key, { name: event.name, raw: '', complete: false })
      return
    case 'call.delta':
      addToCall(draft, event.key, event.text)
      return
    case 'call.ended':
      completeCall(draft, event.key)
      return
    case 'usage':
      draft.usage = joinUsage(draft.usage, event.usage)
      return
    case 'kept':
      draft.kept = event.kept
      return
    case 'finished':
      draft.end = event.end
      if (event.end !== 'length') for (const call of draft.calls.values()) call.complete = true
      return
  }
}

/** A stream that ended without `finished` was cut off. Blank text without calls is an empty answer. */
export function endOf(draft: Draft): ReplyEnd {
  if (draft.end === null) return 'cut'
  const nothing = draft.text.trim() === '' && draft.calls.size === 0
  return nothing && draft.end !== 'length' && draft.end !== 'refusal' ? 'empty' : draft.end
}

/** Calls with ids of our own: a server's may be empty, or repeat. */
export function callsOf(draft: Draft, nextId: () => CallId): readonly CallRecord[] {
  return [...draft.calls.values()].map(({ name, raw, complete }) => {
    const read = readArguments(raw)
    const whole = complete && (read.ok || !isTruncated(endOf(draft)))
    return { id: nextId(), name, raw, complete: whole, args: read.ok ? read.args : null }
  })
}

/** Whether none of the reply's calls may run: the stream broke off, or it ended at the output limit. */
export function isTruncated(end: ReplyEnd): boolean {
  return end === 'cut' || end === 'length'
}

function addToCall(draft: Draft, key: string, text: string): void {
  const call = draft.calls.get(key)
  if (call !== undefined) call.raw += text
}

function completeCall(draft: Draft, key: string): void {
  const call = draft.calls.get(key)
  if (call !== undefined) call.complete = true
}

function joinUsage(before: Usage, now: Usage): Usage {
  return {
    input: now.input ?? before.input,
    cached: now.cached ?? before.cached,
    output: now.output ?? before.output,
  }
}
