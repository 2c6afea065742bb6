/**
 * The rail on its element: takes the session in, keeps its scroll, paints in the page's frames, and says what a person
 * did to a station or a hook. Nothing here is React.
 */
import {
  boxOfTarget,
  clampScroll,
  contains,
  hitRail,
  moreBelow,
  type RailModel,
  type RailScene,
  type RailScroll,
  type RailTarget,
  railModel,
  railScene,
  revealTarget,
  targetOf,
} from '@belay/canvas'
import type { AttachmentId, PointId, SessionState, TraceEvent, TurnState } from '@belay/trace'
import { Asking } from './asking'
import { BoardCanvas } from './board-canvas'
import type { AnchorRect, RailProps } from './board-props'
import { Drawn } from './drawn'
import { type GestureSink, listenGestures, type Spot } from './gestures'
import { Lull } from './lull'
import { prefersStillness } from './motion'
import { Pace } from './pace'
import { PALETTES } from './palette'
import { Pulses } from './pulses'
import { clickRail, openRailMenu, selectedTargets, wordsOf } from './rail-actions'
import { keyOf, paintRailOverlay } from './rail-overlay'
import { paintRail, type RailPulse, type RailScreen } from './rail-paint'
import { Snapshot } from './snapshot'
import { sameTip, type Tip } from './tip'

export interface RailView {
  readonly model: RailModel
  readonly tip: Tip | null
}

export const EMPTY_RAIL: RailView = { model: { turn: null, place: null, stations: [] }, tip: null }

/** How often the breath of the live stop is drawn: it is slow, and calm costs little. */
const BREATH_MS = 50

/** A reader of the tree hears of a storm this often; what the keyboard is at is told at once. */
const TELL_EVERY_MS = 200

/** What the model was made from: while it is the same, so is the model. */
interface Facts {
  readonly state: SessionState
  readonly turn: TurnState | null
  readonly events: number
  readonly composition: unknown
}

export class RailBoard {
  readonly view = new Snapshot<RailView>(EMPTY_RAIL)
  readonly #canvas: BoardCanvas
  readonly #pulses = new Pulses<RailPulse>()
  readonly #pace = new Pace()
  readonly #asking = new Asking()
  readonly #drawn = new Drawn()
  readonly #telling = new Lull(TELL_EVERY_MS, () => this.view.set({ model: this.#model }))
  #late = false
  #props: RailProps | null = null
  #facts: Facts | null = null
  #model = EMPTY_RAIL.model
  #scene: RailScene = railScene(this.#model, { width: 1, height: 1 })
  #scroll: RailScroll = { x: 0, y: 0 }
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
    this.#canvas.onEnd(listenGestures(host, this.#gestures()))
    this.#resized()
  }

  update(props: RailProps): void {
    const before = this.#props
    this.#props = props
    const facts = before?.turn !== props.turn || before.state !== props.state || before.version !== props.version
    if (facts) this.#canvas.request('layout')
    if (before?.theme !== props.theme) this.#canvas.request('paint')
    if (before?.selection === props.selection) return
    const [selected] = this.#selected()
    if (selected !== undefined) this.#reveal(selected)
    this.#canvas.request('paint')
  }

  destroy(): void {
    this.#telling.end()
    this.#canvas.destroy()
  }

  /** The station or hook that the keyboard is at; null when it is not in the tree. */
  focus(key: string | null): void {
    if (key === this.#focused) return
    this.#focused = key
    this.#telling.flush(performance.now())
    const target = this.#targetBy(key)
    if (target !== null) this.#reveal(target)
    this.#canvas.request('paint')
  }

  /** Client pixels of a part of the rail. */
  rectOf(
    wanted: { readonly point: PointId } | { readonly attachment: AttachmentId },
    kind: RailTarget['kind'],
  ): DOMRect | null {
    const named = targetOf(this.#scene, wanted)
    const target = this.#scene.targets.find(
      (one) => one.kind === kind && one.station === named?.station && one.hook === named.hook,
    )
    return target === undefined ? null : this.#clientRect(target)
  }

  anchorOf(key: string): AnchorRect | null {
    const target = this.#targetBy(key)
    return target === null ? null : anchor(this.#clientRect(target))
  }

  /** The station or hook under the pointer, by any of its parts. Client pixels. */
  keyUnder(x: number, y: number): string | null {
    const corner = this.#canvas.corner()
    const target = hitRail(this.#scene, this.#scroll, { x: x - corner.left, y: y - corner.top })
    return target === null ? null : (target.hook?.key ?? target.station.point)
  }

  #targetBy(key: string | null): RailTarget | null {
    return key === null ? null : (this.#scene.targets.find((target) => keyOf(target) === key) ?? null)
  }

  #clientRect(target: RailTarget): DOMRect {
    const corner = this.#canvas.corner()
    const box = boxOfTarget(this.#scene, target, this.#scroll)
    return new DOMRect(corner.left + box.x, corner.top + box.y, box.width, box.height)
  }

  #layout(): void {
    const props = this.#props
    if (props === null) return
    const turn = props.turn === null ? null : (props.state.turnById.get(props.turn) ?? null)
    const { state } = props
    const facts: Facts = { state, turn, events: turn?.events.length ?? 0, composition: state.composition }
    if (this.#facts !== null && sameFacts(this.#facts, facts)) return
    this.#late = !this.#pace.run(
      () => {
        this.#take(facts)
        return true
      },
      () => performance.now(),
    )
  }

  #take(facts: Facts): void {
    const before = this.#facts
    const stop = this.#model.place?.stop
    this.#facts = facts
    this.#model = railModel(facts.state, facts.turn?.id ?? null)
    this.#rebuild()
    // What rings belongs to the turn that it was said in.
    if (before?.turn !== facts.turn) this.#pulses.clear()
    else this.#pulse(facts.turn?.events.slice(before?.events) ?? [])
    if (stop !== this.#model.place?.stop) this.#followLoop()
    this.#telling.changed(performance.now(), this.#focused !== null || this.#model.place?.live !== true)
  }

  #rebuild(): void {
    this.#scene = railScene(this.#model, this.#canvas.size)
    this.#scroll = clampScroll(this.#scene, this.#canvas.size, this.#scroll)
  }

  /** Where the rail is wider than its box it goes with the loop, unless a person is at it. */
  #followLoop(): void {
    const { place } = this.#model
    if (place === null || !place.live || this.#pointer !== null || this.#focused !== null) return
    const target = this.#scene.targets.find(({ kind, station }) => kind === 'station' && station.point === place.stop)
    if (target !== undefined) this.#reveal(target)
  }

  #pulse(events: readonly TraceEvent[]): void {
    const timeMs = performance.now()
    for (const event of events) {
      if (event.type !== 'verdict') continue
      const station = this.#model.stations.find(({ point }) => point === event.point)
      const hook = station?.hooks.find(({ lastSeq }) => lastSeq === event.seq)
      if (hook?.sign) this.#pulses.add({ key: hook.key, sign: hook.sign }, timeMs)
    }
  }

  /** A resized canvas is blank until it is painted: not a frame later, but now. */
  #resized(): void {
    this.#rebuild()
    this.#canvas.draw()
  }

  #paint(timeMs: number): boolean {
    if (this.#late) this.#layout()
    const pulsing = this.#pulses.step(timeMs)
    this.#point()
    this.#canvas.draw(this.#isDue(timeMs) ? 0 : 1)
    this.#breathe()
    return pulsing || this.#late
  }

  /** Below the overlay nothing moves by itself. */
  #isDue(timeMs: number): boolean {
    const parts = [this.#scene, this.#scroll.x, this.#scroll.y, this.#canvas.labels, this.#props?.theme]
    return this.#drawn.isDue(parts, { value: null, timeMs, everyMs: 0 })
  }

  /** While the loop is somewhere, what breathes is drawn again, above what rests. */
  #breathe(): void {
    this.#canvas.rest()
    if (this.#model.place?.live !== true || prefersStillness()) return
    this.#canvas.later(BREATH_MS, () => {
      this.#canvas.draw(1)
      this.#breathe()
    })
  }

  #screen(): RailScreen {
    return {
      model: this.#model,
      scene: this.#scene,
      scroll: this.#scroll,
      palette: PALETTES[this.#props?.theme ?? 'dark'],
      labels: this.#canvas.labels,
      hovered: this.#hovered,
      selected: this.#selected(),
      focused: this.#targetBy(this.#focused),
      pulses: this.#pulses.all,
      timeMs: performance.now(),
      still: prefersStillness(),
    }
  }

  #selected(): readonly RailTarget[] {
    const selection = this.#props?.selection ?? null
    return selection === null ? [] : selectedTargets(this.#scene.targets, selection, this.#facts?.turn ?? null)
  }

  #reveal(target: RailTarget): void {
    this.#scroll = revealTarget(this.#scene, this.#canvas.size, { target, scroll: this.#scroll })
  }

  #point(): void {
    this.#hovered = this.#pointer === null ? null : hitRail(this.#scene, this.#scroll, this.#pointer)
    this.#canvas.host.style.cursor = this.#hovered === null ? '' : 'pointer'
    const words = this.#hovered === null || !this.#asking.asks ? null : wordsOf(this.#model, this.#hovered)
    const tip =
      words === null || this.#pointer === null ? null : { words, merged: 1, ...this.#pointer, ...this.#canvas.size }
    if (!sameTip(tip, this.view.get().tip)) this.view.set({ tip })
  }

  #gestures(): GestureSink {
    const at = (spot: Spot) => hitRail(this.#scene, this.#scroll, spot)
    const place = (target: RailTarget | null) =>
      anchor(target === null ? this.#canvas.corner() : this.#clientRect(target))
    const act = (run: (props: RailProps, target: RailTarget | null, at: AnchorRect) => void) => (spot: Spot) => {
      const target = at(spot)
      if (this.#props !== null) run(this.#props, target, place(target))
    }
    const click = act(clickRail)
    return {
      pan: (by) => this.#pan(by),
      zoom: () => undefined,
      grab: () => null,
      hover: (spot) => {
        this.#pointer = spot
        this.#asking.moved(spot)
        this.#canvas.request('paint')
      },
      busy: () => this.#asking.busy() && this.#canvas.request('paint'),
      click: (spot) => {
        const more = moreBelow(this.#scene, this.#canvas.size, this.#scroll).find(({ box }) =>
          contains(box, spot.x, spot.y),
        )
        if (more === undefined) click(spot)
        else this.#pan({ x: 0, y: this.#canvas.size.height - this.#scene.cardsY - more.box.height })
      },
      doubleClick: () => undefined,
      menu: act(openRailMenu),
    }
  }

  #pan(by: Spot): void {
    const { size } = this.#canvas
    // Where no column is too high, a wheel that only turns goes along the line.
    const high = clampScroll(this.#scene, size, { x: 0, y: Number.MAX_VALUE }).y > 0
    const x = !high && by.x === 0 ? by.y : by.x
    this.#scroll = clampScroll(this.#scene, size, { x: this.#scroll.x + x, y: this.#scroll.y + by.y })
    this.#canvas.request('paint')
  }
}

function sameFacts(a: Facts, b: Facts): boolean {
  return a.state === b.state && a.turn === b.turn && a.events === b.events && a.composition === b.composition
}

function anchor({ x, y, width, height }: DOMRect): AnchorRect {
  return { x, y, width, height }
}
