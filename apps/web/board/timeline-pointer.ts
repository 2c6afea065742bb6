/** What the pointer is at: a span, a group, the minimap, or nothing; and what is said about it. */
import {
  contains,
  describeGroup,
  describeSpan,
  grow,
  hitTimeline,
  signOf,
  type TimelineHit,
  type TimelinePicture,
} from '@belay/canvas'
import type { SpanId } from '@belay/trace'
import type { Spot } from './gestures'
import { minimapBox, ROWS_Y } from './timeline-areas'
import type { Tip } from './tip'

export class TimelinePointer {
  at: Spot | null = null
  #hit: TimelineHit | null = null

  get hit(): TimelineHit | null {
    return this.#hit
  }

  /** Looks again: the pointer moved, or what is under it did. */
  look(picture: TimelinePicture): void {
    this.#hit = this.at === null ? null : hitAt(picture, this.at)
  }

  forget(): void {
    this.#hit = null
  }

  hovered({ layout }: TimelinePicture): SpanId | null {
    const index = this.#hit?.kind === 'group' ? this.#hit.group.members[0] : this.#hit?.index
    return index === undefined ? null : (layout.tree.spans[index]?.id ?? null)
  }

  cursor(width: number): string {
    if (this.#hit !== null) return 'pointer'
    return this.at !== null && onMinimap(this.at, width) ? 'ew-resize' : ''
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

export function hitAt(picture: TimelinePicture, at: Spot): TimelineHit | null {
  return at.y < ROWS_Y ? null : hitTimeline(picture, at.x, at.y - ROWS_Y)
}

export function onMinimap(at: Spot, width: number): boolean {
  const box = minimapBox(width)
  return box !== null && contains(grow(box, 3), at.x, at.y)
}
