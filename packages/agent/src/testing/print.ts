/** A whole turn as text, a line for each thing that happened. */
import { foldAll, type SessionState, type SpanId, sessionId, type TraceEventBody } from '@belay/trace'

export function printTurn(events: readonly TraceEventBody[]): string {
  const state = foldAll(events.map((event, index) => ({ ...event, session: sessionId('s'), seq: index + 1, at: 0 })))
  return events.flatMap((event) => lineOf(event, state)).join('\n')
}

function lineOf(event: TraceEventBody, state: SessionState): readonly string[] {
  switch (event.type) {
    case 'turn.started':
      return [`turn ${event.number} of ${event.provider}/${event.model}`]
    case 'turn.status':
      return [`turn is ${event.status}`]
    case 'turn.ended':
      return [
        `turn ended ${[event.status, event.code, event.reason].filter((part) => part !== null).join(', ')}: ${event.answer}`,
      ]
    case 'span.started':
      return [`${indent(event.span.parent, state)}┌ ${event.span.kind} ${event.span.name}`]
    case 'span.ended':
      return [
        `${indent(state.spans.get(event.id)?.parent ?? null, state)}└ ${state.spans.get(event.id)?.name} ${event.status}`,
      ]
    case 'row.committed':
      return [`  row ${event.row.id} ${rowText(event.row)}`]
    case 'verdict':
      return [`${indent(event.about, state)}  ${event.verdict.hook} at ${event.point}: ${event.verdict.decision}`]
    case 'outcome':
      return [`${indent(event.about, state)}  ${event.point} → ${event.outcome.decision}`]
    case 'delta':
      return [`  … ${event.text}`]
    case 'question.opened':
      return [
        `  ? ${event.question.text} (${event.question.call.name} ${JSON.stringify(event.question.call.args)}; behind it: ${event.question.behind.join(', ') || 'nothing'})`,
      ]
    case 'question.closed':
      return [`  ! ${event.answer.say}`]
    case 'notice':
      return [`  notice: ${event.text}`]
    case 'input.queued':
      return [`  waits for the next input: ${event.input.text} (${event.input.origin} ${event.input.from})`]
    case 'delta.dropped':
      return ['  … dropped']
    default:
      return []
  }
}

function rowText(row: Extract<TraceEventBody, { type: 'row.committed' }>['row']): string {
  const replaces = row.replaces === null ? '' : `(for row ${row.replaces}) `
  switch (row.kind) {
    case 'input':
      return `${replaces}input of ${row.from ?? row.origin}: ${row.text}`
    case 'reply':
      return `${replaces}reply (${row.end}): ${row.text}${row.calls.map((call) => ` [${call.name} ${call.raw}]`).join('')}`
    case 'result':
      return `${replaces}result of ${row.name}${row.isError ? ' (error)' : ''}: ${row.content}`
  }
}

function indent(parent: SpanId | null, state: SessionState): string {
  let depth = 0
  for (let at = parent; at !== null; at = state.spans.get(at)?.parent ?? null) depth += 1
  return '  '.repeat(depth + 1)
}
