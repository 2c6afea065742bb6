/** Painting what a person laid over the timeline: pinned lanes, an area, hits of a search. */
import {
  type Area,
  barsOfRow,
  type Found,
  formatDuration,
  gridScene,
  hitsBetween,
  type PinnedStrip,
  path,
  rect,
  type TimelinePicture,
  text,
  timelineScene,
  toPx,
  visibleRows,
} from '@belay/canvas'
import { type Brush, paintItems } from './paint'
import type { Surface } from './stage'
import { HEAD_PX, ROWS_Y, RULER_Y } from './timeline-areas'

/** Within so many pixels of the left edge a lane can be pinned. */
export const PIN_PX = 20
const PIN = 'm-3.5 -6h7l-1.2 4.2l2.6 2.4h-9.8l2.6 -2.4zm3.5 6.8v4.4'

export function stripPicture(picture: TimelinePicture, strip: PinnedStrip): TimelinePicture {
  return { ...picture, layout: strip.layout, view: { ...picture.view, top: 0, height: strip.height } }
}

export function paintStrip(
  surface: Surface,
  brush: Brush,
  given: { picture: TimelinePicture; strip: PinnedStrip },
): void {
  const { context, width } = surface
  const { height } = given.strip
  const picture = stripPicture(given.picture, given.strip)
  context.save()
  context.beginPath()
  context.rect(0, ROWS_Y, width, height + 2)
  context.clip()
  context.translate(0, ROWS_Y)
  paintItems(brush, [
    rect({ x: 0, y: -2, width, height: height + 4, fill: 'raised' }),
    ...gridScene(picture.view, null).lines,
    ...timelineScene(picture),
  ])
  for (const row of given.strip.layout.rows) paintPin(brush, row.y + row.height / 2, 'accent')
  context.restore()
  paintItems(brush, [rect({ x: 0, y: ROWS_Y + height + 2, width, height: 1, fill: 'track' })])
}

/** At the left edge, on ground of its own. */
export function paintPin(brush: Brush, y: number, colour: 'accent' | 'muted'): void {
  paintItems(brush, [
    rect({ x: 1, y: y - 8, width: 16, height: 16, radius: 4, fill: 'panel', alpha: 0.92 }),
    path({ d: `M9 ${y}${PIN}`, fill: colour, stroke: colour, lineWidth: 1.4 }),
  ])
}

export function paintArea(
  surface: Surface,
  brush: Brush,
  { picture, area, rowsTop }: { picture: TimelinePicture; area: Area; rowsTop: number },
): void {
  const { view } = picture
  const x0 = Math.max(toPx(view, area.fromMs), -4)
  const x1 = Math.min(toPx(view, area.toMs), surface.width + 4)
  if (x1 < -2 || x0 > surface.width + 2) return
  const width = Math.max(x1 - x0, 1)
  const top = area.rows === null ? ROWS_Y : Math.max(rowsTop + area.rows.top - view.top, rowsTop)
  const bottom = area.rows === null ? surface.height : Math.max(rowsTop + area.rows.bottom - view.top, top)
  const height = Math.min(bottom, surface.height) - top
  const edge = (x: number) => rect({ x: x - 0.5, y: top, width: 1, height, fill: 'accent' })
  paintItems(brush, [
    rect({ x: x0, y: top, width, height, fill: 'accent', alpha: 0.13 }),
    ...[edge(x0), edge(x1)],
    rect({ x: x0, y: HEAD_PX + 2, width, height: ROWS_Y - HEAD_PX - 5, radius: 3, fill: 'panel' }),
    rect({ x: x0, y: HEAD_PX + 2, width, height: ROWS_Y - HEAD_PX - 5, radius: 3, fill: 'accent', alpha: 0.28 }),
    ...lengthLabel(area, { x0: Math.max(x0, 0), x1: Math.min(x1, surface.width) }),
  ])
}

/** Where it fits, else the panel says it. */
function lengthLabel({ fromMs, toMs }: Area, { x0, x1 }: { readonly x0: number; readonly x1: number }) {
  const words = formatDuration(toMs - fromMs)
  const room = x1 - x0 - 8
  if (room < words.length * 7) return []
  const x = (x0 + x1) / 2
  return [text({ x, y: RULER_Y, text: words, maxWidth: room, font: 'stationStrong', colour: 'text', align: 'center' })]
}

/** A frame around each bar that holds a hit; one too narrow for a frame is filled. In the rows' own coordinates. */
export function paintHits({ context, palette }: Brush, picture: TimelinePicture, found: Found): void {
  context.strokeStyle = palette.text
  context.fillStyle = palette.text
  context.lineWidth = 1.5
  for (const row of visibleRows(picture.layout, picture.view)) {
    const y = row.y - picture.view.top
    for (const bar of barsOfRow(row, picture.view, picture.nowMs)) {
      if (hitsBetween(picture.layout, found, bar) === 0) continue
      const x0 = Math.max(bar.x0, -6)
      const width = Math.min(bar.x1, picture.view.width + 6) - x0
      if (width < 8) context.fillRect(x0, y - 2, Math.max(Math.min(width, 3), 2), row.height + 4)
      else {
        context.beginPath()
        context.roundRect(x0 + 0.75, y + 0.75, width - 2.5, row.height - 1.5, 4)
        context.stroke()
      }
    }
  }
}
