/** Where the rail is looked at: moved by gestures and keys, kept within what there is to see. */
import {
  type Box,
  boxOfTarget,
  clampRail,
  clientBox,
  FOOT_PX,
  fitRail,
  hitRail,
  panRail,
  RAIL_AT_REST,
  type RailCamera,
  type RailScene,
  type RailTarget,
  revealTarget,
  type Spot,
  sceneSpot,
  stageBox,
  zoomRail,
} from '@belay/canvas'
import type { BoardCanvas } from './board-canvas'

export class RailCameraKeeper {
  #camera: RailCamera = RAIL_AT_REST
  readonly #canvas: BoardCanvas
  readonly #scene: () => RailScene

  constructor(canvas: BoardCanvas, scene: () => RailScene) {
    this.#canvas = canvas
    this.#scene = scene
  }

  get now(): RailCamera {
    return this.#camera
  }

  /** The scene or the stage is another. */
  keep(): void {
    this.#set(clampRail(this.#scene(), this.#canvas.size, this.#camera))
  }

  /** As a wheel or a drag does: where no column is too high, a wheel that only turns goes along the line. */
  pan(by: Spot): void {
    const high = this.#camera.sheet || clampRail(this.#scene(), this.#canvas.size, { ...RAIL_AT_REST, y: 1e9 }).y > 0
    this.move(!high && by.x === 0 ? { x: by.y, y: by.y } : by)
  }

  /** Says whether it moved. */
  move(by: Spot): boolean {
    return this.#set(panRail(this.#scene(), this.#canvas.size, { camera: this.#camera, by }))
  }

  zoom(factor: number, at: Spot): void {
    this.#set(zoomRail(this.#scene(), this.#canvas.size, { camera: this.#camera, factor, at }))
  }

  /** As a key does: what is in the middle stays there. */
  zoomMiddle(factor: number): void {
    const { width, height } = this.#canvas.size
    this.zoom(factor, { x: width / 2, y: height / 2 })
  }

  fit(): void {
    this.#set(fitRail(this.#scene(), this.#canvas.size, this.#camera))
  }

  /** No further than the cards have to go for room among them to be in view, while the line keeps its place. */
  revealRoom({ y, height }: Box): void {
    const { width, height: view } = this.#canvas.size
    if (this.#camera.sheet) return
    const down = this.#scene().cardsY + y + height + FOOT_PX - view
    this.#set(
      clampRail(
        this.#scene(),
        { width, height: view },
        { ...this.#camera, y: Math.min(Math.max(this.#camera.y, down), y) },
      ),
    )
  }

  /** The cards as far down as they were. */
  back(y: number): void {
    if (!this.#camera.sheet) this.#set(clampRail(this.#scene(), this.#canvas.size, { ...this.#camera, y }))
  }

  reveal(target: RailTarget): void {
    this.#set(revealTarget(this.#scene(), this.#canvas.size, { target, camera: this.#camera }))
  }

  hit(at: Spot): RailTarget | null {
    return hitRail(this.#scene(), this.#camera, at)
  }

  sceneSpot(at: Spot): Spot {
    return sceneSpot(this.#scene(), this.#camera, at)
  }

  /** How far along a target a spot of the stage is, from its left, 0, to its right, 1. */
  along(target: RailTarget, at: Spot): number {
    const { x, width } = boxOfTarget(this.#scene(), target, this.#camera)
    return (at.x - x) / width
  }

  /** Client pixels. */
  rectOf(target: RailTarget): DOMRect {
    const { x, y, width, height } = this.#onPage(boxOfTarget(this.#scene(), target, this.#camera))
    return new DOMRect(x, y, width, height)
  }

  /** Client pixels of a box of the scene. */
  clientBox(zone: RailTarget['zone'], box: Box): Box {
    return this.#onPage(stageBox(this.#camera, zone, box))
  }

  #onPage(box: Box): Box {
    const { host, size } = this.#canvas
    return clientBox(host.getBoundingClientRect(), size, box)
  }

  #set(camera: RailCamera): boolean {
    const { x, y, scale, sheet } = this.#camera
    const same = camera.x === x && camera.y === y && camera.scale === scale && camera.sheet === sheet
    if (!same) this.#camera = camera
    return !same
  }
}
