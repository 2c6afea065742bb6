/**
 * How much of what a hook says beside its decision is taken in: the record, the outcome and the conversation hold each text once more.
 * Promises: what is cut is marked, never ends within a character, and is told in a note.
 */
import type { Answered } from './read-answer'

/** As much as a value of `t.store`; far more than a model is helped by. */
const MOST_UNITS = 262_144
/** Of one kind together. */
const MOST_UNITS_IN_ALL = 1_048_576
const MOST_TEXTS = 1_000

const OF = { context: 'its context was', notes: 'its notes were', reminders: 'its reminders were' } as const
const KINDS = ['context', 'notes', 'reminders'] as const

/** The answer itself where all of it is within bounds. */
export function boundTexts(answer: Answered): Answered {
  const long = KINDS.filter((kind) => !fits(answer[kind]))
  const [reason, halt] = [cutOrNull(answer.reason), cutOrNull(answer.halt)]
  if (long.length === 0 && reason === answer.reason && halt === answer.halt) return answer
  const parts = long.map((kind) => ({ kind, ...bounded(answer[kind]) }))
  const texts = Object.fromEntries(parts.map(({ kind, kept }) => [kind, kept]))
  const told = { ...answer, ...texts, reason, halt }
  return { ...told, notes: [...told.notes, ...parts.map(({ kind, left }) => `${OF[kind]} cut: ${left} left out`)] }
}

function fits(texts: readonly string[]): boolean {
  if (texts.length > MOST_TEXTS) return false
  let units = 0
  for (const text of texts) {
    if (text.length > MOST_UNITS) return false
    units += text.length
  }
  return units <= MOST_UNITS_IN_ALL
}

function bounded(texts: readonly string[]): { readonly kept: readonly string[]; readonly left: string } {
  const kept: string[] = []
  let room = MOST_UNITS_IN_ALL
  let characters = 0
  for (const text of texts.slice(0, MOST_TEXTS)) {
    const part = cut(text, Math.min(MOST_UNITS, room))
    if (part === null) break
    kept.push(part.text)
    room -= part.kept
    characters += text.length - part.kept
  }
  const whole = texts.length - kept.length
  const left = [
    ...(characters === 0 ? [] : [`${characters} characters`]),
    ...(whole === 0 ? [] : [`${whole} ${whole === 1 ? 'text' : 'texts'}`]),
  ]
  return { kept, left: left.join(' and ') }
}

function cutOrNull(text: string | null): string | null {
  return text === null ? null : (cut(text, MOST_UNITS)?.text ?? text)
}

/** Null where there is no room at all. */
function cut(text: string, most: number): { readonly text: string; readonly kept: number } | null {
  if (text.length <= most) return { text, kept: text.length }
  if (most <= 0) return null
  const within = /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(most - 1, most + 1))
  const kept = within ? most - 1 : most
  return { text: `${text.slice(0, kept)}\n[${text.length - kept} more characters were left out]`, kept }
}
