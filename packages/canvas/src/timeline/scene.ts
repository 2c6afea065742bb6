/**
 * A timeline's rows as draw items, only what is in view. Order is depth: grid, bars, labels, marks.
 * Coordinates are those of the rows' area: 0 is its left edge and, scrolled, its top.
 */
import type { Box } from '../box'
import { type DrawItem, path, rect, text } from '../draw'
import { type Tick, ticks, toPx } from '../time-scale'
import type { Viewport } from '../viewport'
import { type BarStyle, styleOf } from './bar-style'
import { type Bar, barsOfRow, visibleRows } from './bars'
import { crowdLabel, crowdsOf } from './crowd'
import type { Group } from './lanes'
import type { TimelineLayout } from './layout'
import { type MarkCount, type MarkLookup, marksOfBar } from './mark-lookup'
import { MarkRun, numberWidth, type Reach, roomBeside } from './mark-run'
import { MARK_INSIDE_PX, MARK_PX } from './metrics'
import { labelOf } from './say-span'

export interface TimelinePicture {
  readonly layout: TimelineLayout
  readonly lookup: MarkLookup
  readonly view: Viewport
  /** Milliseconds after zero, to which running spans are drawn. */
  readonly nowMs: number
}

/** Below this a bar has no room for three letters beside its padding. */
const LEAST_LABEL_PX = 34
const PADDING_PX = 7
/** Three letters, and the digits of a group's count. */
const LEAST_WORDS_PX = 26
const LEAST_COUNT_PX = 12
const RADIUS = 4
/** Bars that touch in time keep a hair between them. */
const HAIR = 1

/** `over`: what lies on the bars and behind the words, such as the critical path. */
export function timelineScene(picture: TimelinePicture, over: readonly DrawItem[] = []): readonly DrawItem[] {
  const bars: DrawItem[] = []
  const labels: DrawItem[] = []
  const marks: DrawItem[] = []
  for (const row of visibleRows(picture.layout, picture.view)) {
    const run = new MarkRun(row.y - picture.view.top + row.height / 2)
    const said = barsOfRow(row, picture.view, picture.nowMs).map((bar) => {
      const own = marksOfBar(picture.lookup, bar)
      if (own.count > 0) run.add(markX(bar, picture.view, own.count), own)
      return { bar, said: own }
    })
    const taken = run.reaches()
    for (const each of said) drawBar(picture, { ...each, taken, bars, labels })
    for (const crowd of crowdsOf(said.map(({ bar }) => bar))) {
      const label = crowdLabel(picture.layout, crowd, { view: picture.view, row, taken })
      if (label !== null) labels.push(label)
    }
    for (const item of run.items()) marks.push(item)
  }
  return [...bars, ...over, ...labels, ...marks]
}

export interface GridScene {
  readonly lines: readonly DrawItem[]
  /** Around a middle of 0, for a ruler to place. */
  readonly labels: readonly DrawItem[]
}

/** `nowPx`: where *now* will be written, and no time; `taken`: a stretch of the ruler that says something else. */
export function gridScene(view: Viewport, nowPx: number | null, taken: Reach | null = null): GridScene {
  const shown = ticks(view, view.width)
  const labels = shown.filter((tick) => isFree(tick, { width: view.width, nowPx, taken })).map(tickText)
  return { lines: shown.map((tick) => gridLine(tick, view)), labels }
}

interface Ruler {
  readonly width: number
  readonly nowPx: number | null
  readonly taken: Reach | null
}

/** A label that would be cut off or written over is left out; its line says enough. */
function isFree({ px, label }: Tick, { width, nowPx, taken }: Ruler): boolean {
  const right = px + 4 + label.length * 6.5
  if (taken !== null && right > taken.x0 && px < taken.x1) return false
  return right <= width && (nowPx === null || right < nowPx - 36 || px > nowPx)
}

function gridLine({ px }: Tick, view: Viewport): DrawItem {
  return rect({ x: Math.round(px), y: 0, width: 1, height: view.height, fill: 'grid' })
}

function tickText({ px, label }: Tick): DrawItem {
  return text({ x: Math.round(px) + 4, y: 0, text: label, maxWidth: 200, font: 'tick', colour: 'muted' })
}

/** Inside at the right end where there is room, with its number, else just after the bar. */
export function markX(bar: Bar, view: Viewport, count: number): number {
  const right = Math.min(bar.x1, view.width)
  const spare = right - Math.max(bar.x0, 0) - MARK_INSIDE_PX - numberWidth(count)
  return spare < 0 ? bar.x1 + 5 : right - numberWidth(count) - MARK_PX / 2 - Math.min(3 + spare / 3, 5)
}

interface Drawing {
  readonly bar: Bar
  readonly said: MarkCount
  /** What the marks of the row take: no word is written over or under them. */
  readonly taken: readonly Reach[]
  readonly bars: DrawItem[]
  readonly labels: DrawItem[]
}

function drawBar(picture: TimelinePicture, drawing: Drawing): void {
  const item = drawing.bar.row.items[drawing.bar.from] ?? 0
  const group = item < 0 ? picture.layout.groups[-1 - item] : undefined
  if (drawing.bar.to - drawing.bar.from > 1) drawMerged(picture, drawing, item)
  else if (group !== undefined) drawGroup(picture, drawing, group)
  else drawSpan(picture, drawing, item)
}

function boxOf(bar: Bar, view: Viewport): Box {
  // A bar may be a million pixels wide: what is drawn of it ends just outside of the view, so that no edge is rounded off.
  const x0 = Math.max(bar.x0, -8)
  const x1 = Math.min(bar.x1, view.width + 8)
  const width = Math.max(x1 - x0, 0)
  return { x: x0, y: bar.row.y - view.top, width: width > 6 ? width - HAIR : width, height: bar.row.height }
}

function drawSpan(picture: TimelinePicture, { bar, said, taken, bars, labels }: Drawing, item: number): void {
  const span = picture.layout.tree.spans[item]
  if (span === undefined) return
  const box = boxOf(bar, picture.view)
  const style = simplified(styleOf(span, said.worst.mark), box.width)
  const inset = style.stroke === null ? 0 : 0.75
  bars.push(
    rect({
      ...{ x: box.x + inset, y: box.y + inset, width: box.width - 2 * inset, height: box.height - 2 * inset },
      radius: Math.min(RADIUS, box.width / 2),
      lineWidth: 1.5,
      ...style,
    }),
  )
  drawTail(picture, { bar, bars, item })
  const label = labelBox(bar, picture.view, taken)
  if (label !== null)
    labels.push({ ...labelText(labelOf(span), label, bar), ...(style.fill === 'raised' ? { colour: 'text' } : {}) })
}

/** An outline needs an inside: where there is none the bar is of its colour. */
function simplified(style: BarStyle, width: number): BarStyle {
  return style.stroke === null || width >= 9 ? style : { ...style, fill: style.stroke, stroke: null }
}

/** What lasts longer than its parent is drawn lighter from there on, with a notch where the parent ended. */
function drawTail(picture: TimelinePicture, given: { bar: Bar; bars: DrawItem[]; item: number }): void {
  const { bar, bars, item } = given
  const parent = picture.layout.tree.parent[item] ?? -1
  if (parent < 0) return
  const at = toPx(picture.view, picture.layout.tree.end[parent] ?? Number.POSITIVE_INFINITY)
  if (!(at > bar.x0 + 1) || at > bar.x1 - 2 || at < -8 || at > picture.view.width + 8) return
  const { y, height } = boxOf(bar, picture.view)
  const end = Math.min(bar.x1, picture.view.width + 8)
  bars.push(rect({ x: at, y, width: end - at, height, fill: 'panel', alpha: 0.42 }))
  bars.push(rect({ x: at - 1, y: y - 2, width: 2, height: height + 4, fill: 'muted' }))
  if (end - at < 14) return
  const [x, middle] = [at + 4, y + height / 2]
  bars.push(path({ d: `M${x} ${middle - 3}l3 3l-3 3`, stroke: 'muted', lineWidth: 1.5 }))
}

/** From here on a merged bar tells of a crowd and not of its worst: its mark does that. */
const CROWD = 4

/** Neighbours that are as dense and as bad as each other are one stroke of the brush. */
function drawMerged(picture: TimelinePicture, { bar, said, bars }: Drawing, item: number): void {
  const kind = picture.layout.tree.spans[item]?.kind ?? 'tool'
  const quiet = kind !== 'hook' || said.worst.mark === 'pass' || bar.to - bar.from >= CROWD
  const fill = quiet ? kind : said.worst.mark
  const alpha = bar.to - bar.from > 6 ? 1 : bar.to - bar.from > 2 ? 0.85 : 0.7
  const box = boxOf(bar, picture.view)
  const before = bars.at(-1)
  if (
    before?.kind === 'rect' &&
    before.radius === 0 &&
    before.fill === fill &&
    before.alpha === alpha &&
    before.y === box.y &&
    before.x + before.width >= box.x - 0.01
  ) {
    bars[bars.length - 1] = { ...before, width: box.x + box.width - before.x }
    return
  }
  bars.push(rect({ ...box, fill, alpha }))
}

/** A stack: the bar, and two edges below it for those that lie under. */
function drawGroup(picture: TimelinePicture, { bar, taken, bars, labels }: Drawing, group: Group): void {
  const kind = picture.layout.tree.spans[group.members[0] ?? 0]?.kind ?? 'tool'
  const box = boxOf(bar, picture.view)
  const face = box.height - 5
  bars.push(rect({ ...box, height: face, fill: kind, radius: Math.min(RADIUS, box.width / 2) }))
  for (const [at, alpha] of [0.7, 0.4].entries()) {
    const inset = Math.min(3 * (at + 1), box.width / 4)
    const y = box.y + face + 1 + 2.5 * at
    bars.push(rect({ x: box.x + inset, y, width: box.width - 2 * inset, height: 1.5, fill: kind, alpha }))
  }
  drawGroupLabel({ group, box: { ...box, height: face }, taken, labels })
}

interface GroupLabel {
  readonly group: Group
  readonly box: Box
  readonly taken: readonly Reach[]
  readonly labels: DrawItem[]
}

/** A chevron and the name; where there is no room for a name at least the count. */
function drawGroupLabel({ group, box, taken, labels }: GroupLabel): void {
  const whole = { x0: Math.max(box.x, 0) + PADDING_PX, x1: box.x + box.width - PADDING_PX }
  const { x0: x, x1 } = roomBeside(taken, whole, LEAST_COUNT_PX)
  const y = box.y + box.height / 2
  const room = x1 - x
  if (room < LEAST_COUNT_PX) return
  const named = room > 64
  if (named) {
    const d = group.open ? `M${x} ${y - 1.5}l3 3l3 -3` : `M${x + 1} ${y - 3}l3 3l-3 3`
    labels.push(path({ d, stroke: 'text', lineWidth: 1.5 }))
  }
  const from = named ? x + 11 : x
  const words = named ? group.label : `${group.members.length}`
  labels.push(text({ x: from, y: y + 0.5, text: words, maxWidth: room - (from - x), font: 'bar', colour: 'text' }))
}

interface LabelBox {
  readonly x: number
  readonly y: number
  readonly maxWidth: number
}

/** A label keeps to the part of its bar that is in view and that no mark is on. */
function labelBox(bar: Bar, view: Viewport, taken: readonly Reach[]): LabelBox | null {
  const seen = { x0: Math.max(bar.x0, 0), x1: Math.min(bar.x1, view.width) }
  if (seen.x1 - seen.x0 < LEAST_LABEL_PX) return null
  const room = roomBeside(taken, { x0: seen.x0 + PADDING_PX, x1: seen.x1 - PADDING_PX }, LEAST_WORDS_PX)
  const maxWidth = room.x1 - room.x0
  const y = bar.row.y - view.top + bar.row.height / 2 + 0.5
  return maxWidth < LEAST_WORDS_PX ? null : { x: room.x0, y, maxWidth }
}

function labelText(label: string, box: LabelBox, bar: Bar) {
  const compact = bar.row.compact
  return text({ ...box, text: label, font: compact ? 'count' : 'bar', colour: compact ? 'ground' : 'text' })
}
