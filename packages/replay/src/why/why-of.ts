/**
 * Why something came out as it did: one span of a session, and what its hooks, permission and the person made of it. Read off the
 * record alone, so it is the same a year later, also where the session is ruled by something else by now. What the record does
 * not hold is null, never guessed.
 */
import { isJsonObject } from '@belay/hooks'
import {
  ATTR,
  type Composition,
  callId,
  type Json,
  type PointId,
  type Span,
  type SpanId,
  spanId,
  type TranscriptRow,
} from '@belay/trace'
import type { ReadQuestion, RecordReader } from '../reading/record-reader'
import { askingsOf } from './askings'
import { hookLabels } from './labels'
import type { LinkParts } from './links'
import { permissionOf } from './permission'
import { chainOf, emptyChain } from './point-chain'
import { callSentence, otherSentence } from './summary'
import type { CallWhy, PointChain } from './types'

/** Null where the session has no such span. A hook's own is explained as what it was asked about. */
export function whyOf(reader: RecordReader, id: SpanId): CallWhy | null {
  const about = aboutOf(reader, id)
  if (about === null) return null
  return isCall(about) ? whyOfCall(reader, about) : whyOfOther(reader, about)
}

export function isCall({ kind }: Pick<Span, 'kind'>): boolean {
  return kind === 'tool' || kind === 'inner'
}

/** A model call's failures are asked about with its step. */
function aboutOf(reader: RecordReader, id: SpanId): Span | null {
  const span = reader.span(id)
  if (span === null) return null
  const told = span.attributes[ATTR.hookAbout]
  if (span.kind === 'hook' && typeof told === 'string') return reader.span(spanId(told)) ?? parentOf(reader, span)
  if (span.kind === 'hook') return parentOf(reader, span)
  const asked = span.kind !== 'model' || reader.verdictsAbout(span.id).length > 0
  return asked ? span : parentOf(reader, span)
}

function parentOf(reader: RecordReader, span: Span): Span {
  return (span.parent === null ? null : reader.span(span.parent)) ?? span
}

function partsOf(reader: RecordReader, about: Span): LinkParts {
  const composition = compositionOf(reader, about)
  return { composition, labels: hookLabels(composition), detail: reader.detail, original: null }
}

/** What ruled the turn, not what rules the session now. */
function compositionOf(reader: RecordReader, { turn }: Span): Composition | null {
  const ruled = turn === null ? null : reader.turn(turn)
  return ruled === null ? null : reader.composition(ruled.composition)
}

function whyOfOther(reader: RecordReader, about: Span): CallWhy {
  const parts = partsOf(reader, about)
  const points = askedAbout(reader, about).map((asking) => chainOf(asking, parts))
  const question = latestQuestion(reader, about)
  return {
    ...factsOf(reader, about),
    ...{ call: null, asked: null, ran: null, points, permission: null, question, told: null },
    context: contextOf(points),
    sentence: otherSentence(points),
  }
}

function askedAbout(reader: RecordReader, about: Span) {
  return askingsOf(reader.verdictsAbout(about.id), reader.outcomesAbout(about.id))
}

function whyOfCall(reader: RecordReader, about: Span): CallWhy {
  const detail = reader.detail(about.id)
  const asked: Json = detail.arguments === undefined ? null : { name: about.name, args: detail.arguments }
  const told = toldOf(reader, about)
  const parts = partsOf(reader, about)
  const points = callPoints(reader, about, {
    asked: { ...parts, original: asked },
    result: { ...parts, original: told },
  })
  const question = latestQuestion(reader, about)
  const before = points.find(({ point }) => point === 'tools.before') ?? null
  const permission = permissionOf({ about, before, question, told })
  const ran = about.attributes[ATTR.toolStarted] === undefined ? null : (detail.after ?? before?.final ?? asked)
  const id = about.attributes[ATTR.toolCallId]
  return {
    ...factsOf(reader, about),
    ...{ call: typeof id === 'string' ? callId(id) : null, asked, ran, points, permission, question, told },
    context: contextOf(points),
    sentence: callSentence({ about, points, permission, told }),
  }
}

/** Around a call both points are told of, also where nobody stands there. */
function callPoints(
  reader: RecordReader,
  about: Span,
  { asked, result }: { readonly asked: LinkParts; readonly result: LinkParts },
): readonly PointChain[] {
  const askings = askedAbout(reader, about)
  const at = (point: PointId, parts: LinkParts, time: number) => {
    const own = askings.filter((asking) => asking.point === point)
    return own.length > 0 ? own.map((asking) => chainOf(asking, parts)) : [emptyChain(point, time, parts)]
  }
  const others = askings.filter(({ point }) => point !== 'tools.before' && point !== 'tools.after')
  return [
    ...at('tools.before', asked, about.start),
    ...others.map((asking) => chainOf(asking, asked)),
    ...at('tools.after', result, about.end ?? about.start),
  ]
}

function factsOf(reader: RecordReader, about: Span) {
  const { turn, id: span, name, status, start, end } = about
  const subject = about.attributes[ATTR.toolSubject]
  return {
    ...{ turn, span, name, status, durationMs: end === null ? null : end - start },
    turnNumber: turn === null ? null : (reader.turn(turn)?.number ?? null),
    subject: typeof subject === 'string' ? subject : '',
  }
}

/** The last of them: an earlier one about the same call was closed when its process ended. */
function latestQuestion(reader: RecordReader, { id }: Span): ReadQuestion | null {
  return reader.questionsAbout(id).at(-1) ?? null
}

/** From the conversation, where the result stands to the letter; else what was kept of the call. */
function toldOf(reader: RecordReader, about: Span): string | null {
  const id = about.attributes[ATTR.toolCallId]
  const rows: readonly TranscriptRow[] =
    about.turn === null || typeof id !== 'string' ? [] : reader.rowsOfTurn(about.turn)
  const row = rows.findLast((one) => one.kind === 'result' && one.call === id)
  if (row?.kind === 'result') return row.content
  const { result } = reader.detail(about.id)
  if (result === undefined) return null
  return isJsonObject(result) || Array.isArray(result) ? JSON.stringify(result) : String(result)
}

/** What the model was given ahead of its next call; a block at `tools.after` is said to it, too. */
function contextOf(points: readonly PointChain[]): CallWhy['context'] {
  return points.flatMap(({ point, links, outcome }) => [
    ...links
      .filter(({ mode, verdict }) => mode === 'enforce' && !verdict.late)
      .flatMap(({ hook, verdict }) => verdict.context.map((text) => ({ hook, text }))),
    ...(point === 'tools.after' && outcome?.decision === 'block' && outcome.reason !== null
      ? [{ hook: outcome.by ?? 'a hook', text: outcome.reason }]
      : []),
  ])
}
