/**
 * A hook's raw answer becomes a parsed one here, once, by the rules of its point. Promises: any value at all is either
 * read or called malformed with a reason; nothing throws, and what is kept is JSON that the hook can no longer write to.
 */
import { DECISIONS, type Decision, type Json, type PointId } from '@belay/trace'
import { asJson, isJsonObject } from './as-json'
import { errorFrom } from './failure'
import { kindWithArticle } from './json-fault'
import { POINT_RULES, type PointRule } from './points-table'
import { readAnswerValue, readRewrite } from './read-value'

export interface Answered {
  readonly status: 'answered'
  readonly decision: Decision
  readonly value: Json
  readonly reason: string | null
  readonly context: readonly string[]
  readonly notes: readonly string[]
  readonly reminders: readonly string[]
  readonly halt: string | null
}

export interface Malformed {
  readonly status: 'malformed'
  /** What is wrong with it, as the end of a sentence that begins with the hook's name. */
  readonly message: string
}

export type ParsedAnswer = Answered | Malformed | { readonly status: 'use_default' }

/** Stands for an answer that could not be brought here: a function, a handle, whatever does not leave its worker. */
export class UnreadableAnswer {
  constructor(readonly message: string) {}
}

/** One part of an answer: its value, or why it cannot be read. */
export type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: string }

const NO_TEXTS: readonly string[] = []
const DEFERRED: ParsedAnswer = { status: 'use_default' }
const NOTHING_BESIDE = { reason: null, context: NO_TEXTS, notes: NO_TEXTS, reminders: NO_TEXTS, halt: null } as const

export function readAnswer(point: PointId, raw: unknown): ParsedAnswer {
  if (raw === undefined) return point === 'memory.keep' ? decided('handled', null) : DEFERRED
  try {
    return readGiven(point, raw)
  } catch (error) {
    // A getter or a proxy of the hook's own threw while it was read.
    return malformed(`answered with a value that cannot be read (${errorFrom(error).message})`)
  }
}

function readGiven(point: PointId, raw: unknown): ParsedAnswer {
  if (isWire(raw)) return readWire(point, raw)
  if (point === 'memory.keep') return decided('handled', null)
  if (raw instanceof UnreadableAnswer) return malformed(raw.message)
  if (raw === null) return readNull(point)
  if (typeof raw === 'string') return readText(point, raw)
  const { subject, plainText } = rule(point)
  if (typeof raw !== 'object') return malformed(`answered with ${kindWithArticle(raw)}`)
  if (subject === null || subject.kind === 'text') {
    return malformed(
      `answered with a bare ${Array.isArray(raw) ? 'list' : 'object'}${plainText ? ' where text is expected' : ''}`,
    )
  }
  const read = readRewrite(subject.kind, raw)
  return read.ok ? decided('rewrite', read.value) : malformed(read.message)
}

function readNull(point: PointId): ParsedAnswer {
  return takes(point, 'continue') ? decided('continue', null) : malformed('answered with null, which says nothing here')
}

function readText(point: PointId, text: string): ParsedAnswer {
  const { plainText, subject } = rule(point)
  if (plainText === null) return malformed('answered with text, which says nothing here')
  if (text.trim() === '') return malformed(plainText === 'answer' ? 'gave an empty answer' : 'gave an empty rewrite')
  if (plainText === 'answer') return decided('answer', text)
  const read = readRewrite(subject?.kind ?? 'text', text)
  return read.ok ? decided('rewrite', read.value) : malformed(read.message)
}

interface Wire {
  readonly [key: string]: unknown
  readonly decision: unknown
}

function isWire(raw: unknown): raw is Wire {
  return typeof raw === 'object' && raw !== null && Object.hasOwn(raw, 'decision')
}

function readWire(point: PointId, wire: Wire): ParsedAnswer {
  const { decision } = wire
  if (!isDecision(decision)) return malformed(`answered with the decision ${show(decision)}, which there is not`)
  if (decision !== 'pass' && !takes(point, decision)) return malformed(wrongPoint(point, decision))
  const beside = readBeside(wire)
  if (!beside.ok) return malformed(beside.message)
  if (decision === 'pass') return carriesNothing(beside.value) ? DEFERRED : answered('pass', null, beside.value)
  const value = readCarried(point, decision, wire.value)
  return value.ok ? answered(decision, value.value, beside.value) : malformed(value.message)
}

type Beside = Omit<Answered, 'status' | 'decision' | 'value'>

function readBeside(wire: Wire): Read<Beside> {
  const reason = optionalText(wire.reason)
  const halt = optionalText(wire.halt)
  const context = readTexts(wire.context)
  const notes = readTexts(wire.notes)
  const reminders = readTexts(wire.reminders ?? wire.reminder)
  if (reason === undefined) return unreadable('a reason that is not text')
  if (halt === undefined) return unreadable('a halt that is not text')
  if (context === null) return unreadable('context that is not text')
  if (notes === null) return unreadable('notes that are not text')
  if (reminders === null) return unreadable('a reminder that is not text')
  return { ok: true, value: { reason, context, notes, reminders, halt } }
}

function readCarried(point: PointId, decision: Decision, value: unknown): Read<Json> {
  if (decision !== 'rewrite') return readAnswerValue(decision, value, rule(point).plainText === 'answer')
  return readRewrite(rule(point).subject?.kind ?? 'text', value)
}

function optionalText(value: unknown): string | null | undefined {
  if (value === undefined || value === null) return null
  return typeof value === 'string' ? value : undefined
}

/** One text, several, or none; blank ones say nothing. */
function readTexts(value: unknown): readonly string[] | null {
  if (value === undefined || value === null) return NO_TEXTS
  const list = typeof value === 'string' ? [value] : asJson(value)
  if (!Array.isArray(list)) return null
  if (list.length === 0) return NO_TEXTS
  const texts = list.filter((text) => typeof text === 'string')
  return texts.length === list.length ? texts.filter((text) => text.trim() !== '') : null
}

function carriesNothing({ context, notes, reminders, halt }: Beside): boolean {
  return context.length === 0 && notes.length === 0 && reminders.length === 0 && halt === null
}

function decided(decision: Decision, value: Json): Answered {
  return answered(decision, value, NOTHING_BESIDE)
}

function answered(decision: Decision, value: Json, beside: Beside): Answered {
  const { reason, context, notes, reminders, halt } = beside
  return { status: 'answered', decision, value, reason, context, notes, reminders, halt }
}

function malformed(message: string): Malformed {
  return { status: 'malformed', message }
}

function unreadable(what: string): { readonly ok: false; readonly message: string } {
  return { ok: false, message: `answered with ${what}` }
}

function wrongPoint(point: PointId, decision: Decision): string {
  const { decisions } = rule(point)
  const says = decisions.length === 0 ? 'which decides nothing' : `which takes ${decisions.join(', ')}`
  return `answered with ${decision} at ${point}, ${says}`
}

function takes(point: PointId, decision: Decision): boolean {
  return rule(point).decisions.includes(decision)
}

function rule(point: PointId): Pick<PointRule<PointId>, 'decisions' | 'plainText'> & {
  readonly subject: { readonly kind: 'text' | 'call' | 'request' | 'model' } | null
} {
  return POINT_RULES[point]
}

function isDecision(value: unknown): value is Decision {
  return DECISIONS.some((decision) => decision === value)
}

/** A foreign value in a message: short, on one line. */
function show(value: unknown): string {
  const json = asJson(value)
  return isJsonObject(json) || json === undefined ? kindWithArticle(value) : JSON.stringify(json).slice(0, 60)
}
