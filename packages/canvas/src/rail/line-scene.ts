/** The loop itself as draw items: the line, the way travelled, the arc back, the stations with what they came to. */
import { type ColourId, circle, type DrawItem, glyph, path, rect, text } from '../draw'
import { LINE } from './line-order'
import type { RailModel, RailStation } from './model'
import type { RailPlace } from './progress'
import { pillWidth, stopAt, type Track, type TrackStop } from './track'

const TRACK_PX = 5
const TRAVELLED_PX = 3
const PILL = { height: 30 } as const

export function lineScene(model: RailModel, track: Track): readonly DrawItem[] {
  return [
    ...trackItems(model, track),
    ...sidingItems(track),
    ...track.stops.flatMap((stop) => stopItems(model, track, stop)),
  ]
}

function trackItems({ place }: RailModel, track: Track): readonly DrawItem[] {
  const [first, last] = [stopAt(track, 'session.start').x, stopAt(track, 'session.end').x]
  const d = arc(track)
  const arcItems = [path({ d, stroke: 'track', lineWidth: TRACK_PX })]
  const again = place !== null && place.step > 1
  if (again) arcItems.push(path({ d, stroke: 'accent', lineWidth: TRAVELLED_PX, alpha: 0.45 }))
  // Below the arc and not above it, where the head of the board stands.
  const name = { x: stopAt(track, 'tools.after').x - 24, y: track.arcY + 13 }
  const middle = (stopAt(track, 'memory.keep').x + stopAt(track, 'tools.after').x) / 2
  return [
    ...arcItems,
    path({ d: `M${middle - 8} ${track.arcY}l14 -7v14z`, fill: again ? 'accent' : 'muted' }),
    text({
      ...name,
      text: 'next step',
      maxWidth: 120,
      font: 'small',
      colour: 'muted',
      align: 'right',
    }),
    rect({ x: first, y: track.lineY - TRACK_PX / 2, width: last - first, height: TRACK_PX, fill: 'track' }),
    ...travelled(place, track),
  ]
}

/** From the last point of a step back to its first: up, over, and down again. */
function arc(track: Track): string {
  const [to, from] = [stopAt(track, 'memory.keep').x, stopAt(track, 'tools.after').x]
  const { arcY: top, lineY } = track
  const [low, bend] = [lineY - 9, Math.min(50, (from - to) / 4)]
  const rise = (lineY - top) * 0.66
  return (
    `M${from + 4} ${low}C${from + 18} ${low - rise} ${from + 6} ${top} ${from - bend} ${top}` +
    `L${to + bend} ${top}C${to - 6} ${top} ${to - 18} ${low - rise} ${to - 4} ${low}`
  )
}

/** One stroke for each stretch of neighbours that the turn has been at. */
function travelled(place: RailPlace | null, track: Track): readonly DrawItem[] {
  const been = LINE.map((stop) => place?.visited.has(stop) === true)
  return LINE.flatMap((stop, from) => {
    if (been[from] !== true || been[from - 1] === true) return []
    const end = been.indexOf(false, from)
    const x = stopAt(track, stop).x
    const width = stopAt(track, LINE[(end < 0 ? LINE.length : end) - 1] ?? stop).x - x
    if (width === 0) return []
    return [rect({ x, y: track.lineY - TRAVELLED_PX / 2, width, height: TRAVELLED_PX, fill: 'accent' })]
  })
}

function sidingItems(track: Track): readonly DrawItem[] {
  return track.stops.flatMap(({ x, y, from }) => {
    if (from === null) return []
    const reach = (from.y - y) * 0.7
    return [
      path({
        d: `M${from.x} ${from.y}C${from.x} ${from.y - reach} ${x} ${y + reach} ${x} ${y}`,
        stroke: 'track',
        lineWidth: 2,
      }),
    ]
  })
}

function stopItems(model: RailModel, track: Track, stop: TrackStop): readonly DrawItem[] {
  const live = model.place?.live === true && model.place.stop === stop.stop
  if (stop.stop === 'model' || stop.stop === 'tool') return pillItems(stop, stop.stop, { live, track })
  const station = model.stations.find(({ point }) => point === stop.stop)
  return station === undefined
    ? []
    : [...stationItems(stop, station, live), ...nameItems(stop, { station, live, track })]
}

function pillItems(stop: TrackStop, kind: 'model' | 'tool', at: { live: boolean; track: Track }): readonly DrawItem[] {
  const width = pillWidth(at.track)
  const box = { x: stop.x - width / 2, y: stop.y - PILL.height / 2, width, height: PILL.height }
  return [
    rect({ ...box, radius: PILL.height / 2, fill: kind }),
    ...(at.live
      ? [
          rect({
            x: box.x - 3,
            y: box.y - 3,
            width: width + 6,
            height: PILL.height + 6,
            radius: PILL.height / 2 + 3,
            stroke: 'accent',
            lineWidth: 2,
          }),
        ]
      : []),
    text({
      x: stop.x,
      y: stop.y + 0.5,
      text: kind,
      maxWidth: width - 8,
      font: 'pill',
      colour: 'text',
      align: 'center',
    }),
  ]
}

function stationItems({ x, y, radius }: TrackStop, { sign }: RailStation, live: boolean): readonly DrawItem[] {
  const lit: ColourId = sign === null || sign.mark === 'pass' ? 'accent' : sign.mark
  const ring = live
    ? circle({ x, y, radius: radius + 3, fill: 'panel', stroke: lit, lineWidth: 3 })
    : circle({ x, y, radius, fill: 'panel', stroke: 'track', lineWidth: 2 })
  return sign === null ? [ring] : [ring, glyph({ ...sign, x, y, size: live ? radius * 1.6 : radius * 1.45 })]
}

interface Naming {
  readonly station: RailStation
  readonly live: boolean
  readonly track: Track
}

function nameItems(stop: TrackStop, { station, live, track }: Naming): readonly DrawItem[] {
  const colour: ColourId = live || station.hooks.length > 0 || station.sign !== null ? 'text' : 'muted'
  const font = live ? 'stationStrong' : 'station'
  const shown = { maxWidth: 120, font, colour } as const
  if (stop.label !== 'below') {
    const x = stop.label === 'right' ? stop.x + stop.radius + 6 : stop.x - stop.radius - 6
    return [text({ ...shown, x, y: stop.y, text: station.point, align: stop.label === 'right' ? 'left' : 'right' })]
  }
  const at = { ...shown, x: stop.x, maxWidth: track.slot - 4, align: 'center' } as const
  if (!track.narrow) return [text({ ...at, y: track.lineY + 26, text: station.point })]
  const [file = '', name = ''] = station.point.split('.')
  return [
    text({ ...at, y: track.lineY + 23, text: file, font: 'small', colour: 'muted' }),
    text({ ...at, y: track.lineY + 36, text: name }),
  ]
}
