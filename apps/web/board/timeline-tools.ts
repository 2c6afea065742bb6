/**
 * What a person laid over the timeline of a turn: the critical path, an area, a search, pinned lanes. Kept as long as the
 * turn is shown; each is worked out once per layout (while a turn runs, a few times a second), never per frame.
 */
import {
  type Area,
  type AreaSums,
  type CriticalPath,
  criticalPath,
  type Found,
  findSpans,
  type PathShare,
  type PinnedStrip,
  pathShares,
  pinnedStrip,
  sayPath,
  sumArea,
  type TimelineLayout,
} from '@belay/canvas'
import type { SpanId } from '@belay/trace'
import type { TimelineProps } from './board-props'
import { SearchText } from './search-text'
import { ROWS_Y } from './timeline-areas'
import type { TurnPictures } from './turn-picture'

export interface PathView {
  readonly sentence: string
  readonly shares: readonly PathShare[]
  readonly totalMs: number
}

export interface FindView {
  readonly query: string
  readonly count: number
  /** Which hit is selected, from 1; 0 for none. */
  readonly nth: number
  /** How many texts were too long to be searched whole. */
  readonly cut: number
}

export interface ToolsView {
  readonly path: PathView | null
  readonly area: AreaSums | null
  readonly find: FindView | null
  readonly pins: number
}

export const NO_TOOLS: ToolsView = { path: null, area: null, find: null, pins: 0 }

/** While a turn runs what depends on *now* is worked out this often. */
const LIVE_EVERY_MS = 500
/** Between the strip of pinned lanes and the rows. */
const STRIP_GAP_PX = 7

/** The latest value, made anew when one of its keys is another. */
class Kept<T> {
  #keys: readonly unknown[] = []
  #value: { readonly of: T } | null = null

  get(keys: readonly unknown[], make: () => T): T {
    if (this.#value !== null && keys.every((key, at) => Object.is(key, this.#keys[at]))) return this.#value.of
    this.#keys = keys
    this.#value = { of: make() }
    return this.#value.of
  }
}

export class TimelineTools {
  readonly #pictures: TurnPictures
  readonly #props: () => TimelineProps | null
  readonly #text = new SearchText()
  readonly #path = new Kept<CriticalPath>()
  readonly #pathView = new Kept<PathView>()
  readonly #onPath = new Kept<ReadonlyMap<number, number>>()
  readonly #sums = new Kept<AreaSums>()
  readonly #found = new Kept<Found>()
  readonly #strip = new Kept<PinnedStrip | null>()
  readonly #find = new Kept<FindView>()
  readonly #view = new Kept<ToolsView>()
  #pathOn = false
  #area: Area | null = null
  #query: string | null = null
  #pins: readonly SpanId[] = []
  /** Counts what a person did here. */
  changes = 0

  constructor(pictures: TurnPictures, props: () => TimelineProps | null) {
    this.#pictures = pictures
    this.#props = props
  }

  /** Another turn: an area and pins are of the old one, a search and the path are asked of the new one. */
  turned(): void {
    this.#area = null
    this.#pins = []
    this.changes += 1
  }

  get #layout(): TimelineLayout {
    return this.#pictures.current.layout
  }

  #beat(nowMs: number): number {
    return this.#pictures.live ? Math.floor(nowMs / LIVE_EVERY_MS) * LIVE_EVERY_MS : nowMs
  }

  togglePath(): boolean {
    this.#pathOn = !this.#pathOn
    this.changes += 1
    return this.#pathOn
  }

  path(nowMs: number): CriticalPath | null {
    if (!this.#pathOn) return null
    const { tree } = this.#layout
    const beat = this.#beat(nowMs)
    return this.#path.get([tree, beat], () => criticalPath(tree, beat))
  }

  /** How long each span is on the path. */
  msOnPath(nowMs: number): ReadonlyMap<number, number> | null {
    const path = this.path(nowMs)
    if (path === null) return null
    return this.#onPath.get([path], () => {
      const sums = new Map<number, number>()
      for (const { index, fromMs, toMs } of path.parts) sums.set(index, (sums.get(index) ?? 0) + toMs - fromMs)
      return sums
    })
  }

  get area(): Area | null {
    return this.#area
  }

  set area(area: Area | null) {
    if (area === this.#area) return
    this.#area = area
    this.changes += 1
  }

  /** A group opens or closes: an area over some lanes would be over others. */
  lanesMove(): void {
    if (this.#area !== null && this.#area.rows !== null) this.area = null
  }

  sums(nowMs: number): AreaSums | null {
    const area = this.#area
    if (area === null) return null
    return this.#sums.get([this.#layout, area, this.#beat(nowMs)], () => sumArea(this.#layout, area, nowMs))
  }

  get query(): string | null {
    return this.#query
  }

  /** null ends the search. */
  set query(query: string | null) {
    this.#query = query
    this.changes += 1
  }

  found(nowMs: number): Found | null {
    const [query, props] = [this.#query, this.#props()]
    if (query === null || query.trim() === '' || props === null) return null
    const moved = this.#pictures.live ? this.#beat(nowMs) : this.#layout
    return this.#found.get([query, props.turn, moved], () =>
      findSpans(this.#layout, query, this.#text.read(props.state, props.turn)),
    )
  }

  get pins(): readonly SpanId[] {
    return this.#pins
  }

  set pins(pins: readonly SpanId[]) {
    this.#pins = pins
    this.changes += 1
  }

  get strip(): PinnedStrip | null {
    return this.#pins.length === 0
      ? null
      : this.#strip.get([this.#layout, this.#pins], () => pinnedStrip(this.#layout, this.#pins))
  }

  /** Where the rows begin, below the ruler and what is pinned. */
  get rowsTop(): number {
    const { strip } = this
    return strip === null ? ROWS_Y : ROWS_Y + strip.height + STRIP_GAP_PX
  }

  /** The same object while nothing of it changed. */
  view(nowMs: number, selected: number | null): ToolsView {
    const [path, area] = [this.path(nowMs), this.sums(nowMs)]
    const { tree } = this.#layout
    const told = path === null ? null : this.#pathView.get([path], () => viewOf(path, sayPath(tree, path)))
    const find = this.#findView(nowMs, selected)
    const pins = this.strip?.pins.length ?? 0
    return this.#view.get([told, area, find, pins], () => ({ path: told, area, find, pins }))
  }

  #findView(nowMs: number, selected: number | null): FindView | null {
    const query = this.#query
    if (query === null) return null
    const found = this.found(nowMs)
    const nth = found === null || selected === null ? 0 : found.hits.indexOf(selected) + 1
    const count = found?.hits.length ?? 0
    const { cut } = this.#text
    return this.#find.get([query, count, nth, cut], () => ({ query, count, nth, cut }))
  }
}

function viewOf(path: CriticalPath, sentence: string): PathView {
  return { sentence, shares: pathShares(path), totalMs: path.totalMs }
}
