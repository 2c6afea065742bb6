/**
 * A model call beside the conversation: a hook's own, or a summary's. One attempt, heard of by no hook and watched by
 * nobody; its request, its answer and what it used are on the record like any other's. Never rejects.
 */
import { ATTR, type Attributes, type SpanId } from '@belay/trace'
import { ABORTED } from './abort'
import type { ModelRequest, Provider } from './model'
import type { ModelName } from './ports'
import { type Draft, emptyDraft, endOf } from './reply'
import type { Stage } from './stage'
import { endModelSpan, keepRequest, type Purpose, readStream, startModelSpan } from './stream'
import { countUsage } from './tokens-of-stage'

export interface BesideCall extends ModelName {
  readonly parent: SpanId | null
  readonly purpose: Purpose
  readonly system: string
  readonly prompt: string
  readonly signal: AbortSignal
}

export type BesideAnswer =
  | { readonly ok: true; readonly draft: Draft }
  /** A part of a sentence. */
  | { readonly ok: false; readonly why: string }

export async function callBeside(stage: Stage, call: BesideCall): Promise<BesideAnswer> {
  const { provider: name, model, signal } = call
  const provider = stage.ports.providers.resolve(name, model)
  if (provider === null) return { ok: false, why: `there is no model ${name}/${model}` }
  const span = startModelSpan(stage, call)
  const draft = emptyDraft()
  const request = requestOf(call)
  keepRequest(stage, span, request)
  const why = await readWhole(stage, { ...call, provider, request, span, draft })
  const wasCut = why === null && endOf(draft) === 'cut'
  const failed = wasCut ? 'the answer was cut off' : why
  end(stage, { call, span, draft, failed })
  return failed === null ? { ok: true, draft } : { ok: false, why: signal.aborted ? whyAborted(signal) : failed }
}

function requestOf({ model, system, prompt }: BesideCall): ModelRequest {
  const messages = [{ role: 'user', text: prompt }] as const
  return { model, system, messages, tools: [], toolChoice: 'none', responseMode: null, generation: {} }
}

interface Reading {
  readonly provider: Provider
  readonly request: ModelRequest
  readonly span: SpanId
  readonly draft: Draft
  readonly signal: AbortSignal
  readonly purpose: Purpose
}

/** Null where the stream came to its end. */
async function readWhole(stage: Stage, reading: Reading): Promise<string | null> {
  try {
    return (await readStream(stage, reading)) === ABORTED ? whyAborted(reading.signal) : null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function whyAborted({ reason }: AbortSignal): string {
  if (reason instanceof Error) return reason.message
  return typeof reason === 'string' ? reason : 'it was stopped'
}

interface Ended {
  readonly call: BesideCall
  readonly span: SpanId
  readonly draft: Draft
  readonly failed: string | null
}

/** What failed and reported nothing used nothing that anybody knows of: it is not counted. */
function end(stage: Stage, { call, span, draft, failed }: Ended): void {
  const counts = failed === null || draft.usage.input !== null || draft.usage.output !== null
  if (counts) countUsage(stage, draft.usage)
  const attributes: Attributes = failed === null ? {} : { [ATTR.errorMessage]: failed }
  const status = failed === null ? 'ok' : call.signal.aborted ? 'stopped' : 'error'
  endModelSpan(stage, { span, draft, status, purpose: counts ? call.purpose : null, attributes })
}
