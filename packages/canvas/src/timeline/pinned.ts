/**
 * Lanes that stay in view: a strip of rows above the others, in the order in which they were pinned. A lane is known by a
 * span that stands in it, since lanes have no names and are laid out anew with each event.
 */
import type { SpanId } from '@belay/trace'
import { type Row, rowShowing, type TimelineLayout } from './layout'
import { COMPACT_ROW, ROW } from './metrics'

/** With more of them nothing would be left for the rest. */
export const MOST_PINNED = 5

export interface PinnedStrip {
  /** The layout with only the pinned rows, from 0 down. */
  readonly layout: TimelineLayout
  readonly pins: readonly SpanId[]
  readonly height: number
}

export function pinnedStrip(layout: TimelineLayout, pins: readonly SpanId[]): PinnedStrip | null {
  const rows: Row[] = []
  const shown: SpanId[] = []
  const seen = new Set<Row>()
  let height = 0
  for (const pin of pins) {
    const row = rowOfPin(layout, pin)
    if (row === null || seen.has(row)) continue
    seen.add(row)
    rows.push({ ...row, y: height })
    shown.push(pin)
    height += row.compact ? COMPACT_ROW.pitch : ROW.pitch
  }
  return rows.length === 0 ? null : { layout: { ...layout, rows, height }, pins: shown, height }
}

function rowOfPin(layout: TimelineLayout, pin: SpanId): Row | null {
  const index = layout.tree.indexOf.get(pin)
  return index === undefined ? null : (rowShowing(layout, index) ?? null)
}

/** The pin whose lane a span stands in. */
export function pinOf(layout: TimelineLayout, pins: readonly SpanId[], span: SpanId): SpanId | null {
  const row = rowOfPin(layout, span)
  return row === null ? null : (pins.find((pin) => rowOfPin(layout, pin) === row) ?? null)
}

/** Pins the lane of a span, or takes its pin off. Null where there are as many as there may be. */
export function togglePin(layout: TimelineLayout, pins: readonly SpanId[], span: SpanId): readonly SpanId[] | null {
  const pinned = pinOf(layout, pins, span)
  if (pinned !== null) return pins.filter((pin) => pin !== pinned)
  const kept = pinnedStrip(layout, pins)?.pins ?? []
  return kept.length >= MOST_PINNED ? null : [...kept, span]
}
