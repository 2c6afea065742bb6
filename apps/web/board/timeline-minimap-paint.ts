/** Painting the minimap: where things began, what of it is in view, where a search hit and where one walks. */
import { busySlices, hitSlices, rect, SLICE_PX, type TimelinePicture, viewOnOverview } from '@belay/canvas'
import { type Brush, paintItems } from './paint'
import type { Surface } from './stage'
import { INSET_PX, minimapBox } from './timeline-areas'
import type { TimelineScreen } from './timeline-paint'

export function paintMinimap(surface: Surface, brush: Brush, screen: TimelineScreen): void {
  const box = minimapBox(surface.width)
  if (box === null) return
  const { view } = screen.picture
  const { layout, endMs } = screen.whole
  const inner = {
    x: box.x + INSET_PX,
    width: box.width - 2 * INSET_PX,
    floor: box.y + box.height - INSET_PX,
    height: box.height - 2 * INSET_PX,
  }
  const seen = viewOnOverview(view, inner.width, endMs)
  const whole = seen.width >= inner.width - 1
  const slices = slicesOf(layout, Math.floor(inner.width / SLICE_PX), endMs)
  const bars = [...slices].flatMap((busy, at) => {
    const x = at * SLICE_PX
    const lit = x + 1.5 >= seen.x && x + 1.5 <= seen.x + seen.width
    const height = Math.max(busy * inner.height, busy > 0 ? 1.5 : 0)
    return height === 0
      ? []
      : [rect({ x: inner.x + x, y: inner.floor - height, width: SLICE_PX - 1, height, fill: lit ? 'accent' : 'track' })]
  })
  paintItems(brush, [
    rect({ ...box, radius: 6, fill: 'raised', stroke: 'line' }),
    ...bars,
    ...hitsOnMinimap(screen, inner),
    ...playheadOnMinimap(screen, inner),
    ...(whole
      ? []
      : [
          rect({
            x: inner.x + seen.x - 1,
            y: box.y - 1.5,
            width: seen.width + 2,
            height: box.height + 3,
            radius: 5,
            stroke: 'accent',
            lineWidth: 1.5,
          }),
        ]),
  ])
}

interface Inside {
  readonly x: number
  readonly width: number
  readonly floor: number
  readonly height: number
}

function hitsOnMinimap({ found, whole }: TimelineScreen, { x, width, floor, height }: Inside) {
  if (found === null) return []
  const marked = hitSlices(whole.layout, found, Math.floor(width / SLICE_PX), whole.endMs)
  const y = floor - height - 2
  return [...marked].flatMap((hit, at) =>
    hit === 0 ? [] : [rect({ x: x + at * SLICE_PX, y, width: SLICE_PX - 1, height: 4, fill: 'text' })],
  )
}

function playheadOnMinimap({ walked, picture, whole }: TimelineScreen, inside: Inside) {
  if (!walked || whole.endMs <= 0) return []
  const x = inside.x + (picture.nowMs / whole.endMs) * inside.width
  return [rect({ x: x - 0.75, y: inside.floor - inside.height, width: 1.5, height: inside.height, fill: 'text' })]
}

let lastSlices: { readonly key: readonly unknown[]; readonly slices: Float64Array } | null = null

/** While nothing but the view moves the slices stay; a live end moves them twice a second at most. */
function slicesOf(layout: TimelinePicture['layout'], count: number, endMs: number): Float64Array {
  const key = [layout, count, Math.ceil(endMs / 500)]
  if (lastSlices === null || lastSlices.key.some((part, at) => part !== key[at])) {
    lastSlices = { key, slices: busySlices(layout, count, endMs) }
  }
  return lastSlices.slices
}
