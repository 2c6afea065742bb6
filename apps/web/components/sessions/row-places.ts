/** Where the rows of a long list lie, and which of them are worth drawing. Heights are known beforehand: nothing is measured. */
import type { Group, Place } from './shelf-order'

export type Line =
  | { readonly kind: 'head'; readonly key: string; readonly group: Group; readonly count: number }
  | {
      readonly kind: 'row'
      readonly key: string
      readonly place: Place
      readonly index: number
      /** Of its group. */
      readonly first: boolean
      readonly last: boolean
    }

export interface Placed {
  readonly line: Line
  readonly top: number
  readonly height: number
}

export interface Lines {
  readonly placed: readonly Placed[]
  readonly height: number
}

/** As in session-list.module.css. */
export const HEIGHTS = { head: 42, row: 58, refused: 80 } as const
/** Pixels above and below the view that are drawn too: about what a flick of the wheel passes in a frame or two. */
const BEYOND = 600

export function placeLines(places: readonly Place[]): Lines {
  const placed: Placed[] = []
  let top = 0
  let group: Group | null = null
  const put = (line: Line, height: number) => {
    placed.push({ line, top, height })
    top += height
  }
  for (const [index, place] of places.entries()) {
    const first = place.group !== group
    const last = places[index + 1]?.group !== place.group
    if (first) {
      group = place.group
      const count = places.reduce((sum, other) => sum + (other.group === place.group ? 1 : 0), 0)
      put({ kind: 'head', key: group, group, count }, HEIGHTS.head)
    }
    put({ kind: 'row', key: place.session.id, place, index, first, last }, rowHeight(place))
  }
  return { placed, height: top }
}

function rowHeight({ session }: Place): number {
  return session.lastRefusal === null ? HEIGHTS.row : HEIGHTS.refused
}

export interface View {
  readonly top: number
  readonly height: number
}

/** Those in view and a little beyond, and the one that `kept` names, so that it does not lose the focus. */
export function linesInView({ placed }: Lines, view: View, kept: string | null): readonly Placed[] {
  const first = firstBelow(placed, view.top - BEYOND)
  const end = firstBelow(placed, view.top + view.height + BEYOND)
  const shown = placed.slice(first, end + 1)
  const away = kept === null ? undefined : placed.find(({ line }) => line.key === kept)
  if (away === undefined || shown.includes(away)) return shown
  return away.top < view.top ? [away, ...shown] : [...shown, away]
}

/** The first line whose end lies below `y`, by halving. */
function firstBelow(placed: readonly Placed[], y: number): number {
  let low = 0
  let high = placed.length
  while (low < high) {
    const middle = (low + high) >> 1
    const at = placed[middle]
    if (at !== undefined && at.top + at.height <= y) low = middle + 1
    else high = middle
  }
  return low
}

/** Where to scroll so that a line is wholly in view, below the headings; null where it is. */
export function scrollTo(lines: Lines, view: View, key: string): number | null {
  const at = lines.placed.find(({ line }) => line.key === key)
  if (at === undefined) return null
  if (at.top - HEIGHTS.head < view.top) return Math.max(0, at.top - HEIGHTS.head)
  const below = at.top + at.height - view.height
  return below > view.top ? below : null
}
