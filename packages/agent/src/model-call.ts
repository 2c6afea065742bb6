/**
 * The model call of a step: attempts until there is a reply or the turn ends. Each attempt is a span of its own; what
 * a failed one streamed is dropped, so that nothing partial is ever kept as an answer.
 */
import { ATTR, type SpanId, type SpanStatus } from '@belay/trace'
import { ABORTED } from './abort'
import { ModelError, type ModelRequest } from './model'
import type { TurnEnd } from './ports'
import { repairFailure } from './repair'
import { type Draft, emptyDraft } from './reply'
import { endModelSpan, keepRequest, readStream, startModelSpan } from './stream'
import { ending, endingOf, isStopped, type Turn } from './turn'

export type CallEnd =
  | { readonly end: 'reply'; readonly draft: Draft }
  | { readonly end: 'turn'; readonly ending: TurnEnd }

type Attempt =
  | { readonly end: 'reply'; readonly draft: Draft }
  | { readonly end: 'failed'; readonly error: ModelError; readonly span: SpanId }
  | { readonly end: 'stopped' }

/** `request` makes it from the view as it stands: a repair may have made that smaller. */
export async function callModel(turn: Turn, request: () => ModelRequest): Promise<CallEnd> {
  const tally = { asked: 0, repairs: 0, told: false }
  let edits = turn.view.edits().length
  let made = request()
  for (;;) {
    const attempt = await attemptCall(turn, { ...made, model: turn.model })
    if (attempt.end === 'reply') return attempt
    const end = attempt.end === 'failed' ? await repairFailure(turn, attempt, tally) : stopped(turn)
    if (end !== null) return { end: 'turn', ending: end }
    if (turn.view.edits().length === edits) continue
    edits = turn.view.edits().length
    made = request()
  }
}

function stopped(turn: Turn): TurnEnd {
  return endingOf(turn) ?? ending('stopped', null)
}

async function attemptCall(turn: Turn, request: ModelRequest): Promise<Attempt> {
  const { provider: name, model, stepSpan: parent } = turn
  const span = startModelSpan(turn, { parent, provider: name, model, purpose: null })
  keepRequest(turn, span, request)
  const draft = emptyDraft()
  try {
    const provider = turn.ports.providers.resolve(turn.provider, turn.model)
    if (provider === null) throw noSuchModel(turn)
    const ended = await readStream(turn, { provider, request, span, draft, signal: turn.setup.signal, purpose: null })
    if (ended === ABORTED) return abandon(turn, { span, draft, status: 'stopped' })
    endModelSpan(turn, { span, draft, status: 'ok', purpose: null })
    return { end: 'reply', draft }
  } catch (error) {
    if (isStopped(turn)) return abandon(turn, { span, draft, status: 'stopped' })
    return fail(turn, { span, draft, error: toModelError(error) })
  }
}

interface Dropped {
  readonly span: SpanId
  readonly draft: Draft
}

function abandon(turn: Turn, { span, draft, status }: Dropped & { readonly status: SpanStatus }): Attempt {
  dropPartial(turn, { span, draft })
  endModelSpan(turn, { span, draft, status, purpose: null })
  return { end: 'stopped' }
}

function fail(turn: Turn, { span, draft, error }: Dropped & { readonly error: ModelError }): Attempt {
  dropPartial(turn, { span, draft })
  const kind = error.facts.status === null ? 'no_status' : String(error.facts.status)
  const attributes = { [ATTR.error]: kind, [ATTR.errorMessage]: error.message }
  endModelSpan(turn, { span, draft, status: 'error', purpose: null, attributes })
  return { end: 'failed', error, span }
}

function dropPartial(turn: Turn, { span, draft }: Dropped): void {
  if (draft.text !== '' || draft.reasoning !== '') turn.ports.log.emit({ type: 'delta.dropped', span })
}

function noSuchModel(turn: Turn): ModelError {
  const facts = { status: 404, retryAfterMs: null }
  return new ModelError(`There is no model ${turn.provider}/${turn.model}. Choose another one for this session.`, facts)
}

export function toModelError(error: unknown): ModelError {
  if (error instanceof ModelError) return error
  return new ModelError(error instanceof Error ? error.message : String(error))
}
