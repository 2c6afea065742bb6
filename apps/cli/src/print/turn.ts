/**
 * A turn as it happens. As JSON: every event a line, the turn's end the last. For people: the model's words on stdout, and
 * beside them on stderr a line for each call, each decision of hooks and each question.
 */
import type { CallId, EventOf, Outcome, ResultRow, Span, SpanId, TraceEvent, Verdict } from '@belay/trace'
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
}

function plainPrinter(out: Output): TurnPrinter {
  const seen: Seen = { streamed: '', reply: '', calls: new Map(), blocked: new Set() }
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
function linesOf(event: TraceEvent, { calls, blocked }: Seen): readonly string[] {
  switch (event.type) {
    case 'span.ended': {
      const span = calls.get(event.id)
      return span === undefined ? [] : [callLine(span, event)]
    }
    case 'outcome':
      if (event.outcome.decision === 'block' && event.about !== null) noteBlocked(calls.get(event.about), blocked)
      return outcomeLines(event.point, event.outcome)
    case 'question.opened':
      return [`  question: ${oneLine(event.question.text)}`]
    case 'question.closed':
      return [`  answered: ${answerText(event.answer)}`]
    case 'notice':
      return [`  ${oneLine(event.text)}`]
    case 'verdict':
      return event.verdict.late ? lateLines(event.point, event.verdict) : []
    default:
      return []
  }
}

/** No outcome speaks of a hook that was not waited for. */
function lateLines(point: string, { hook, error, notes }: Verdict): readonly string[] {
  const failure = error === null ? [] : [`  ${point}: ${hook} failed: ${oneLine(error.message)}`]
  return [...failure, ...notes.map((note) => `  note: ${hook}: ${oneLine(note)}`)]
}

function noteBlocked(span: Span | undefined, blocked: Set<CallId>): void {
  const id = span?.attributes['gen_ai.tool.call.id']
  if (typeof id === 'string') blocked.add(id as CallId)
}

function callLine(span: Span, { end, status, attributes }: EventOf<'span.ended'>): string {
  const all = { ...span.attributes, ...attributes }
  const subject = all['belay.tool.subject']
  const exit = all['belay.tool.exit_code']
  const about = typeof subject === 'string' && subject !== '' ? ` ${oneLine(subject)}` : ''
  const left = typeof exit === 'number' && exit !== 0 ? `, exit ${exit}` : ''
  return `· ${span.name}${about}: ${status.replace('_', ' ')}${left}, ${duration(end - span.start)}`
}

export function outcomeLines(point: string, outcome: Omit<Outcome, 'verdicts'>): readonly string[] {
  const { decision, by, reason, notes, halt, haltBy, wouldBe } = outcome
  const why = reason === null ? '' : `: ${oneLine(reason)}`
  return [
    ...(decision === 'pass' ? [] : [`  ${point}: ${decision}${by === null ? '' : ` by ${by}`}${why}`]),
    ...(halt === null ? [] : [`  ${point}: halt by ${haltBy ?? 'a hook'}: ${oneLine(halt)}`]),
    ...(wouldBe === null || wouldBe === decision ? [] : [`  ${point}: in shadow, would be ${wouldBe}`]),
    ...notes.map((note) => `  note: ${oneLine(note)}`),
  ]
}

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
