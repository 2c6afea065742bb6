/**
 * Takes secrets out of what is stored beside the transcript: the values of known key variables, the home's token, and
 * what looks like a token. It must never change the shape of a value, only strings within it.
 */
import { secretValues, TOKEN_SHAPES } from '@belay/host'
import type { Answer, Attributes, Json, Outcome, TraceEvent, Verdict } from '@belay/trace'

export type Mask = (text: string) => string

/** What a hook hides from the model is hidden on record, and the other way round: one list of looks. */
const PATTERNS = [
  ...TOKEN_SHAPES.map(({ pattern }) => pattern),
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?-----END [A-Z ]*PRIVATE KEY-----/,
]

export function createMask(environment: NodeJS.ProcessEnv, token: string): Mask {
  const named = new Map(secretValues(environment))
  named.set(token, 'BELAY_TOKEN')
  const values = [...named.keys()].sort((a, b) => b.length - a.length).map(escapeRegExp)
  const pattern = new RegExp([...values, ...PATTERNS.map((p) => p.source)].join('|'), 'g')
  return (text) => text.replace(pattern, (found) => `[masked${labelOf(named.get(found))}]`)
}

function labelOf(name: string | undefined): string {
  return name === undefined ? '' : ` ${name}`
}

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}

export function maskJson(mask: Mask, value: Json): Json {
  if (typeof value === 'string') return mask(value)
  if (Array.isArray(value)) return value.map((item) => maskJson(mask, item))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, maskJson(mask, item)]))
}

/**
 * All that stands beside the conversation is masked. What the person and the model said stays as it is, and so does what the
 * loop goes on with: rows, queued inputs, arguments of calls, compositions. Exhaustive: a new event must say what it is.
 */
export function maskEvent(mask: Mask, event: TraceEvent): TraceEvent {
  switch (event.type) {
    case 'session.changed':
      return event.title === undefined ? event : { ...event, title: mask(event.title) }
    case 'composition.changed':
      return { ...event, change: mask(event.change), ...(event.name === undefined ? {} : { name: mask(event.name) }) }
    case 'files.put_back':
      // Paths are what it goes on with: a put-back is taken back by them.
      return { ...event, files: event.files.map((file) => ({ ...file, reason: maskText(mask, file.reason) })) }
    case 'turn.ended':
      return { ...event, reason: maskText(mask, event.reason) }
    case 'span.started': {
      const { span } = event
      return { ...event, span: { ...span, name: mask(span.name), attributes: maskAttributes(mask, span.attributes) } }
    }
    case 'span.changed':
    case 'span.ended':
      return { ...event, attributes: maskAttributes(mask, event.attributes) }
    case 'verdict':
      return { ...event, verdict: maskVerdict(mask, event.verdict) }
    case 'outcome':
      return { ...event, outcome: maskOutcome(mask, event.outcome) }
    case 'question.opened':
      return { ...event, question: { ...event.question, text: mask(event.question.text) } }
    case 'question.closed':
      return { ...event, answer: maskAnswer(mask, event.answer) }
    case 'hook.fallback':
      return { ...event, error: mask(event.error) }
    case 'notice':
      return { ...event, text: mask(event.text) }
    case 'session.created':
      return { ...event, facts: { ...event.facts, title: mask(event.facts.title) } }
    case 'turn.started':
    case 'turn.status':
    case 'row.committed':
    case 'input.queued':
    case 'input.taken':
    case 'delta':
    case 'delta.dropped':
      return event
  }
}

function maskAnswer(mask: Mask, answer: Answer): Answer {
  switch (answer.say) {
    case 'allow':
      return answer
    case 'deny':
      return { ...answer, reason: maskText(mask, answer.reason) }
    case 'closed':
      return { ...answer, reason: mask(answer.reason) }
  }
}

type Words = Pick<Verdict, 'reason' | 'context' | 'notes' | 'reminders' | 'halt'>

function maskWords(mask: Mask, { reason, context, notes, reminders, halt }: Words): Words {
  return {
    reason: maskText(mask, reason),
    context: context.map(mask),
    notes: notes.map(mask),
    reminders: reminders.map(mask),
    halt: maskText(mask, halt),
  }
}

function maskVerdict(mask: Mask, verdict: Verdict): Verdict {
  const { error } = verdict
  const told = error === null ? null : { ...error, message: mask(error.message) }
  return { ...verdict, ...maskWords(mask, verdict), value: maskJson(mask, verdict.value), error: told }
}

function maskOutcome(mask: Mask, outcome: Omit<Outcome, 'verdicts'>): Omit<Outcome, 'verdicts'> {
  const values = { value: maskJson(mask, outcome.value), carried: maskJson(mask, outcome.carried) }
  return { ...outcome, ...maskWords(mask, outcome), ...values }
}

function maskAttributes(mask: Mask, attributes: Attributes): Attributes {
  const masked = Object.entries(attributes).map(([key, value]) => [
    key,
    typeof value === 'string' ? mask(value) : value,
  ])
  return Object.fromEntries(masked)
}

export function maskText(mask: Mask, text: string | null): string | null {
  return text === null ? null : mask(text)
}
