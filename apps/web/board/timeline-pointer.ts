/** What the pointer is at: a span, a group, the minimap, or nothing; and what is said about it. */
import {
  contains,
  describeGroup,
  describeSpan,
  grow,
  hitTimeline,
  type PinnedStrip,
  signOf,
  type TimelineHit,
  type TimelinePicture,
  visibleRows,
} from '@belay/canvas'
import type { SpanId } from '@belay/trace'
import type { Spot } from './gestures'
import { HEAD_PX, minimapBox, ROWS_Y } from './timeline-areas'
import { PIN_PX, stripPicture } from './timeline-tools-paint'
import type { Tip } from './tip'

export class TimelinePointer {
  at: Spot | null = null
  #hit: TimelineHit | null = null

  get hit(): TimelineHit | null {
    return this.#hit
  }

  /** Looks again: the pointer moved, or what is under it did. */
  look(picture: TimelinePicture, places: Places): void {
    this.#hit = this.at === null ? null : hitAt(picture, this.at, places)
  }

  forget(): void {
    this.#hit = null
  }

  hovered({ layout }: TimelinePicture): SpanId | null {
    const index = this.#hit?.kind === 'group' ? this.#hit.group.members[0] : this.#hit?.index
    return index === undefined ? null : (layout.tree.spans[index]?.id ?? null)
  }

  cursor(width: number): string {
    if (this.at === null) return ''
    if (onMinimap(this.at, width)) return 'ew-resize'
    if (this.at.y >= HEAD_PX && this.at.y < ROWS_Y) return 'col-resize'
    return this.#hit !== null ? 'pointer' : ''
  }

  tip(
    { layout, lookup, nowMs }: TimelinePicture,
    size: { readonly width: number; readonly height: number },
  ): Tip | null {
    if (this.#hit === null || this.at === null) return null
    const at = { ...this.at, ...size }
    if (this.#hit.kind === 'group')
      return { words: describeGroup(this.#hit.group, this.#hit.group.open), merged: 1, ...at }
    const span = layout.tree.spans[this.#hit.index]
    if (span === undefined) return null
    const said = signOf(lookup, this.#hit.index)
    const words = describeSpan(span, said.count > 0 ? said.worst : null, layout.tree.baseMs + nowMs)
    return { words, merged: this.#hit.merged, ...at }
  }
}

/** Where the rows begin, and what is pinned above them. */
export interface Places {
  readonly rowsTop: number
  readonly strip: PinnedStrip | null
}

export function hitAt(picture: TimelinePicture, at: Spot, { rowsTop, strip }: Places): TimelineHit | null {
  if (at.y < ROWS_Y) return null
  if (at.y >= rowsTop) return hitTimeline(picture, at.x, at.y - rowsTop)
  return strip === null ? null : hitTimeline(stripPicture(picture, strip), at.x, at.y - ROWS_Y)
}

/** A lane whose pin the pointer is at: a span that stands in it, and the middle of its row on the board. */
export interface PinSpot {
  readonly span: SpanId
  readonly y: number
}

export function pinAt(picture: TimelinePicture, at: Spot, { rowsTop, strip }: Places): PinSpot | null {
  if (at.x > PIN_PX || at.y < ROWS_Y) return null
  const inStrip = at.y < rowsTop
  if (inStrip && strip === null) return null
  const { layout, view } = inStrip && strip !== null ? stripPicture(picture, strip) : picture
  const top = inStrip ? ROWS_Y : rowsTop
  const y = at.y - top + view.top
  const row = visibleRows(layout, view).find((each) => y >= each.y - 2.5 && y < each.y + each.height + 2.5)
  const [item] = row?.items ?? []
  if (row === undefined || item === undefined) return null
  const index = item < 0 ? layout.groups[-1 - item]?.members[0] : item
  const span = index === undefined ? undefined : layout.tree.spans[index]?.id
  return span === undefined ? null : { span, y: top + row.y - view.top + row.height / 2 }
}

export function onMinimap(at: Spot, width: number): boolean {
  const box = minimapBox(width)
  return box !== null && contains(grow(box, 3), at.x, at.y)
}
