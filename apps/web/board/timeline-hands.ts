/** What a pointer and the keys do on the timeline: gestures and keys on one side, camera, tools and selection on the other. */
import type { Group, TimelineHit } from '@belay/canvas'
import type { Asking } from './asking'
import type { BoardCanvas } from './board-canvas'
import type { Selection } from './board-props'
import type { GestureSink, Spot } from './gestures'
import type { TimelineActions } from './timeline-actions'
import { HEAD_PX, ROWS_Y } from './timeline-areas'
import type { TimelineCamera } from './timeline-camera'
import type { TimelineCommands } from './timeline-commands'
import { hitAt, onMinimap, pinAt, type TimelinePointer } from './timeline-pointer'
import type { TimelineTools } from './timeline-tools'
import type { TurnPictures } from './turn-picture'

export interface HandParts {
  /** Not there yet while the board is being made; always when something is heard. */
  readonly canvas: () => BoardCanvas
  readonly camera: TimelineCamera
  readonly tools: TimelineTools
  readonly actions: TimelineActions
  readonly pointer: TimelinePointer
  readonly asking: Asking
  readonly pictures: TurnPictures
  readonly select: (selection: Selection | null) => void
  readonly toggle: (group: Group) => void
  readonly selectedIndex: () => number | null
}

export class TimelineHands {
  readonly #parts: HandParts

  constructor(parts: HandParts) {
    this.#parts = parts
  }

  gestures(): GestureSink {
    const { camera, actions, asking, pointer, tools } = this.#parts
    const painted =
      <A extends readonly unknown[]>(run: (...given: A) => void) =>
      (...given: A) => {
        run(...given)
        this.#paint()
      }
    return {
      pan: painted((by) => camera.pan(by)),
      zoom: painted((factor, at) => camera.mover.zoom(factor, at.x)),
      grab: (at, { shift }) => {
        const { width } = this.#parts.canvas().size
        if (onMinimap(at, width)) {
          const drag = painted(camera.grabMinimap(at, width))
          drag(at)
          return drag
        }
        if (at.y >= HEAD_PX && at.y < ROWS_Y) return actions.drawArea(at, 'all')
        return shift && at.y >= ROWS_Y ? actions.drawArea(at, 'some') : null
      },
      drop: (kept) => actions.dropArea(kept),
      hover: painted((at) => {
        pointer.at = at
        asking.moved(at)
      }),
      busy: () => asking.busy() && this.#paint(),
      click: (at) => this.#click(at),
      doubleClick: painted((at) => camera.fit(hitAt(camera.picture, at, tools), performance.now())),
      menu: (at) => this.#click(at),
    }
  }

  commands(): TimelineCommands {
    const { actions, select, camera, pictures } = this.#parts
    return {
      paint: () => this.#paint(),
      clear: () => {
        if (!actions.clearArea()) select(null)
      },
      fitAll: () => this.#fit(null),
      fitSelection: () => this.#fitSelection(),
      measure: (how) => actions.measure(how),
      togglePath: () => actions.togglePath(),
      pin: () => actions.pin(),
      goTo: (kind, step) => actions.goTo(kind, step),
      find: () => actions.openFind(),
      step: (key) => {
        camera.mover.touch(key)
        this.#paint()
      },
      follow: () => {
        camera.mover.follow(performance.now())
        this.#paint()
      },
      hasTurn: () => pictures.current.turn !== null,
      isLeftBehind: () => camera.follow === 'away',
    }
  }

  #paint(): void {
    this.#parts.canvas().request('paint')
  }

  #click(at: Spot): void {
    if (at.y < ROWS_Y) return
    const { camera, tools, actions, pictures, select, toggle } = this.#parts
    const pin = pinAt(camera.picture, at, tools)
    const hit = hitAt(camera.picture, at, tools)
    if (pin !== null) actions.pin(pin.span)
    else if (hit === null) select(null)
    else if (hit.kind === 'group') toggle(hit.group)
    else {
      const span = pictures.current.layout.tree.spans[hit.index]
      select(span === undefined ? null : { kind: 'span', span: span.id })
    }
  }

  #fit(hit: TimelineHit | null): void {
    this.#parts.camera.fit(hit, performance.now())
    this.#paint()
  }

  /** The area where there is one, then what is selected, then what the pointer is on. */
  #fitSelection(): void {
    const { camera, tools, pointer, selectedIndex } = this.#parts
    const index = selectedIndex()
    if (tools.area === null) this.#fit(index === null ? pointer.hit : { kind: 'span', index, merged: 1 })
    else {
      camera.fitRange(tools.area, performance.now())
      this.#paint()
    }
  }
}
