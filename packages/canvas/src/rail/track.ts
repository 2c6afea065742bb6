/**
 * The line of the loop: where its stops stand for a width and a height. Eight points and the two pills on the line, the
 * session's ends at its ends; beside it, above, the points that are asked off the line: the summary beside the memory,
 * errors beside the model, child sessions beside the ends.
 */
import type { PointId } from '@belay/trace'
import { LINE, type RailStop } from './line-order'

interface SidingRule {
  readonly of: RailStop
  readonly off: number
  readonly label: 'left' | 'right'
  /** Where its plus is: across from its name, or behind it where another name comes near from the other side. */
  readonly plus: 'across' | 'behind'
}

/** Points beside the line: what they hang from, how many slots off it, and on which side their name is. */
const SIDINGS: Readonly<Partial<Record<PointId, SidingRule>>> = {
  'agent.start': { of: 'session.start', off: 0.38, label: 'right', plus: 'across' },
  'memory.summarize': { of: 'memory.keep', off: 0.52, label: 'right', plus: 'across' },
  'errors.on': { of: 'model', off: 0, label: 'right', plus: 'behind' },
  'agent.stop': { of: 'session.end', off: -0.38, label: 'left', plus: 'across' },
}

export interface TrackStop {
  readonly stop: RailStop
  readonly x: number
  readonly y: number
  readonly radius: number
  /** `below` on the line, in one row or two; beside where it stands off the line. */
  readonly label: 'below' | 'left' | 'right'
  /** What it hangs from, for a stop beside the line. */
  readonly from: { readonly x: number; readonly y: number } | null
  /** The middle of its plus. */
  readonly plus: { readonly x: number; readonly y: number }
}

/** The disc of a plus, and what around its middle is a press on it. */
export const PLUS = { radius: 8, reach: 11 } as const
/** From a station beside the line to its name, and a letter of that name, at the most. */
export const NAME = { gap: 6, letter: 6.2 } as const

export interface Track {
  readonly stops: readonly TrackStop[]
  readonly lineY: number
  readonly arcY: number
  readonly slot: number
  /** Names in two rows, where one would run into the next. */
  readonly narrow: boolean
  /** The middle of the row of plus signs, and where cards may begin. */
  readonly plusY: number
  readonly cardsY: number
  /** The height of a card and the room below it. */
  readonly card: { readonly height: number; readonly gap: number }
}

/** Half of the name of an end station, in one row or two. */
const EDGE_PX = { wide: 48, narrow: 34 } as const
/** Below this the names of neighbours touch even in two rows. */
const LEAST_SLOT_PX = 54
/** The longest name on the line is about this wide. */
const ONE_ROW_SLOT_PX = 92
/** From this height on there is room for three cards at leisure. */
const ROOMY_PX = 370
/** The plain end stations stand back behind the points of the loop. */
const RADIUS = { point: 10, end: 7, siding: 7 } as const

const SLOTS = LINE.length - 1
export const LEAST_TRACK_PX = 2 * EDGE_PX.narrow + LEAST_SLOT_PX * SLOTS

/** `xs`: where the stops of the line stand, where not as far from each other everywhere. */
export function trackOf(width: number, height: number, xs?: readonly number[]): Track {
  const narrow = width - 2 * EDGE_PX.wide < ONE_ROW_SLOT_PX * SLOTS
  const edge = narrow ? EDGE_PX.narrow : EDGE_PX.wide
  const slot = Math.max(width - 2 * edge, LEAST_SLOT_PX * SLOTS) / SLOTS
  // Low boxes give their height to the cards.
  const roomy = height >= ROOMY_PX
  const arcY = roomy ? 56 : 46
  const lineY = arcY + (roomy ? 62 : 52)
  const plusY = lineY + (narrow ? 52 : 42)
  const card = roomy ? { height: 50, gap: 8 } : { height: 44, gap: 6 }
  const onLine = LINE.map((stop, at) => lineStop(stop, xs?.[at] ?? edge + at * slot, { lineY, plusY }))
  const sidings = Object.entries(SIDINGS).map(([stop, siding]) => {
    const of = onLine.find((other) => other.stop === siding.of)
    return sidingStop(stop as PointId, { ...siding, x: of?.x ?? 0, slot, arcY, lineY })
  })
  return { stops: [...onLine, ...sidings], lineY, arcY, slot, narrow, plusY, cardsY: plusY + (roomy ? 17 : 14), card }
}

/** Names of neighbours keep this from each other. */
const NAME_GAP_PX = 4

/** Names beside the line need the room that they have: up to the memory, from there to the model, and beside the arc's end. */
function beside(stop: RailStop, slot: number): number {
  switch (stop) {
    case 'guard.onInput':
    case 'memory.keep':
    case 'guard.onOutput':
    case 'session.end':
      return LEAST_SLOT_PX
    case 'context.build':
    case 'model.choose':
    case 'model': {
      const discs = 2 * RADIUS.siding
      const name = 'memory.summarize'.length * NAME.letter
      return ((SIDINGS['memory.summarize']?.off ?? 0) * slot + discs + NAME.gap + name + NAME_GAP_PX) / 3
    }
    default:
      return 0
  }
}

/** How near each stop of the line can come to the one before it; 0 for the first. */
export function leastApart(track: Track): readonly number[] {
  const { slot } = track
  return LINE.map((stop, at) => {
    const before = LINE[at - 1]
    if (before === undefined) return 0
    const names = (nameWidth(before, track) + nameWidth(stop, track)) / 2 + NAME_GAP_PX
    // On a wide rail nothing is crowded that much.
    return Math.min(slot, Math.max(names, beside(stop, slot)))
  })
}

/** The two pills hold their names. */
export function pillWidth({ slot }: Pick<Track, 'slot'>): number {
  return Math.min(PILL_PX, slot - 6)
}

const PILL_PX = 60

function nameWidth(stop: RailStop, { narrow, slot }: Track): number {
  if (stop === 'model' || stop === 'tool') return pillWidth({ slot })
  const rows = narrow ? stop.split('.') : [stop]
  return Math.max(...rows.map(({ length }) => length)) * NAME.letter
}

function lineStop(stop: RailStop, x: number, { lineY: y, plusY }: { lineY: number; plusY: number }): TrackStop {
  const radius = stop === 'session.start' || stop === 'session.end' ? RADIUS.end : RADIUS.point
  return { stop, x, y, radius, label: 'below', from: null, plus: { x, y: plusY } }
}

interface Siding extends SidingRule {
  readonly x: number
  readonly slot: number
  readonly arcY: number
  readonly lineY: number
}

function sidingStop(stop: PointId, { x, off, label, plus, slot, arcY, lineY }: Siding): TrackStop {
  const y = Math.round(arcY + (lineY - arcY) * 0.42)
  const [at, radius] = [x + off * slot, RADIUS.siding]
  const away = radius + PLUS.reach + 3 + (plus === 'across' ? 0 : NAME.gap + stop.length * NAME.letter)
  const side = (label === 'right') === (plus === 'behind') ? 1 : -1
  return { stop, x: at, y, radius, label, from: { x, y: lineY }, plus: { x: at + side * away, y } }
}

export function stopAt(track: Track, stop: RailStop): TrackStop {
  const found = track.stops.find((other) => other.stop === stop)
  if (found === undefined) throw new Error(`The rail has no stop ${stop}.`)
  return found
}
