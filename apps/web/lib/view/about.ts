/** What the chain of a span is about, and how far the record about it has grown. */
import { ATTR, type SessionState, type Span, type SpanId, spanId } from '@belay/trace'

/** A hook's is what it was asked about; a model call's is its step, unless hooks were asked about the call itself. */
export function aboutOf(state: SessionState, span: Span): Span {
  if (span.kind === 'hook') return found(state, span.attributes[ATTR.hookAbout] ?? span.parent) ?? span
  if (span.kind !== 'model' || state.verdictsAbout.has(span.id)) return span
  return found(state, span.parent) ?? span
}

function found(state: SessionState, id: unknown): Span | undefined {
  return typeof id === 'string' ? state.spans.get(spanId(id)) : undefined
}

/** Changes whenever there is more to say about it: another verdict, an outcome, a question, its end, its result. */
export function grownTo(state: SessionState, id: SpanId): string {
  const span = state.spans.get(id)
  if (span === undefined) return 'gone'
  const ran = span.attributes[ATTR.toolStarted] === undefined ? '' : 'ran'
  const said = [state.verdictsAbout.get(id)?.length ?? 0, state.outcomesAbout.get(id)?.length ?? 0]
  return [...said, span.status, ran, questionsAbout(state, id), hasResult(state, span)].join(' ')
}

function questionsAbout(state: SessionState, id: SpanId): string {
  const about = [...state.questions.values()].filter(({ question }) => question.span === id)
  return about.map(({ answer }) => answer?.say ?? 'open').join(',')
}

function hasResult(state: SessionState, { attributes }: Span): boolean {
  const call = attributes[ATTR.toolCallId]
  return call !== undefined && state.rows.some((row) => row.kind === 'result' && row.call === call)
}

/** How many hooks' calls an answer tells of. */
export function hookCalls(points: readonly { readonly links: readonly { readonly span: SpanId | null }[] }[]): number {
  return points.reduce((sum, { links }) => sum + links.filter(({ span }) => span !== null).length, 0)
}

/** How many the record tells of: what is written down may be behind it for a moment. */
export function hookCallsOnRecord(state: SessionState, id: SpanId): number {
  return (state.verdictsAbout.get(id) ?? []).filter(({ span }) => span !== null).length
}
