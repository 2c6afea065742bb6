/**
 * A stretch of time, over all lanes or some, and what it adds up to. Spans count where they touch it; their times are
 * those inside of it, and what happens side by side is counted once.
 */
import { ATTR, type SpanId, type SpanKind } from '@belay/trace'
import { formatDuration } from '../duration'
import { unionMs } from './hook-cost'
import { rowShowing, type TimelineLayout } from './layout'

export interface Area {
  /** Milliseconds after zero; `fromMs` is never after `toMs`. */
  readonly fromMs: number
  readonly toMs: number
  /** Pixels from the first row; null for all lanes. */
  readonly rows: { readonly top: number; readonly bottom: number } | null
}

export interface AreaKind {
  readonly kind: SpanKind
  readonly count: number
  readonly ms: number
}

export interface AreaSums {
  readonly fromMs: number
  readonly lengthMs: number
  readonly count: number
  /** Those of `count` that are hidden in closed groups. */
  readonly hidden: number
  /** In a fixed order, without those that are not there. */
  readonly kinds: readonly AreaKind[]
  readonly hookMs: number
  /** Of the model calls that it touches, whole; null where none of them told. */
  readonly tokens: { readonly input: number; readonly output: number } | null
}

/** From where one pressed to where one is. */
export function areaBetween(
  a: { readonly ms: number; readonly y: number },
  b: { readonly ms: number; readonly y: number },
  lanes: 'all' | 'some',
): Area {
  const rows = lanes === 'all' ? null : { top: Math.min(a.y, b.y), bottom: Math.max(a.y, b.y) }
  return { fromMs: Math.min(a.ms, b.ms), toMs: Math.max(a.ms, b.ms), rows }
}

/** The time of spans, whichever lanes they are in; null where there are none. */
export function areaOfSpans({ tree }: TimelineLayout, spans: readonly SpanId[], nowMs: number): Area | null {
  let [fromMs, toMs] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const id of spans) {
    const index = tree.indexOf.get(id)
    if (index === undefined) continue
    const start = tree.start[index] ?? 0
    fromMs = Math.min(fromMs, start)
    toMs = Math.max(toMs, Math.min(tree.end[index] ?? 0, Math.max(nowMs, start)))
  }
  return fromMs <= toMs ? { fromMs, toMs, rows: null } : null
}

/** The area grown so that it takes in another. */
export function joinAreas(a: Area, b: Area): Area {
  return { fromMs: Math.min(a.fromMs, b.fromMs), toMs: Math.max(a.toMs, b.toMs), rows: null }
}

const ORDER: readonly SpanKind[] = ['turn', 'step', 'model', 'tool', 'inner', 'hook', 'compaction']

export function sumArea(layout: TimelineLayout, area: Area, nowMs: number): AreaSums {
  const { tree } = layout
  const stretches: Partial<Record<SpanKind, { from: number; to: number }[]>> = {}
  let [count, hidden, told] = [0, 0, false]
  let [input, output] = [0, 0]
  for (const [index, { kind, attributes }] of tree.spans.entries()) {
    const from = tree.start[index] ?? 0
    const to = Math.min(tree.end[index] ?? 0, Math.max(nowMs, from))
    if (from > area.toMs || to < area.fromMs || !isInLanes(layout, area, index)) continue
    count += 1
    if ((layout.rowOf[index] ?? 0) < 0) hidden += 1
    const own = stretches[kind] ?? []
    stretches[kind] = own
    own.push({ from: Math.max(from, area.fromMs), to: Math.min(to, area.toMs) })
    if (kind !== 'model') continue
    const [asked, said] = [attributes[ATTR.inputTokens], attributes[ATTR.outputTokens]]
    told ||= typeof asked === 'number' || typeof said === 'number'
    input += typeof asked === 'number' ? asked : 0
    output += typeof said === 'number' ? said : 0
  }
  const kinds = ORDER.flatMap((kind) => {
    const own = stretches[kind]
    return own === undefined ? [] : [{ kind, count: own.length, ms: unionMs(own) }]
  })
  return {
    fromMs: area.fromMs,
    lengthMs: area.toMs - area.fromMs,
    ...{ count, hidden, kinds },
    hookMs: kinds.find(({ kind }) => kind === 'hook')?.ms ?? 0,
    tokens: told ? { input, output } : null,
  }
}

function isInLanes(layout: TimelineLayout, { rows }: Area, index: number): boolean {
  if (rows === null) return true
  const row = rowShowing(layout, index)
  return row !== undefined && row.y < rows.bottom && row.y + row.height > rows.top
}

const NAMES: Readonly<Record<SpanKind, readonly [one: string, more: string]>> = {
  turn: ['turn', 'turns'],
  step: ['step', 'steps'],
  model: ['model call', 'model calls'],
  tool: ['tool call', 'tool calls'],
  inner: ['inner call', 'inner calls'],
  hook: ['hook call', 'hook calls'],
  compaction: ['compaction', 'compactions'],
}

export function sayKind({ kind, count }: AreaKind): string {
  return `${count.toLocaleString('en')} ${NAMES[kind][count === 1 ? 0 : 1]}`
}

/** All of it in one sentence part, for a reader. */
export function sayArea(sums: AreaSums): string {
  const parts = [
    `${formatDuration(sums.lengthMs)} from ${formatDuration(sums.fromMs)}`,
    sums.count === 1 ? '1 span' : `${sums.count.toLocaleString('en')} spans`,
    ...(sums.hidden > 0 ? [`${sums.hidden.toLocaleString('en')} of them in closed groups`] : []),
    ...sums.kinds.map((each) => `${sayKind(each)} ${formatDuration(each.ms)}`),
    ...(sums.tokens === null ? [] : [sayTokens(sums.tokens)]),
  ]
  return parts.join(', ')
}

export function sayTokens({ input, output }: { readonly input: number; readonly output: number }): string {
  return `${input.toLocaleString('en')} tokens in, ${output.toLocaleString('en')} out`
}
