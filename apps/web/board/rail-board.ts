/**
 * The rail on its element: takes the session in, paints in the page's frames, and says what a person did to a station or
 * a hook. Nothing here is React.
 */
import type { CallChain, RailModel, RailTarget } from '@belay/canvas'
import { BoardCanvas } from './board-canvas'
import type { RailProps } from './board-props'
import { Drawn } from './drawn'
import { Lull } from './lull'
import { prefersStillness } from './motion'
import { selectedTargets } from './rail-actions'
import { RailCameraKeeper } from './rail-camera-keeper'
import { RailChanges } from './rail-changes'
import { RailEdits } from './rail-edits'
import { RailFinder } from './rail-finder'
import { RailHands } from './rail-hands'
import { keyOf, paintRailOverlay } from './rail-overlay'
import { paintRail, type RailScreen } from './rail-paint'
import { NO_RAIL, RailPicture } from './rail-picture'
import { RailPointer } from './rail-pointer'
import { RailPulses } from './rail-pulses'
import { RailRoom } from './rail-room'
import { railScreen } from './rail-screen'
import { RailTable } from './rail-table'
import { RailWay } from './rail-way'
import { Snapshot } from './snapshot'
import { sameTip, type Tip } from './tip'

export interface RailView {
  readonly model: RailModel
  /** The way of the call that is selected. */
  readonly chain: CallChain | null
  readonly tip: Tip | null
  /** Why something was not done; `nth` tells one time from the next. */
  readonly said: { readonly text: string; readonly nth: number }
  /** In percent while the rail is zoomed, else null. */
  readonly zoom: number | null
}

export const EMPTY_RAIL: RailView = { model: NO_RAIL, chain: null, tip: null, said: { text: '', nth: 0 }, zoom: null }

const NO_LIBRARY: RailProps['library'] = []

/** How often the breath of the live stop is drawn: it is slow, and calm costs little. */
const BREATH_MS = 50

/** A reader of the tree hears of a storm this often; what the keyboard is at is told at once. */
const TELL_EVERY_MS = 200

export class RailBoard {
  readonly view = new Snapshot<RailView>(EMPTY_RAIL)
  readonly where: RailFinder
  readonly edits: RailEdits
  readonly #canvas: BoardCanvas
  readonly #picture = new RailPicture()
  readonly #pointer = new RailPointer()
  readonly #pulses = new RailPulses()
  readonly #camera: RailCameraKeeper
  readonly #changes: RailChanges
  readonly #room: RailRoom
  readonly #hands: RailHands
  readonly #drawn = new Drawn()
  readonly #telling = new Lull(TELL_EVERY_MS, () =>
    this.view.set({ model: this.#picture.model, chain: this.#way.chain }),
  )
  readonly #table: RailTable
  readonly #way = new RailWay()
  #props: RailProps | null = null
  #focused: string | null = null
  /** Where the keyboard was before it went into a dialog: a command that is chosen there is about that. */
  #left: string | null = null

  constructor(host: HTMLDivElement) {
    this.#canvas = new BoardCanvas(host, {
      layers: [(surface) => paintRail(surface, this.#screen()), (surface) => paintRailOverlay(surface, this.#screen())],
      layout: () => this.#layout(),
      paint: (timeMs) => this.#paint(timeMs),
      resized: () => this.#resized(),
    })
    this.#camera = new RailCameraKeeper(this.#canvas, () => this.#picture.scene)
    this.where = new RailFinder(host, this.#picture, this.#camera)
    this.#room = new RailRoom({ canvas: this.#canvas, picture: this.#picture, camera: this.#camera })
    const props = () => this.#props
    this.#table = new RailTable({ picture: this.#picture, camera: this.#camera, props })
    this.#changes = new RailChanges(this.#picture, { props, changed: () => this.#canvas.request('layout') })
    this.edits = new RailEdits({
      ...{ canvas: this.#canvas, picture: this.#picture, table: this.#table, changes: this.#changes },
      ...{ where: this.where, props, say: (sentence) => this.#say(sentence) },
    })
    this.#hands = new RailHands({
      ...{ canvas: this.#canvas, picture: this.#picture, camera: this.#camera, changes: this.#changes },
      ...{ pointer: this.#pointer, props },
      table: () => this.#table.now,
      shown: () => this.#table.shownPlaces,
      moved: () => this.#moved(),
      aimed: () => this.#room.aim(this.#hands.drag.dragging, this.#table.now),
      say: (sentence) => this.#say(sentence),
    })
    this.#resized()
  }

  update(props: RailProps): void {
    const before = this.#props
    this.#props = props
    const facts = before?.turn !== props.turn || before.state !== props.state || before.version !== props.version
    if (facts) this.#canvas.request('layout')
    if (before?.theme !== props.theme || before.picked !== props.picked) this.#canvas.request('paint')
    if (before !== null && before.call !== props.call) this.#showWay()
    if (before !== null && before.library !== props.library) {
      this.#hands.drag.tableChanged()
      this.#canvas.request('layout')
    }
    if (before?.selection === props.selection) return
    const [selected] = this.#selected()
    if (selected !== undefined && !this.#hands.drag.held) this.#camera.reveal(selected)
    this.#canvas.request('paint')
  }

  destroy(): void {
    this.#telling.end()
    this.#canvas.destroy()
  }

  /** The station or hook that the keyboard is at; null when it is not in the tree. */
  focus(key: string | null): void {
    if (key === this.#focused) return
    this.#left = key ?? this.#focused
    this.#focused = key
    this.#telling.flush(performance.now())
    const target = this.where.byKey(key)
    if (target !== null) this.#camera.reveal(target)
    this.#canvas.request('paint')
  }

  /** The station or hook that a command is about: where the keyboard is, else what is selected. */
  get meantKey(): string | null {
    const inDialog = document.activeElement?.closest('[role="dialog"]') != null
    const [selected] = this.#selected()
    return this.#focused ?? (inDialog ? this.#left : null) ?? (selected === undefined ? null : keyOf(selected))
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

  #say(text: string): void {
    if (text !== '') this.view.set({ said: { text, nth: this.view.get().said.nth + 1 } })
  }

  #layout(): void {
    const props = this.#props
    if (props === null) return
    const { facts: before, model } = this.#picture
    const library = props.fixed === null ? props.library : NO_LIBRARY
    if (!this.#picture.update({ state: props.state, turn: props.turn, library }, this.#canvas.size)) return
    this.#camera.keep()
    this.#way.update(this.#picture.facts, props.call)
    this.#hands.drag.tableChanged()
    this.#pulses.hear(before, this.#picture.facts, this.#picture.model)
    if (model.place?.stop !== this.#picture.model.place?.stop) this.#followLoop()
    const urgent = this.#focused !== null || this.#picture.model.place?.live !== true
    this.#telling.changed(performance.now(), urgent)
  }

  #showWay(): void {
    this.#way.update(this.#picture.facts, this.#props?.call ?? null)
    this.#telling.changed(performance.now(), true)
    this.#canvas.request('paint')
  }

  /** Where the rail is wider than its box it goes with the loop, unless a person is at it. */
  #followLoop(): void {
    const { place } = this.#picture.model
    const busy = this.#pointer.at !== null || this.#focused !== null || this.#hands.drag.held
    if (place === null || !place.live || busy || this.#camera.now.sheet) return
    const { targets } = this.#picture.scene
    const target = targets.find(({ kind, station }) => kind === 'station' && station.point === place.stop)
    if (target !== undefined) this.#camera.reveal(target)
  }

  /** A resized canvas is blank until it is painted: not a frame later, but now. */
  #resized(): void {
    this.#picture.fit(this.#canvas.size)
    this.#camera.keep()
    this.#hands.drag.tableChanged()
    this.#look()
    this.#canvas.draw()
  }

  /** The camera is another: what is under the pointer too. */
  #moved(): void {
    const { sheet, scale } = this.#camera.now
    this.view.set({ zoom: sheet ? Math.round(scale * 100) : null })
    this.#hands.drag.tableChanged()
    this.#canvas.request('paint')
  }

  #paint(timeMs: number): boolean {
    if (this.#picture.late) this.#layout()
    const pulsing = this.#pulses.step(timeMs)
    const scrolling = this.#hands.drag.tick()
    this.#look()
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

  #look(): void {
    this.#pointer.look(this.#hands.drag.held ? null : (at) => this.#camera.hit(at))
    this.#canvas.host.style.cursor = this.#hands.cursor
    const tip = this.#pointer.tip(this.#picture.model, this.#canvas.size)
    if (!sameTip(tip, this.view.get().tip)) this.view.set({ tip })
  }

  #screen(): RailScreen {
    return railScreen({
      ...{ canvas: this.#canvas, picture: this.#picture, camera: this.#camera.now, props: this.#props },
      ...{ pointer: this.#pointer, pulses: this.#pulses, hands: this.#hands, table: this.#table, way: this.#way },
      selected: this.#selected(),
      focused: this.where.byKey(this.#focused),
    })
  }

  #selected(): readonly RailTarget[] {
    const selection = this.#props?.selection ?? null
    if (selection === null) return []
    return selectedTargets(this.#picture.scene.targets, selection, this.#picture.facts?.turn ?? null)
  }
}
