/**
 * Takes secrets out of what is stored beside the transcript: the values of known key variables, the home's token, what looks like a
 * token, and what is given to a name of secrets. Promises: nothing is cut before it is masked, so that no part of a secret is
 * left. It must never change the shape of a value, only strings within it.
 */
import {
  findPrivateKeys,
  isPlaceholder,
  isSecretName,
  redactAssignments,
  secretValues,
  TOKEN_SHAPES,
} from '@belay/host'
import {
  type Answer,
  ATTR,
  type Attributes,
  type CommandFacts,
  type Json,
  type Outcome,
  type TraceEvent,
  type Verdict,
} from '@belay/trace'
import { maskCuts } from './mask-cuts'

export type Mask = (text: string) => string

/** What a hook hides from the model is hidden on record, and the other way round: one list of looks. */
const PATTERNS = [
  ...TOKEN_SHAPES.map(({ pattern }) => pattern),
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?-----END [A-Z ]*PRIVATE KEY-----/,
]

/** `known` are secrets beside the environment's, by the name that stands in their place. */
export function createMask(
  environment: NodeJS.ProcessEnv,
  token: string,
  known: ReadonlyMap<string, string> = new Map(),
): Mask {
  const named = new Map([...secretValues(environment), ...known])
  named.set(token, 'BELAY_TOKEN')
  const values = [...named.keys()].sort((a, b) => b.length - a.length).map(escapeRegExp)
  const pattern = new RegExp([...values, ...PATTERNS.map((p) => p.source)].join('|'), 'g')
  return (text) => {
    const known = text.replace(pattern, (found) => masked(named.get(found)))
    const whole = maskCuts(known, named.keys(), (value) => masked(value === undefined ? undefined : named.get(value)))
    return maskAssignments(withoutCutKeys(whole))
  }
}

function masked(name?: string): string {
  return name === undefined ? '[masked]' : `[masked ${name}]`
}

/** Looked for first: most texts speak of no secret, and the forms take longer. */
const SPEAKS_OF_SECRETS = /passw|pass_?phrase|secret|token|key|credential|authorization|bearer|:\/\//i

function maskAssignments(text: string): string {
  return SPEAKS_OF_SECRETS.test(text) ? redactAssignments(text, () => masked()) : text
}

/** A tool's result may end in the middle of one. */
function withoutCutKeys(text: string): string {
  if (!text.includes('-----BEGIN ')) return text
  return findPrivateKeys(text).reduceRight(
    (left, { from, to }) => left.slice(0, from) + masked() + left.slice(to),
    text,
  )
}

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}

/** What is given to a name of secrets goes whatever it looks like. */
export function maskJson(mask: Mask, value: Json): Json {
  if (typeof value === 'string') return mask(value)
  if (Array.isArray(value)) return value.map((item) => maskJson(mask, item))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, maskMember(mask, key, item)]))
}

function maskMember(mask: Mask, key: string, item: Json): Json {
  if (typeof item !== 'string' || !isSecretName(key)) return maskJson(mask, item)
  const text = mask(item)
  return isPlaceholder(text) || text.startsWith('[masked') ? text : masked(key)
}

/** Names and subjects are for lists: the whole text is in the row, or in the span's details. */
const NAME_CHARS = 300

/** Masked as a whole first. Cut between characters, so that no half of one is left. */
function maskName(mask: Mask, text: string): string {
  const name = mask(text)
  return name.length <= NAME_CHARS ? name : `${name.slice(0, NAME_CHARS).replace(/[\uD800-\uDBFF]$/, '')}…`
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
      return {
        ...event,
        span: { ...span, name: maskName(mask, span.name), attributes: maskAttributes(mask, span.attributes) },
      }
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
    case 'history.edited':
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
  const masked = { ...verdict, ...maskWords(mask, verdict), value: maskJson(mask, verdict.value), error: told }
  return verdict.command === undefined ? masked : { ...masked, command: maskCommand(mask, verdict.command) }
}

/** Of what a command printed the record keeps the beginning: all of it is in the span's details. */
const PRINTED_CHARS = 4_000

function maskCommand(mask: Mask, command: CommandFacts): CommandFacts {
  const { line, places, stdout, stderr } = command
  const printed = (text: string) => maskBeginning(mask, text)
  return { ...command, line: mask(line), places: places.map(mask), stdout: printed(stdout), stderr: printed(stderr) }
}

/** Twice as much is masked as is kept, so that no secret ends at the cut before it was seen. */
function maskBeginning(mask: Mask, text: string): string {
  const begun = mask(text.slice(0, 2 * PRINTED_CHARS))
  if (text.length <= PRINTED_CHARS) return begun
  const kept = begun.slice(0, PRINTED_CHARS).replace(/[\uD800-\uDBFF]$/, '')
  return `${kept}\n[cut: ${text.length} characters in all]`
}

function maskOutcome(mask: Mask, outcome: Omit<Outcome, 'verdicts'>): Omit<Outcome, 'verdicts'> {
  const values = { value: maskJson(mask, outcome.value), carried: maskJson(mask, outcome.carried) }
  return { ...outcome, ...maskWords(mask, outcome), ...values }
}

function maskAttributes(mask: Mask, attributes: Attributes): Attributes {
  const masked = Object.entries(attributes).map(([key, value]) => [
    key,
    typeof value === 'string' ? (key === ATTR.toolSubject ? maskName(mask, value) : mask(value)) : value,
  ])
  return Object.fromEntries(masked)
}

export function maskText(mask: Mask, text: string | null): string | null {
  return text === null ? null : mask(text)
}
