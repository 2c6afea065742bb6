/** A box that is drawn around hooks to pick them: from the press to the end and no longer. Whatever else ends it picks nothing. */
import { type Box, boxBetween, type Spot } from '@belay/canvas'
import { listenDrag } from '../lib/listen-drag'
import { spotOn } from './gestures'
import { swallowRest } from './rail-drag-rest'

export interface MarqueeRoom {
  /** The stage's element. */
  readonly element: HTMLElement
  /** The box is another. */
  changed(): void
  picked(box: Box): void
}

export class RailMarquee {
  readonly #room: MarqueeRoom
  #corners: { readonly from: Spot; readonly to: Spot } | null = null
  #end: () => void = () => undefined

  constructor(room: MarqueeRoom) {
    this.#room = room
  }

  /** In stage pixels; null while none is drawn. */
  get box(): Box | null {
    return this.#corners === null ? null : boxBetween(this.#corners.from, this.#corners.to)
  }

  press(event: PointerEvent): void {
    this.end()
    const { element } = this.#room
    const at = (now: PointerEvent) => spotOn(element, { x: now.clientX, y: now.clientY })
    const { pointerId, pointerType } = event
    this.#corners = { from: at(event), to: at(event) }
    element.setPointerCapture(pointerId)
    this.#end = listenDrag({
      ...{ element, isMouse: pointerType === 'mouse', isOurs: (now) => now.pointerId === pointerId },
      move: (now) => this.#to(at(now)),
      release: (now) => this.#released(at(now)),
      abort: () => {
        this.end()
        swallowRest(true)
      },
    })
  }

  end(): void {
    this.#end()
    this.#end = () => undefined
    if (this.#corners === null) return
    this.#corners = null
    this.#room.changed()
  }

  #to(to: Spot): void {
    if (this.#corners === null) return
    this.#corners = { from: this.#corners.from, to }
    this.#room.changed()
  }

  #released(to: Spot): void {
    this.#to(to)
    const { box } = this
    this.end()
    swallowRest(false)
    if (box !== null) this.#room.picked(box)
  }
}
