/** What a call is about, in one line, where its span does not say it (yet). */
import type { CallRecord, JsonObject, Question, SessionState } from '@belay/trace'
import { firstLine } from '../format'

/** Longer subjects are no list. */
const MOST = 60

export function subjectOfArgs(args: JsonObject | null): string {
  const first = Object.values(args ?? {}).find((value) => typeof value === 'string')
  return typeof first === 'string' ? firstLine(first, MOST) : ''
}

/** The calls that wait behind a question, by name and subject: `run npm test`. */
export function waitingBehind({ rows }: SessionState, { call, behind }: Question): readonly string[] {
  if (behind.length === 0) return []
  const calls = rows.findLast((row) => row.kind === 'reply' && row.calls.some(({ id }) => id === call.id))
  const later = calls?.kind === 'reply' ? after(calls.calls, call.id) : []
  const held = later.slice(later.length - behind.length)
  const fits = held.length === behind.length && held.every(({ name }, at) => name === behind[at])
  return fits ? held.map(({ name, args }) => `${name} ${subjectOfArgs(args)}`.trim()) : behind
}

function after(calls: readonly CallRecord[], id: string): readonly CallRecord[] {
  return calls.slice(calls.findIndex((call) => call.id === id) + 1)
}
