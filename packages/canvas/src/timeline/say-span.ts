/** Spans in words: what stands on a bar, what a tooltip says, what a screen reader reads. */
import { ATTR, type Span, type SpanStatus } from '@belay/trace'
import { formatDuration } from '../duration'
import { type MarkSign, sayMark } from '../mark'
import type { Group } from './lanes'

function attribute(span: Span, name: string): string | null {
  const value = span.attributes[name]
  return value === undefined || value === null || value === '' ? null : String(value)
}

export function labelOf(span: Span): string {
  switch (span.kind) {
    case 'turn':
      return withPrefix('turn', attribute(span, ATTR.turnNumber), span.name)
    case 'step':
      return stepLabel(span)
    case 'model':
      return modelLabel(span)
    case 'tool':
    case 'inner': {
      const subject = attribute(span, ATTR.toolSubject)
      return subject === null ? span.name : `${span.name} ${subject}`
    }
    case 'compaction':
      return compactionLabel(span)
    case 'hook':
      return span.name
  }
}

function withPrefix(word: string, number: string | null, rest: string): string {
  if (number === null) return rest === '' ? word : rest
  return rest === '' || rest === number ? `${word} ${number}` : `${word} ${number} · ${rest}`
}

function stepLabel(span: Span): string {
  const number = attribute(span, ATTR.step) ?? span.name
  const label = /^\d+$/.test(number) ? `step ${number}` : number
  return span.end === null ? `${label} · live` : label
}

function modelLabel(span: Span): string {
  const tokens = span.attributes[ATTR.outputTokens]
  return typeof tokens === 'number' ? `${span.name} · ${tokens.toLocaleString('en')} tok` : span.name
}

/** `compaction · 12 rows, 48,200 → 9,100 tok`. */
function compactionLabel({ name, attributes }: Span): string {
  const { [ATTR.rowsFolded]: rows, [ATTR.tokensBefore]: before, [ATTR.tokensAfter]: after } = attributes
  const count = (value: number) => value.toLocaleString('en')
  const parts = [
    ...(typeof rows === 'number' ? [`${count(rows)} rows`] : []),
    ...(typeof before === 'number' && typeof after === 'number' ? [`${count(before)} → ${count(after)} tok`] : []),
  ]
  return parts.length === 0 ? name : `${name} · ${parts.join(', ')}`
}

const STATUS: Readonly<Record<SpanStatus, string>> = {
  running: 'running',
  waiting: 'waiting for you',
  ok: 'done',
  error: 'failed',
  refused: 'refused',
  stopped: 'stopped',
  interrupted: 'interrupted',
  unknown: 'unknown outcome',
  not_run: 'not run',
}

export function statusOf(span: Span): string {
  return STATUS[span.status]
}

export interface SpanWords {
  readonly title: string
  /** A few words each: duration, status, verdict, point. */
  readonly facts: readonly string[]
  /** Why it failed, where it did. */
  readonly detail: string | null
}

/** `nowMs` in epoch milliseconds, for what still runs. */
export function describeSpan(span: Span, sign: MarkSign | null, nowMs: number): SpanWords {
  const length = formatDuration((span.end ?? Math.max(nowMs, span.start)) - span.start)
  const where =
    span.kind === 'hook' ? attribute(span, ATTR.point) : span.kind === 'model' ? attribute(span, ATTR.provider) : null
  const said = sign === null || sign.mark === 'pass' ? verdictOf(span) : sayMark(sign)
  const status = span.kind === 'hook' && span.status === 'ok' ? null : statusOf(span)
  const facts = [span.end === null ? `${length} so far` : length, status, said === status ? null : said, where]
  return {
    title: labelOf(span),
    facts: facts.filter((fact) => fact !== null),
    detail: attribute(span, ATTR.errorMessage),
  }
}

function verdictOf(span: Span): string | null {
  return span.kind === 'hook' && span.end !== null && span.status === 'ok' ? 'passed' : null
}

const KIND = {
  turn: '',
  step: '',
  model: 'model call ',
  tool: '',
  hook: 'hook ',
  compaction: '',
  inner: 'inner call ',
} as const

/** Label, status and duration in one sentence part. */
export function speakSpan(span: Span, sign: MarkSign | null, nowMs: number): string {
  const { title, facts, detail } = describeSpan(span, sign, nowMs)
  return [`${KIND[span.kind]}${title}`, ...facts, ...(detail === null ? [] : [detail])].join(', ')
}

export function describeGroup(group: Group, open: boolean): SpanWords {
  const deeper = group.hidden - group.members.length
  const facts = [
    open ? 'shown below' : `${group.hidden.toLocaleString('en')} hidden`,
    ...(deeper > 0 && !open ? [`${deeper.toLocaleString('en')} of them inside the calls`] : []),
    ...(Number.isFinite(group.end) ? [formatDuration(group.end - group.start)] : ['running']),
  ]
  return { title: group.label, facts, detail: open ? null : 'Click to show them all' }
}
