/**
 * A turn as it happens. As JSON: every event a line, the turn's end the last. For people: the model's words on stdout, and
 * beside them on stderr a line for each call, each decision of hooks and each question.
 */
import type { CallId, EventOf, Json, Outcome, ResultRow, Span, SpanId, TraceEvent, Verdict } from '@belay/trace'
import type { Output } from '../output'
import { cut, duration, oneLine, safe } from './text'

export interface TurnPrinter {
  event(event: TraceEvent): void
  end(end: EventOf<'turn.ended'>): void
}

export function makeTurnPrinter({ out, json }: { readonly out: Output; readonly json: boolean }): TurnPrinter {
  return json ? jsonPrinter(out) : plainPrinter(out)
}

function jsonPrinter(out: Output): TurnPrinter {
  return {
    event: out.json,
    end: ({ status, code, reason, answer, session }) =>
      out.json({ type: 'turn', status, code, reason, answer, session }),
  }
}

/** What a person has seen so far. */
interface Seen {
  /** Text of the reply that streams now. */
  streamed: string
  /** The last reply that was printed whole. */
  reply: string
  readonly calls: Map<SpanId, Span>
  /** Calls whose refusal was said with the outcome that refused them. */
  readonly blocked: Set<CallId>
  /** Who rewrote a call that has no outcome yet, and what of each call ran in the place of what the model asked for. */
  readonly rewriters: Map<SpanId, readonly string[]>
  readonly rewritten: Map<SpanId, string>
}

function plainPrinter(out: Output): TurnPrinter {
  const seen: Seen = {
    streamed: '',
    reply: '',
    calls: new Map(),
    blocked: new Set(),
    rewriters: new Map(),
    rewritten: new Map(),
  }
  return {
    event: (event) => printEvent(out, seen, event),
    end: (end) => {
      if (end.answer !== null && end.answer !== '' && end.answer !== seen.reply) out.line(safe(end.answer))
      if (end.status !== 'completed' || end.code !== null) out.note(`belay: ${turnLine(end)}`)
    },
  }
}

function printEvent(out: Output, seen: Seen, event: TraceEvent): void {
  switch (event.type) {
    case 'delta':
      if (event.channel === 'text') stream(out, seen, event.text)
      return
    case 'delta.dropped':
      endLine(out, seen)
      seen.streamed = ''
      out.note('  (what the model said last was dropped, it is asked again)')
      return
    case 'row.committed':
      if (event.row.kind === 'reply') printReply(out, seen, event.row.text)
      if (event.row.kind === 'result') printResult(out, seen, event.row)
      return
    case 'span.started':
      if (event.span.kind === 'tool') seen.calls.set(event.span.id, event.span)
      return
    default:
      for (const line of linesOf(event, seen)) out.note(line)
  }
}

function stream(out: Output, seen: Seen, text: string): void {
  seen.streamed += text
  out.print(safe(text))
}

function endLine(out: Output, seen: Seen): void {
  if (seen.streamed !== '' && !seen.streamed.endsWith('\n')) out.print('\n')
}

function printReply(out: Output, seen: Seen, text: string): void {
  if (seen.streamed === '' && text !== '') out.line(safe(text))
  else endLine(out, seen)
  seen.streamed = ''
  seen.reply = text
}

// Enough to know what went wrong; the whole of it is in the trace.
const RESULT_COLUMNS = 160

/** Why a call came to nothing, where no outcome has said it. */
function printResult(out: Output, { blocked }: Seen, { call, content, isError }: ResultRow): void {
  if (isError && !blocked.has(call)) out.note(`  the model was told: ${cut(oneLine(content), RESULT_COLUMNS)}`)
}

/** What goes beside the model's words. */
function linesOf(event: TraceEvent, seen: Seen): readonly string[] {
  const { calls, blocked } = seen
  switch (event.type) {
    case 'span.ended': {
      const span = calls.get(event.id)
      return span === undefined ? [] : [callLine(span, event, seen.rewritten.get(event.id) ?? null)]
    }
    case 'outcome':
      if (event.outcome.decision === 'block' && event.about !== null) noteBlocked(calls.get(event.about), blocked)
      return [...rewriteLines(event, seen), ...outcomeLines(event.point, event.outcome)]
    case 'question.opened':
      return [`  question: ${oneLine(event.question.text)}`]
    case 'question.closed':
      return [`  answered: ${answerText(event.answer)}`]
    case 'notice':
      return [`  ${oneLine(event.text)}`]
    case 'verdict':
      noteRewriter(event, seen)
      return event.verdict.late ? lateLines(event.point, event.verdict) : []
    default:
      return []
  }
}

/** No outcome speaks of a hook that was not waited for. */
function lateLines(point: string, { hook, error, notes }: Verdict): readonly string[] {
  const failure = error === null ? [] : [`  ${point}: ${hook} failed: ${oneLine(error.message)}`]
  return [...failure, ...noteLines(notes.map((note) => `${hook}: ${note}`))]
}

function noteRewriter({ about, point, verdict }: EventOf<'verdict'>, { rewriters }: Seen): void {
  if (point !== 'tools.before' || about === null || !rewrites(verdict)) return
  rewriters.set(about, [...(rewriters.get(about) ?? []), verdict.hook])
}

/** A command may rewrite beside another decision: the call then stands in its value. */
function rewrites({ mode, decision, value, lost, late }: Verdict): boolean {
  if (mode !== 'enforce' || lost || late) return false
  return decision === 'rewrite' || ((decision === 'allow' || decision === 'ask') && callIn(value) !== null)
}

/** `run ls -la`: a call as it stands after its hooks; null where the value is none. */
function callIn(value: Json): { readonly name: string; readonly text: string } | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const { name, args, rewrite }: { readonly [key: string]: Json } = Object.fromEntries(Object.entries(value))
  if (rewrite !== undefined) return callIn(rewrite)
  if (typeof name !== 'string' || args === undefined) return null
  const command = typeof args === 'object' && args !== null && 'command' in args ? args.command : undefined
  return { name, text: `${name} ${oneLine(typeof command === 'string' ? command : JSON.stringify(args))}` }
}

/** What runs in the place of what the model asked for, whatever else was decided. */
function rewriteLines({ point, about, outcome }: EventOf<'outcome'>, seen: Seen): readonly string[] {
  if (point !== 'tools.before' || about === null) return []
  const by = seen.rewriters.get(about) ?? []
  seen.rewriters.delete(about)
  const call = outcome.decision === 'block' ? null : callIn(outcome.value)
  if (call === null) return []
  const who = by.length > 0 ? by.join(', ') : (outcome.by ?? 'a hook')
  seen.rewritten.set(about, cut(call.text, RESULT_COLUMNS))
  return [`  tools.before: rewritten by ${who}: ${cut(call.text, RESULT_COLUMNS)}`]
}

function noteBlocked(span: Span | undefined, blocked: Set<CallId>): void {
  const id = span?.attributes['gen_ai.tool.call.id']
  if (typeof id === 'string') blocked.add(id as CallId)
}

function callLine(span: Span, { end, status, attributes }: EventOf<'span.ended'>, rewritten: string | null): string {
  const all = { ...span.attributes, ...attributes }
  const subject = all['belay.tool.subject']
  const exit = all['belay.tool.exit_code']
  const about = typeof subject === 'string' && subject !== '' ? ` ${oneLine(subject)}` : ''
  const left = typeof exit === 'number' && exit !== 0 ? `, exit ${exit}` : ''
  return `· ${rewritten === null ? `${span.name}${about}` : `${rewritten} (rewritten)`}: ${status.replace('_', ' ')}${left}, ${duration(end - span.start)}`
}

export function outcomeLines(point: string, outcome: Omit<Outcome, 'verdicts'>): readonly string[] {
  const { decision, by, reason, notes, halt, haltBy, wouldBe } = outcome
  const why = reason === null ? '' : `: ${oneLine(reason)}`
  return [
    // Of a call it was said with what it became.
    ...(decision === 'pass' || (decision === 'rewrite' && point === 'tools.before')
      ? []
      : [`  ${point}: ${decision}${by === null ? '' : ` by ${by}`}${why}`]),
    ...(halt === null ? [] : [`  ${point}: halt by ${haltBy ?? 'a hook'}: ${oneLine(halt)}`]),
    ...(wouldBe === null || wouldBe === decision ? [] : [`  ${point}: in shadow, would be ${wouldBe}`]),
    ...noteLines(notes),
  ]
}

/** Enough to see what they are; the trace has them all. */
const MOST_NOTES = 20

function noteLines(notes: readonly string[]): readonly string[] {
  const left = notes.length - MOST_NOTES
  const shown = notes.slice(0, MOST_NOTES).map((note) => `  note: ${cut(oneLine(note), NOTE_COLUMNS)}`)
  return left > 0 ? [...shown, `  … and ${left} more notes`] : shown
}

// Ten lines of a wide terminal.
const NOTE_COLUMNS = 2_000

export function answerText(answer: EventOf<'question.closed'>['answer']): string {
  switch (answer.say) {
    case 'allow':
      return `allowed ${answer.scope === 'session' ? 'for this session' : 'once'}${answer.args === null ? '' : ', with other arguments'}`
    case 'deny':
      return answer.reason === null ? 'denied' : `denied: ${oneLine(answer.reason)}`
    case 'closed':
      return `closed: ${oneLine(answer.reason)}`
  }
}

export function turnLine({ status, code, reason }: EventOf<'turn.ended'>): string {
  return `the turn ended as ${status}${code === null ? '' : ` (${code})`}${reason === null ? '' : `: ${oneLine(reason)}`}`
}
