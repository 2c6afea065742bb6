/**
 * The rail on its element: takes the session in, paints in the page's frames, and says what a person did to a station or
 * a hook. Nothing here is React.
 */
import {
  contains,
  type DragSource,
  type DragTable,
  dropPlaces,
  moreBelow,
  type RailModel,
  type RailScene,
  type RailTarget,
  type Spot,
  targetOf,
} from '@belay/canvas'
import type { AttachmentId, PointId, TraceEvent } from '@belay/trace'
import { Asking } from './asking'
import { BoardCanvas } from './board-canvas'
import type { AnchorRect, RailProps } from './board-props'
import { Drawn } from './drawn'
import { type GestureSink, listenGestures, spotOn } from './gestures'
import { Lull } from './lull'
import { prefersStillness } from './motion'
import { PALETTES } from './palette'
import { Pulses } from './pulses'
import { clickRail, openRailMenu, selectedTargets, wordsOf } from './rail-actions'
import { RailCameraKeeper } from './rail-camera-keeper'
import { RailChanges } from './rail-changes'
import { RailDrag } from './rail-drag'
import { planOfKey, type RailKey, type Standing } from './rail-keys'
import { takeLifts } from './rail-lift'
import { keyOf, paintRailOverlay } from './rail-overlay'
import { paintRail, type RailPulse, type RailScreen } from './rail-paint'
import { isMade, NO_RAIL, type RailFacts, RailPicture } from './rail-picture'
import { SpaceHeld } from './rail-space'
import { Snapshot } from './snapshot'
import { sameTip, type Tip } from './tip'

export interface RailView {
  readonly model: RailModel
  readonly tip: Tip | null
  /** The last thing that was done, for those who listen. Said again where it is another object. */
  readonly said: { readonly text: string }
  /** In percent while the rail is zoomed, else null. */
  readonly zoom: number | null
}

export const EMPTY_RAIL: RailView = { model: NO_RAIL, tip: null, said: { text: '' }, zoom: null }

/** How often the breath of the live stop is drawn: it is slow, and calm costs little. */
const BREATH_MS = 50

/** A reader of the tree hears of a storm this often; what the keyboard is at is told at once. */
const TELL_EVERY_MS = 200

export class RailBoard {
  readonly view = new Snapshot<RailView>(EMPTY_RAIL)
  readonly #canvas: BoardCanvas
  readonly #picture = new RailPicture()
  readonly #camera: RailCameraKeeper
  readonly #changes: RailChanges
  readonly #drag: RailDrag
  readonly #space: SpaceHeld
  readonly #pulses = new Pulses<RailPulse>()
  readonly #asking = new Asking()
  readonly #drawn = new Drawn()
  readonly #telling = new Lull(TELL_EVERY_MS, () => this.view.set({ model: this.#picture.model }))
  #places: { readonly of: RailScene; readonly places: DragTable['places'] } | null = null
  #props: RailProps | null = null
  #pointer: Spot | null = null
  #hovered: RailTarget | null = null
  #focused: string | null = null

  constructor(host: HTMLDivElement) {
    this.#canvas = new BoardCanvas(host, {
      layers: [(surface) => paintRail(surface, this.#screen()), (surface) => paintRailOverlay(surface, this.#screen())],
      layout: () => this.#layout(),
      paint: (timeMs) => this.#paint(timeMs),
      resized: () => this.#resized(),
    })
    this.#camera = new RailCameraKeeper(this.#canvas, () => this.#picture.scene)
    this.#changes = new RailChanges(this.#picture, {
      props: () => this.#props,
      changed: () => this.#canvas.request('layout'),
    })
    this.#drag = this.#makeDrag(host)
    this.#space = new SpaceHeld(
      () => this.#pointer !== null,
      () => this.#canvas.request('paint'),
    )
    this.#canvas.onEnd(() => this.#space.end())
    this.#canvas.onEnd(takeLifts((event, hook) => this.#lift(event, { from: 'palette', hook })))
    this.#canvas.onEnd(listenPress(host, (event) => this.#press(event)))
    this.#canvas.onEnd(listenGestures(host, this.#gestures()))
    this.#resized()
  }

  update(props: RailProps): void {
    const before = this.#props
    this.#props = props
    const facts = before?.turn !== props.turn || before.state !== props.state || before.version !== props.version
    if (facts) this.#canvas.request('layout')
    if (before?.theme !== props.theme) this.#canvas.request('paint')
    if (before !== null && before.library !== props.library) this.#drag.tableChanged()
    if (before?.selection === props.selection) return
    const [selected] = this.#selected()
    if (selected !== undefined && !this.#drag.held) this.#camera.reveal(selected)
    this.#canvas.request('paint')
  }

  destroy(): void {
    this.#drag.end()
    this.#telling.end()
    this.#canvas.destroy()
  }

  /** The station or hook that the keyboard is at; null when it is not in the tree. */
  focus(key: string | null): void {
    if (key === this.#focused) return
    this.#focused = key
    this.#telling.flush(performance.now())
    const target = this.#targetBy(key)
    if (target !== null) this.#camera.reveal(target)
    this.#canvas.request('paint')
  }

  /** All in view, or at rest where it is so already. */
  fit(): void {
    this.#camera.fit()
    this.#moved()
  }

  zoom(factor: number): void {
    this.#camera.zoomMiddle(factor)
    this.#moved()
  }

  /** What a key does to a hook. Answers where the hook stands then, for the keyboard to go along. */
  change(at: Standing, key: RailKey): string | null {
    if (this.#props === null || isMade(at.attachment)) return null
    const plan =
      this.#props.fixed === null
        ? planOfKey(this.#table(), at, key)
        : ({ kind: 'nothing', reason: this.#props.fixed } as const)
    if (plan.kind === 'nothing') {
      this.#say(plan.reason ?? '')
      return null
    }
    this.#changes.make(plan, this.anchorOf(`${at.point} ${at.attachment}`) ?? anchor(this.#canvas.corner()))
    return plan.kind === 'move' ? `${plan.to} ${at.attachment}` : null
  }

  /** Client pixels of a part of the rail. */
  rectOf(
    wanted: { readonly point: PointId } | { readonly attachment: AttachmentId },
    kind: RailTarget['kind'],
  ): DOMRect | null {
    const named = targetOf(this.#picture.scene, wanted)
    const target = this.#picture.scene.targets.find(
      (one) => one.kind === kind && one.station === named?.station && one.hook === named.hook,
    )
    return target === undefined ? null : this.#camera.rectOf(target)
  }

  anchorOf(key: string): AnchorRect | null {
    const target = this.#targetBy(key)
    return target === null ? null : anchor(this.#camera.rectOf(target))
  }

  /** The station or hook under the pointer, by any of its parts. Client pixels. */
  keyUnder(x: number, y: number): string | null {
    const target = this.#camera.hit(spotOn(this.#canvas.host, { x, y }))
    return target === null ? null : (target.hook?.key ?? target.station.point)
  }

  #targetBy(key: string | null): RailTarget | null {
    return key === null ? null : (this.#picture.scene.targets.find((target) => keyOf(target) === key) ?? null)
  }

  #say(text: string): void {
    if (text !== '') this.view.set({ said: { text } })
  }

  #layout(): void {
    const props = this.#props
    if (props === null) return
    const { facts: before, model } = this.#picture
    if (!this.#picture.update(props.state, props.turn, this.#canvas.size)) return
    this.#camera.keep()
    this.#drag.tableChanged()
    this.#hear(before)
    if (model.place?.stop !== this.#picture.model.place?.stop) this.#followLoop()
    const urgent = this.#focused !== null || this.#picture.model.place?.live !== true
    this.#telling.changed(performance.now(), urgent)
  }

  /** Where the rail is wider than its box it goes with the loop, unless a person is at it. */
  #followLoop(): void {
    const { place } = this.#picture.model
    if (place === null || !place.live || this.#pointer !== null || this.#focused !== null || this.#drag.held) return
    const { targets } = this.#picture.scene
    const target = targets.find(({ kind, station }) => kind === 'station' && station.point === place.stop)
    if (target !== undefined && !this.#camera.now.sheet) this.#camera.reveal(target)
  }

  /** What was said since is a pulse; what rings belongs to the turn that it was said in. */
  #hear(before: RailFacts | null): void {
    const turn = this.#picture.facts?.turn ?? null
    if (before?.turn !== turn) this.#pulses.clear()
    else this.#pulse(turn?.events.slice(before?.events) ?? [])
  }

  #pulse(events: readonly TraceEvent[]): void {
    const timeMs = performance.now()
    for (const event of events) {
      if (event.type !== 'verdict') continue
      const station = this.#picture.model.stations.find(({ point }) => point === event.point)
      const hook = station?.hooks.find(({ lastSeq }) => lastSeq === event.seq)
      if (hook?.sign) this.#pulses.add({ key: hook.key, sign: hook.sign }, timeMs)
    }
  }

  /** A resized canvas is blank until it is painted: not a frame later, but now. */
  #resized(): void {
    this.#picture.fit(this.#canvas.size)
    this.#camera.keep()
    this.#drag.tableChanged()
    this.#canvas.draw()
  }

  /** The camera is another: what is under the pointer too. */
  #moved(): void {
    const { sheet, scale } = this.#camera.now
    this.view.set({ zoom: sheet ? Math.round(scale * 100) : null })
    this.#drag.tableChanged()
    this.#canvas.request('paint')
  }

  #paint(timeMs: number): boolean {
    if (this.#picture.late) this.#layout()
    const pulsing = this.#pulses.step(timeMs)
    const scrolling = this.#drag.tick()
    this.#point()
    this.#canvas.draw(this.#isDue(timeMs) ? 0 : 1)
    this.#breathe()
    return pulsing || scrolling || this.#picture.late
  }

  /** Below the overlay nothing moves by itself. */
  #isDue(timeMs: number): boolean {
    const { x, y, scale, sheet } = this.#camera.now
    const parts = [this.#picture.scene, x, y, scale, sheet, this.#canvas.labels, this.#props?.theme]
    return this.#drawn.isDue(parts, { value: null, timeMs, everyMs: 0 })
  }

  /** While the loop is somewhere, what breathes is drawn again, above what rests. */
  #breathe(): void {
    this.#canvas.rest()
    if (this.#picture.model.place?.live !== true || prefersStillness()) return
    this.#canvas.later(BREATH_MS, () => {
      this.#canvas.draw(1)
      this.#breathe()
    })
  }

  #screen(): RailScreen {
    const { dragging } = this.#drag
    return {
      model: this.#picture.model,
      scene: this.#picture.scene,
      camera: this.#camera.now,
      palette: PALETTES[this.#props?.theme ?? 'dark'],
      labels: this.#canvas.labels,
      hovered: this.#hovered,
      selected: this.#selected(),
      focused: this.#targetBy(this.#focused),
      pulses: this.#pulses.all,
      drag: dragging === null ? null : { dragging, table: this.#table() },
      timeMs: performance.now(),
      still: prefersStillness(),
    }
  }

  #selected(): readonly RailTarget[] {
    const selection = this.#props?.selection ?? null
    if (selection === null) return []
    return selectedTargets(this.#picture.scene.targets, selection, this.#picture.facts?.turn ?? null)
  }

  #point(): void {
    const asked = this.#drag.held ? null : this.#pointer
    this.#hovered = asked === null ? null : this.#camera.hit(asked)
    this.#canvas.host.style.cursor = this.#space.held ? 'grab' : this.#hovered === null ? '' : 'pointer'
    const words = this.#hovered === null || !this.#asking.asks ? null : wordsOf(this.#picture.model, this.#hovered)
    const tip = words === null || asked === null ? null : { words, merged: 1, ...asked, ...this.#canvas.size }
    if (!sameTip(tip, this.view.get().tip)) this.view.set({ tip })
  }

  #table(): DragTable {
    const { scene } = this.#picture
    if (this.#places?.of !== scene) this.#places = { of: scene, places: dropPlaces(scene) }
    const hooks = this.#picture.facts?.hooks ?? []
    return { hooks, library: this.#props?.library ?? [], places: this.#places.places, scale: this.#camera.now.scale }
  }

  #makeDrag(element: HTMLElement): RailDrag {
    return new RailDrag({
      element,
      table: () => this.#table(),
      sceneSpot: (stage) => this.#camera.sceneSpot(stage),
      pan: (by) => this.#camera.move(by),
      changed: () => this.#canvas.request('paint'),
      click: (stage) => this.#click(stage),
      dropped: (change, { x, y }) => this.#changes.make(change, { x, y, width: 0, height: 0 }),
      say: (sentence) => this.#say(sentence),
    })
  }

  /** A press on a card is the beginning of a drag, or a click; on anything else it is what the gestures make of it. */
  #press(event: PointerEvent): void {
    const spot = spotOn(this.#canvas.host, { x: event.clientX, y: event.clientY })
    const target = this.#camera.hit(spot)
    const attachment = target?.hook?.attachment ?? null
    if (event.button !== 0 || target?.kind !== 'card' || attachment === null || this.#moreAt(spot)) return
    // What is not of now can't be moved: a drag on it moves the rail, as on the ground.
    if (this.#space.held || isMade(attachment) || this.#props?.fixed !== null) return
    this.#lift(event, { from: 'node', attachment, point: target.station.point })
  }

  #lift(event: PointerEvent, source: DragSource): void {
    if (this.#props === null) return
    event.stopPropagation()
    this.#drag.press(event, source)
  }

  #moreAt({ x, y }: Spot) {
    const all = moreBelow(this.#picture.scene, this.#canvas.size, this.#camera.now)
    return all.find(({ box }) => contains(box, x, y)) ?? null
  }

  #act(spot: Spot, run: (props: RailProps, target: RailTarget | null, at: AnchorRect) => void): void {
    const target = this.#camera.hit(spot)
    const rect = target === null ? this.#canvas.corner() : this.#camera.rectOf(target)
    if (this.#props !== null) run(this.#props, target, anchor(rect))
  }

  #click(spot: Spot): void {
    const more = this.#moreAt(spot)
    if (more === null) {
      this.#act(spot, clickRail)
      return
    }
    this.#camera.pan({ x: 0, y: this.#canvas.size.height - this.#picture.scene.cardsY - more.box.height })
    this.#moved()
  }

  #gestures(): GestureSink {
    return {
      pan: (by) => {
        this.#space.use()
        this.#camera.pan(by)
        this.#moved()
      },
      zoom: (factor, at) => {
        this.#camera.zoom(factor, at)
        this.#moved()
      },
      grab: () => null,
      hover: (spot) => {
        this.#pointer = spot
        this.#asking.moved(spot)
        this.#canvas.request('paint')
      },
      busy: () => this.#asking.busy() && this.#canvas.request('paint'),
      click: (spot) => this.#click(spot),
      doubleClick: () => undefined,
      menu: (spot) => this.#act(spot, openRailMenu),
    }
  }
}

/** Before any other part of the rail hears of it. */
function listenPress(host: HTMLElement, press: (event: PointerEvent) => void): () => void {
  host.addEventListener('pointerdown', press, { capture: true })
  return () => host.removeEventListener('pointerdown', press, { capture: true })
}

function anchor({ x, y, width, height }: DOMRect): AnchorRect {
  return { x, y, width, height }
}
