/**
 * A drag on the page: listens from the press to the end and no longer, and feeds the machine that decides. Whatever ends a
 * gesture in a browser (Escape, another window, another button, a lost or a second pointer) ends it here with nothing done.
 */
import {
  type Aimed,
  AT_REST,
  aimedAt,
  type Box,
  type Change,
  type DragEvent,
  type DragSource,
  type DragSpot,
  type DragState,
  type DragTable,
  edgePush,
  nameOf,
  type Spot,
  sayTarget,
  stepDrag,
} from '@belay/canvas'
import { listenDrag } from '../lib/listen-drag'
import { spotOn } from './gestures'
import { swallowRest } from './rail-drag-rest'
import { type GhostWords, RailGhost } from './rail-ghost'

export interface DragRoom {
  /** The stage's element. */
  readonly element: HTMLElement
  /** The rail as it lies while nothing is dragged: what is aimed at does not move away because it is aimed at. */
  table(): DragTable
  /** The places as they are shown. */
  shown(): DragTable['places']
  /** Of the scene, under a spot of the stage. */
  sceneSpot(stage: Spot): Spot
  clientBox(aimed: Aimed): Box
  /** Whether the rail's own head lies over what is there. */
  isCovered(stage: Spot): boolean
  /** Moves the rail by stage pixels. Says whether it moved. */
  pan(by: Spot): boolean
  /** What is shown of the drag is another. */
  changed(): void
  click(stage: Spot): void
  dropped(change: Change, client: Spot): void
  /** Somebody else ended it, or it could not be done here: said aloud. */
  say(sentence: string): void
}

/** A drag that only passes by an edge, on its way from the palette or to a card beside it, must find the rail where it was. */
const DWELL_MS = 300

export type Dragging = Extract<DragState, { phase: 'dragging' }>

export class RailDrag {
  #state: DragState = AT_REST
  #client: Spot = { x: 0, y: 0 }
  #listening: (() => void) | null = null
  #ghost: RailGhost | null = null
  /** Since when it is near an edge, on the page's clock; null where it is not. */
  #nearEdgeSince: number | null = null
  readonly #room: DragRoom

  constructor(room: DragRoom) {
    this.#room = room
  }

  get dragging(): Dragging | null {
    return this.#state.phase === 'dragging' ? this.#state : null
  }

  /** Whether a gesture is under way, if only a press. */
  get held(): boolean {
    return this.#state.phase === 'pressed' || this.#state.phase === 'dragging'
  }

  press(event: PointerEvent, source: DragSource): void {
    if (this.held) return
    this.#client = { x: event.clientX, y: event.clientY }
    this.#listen(event.pointerType === 'mouse')
    this.#feed({ type: 'press', pointer: event.pointerId, at: this.#spot(), source })
  }

  /** Hooks came, went or moved, or the rail did. */
  tableChanged(): void {
    if (this.held) this.#feed({ type: 'changed', at: this.#spot() })
  }

  /** Held near an edge, the rail goes on under the pointer. Says whether another frame is wanted. */
  tick(): boolean {
    const by = this.#push()
    if (by === null) {
      this.#nearEdgeSince = null
      return false
    }
    this.#nearEdgeSince ??= performance.now()
    if (performance.now() - this.#nearEdgeSince < DWELL_MS) return true
    if (!this.#room.pan(by)) return false
    this.tableChanged()
    return true
  }

  /** Null where it is near no edge. At the very edge something may lie over the rail: the bar that resizes it. */
  #push(): Spot | null {
    if (this.dragging === null) return null
    const { element } = this.#room
    const size = { width: element.clientWidth, height: element.clientHeight }
    const by = edgePush(spotOn(element, this.#client), size)
    return by.x === 0 && by.y === 0 ? null : by
  }

  end(): void {
    if (this.held) this.#feed({ type: 'abort', reason: 'focus lost' })
  }

  #spot(): DragSpot {
    const { element } = this.#room
    const { x, y } = this.#client
    const stage = spotOn(element, this.#client)
    const ground = groundAt(element, x, y)
    const covered = ground === 'rail' && this.#room.isCovered(stage)
    return { ...this.#room.sceneSpot(stage), ground: covered ? 'away' : ground }
  }

  #feed(event: DragEvent): void {
    const before = this.#state
    this.#state = stepDrag(before, event, this.#room.table())
    if (this.#state === before) return
    this.#room.changed()
    if (this.#state.phase === 'dragging') {
      if (before.phase !== 'dragging') this.#begin(this.#state.pointer)
      this.#showGhost(this.#state)
    }
    if (!this.held) this.#finish(this.#state)
  }

  #begin(pointer: number): void {
    // From here on the pointer is the rail's, wherever it goes: also out of the window.
    if (!this.#room.element.hasPointerCapture(pointer)) this.#room.element.setPointerCapture(pointer)
    document.documentElement.style.cursor = 'grabbing'
    window.getSelection()?.removeAllRanges()
  }

  #finish(state: DragState): void {
    this.#listening?.()
    this.#listening = null
    this.#ghost?.hide()
    document.documentElement.style.cursor = ''
    switch (state.phase) {
      case 'clicked':
        if (state.source.from === 'node') this.#room.click(spotOn(this.#room.element, this.#client))
        break
      case 'dropped':
        if (state.plan.kind !== 'nothing') this.#room.dropped(state.plan, this.#client)
        else if (state.plan.reason !== null) this.#room.say(state.plan.reason)
        break
      case 'aborted':
        if (state.reason === 'gone')
          this.#room.say('What you dragged was taken away elsewhere: nothing was changed here.')
        break
      default:
        break
    }
    if (state.phase !== 'clicked') swallowRest(state.phase === 'aborted')
  }

  #showGhost(state: Dragging): void {
    this.#ghost ??= new RailGhost()
    const table = this.#room.table()
    const aimed = aimedAt(state, { places: this.#room.shown() })
    this.#ghost.show(
      { name: nameOf(table, state.source), hint: sayTarget(state, table), tone: toneOf(state) },
      { pointer: this.#client, clear: aimed.map((one) => this.#room.clientBox(one)) },
    )
  }

  #listen(isMouse: boolean): void {
    this.#listening = listenDrag({
      element: this.#room.element,
      isMouse,
      isOurs: ({ pointerId }) => this.#pointer === pointerId,
      move: (event) => this.#feed({ type: 'move', ...this.#at(event) }),
      release: (event) => this.#feed({ type: 'release', ...this.#at(event) }),
      abort: (reason) => this.#feed({ type: 'abort', reason }),
    })
  }

  #at({ clientX: x, clientY: y, pointerId: pointer }: PointerEvent) {
    this.#client = { x, y }
    return { pointer, at: this.#spot() }
  }

  get #pointer(): number | null {
    const state = this.#state
    return state.phase === 'pressed' || state.phase === 'dragging' ? state.pointer : null
  }
}

function toneOf({ plan }: Dragging): GhostWords['tone'] {
  if (plan.kind === 'detach' || (plan.kind === 'several' && plan.change.do === 'detach')) return 'leaves'
  if (plan.kind === 'nothing') return plan.reason === null ? 'plain' : 'refuses'
  return 'takes'
}

/** What lies over the rail (a drawer, a toast) is neither the rail nor a place to throw things away. */
function groundAt(element: HTMLElement, x: number, y: number): DragSpot['ground'] {
  if (x < 0 || y < 0 || x >= window.innerWidth || y >= window.innerHeight) return 'away'
  const under = document.elementFromPoint(x, y)
  if (under !== null && element.parentElement?.contains(under) === true) return 'rail'
  const { left, top, right, bottom } = element.getBoundingClientRect()
  return x >= left && x < right && y >= top && y < bottom ? 'away' : 'page'
}
