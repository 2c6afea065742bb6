/**
 * A session's log as text for other tools, read in pages and written as it is read. Promises: a session of any length takes the
 * memory of a page and of what is open in it; what leaves is masked as the store is, but for `jsonl`, which is the log itself;
 * a reader that stops ends the reading. A session that goes away meanwhile fails the export: a file is never quietly too short.
 */
import { createHash } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import type { Database } from '@belay/db'
import { type ChromeEvent, chromeTrace, type OtlpSpan, otlpSpans, withDetail } from '@belay/replay'
import type { SessionId, TraceEvent } from '@belay/trace'
import type { ExportFormat, SessionExporting } from '../contract/export'
import { VERSION } from '../home/package-folder'
import type { DetailKeeper } from '../log/details'
import type { Mask } from '../log/mask'
import type { Sessions } from '../sessions/sessions'
import { openOtlpWire } from './otlp-wire'

export interface ExportParts {
  readonly db: Pick<Database, 'eventsAfter' | 'spanDetail'>
  readonly details: Pick<DetailKeeper, 'flush'>
  readonly mask: Mask
  readonly sessions: Pick<Sessions, 'record'>
}

/** As the live log is read: some 0.2 MB at most sessions, in a few milliseconds. */
const PAGE = 500
/** Spans that are written before others have a turn: with the largest arguments and results 3 MB, mostly a hundredth of that. */
const MOST_SPANS = 50

type Pages = AsyncIterable<readonly TraceEvent[]>

export function sessionExporting(parts: ExportParts): SessionExporting {
  return { exportSession: (id, format) => exportText(parts, id, format) }
}

async function* exportText(parts: ExportParts, id: SessionId, format: ExportFormat): AsyncGenerator<string> {
  const pages = pagesOf(parts, id)
  switch (format) {
    case 'jsonl':
      yield* jsonLines(pages)
      return
    case 'chrome':
      yield* chromeText(id, masked(pages, parts.mask))
      return
    case 'otlp':
      yield* otlpText(parts, id, masked(pages, parts.mask))
  }
}

/** The log up to where it ends when its last page is read. Between pages everybody else has a turn. */
async function* pagesOf({ db, sessions }: ExportParts, id: SessionId): AsyncGenerator<readonly TraceEvent[]> {
  let last = 0
  for (;;) {
    sessions.record(id)
    const page = db.eventsAfter(id, last, PAGE)
    if (page.length > 0) yield page
    if (page.length < PAGE) return
    last = page.at(-1)?.seq ?? last
    await breathe()
  }
}

/** The conversation is stored as it was said. What of it goes to other tools is masked here. */
async function* masked(pages: Pages, mask: Mask): Pages {
  for await (const page of pages) yield page.map((event) => withoutSecrets(mask, event))
}

function withoutSecrets(mask: Mask, event: TraceEvent): TraceEvent {
  if (event.type !== 'row.committed' || event.row.kind !== 'input') return event
  return { ...event, row: { ...event.row, text: mask(event.row.text) } }
}

async function* jsonLines(pages: Pages): AsyncGenerator<string> {
  for await (const page of pages) yield page.map((event) => `${JSON.stringify(event)}\n`).join('')
}

async function* chromeText(id: SessionId, pages: Pages): AsyncGenerator<string> {
  const trace = chromeTrace(id)
  let before = '{"traceEvents":[\n'
  const write = (events: readonly ChromeEvent[]): string => {
    if (events.length === 0) return ''
    const text = before + events.map((event) => JSON.stringify(event)).join(',\n')
    before = ',\n'
    return text
  }
  for await (const page of pages) yield write(page.flatMap(trace.take))
  const about = JSON.stringify({ session: id, version: `belay ${VERSION}` })
  yield `${write(trace.rest())}\n],"displayTimeUnit":"ms","otherData":${about}}\n`
}

async function* otlpText(parts: ExportParts, id: SessionId, pages: Pages): AsyncGenerator<string> {
  const wire = await openOtlpWire(VERSION)
  const spans = otlpSpans(id, sha256)
  let before = wire.head
  const write = (batch: readonly (OtlpSpan | null)[]): string => {
    const whole = batch.flatMap((span) => (span === null ? [] : [detailed(parts, id, span)]))
    if (whole.length === 0) return ''
    const text = before + wire.resourceSpans(whole)
    before = ',\n'
    return text
  }
  for await (const page of pages) {
    parts.details.flush()
    const whole = page.map(spans.take).filter((span) => span !== null)
    for (let from = 0; from < whole.length; from += MOST_SPANS) {
      yield write(whole.slice(from, from + MOST_SPANS))
      await breathe()
    }
  }
  const last = write([spans.rest()])
  yield `${last === '' && before === wire.head ? wire.head : last}${wire.foot}\n`
}

/** Only tool calls: what a model was sent and what hooks were handed stays here. */
function detailed({ db }: ExportParts, id: SessionId, span: OtlpSpan): OtlpSpan {
  return span.kind === 'tool' || span.kind === 'inner' ? withDetail(span, db.spanDetail(id, span.span)) : span
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
