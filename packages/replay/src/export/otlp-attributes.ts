/** Attributes as OpenTelemetry takes them: no null, no number that the wire cannot hold, every text bounded. */
import {
  ATTR,
  type Attributes,
  type AttributeValue,
  type Json,
  type SessionId,
  type Span,
  type SpanDetail,
} from '@belay/trace'
import { cutText } from './cut-text'

export type OtlpValue = string | number | boolean | readonly string[]
export type OtlpAttributes = Readonly<Record<string, OtlpValue>>

/** Arguments and results are read up to here by people; a collector refuses a body that grows without bound. */
export const MOST_TEXT_CHARS = 32_768

export function otlpAttributes(attributes: Attributes): OtlpAttributes {
  const kept = Object.entries(attributes).flatMap(([key, value]) => {
    const sent = sendable(value)
    return sent === null ? [] : [[key, sent] as const]
  })
  return Object.fromEntries(kept)
}

/** A span's own, and what of it the log holds beside its attributes. */
export function spanAttributes(span: Span, session: SessionId): OtlpAttributes {
  const { kind, name, status, attributes } = span
  const own: Attributes = {
    'gen_ai.conversation.id': session,
    'belay.span.id': span.id,
    'belay.span.kind': kind,
    'belay.span.status': status,
    ...(kind === 'turn' ? { 'belay.turn.id': span.turn, 'belay.turn.prompt': name } : {}),
  }
  const { [ATTR.finishReason]: reason, ...others } = attributes
  const reasons: OtlpAttributes = typeof reason === 'string' ? { [ATTR.finishReason]: [reason] } : {}
  return { ...otlpAttributes({ ...own, ...others }), ...reasons }
}

/** The same span with what was kept beside the log of a tool call: its arguments, as asked and as they ran, and its result. */
export function withDetail<T extends { readonly attributes: OtlpAttributes }>(span: T, detail: SpanDetail): T {
  const { arguments: asked, after, result } = detail
  const ran = argumentsIn(after) ?? asked
  const attributes = {
    ...span.attributes,
    ...texts('gen_ai.tool.call.arguments', ran),
    ...(JSON.stringify(ran) === JSON.stringify(asked) ? {} : texts('belay.tool.arguments_asked', asked)),
    ...texts('gen_ai.tool.call.result', result),
  }
  return { ...span, attributes }
}

/** `after` is the call as it went on: its name and arguments. */
function argumentsIn(after: Json | undefined): Json | undefined {
  return typeof after === 'object' && after !== null && 'args' in after ? after.args : undefined
}

function texts(key: string, value: Json | undefined): OtlpAttributes {
  return value === undefined ? {} : { [key]: textOf(value) }
}

function textOf(value: Json): string {
  return cutText(typeof value === 'string' ? value : JSON.stringify(value), MOST_TEXT_CHARS)
}

/** A whole number that is no safe integer would be written in digits that no 64 bits hold. */
function sendable(value: AttributeValue): OtlpValue | null {
  if (typeof value === 'string') return cutText(value, MOST_TEXT_CHARS)
  if (typeof value !== 'number') return value
  if (!Number.isFinite(value)) return null
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? String(value) : value
}
