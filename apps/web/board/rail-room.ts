/**
 * The room that the rail makes for what is dragged: there while a drop would need it, and in view for who aims at a station
 * on the line. Below the line nothing moves by itself: the pointer is there.
 */
import { CARDS_FROM_PX, type DragTable, opensAt, type Spot } from '@belay/canvas'
import type { BoardCanvas } from './board-canvas'
import type { RailCameraKeeper } from './rail-camera-keeper'
import type { Dragging } from './rail-drag'
import type { RailPicture } from './rail-picture'

interface Parts {
  readonly canvas: BoardCanvas
  readonly picture: RailPicture
  readonly camera: RailCameraKeeper
}

export class RailRoom {
  readonly #parts: Parts
  /** How far down the cards were before they had to show what opened behind them. */
  #before: number | null = null

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** The drag is another, or over. */
  aim(dragging: Dragging | null, table: DragTable): void {
    const { canvas, picture, camera } = this.#parts
    picture.open(dragging === null ? null : opensAt(dragging, table), canvas.size)
    camera.keep()
    this.#show(dragging?.at ?? null)
    canvas.request('paint')
  }

  #show(at: Spot | null): void {
    const { picture, camera } = this.#parts
    const { opening, cardsY } = picture.scene
    if (at !== null && at.y >= cardsY - CARDS_FROM_PX) return
    if (at !== null && opening !== null) {
      this.#before ??= camera.now.y
      camera.revealRoom(opening.box)
    } else if (this.#before !== null) {
      camera.back(this.#before)
      this.#before = null
    }
  }
}
