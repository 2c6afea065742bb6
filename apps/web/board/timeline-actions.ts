/**
 * What a person does on the timeline beside moving about: going from verdict to verdict, searching, measuring, pinning,
 * laying the critical path over it. Each says what came of it, for those who do not see it.
 */
import {
  type Area,
  type AreaSums,
  areaBetween,
  areaOfSpans,
  joinAreas,
  MOST_PINNED,
  nextStop,
  pinOf,
  type Stop,
  type StopKind,
  sayArea,
  signOf,
  speakSpan,
  stopsOf,
  togglePin,
  toMs,
} from '@belay/canvas'
import type { SpanId } from '@belay/trace'
import type { TimelineProps } from './board-props'
import type { Spot } from './gestures'
import type { TimelineCamera } from './timeline-camera'
import type { TimelineTools } from './timeline-tools'
import type { TurnPictures } from './turn-picture'

export interface ActionParts {
  readonly tools: TimelineTools
  readonly pictures: TurnPictures
  readonly camera: TimelineCamera
  readonly props: () => TimelineProps | null
  /** The span that is meant: where the keyboard is, what is selected, or what the pointer is on. */
  readonly meant: () => SpanId | null
  /** Something of the tools is another. */
  readonly changed: () => void
  readonly say: (text: string) => void
}

/** A hand that trembles while it presses draws no area. */
const LEAST_AREA_PX = 3

const NOTHING: Readonly<Record<StopKind, string>> = {
  verdict: 'No hook said anything but pass in this turn',
  refusal: 'Nothing was refused in this turn',
}

export class TimelineActions {
  readonly #parts: ActionParts
  /** A drag has drawn an area that is not said yet. */
  #drawn = false
  /** While an area is drawn: the one before it. */
  #areaBefore: Area | null | undefined = undefined

  constructor(parts: ActionParts) {
    this.#parts = parts
  }

  goTo(kind: StopKind, step: 1 | -1): void {
    const { layout, lookup } = this.#parts.pictures.current
    const stop = nextStop(layout, stopsOf(layout, lookup, kind), this.#selected(), step)
    if (stop === null) this.#parts.say(NOTHING[kind])
    else this.#show(stop, kind === 'verdict' ? 'Verdict' : 'Refusal')
  }

  /** The hit after (or before) what is selected. */
  goToHit(step: 1 | -1): void {
    const { pictures, tools, camera, say } = this.#parts
    const found = tools.found(camera.shownMs)
    const stop = found === null ? null : nextStop(pictures.current.layout, found.hits, this.#selected(), step)
    if (stop === null) say(found === null ? 'Nothing is searched for' : 'Nothing was found')
    else this.#show(stop, 'Hit')
  }

  /** null ends the search. */
  find(query: string | null): void {
    this.#parts.tools.query = query
    this.#parts.changed()
  }

  openFind(): void {
    if (this.#parts.tools.query === null) this.find('')
  }

  togglePath(): void {
    const { tools, camera, changed, say } = this.#parts
    const shown = tools.togglePath()
    changed()
    say(shown ? (tools.view(camera.shownMs, null).path?.sentence ?? '') : 'The critical path is hidden')
  }

  /** The time of the span that is meant, or grown so that it takes that in. */
  measure(how: 'alone' | 'with'): void {
    const { tools, pictures, camera, meant } = this.#parts
    const span = meant()
    const measured = span === null ? null : areaOfSpans(pictures.current.layout, [span], camera.shownMs)
    if (measured === null) {
      this.#parts.say('Nothing is selected that could be measured')
      return
    }
    tools.area = how === 'with' && tools.area !== null ? joinAreas(tools.area, measured) : measured
    this.#areaDone()
  }

  /** From a press: what hears where the pointer goes. Over `some` lanes it is as high as it is drawn. */
  drawArea(from: Spot, lanes: 'all' | 'some'): (to: Spot) => void {
    const { tools, camera, changed } = this.#parts
    const place = ({ x, y }: Spot) => {
      const { view } = camera.picture
      return { ms: toMs(view, Math.min(Math.max(x, 0), view.width)), y: y - tools.rowsTop + view.top }
    }
    const start = place(from)
    this.#areaBefore = tools.area
    if (lanes === 'all' && tools.area !== null) {
      tools.area = null
      changed()
    }
    return (to) => {
      if (Math.abs(to.x - from.x) < LEAST_AREA_PX) return
      this.#drawn = true
      tools.area = areaBetween(start, place(to), lanes)
      changed()
    }
  }

  clearArea(): boolean {
    const { tools, changed } = this.#parts
    if (tools.area === null) return false
    tools.area = null
    changed()
    return true
  }

  #areaDone(): void {
    const { tools, camera, changed, say } = this.#parts
    changed()
    const sums: AreaSums | null = tools.sums(camera.shownMs)
    if (sums !== null) say(sayArea(sums))
  }

  /** What a drag drew is said once it is done; where it is not kept, the area is what it was. */
  dropArea(kept: boolean): void {
    const { tools, changed } = this.#parts
    if (!kept && this.#areaBefore !== undefined) {
      tools.area = this.#areaBefore
      changed()
    } else if (this.#drawn && tools.area !== null) this.#areaDone()
    this.#drawn = false
    this.#areaBefore = undefined
  }

  pin(span: SpanId | null = this.#parts.meant()): void {
    const { tools, pictures, changed, say } = this.#parts
    const { layout } = pictures.current
    if (span === null) {
      say('Nothing is selected whose lane could be pinned')
      return
    }
    const was = pinOf(layout, tools.pins, span) !== null
    const pins = togglePin(layout, tools.pins, span)
    if (pins === null) {
      say(`${MOST_PINNED} lanes are pinned, and no more can be: unpin one first`)
      return
    }
    tools.pins = pins
    changed()
    say(was ? 'The lane is no longer pinned' : `The lane is pinned on top, ${pins.length} of ${MOST_PINNED} at most`)
  }

  #selected(): number | null {
    const selection = this.#parts.props()?.selection
    if (selection?.kind !== 'span') return null
    return this.#parts.pictures.current.layout.tree.indexOf.get(selection.span) ?? null
  }

  #show({ index, nth, of, wrapped }: Stop, what: string): void {
    const { pictures, camera, props, say } = this.#parts
    const { layout, lookup } = pictures.current
    const span = layout.tree.spans[index]
    if (span === undefined) return
    props()?.onSelect({ kind: 'span', span: span.id })
    const said = signOf(lookup, index)
    const words = speakSpan(span, said.count > 0 ? said.worst : null, layout.tree.baseMs + camera.shownMs)
    say(`${what} ${nth} of ${of}${wrapped ? ', from the other end' : ''}: ${words}`)
  }
}
