/** Painting the timeline: below, what there is; above, what is pointed at, selected, focused, new or now. */
import {
  type Area,
  type Box,
  boxOfSpan,
  type CriticalPath,
  type Found,
  gridScene,
  grow,
  type PinnedStrip,
  path,
  pathScene,
  rect,
  signOf,
  type TimelinePicture,
  text,
  timelineScene,
  toPx,
} from '@belay/canvas'
import type { SpanId } from '@belay/trace'
import type { Labels } from './labels'
import { ease, PULSE_MS } from './motion'
import { type Brush, paintItems } from './paint'
import type { Palette } from './palette'
import type { Pulse } from './pulses'
import type { Surface } from './stage'
import { HEAD_PX, ROWS_Y, RULER_Y } from './timeline-areas'
import { paintMinimap } from './timeline-minimap-paint'
import { paintArea, paintHits, paintPin, paintStrip } from './timeline-tools-paint'

export interface TimelineScreen {
  readonly picture: TimelinePicture
  /** The turn is running: there is a *now*. */
  readonly live: boolean
  /** Somebody walks through the turn: the picture's *now* is the playhead. */
  readonly walked: boolean
  /** All of the turn, for the minimap. */
  readonly whole: { readonly layout: TimelinePicture['layout']; readonly endMs: number }
  readonly palette: Palette
  readonly labels: Labels
  readonly hovered: SpanId | null
  readonly selected: SpanId | null
  /** Shown only while the keyboard is in the tree. */
  readonly focused: SpanId | null
  readonly pulses: readonly Pulse<SpanId>[]
  /** Where the rows begin, below what is pinned. */
  readonly rowsTop: number
  readonly strip: PinnedStrip | null
  readonly path: CriticalPath | null
  readonly area: Area | null
  readonly found: Found | null
  /** The middle of the lane whose pin is offered. */
  readonly pinY: number | null
  readonly timeMs: number
}

function brushOf(surface: Surface, screen: TimelineScreen): Brush {
  return { context: surface.context, palette: screen.palette, labels: screen.labels, ratio: surface.ratio }
}

export function paintTimeline(surface: Surface, screen: TimelineScreen): void {
  // Without spans there is no time to show a ruler for.
  if (screen.picture.layout.rows.length === 0) return
  const brush = brushOf(surface, screen)
  const { context } = surface
  const { view, nowMs } = screen.picture
  const { area } = screen
  const taken = area === null ? null : { x0: toPx(view, area.fromMs), x1: toPx(view, area.toMs) }
  const grid = gridScene(view, screen.live || screen.walked ? toPx(view, nowMs) : null, taken)
  const over = screen.path === null ? [] : pathScene(screen.picture, screen.path)
  inRows(surface, screen.rowsTop, () => {
    paintItems(brush, grid.lines)
    paintItems(brush, timelineScene(screen.picture, over))
    paintScrollbar(brush, screen.picture)
  })
  if (screen.strip !== null) paintStrip(surface, brush, { picture: screen.picture, strip: screen.strip })
  context.save()
  context.beginPath()
  context.rect(0, HEAD_PX, surface.width, ROWS_Y - HEAD_PX)
  context.clip()
  context.translate(0, RULER_Y)
  paintItems(brush, grid.labels)
  context.restore()
  paintMinimap(surface, brush, screen)
}

/** Draws in the rows' own coordinates, and not outside of them. */
function inRows({ context, width, height }: Surface, top: number, draw: () => void): void {
  context.save()
  context.beginPath()
  context.rect(0, top, width, Math.max(height - top, 0))
  context.clip()
  context.translate(0, top)
  draw()
  context.restore()
}

function paintScrollbar(brush: Brush, { view, layout }: TimelinePicture): void {
  if (layout.height <= view.height) return
  const length = Math.max((view.height / layout.height) * view.height, 24)
  const y = (view.top / (layout.height - view.height)) * (view.height - length)
  paintItems(brush, [rect({ x: view.width - 5, y, width: 3, height: length, radius: 1.5, fill: 'track', alpha: 0.8 })])
}

export function paintTimelineOverlay(surface: Surface, screen: TimelineScreen): void {
  const brush = brushOf(surface, screen)
  if (screen.area !== null)
    paintArea(surface, brush, { picture: screen.picture, area: screen.area, rowsTop: screen.rowsTop })
  inRows(surface, screen.rowsTop, () => {
    if (screen.found !== null) paintHits(brush, screen.picture, screen.found)
    for (const pulse of screen.pulses) paintPulse(brush, screen, pulse)
    outline(brush, screen, { span: screen.hovered, colour: screen.palette.soft, width: 1, gap: 0.5 })
    outline(brush, screen, { span: screen.selected, colour: screen.palette.accent, width: 2, gap: 1.5 })
    outline(brush, screen, { span: screen.focused, colour: screen.palette.focus, width: 2, gap: 4 })
  })
  if (screen.pinY !== null) paintPin(brush, screen.pinY, 'muted')
  if (screen.live || screen.walked) paintNow(surface, brush, screen)
}

interface Outline {
  readonly span: SpanId | null
  readonly colour: string
  readonly width: number
  /** Room between the bar and its outline. */
  readonly gap: number
}

function outline({ context }: Brush, screen: TimelineScreen, { span, colour, width, gap }: Outline): void {
  const box = span === null ? null : boxInView(screen, span)
  if (box === null) return
  const around = grow(box, gap)
  context.strokeStyle = colour
  context.lineWidth = width
  context.beginPath()
  context.roundRect(around.x, around.y, around.width, around.height, Math.min(4 + gap, around.width / 2))
  context.stroke()
}

/** Clipped a little outside of the view: an outline a million pixels wide is slow to draw. */
function boxInView({ picture }: TimelineScreen, span: SpanId): Box | null {
  const box = boxOfSpan(picture, span)
  if (box === null) return null
  const x = Math.max(box.x, -10)
  const right = Math.min(box.x + box.width, picture.view.width + 10)
  return right < x ? null : { ...box, x, width: right - x }
}

/** A ring that leaves the bar and fades: once, and gone. */
function paintPulse({ context, palette }: Brush, screen: TimelineScreen, pulse: Pulse<SpanId>): void {
  const share = (screen.timeMs - pulse.sinceMs) / PULSE_MS
  const box = share < 0 || share >= 1 ? null : boxInView(screen, pulse.of)
  if (box === null) return
  const sign = signOf(screen.picture.lookup, screen.picture.layout.tree.indexOf.get(pulse.of) ?? -1)
  const around = grow(box, 2 + 9 * ease(share))
  context.globalAlpha = 0.7 * (1 - share)
  context.strokeStyle = palette[sign.worst.mark]
  context.lineWidth = 2
  context.beginPath()
  context.roundRect(around.x, around.y, around.width, around.height, 9)
  context.stroke()
  context.globalAlpha = 1
}

/** Where the present is, or where one walks. */
function paintNow(surface: Surface, brush: Brush, { picture, walked }: TimelineScreen): void {
  const x = Math.round(toPx(picture.view, picture.nowMs) * surface.ratio) / surface.ratio
  if (x < -1 || x > surface.width + 1) return
  paintItems(brush, [rect({ x: x - 0.75, y: HEAD_PX + 4, width: 1.5, height: surface.height, fill: 'accent' })])
  if (walked) paintItems(brush, [path({ d: `M${x - 5} ${HEAD_PX + 3}h10v5l-5 6l-5 -6z`, fill: 'accent' })])
  else
    paintItems(brush, [
      text({
        x: x - 7,
        y: RULER_Y,
        text: 'now',
        maxWidth: 40,
        font: 'stationStrong',
        colour: 'accent',
        align: 'right',
      }),
    ])
}
