'use client'
import { formatDuration } from '@belay/canvas'
import { ATTR, type Span, type SpanDetail } from '@belay/trace'
import { formatCount, formatFull } from '../../lib/format'
import { costText } from '../../lib/view/turn-figures'
import { useOpenSession } from '../session/session-context'
import { CopyButton } from '../ui/copy-button'
import { type Fact, Facts, Section } from './panel'

const STATUS: Readonly<Record<Span['status'], string>> = {
  running: 'running',
  waiting: 'waiting for you',
  ok: 'ok',
  error: 'failed',
  refused: 'refused',
  stopped: 'stopped',
  interrupted: 'interrupted',
  unknown: 'unknown outcome',
  not_run: 'not run',
}

/** Times, tokens and attributes. Names stay the log's own, so that an export can be read beside it. */
export function SpanFacts({ span, detail }: { readonly span: Span; readonly detail: SpanDetail | null }) {
  const { state } = useOpenSession()
  const turn = span.turn === null ? undefined : state.turnById.get(span.turn)
  const copy = () =>
    JSON.stringify(
      { span, detail, verdicts: state.verdictsAbout.get(span.id), outcomes: state.outcomesAbout.get(span.id) },
      null,
      2,
    )
  return (
    <>
      <Section title="Times" aside={<CopyButton label="Copy the span as JSON" text={copy} />}>
        <Facts facts={timesOf(span, turn?.startedAt ?? null)} />
      </Section>
      {span.kind === 'model' ? (
        <Section title="Tokens">
          <Facts facts={tokensOf(span)} />
        </Section>
      ) : null}
      {span.kind === 'compaction' ? (
        <Section title="Context">
          <Facts facts={contextOf(span)} />
        </Section>
      ) : null}
      <Section title="Attributes">
        <Facts
          facts={Object.entries(span.attributes).map(([name, value]) => ({ name, value: String(value ?? '–') }))}
        />
      </Section>
    </>
  )
}

function timesOf(span: Span, turnStart: number | null): readonly Fact[] {
  return [
    { name: 'Status', value: STATUS[span.status] },
    { name: 'Duration', value: span.end === null ? 'running' : formatDuration(span.end - span.start) },
    ...(turnStart === null
      ? []
      : [{ name: 'Into the turn', value: formatDuration(Math.max(0, span.start - turnStart)) }]),
    { name: 'Started', value: formatFull(span.start) },
    ...(span.end === null ? [] : [{ name: 'Ended', value: formatFull(span.end) }]),
    { name: 'Span', value: span.id },
  ]
}

/** What requests held before and after. */
function contextOf({ attributes }: Span): readonly Fact[] {
  const estimated = attributes[ATTR.tokensEstimated] === true ? '≈ ' : ''
  const tokens = (name: string) => {
    const value = attributes[name]
    return typeof value === 'number' ? `${estimated}${formatCount(value)} tokens` : 'not said'
  }
  const rows = attributes[ATTR.rowsFolded]
  return [
    { name: 'Before', value: tokens(ATTR.tokensBefore) },
    { name: 'After', value: tokens(ATTR.tokensAfter) },
    ...(typeof rows === 'number' ? [{ name: 'Rows in the summary', value: formatCount(rows) }] : []),
  ]
}

function tokensOf(span: Span): readonly Fact[] {
  const count = (name: string) => {
    const value = span.attributes[name]
    return typeof value === 'number' ? formatCount(value) : 'not said'
  }
  const first = span.attributes[ATTR.firstTokenMs]
  const cost = span.attributes[ATTR.costUsd]
  return [
    { name: 'Input', value: count(ATTR.inputTokens) },
    { name: 'Cached', value: count(ATTR.cachedTokens) },
    { name: 'Output', value: count(ATTR.outputTokens) },
    ...(typeof cost === 'number' ? [{ name: 'Cost', value: costText(cost) }] : []),
    ...(typeof first === 'number' ? [{ name: 'To the first token', value: formatDuration(first) }] : []),
  ]
}
