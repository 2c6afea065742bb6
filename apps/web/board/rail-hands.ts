/**
 * What a person's hands do on the rail: a press on a card becomes a drag or a click, a press on the ground pans, Space pans
 * over anything, the wheel pans and zooms. A hook that is lifted from the palette is a drag like any other.
 */
import {
  addPicks,
  type Box,
  contains,
  type DragSource,
  type DragTable,
  hooksInBox,
  isBehindHead,
  moreBelow,
  type RailTarget,
  type Spot,
} from '@belay/canvas'
import type { BoardCanvas } from './board-canvas'
import type { RailProps } from './board-props'
import { type GestureSink, listenGestures, spotOn } from './gestures'
import { clickRail, isPicked, openRailHook, openRailMenu, pickRail, type RailClick } from './rail-actions'
import type { RailCameraKeeper } from './rail-camera-keeper'
import type { RailChanges } from './rail-changes'
import { RailDrag } from './rail-drag'
import { anchorAt } from './rail-finder'
import { takeLifts } from './rail-lift'
import { RailMarquee } from './rail-marquee'
import { isMade, type RailPicture } from './rail-picture'
import type { RailPointer } from './rail-pointer'
import { SpaceHeld } from './rail-space'

export interface HandsRoom {
  readonly canvas: BoardCanvas
  readonly picture: RailPicture
  readonly camera: RailCameraKeeper
  readonly changes: RailChanges
  readonly pointer: RailPointer
  props(): RailProps | null
  table(): DragTable
  /** The places as they are shown, with the room that a drag made. */
  shown(): DragTable['places']
  /** The drag is another. */
  aimed(): void
  /** The camera is another. */
  moved(): void
  say(sentence: string): void
}

export class RailHands {
  readonly drag: RailDrag
  readonly marquee: RailMarquee
  readonly #room: HandsRoom
  readonly #space: SpaceHeld

  constructor(room: HandsRoom) {
    const { canvas, pointer } = room
    this.#room = room
    this.drag = this.#makeDrag()
    this.marquee = new RailMarquee({
      element: canvas.host,
      changed: () => canvas.request('paint'),
      picked: (box) => this.#pickIn(box),
    })
    this.#space = new SpaceHeld(
      () => pointer.at !== null,
      () => canvas.request('paint'),
    )
    canvas.onEnd(() => this.drag.end())
    canvas.onEnd(() => this.marquee.end())
    canvas.onEnd(() => this.#space.end())
    canvas.onEnd(takeLifts((event, hook) => this.#lift(event, { from: 'palette', hook })))
    canvas.onEnd(listenPress(canvas.host, (event) => this.#press(event)))
    canvas.onEnd(listenGestures(canvas.host, this.#gestures()))
  }

  get cursor(): string {
    if (this.#space.held) return 'grab'
    return this.#room.pointer.hovered === null ? '' : 'pointer'
  }

  #makeDrag(): RailDrag {
    const { canvas, camera, changes, table, shown, aimed, say } = this.#room
    return new RailDrag({
      element: canvas.host,
      table,
      shown,
      sceneSpot: (stage) => camera.sceneSpot(stage),
      clientBox: ({ zone, box }) => camera.clientBox(zone, box),
      isCovered: (stage) => isBehindHead(camera.now, stage),
      pan: (by) => camera.move(by),
      changed: aimed,
      click: (stage) => this.#click(stage),
      dropped: (change, { x, y }) => changes.make(change, { x, y, width: 0, height: 0 }),
      say,
    })
  }

  /** A press on a card is the beginning of a drag, or a click; on anything else it is what the gestures make of it. */
  #press(event: PointerEvent): void {
    const { canvas, camera, props } = this.#room
    const spot = spotOn(canvas.host, { x: event.clientX, y: event.clientY })
    const target = camera.hit(spot)
    const attachment = target?.hook?.attachment ?? null
    const now = props()
    // What is not of now can't be moved: a drag on it moves the rail, as on the ground.
    if (event.button !== 0 || this.#space.held || now === null || now.fixed !== null || this.#moreAt(spot) !== null)
      return
    if (event.shiftKey) {
      this.#pick(event, now, target)
      return
    }
    if (target?.kind !== 'card' || attachment === null || isMade(attachment)) return
    const picked = isPicked(now, attachment) ? { picked: now.picked } : {}
    this.#lift(event, { from: 'node', attachment, point: target.station.point, ...picked })
  }

  /** With Shift: one more or one less, or a box around several. */
  #pick(event: PointerEvent, props: RailProps, target: RailTarget | null): void {
    event.stopPropagation()
    const one = target !== null && (target.zone === 'cards' || target.hook !== null)
    if (one) pickRail(props, target)
    else this.marquee.press(event)
  }

  #pickIn(box: Box): void {
    const { picture, camera } = this.#room
    const props = this.#room.props()
    if (props === null) return
    const found = hooksInBox(picture.scene, camera.now, box).filter((id) => !isMade(id))
    if (found.length > 0) props.onPick(addPicks(props.picked, found))
  }

  #lift(event: PointerEvent, source: DragSource): void {
    if (this.#room.props() === null) return
    event.stopPropagation()
    this.drag.press(event, source)
  }

  #moreAt({ x, y }: Spot) {
    const { canvas, camera, picture } = this.#room
    return moreBelow(picture.scene, canvas.size, camera.now).find(({ box }) => contains(box, x, y)) ?? null
  }

  #act(spot: Spot, run: (props: RailProps, target: RailTarget | null, at: RailClick) => void): void {
    const { canvas, camera } = this.#room
    const props = this.#room.props()
    const target = camera.hit(spot)
    const anchor = anchorAt(target === null ? canvas.corner() : camera.rectOf(target))
    const along = target === null ? 0 : camera.along(target, spot)
    if (props !== null) run(props, target, { anchor, along })
  }

  #click(spot: Spot): void {
    const { canvas, picture } = this.#room
    const more = this.#moreAt(spot)
    if (more === null) this.#act(spot, clickRail)
    else this.#pan({ x: 0, y: canvas.size.height - picture.scene.cardsY - more.box.height })
  }

  #pan(by: Spot): void {
    this.#room.camera.pan(by)
    this.#room.moved()
  }

  #gestures(): GestureSink {
    const { canvas, camera, pointer } = this.#room
    return {
      pan: (by) => {
        this.#space.use()
        this.#pan(by)
      },
      zoom: (factor, at) => {
        camera.zoom(factor, at)
        this.#room.moved()
      },
      grab: () => null,
      hover: (spot) => {
        pointer.moved(spot)
        canvas.request('paint')
      },
      busy: () => pointer.busy() && canvas.request('paint'),
      click: (spot) => this.#click(spot),
      doubleClick: (spot) => this.#act(spot, openRailHook),
      menu: (spot) => this.#act(spot, openRailMenu),
    }
  }
}

/** Before any other part of the rail hears of it. */
function listenPress(host: HTMLElement, press: (event: PointerEvent) => void): () => void {
  host.addEventListener('pointerdown', press, { capture: true })
  return () => host.removeEventListener('pointerdown', press, { capture: true })
}
