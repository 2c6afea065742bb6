/**
 * The stretch of time in the address: the camera goes there once there is something to see, and the address is told where
 * the camera came to rest. What it was told itself it is not sent to again.
 */
import type { TimeRange } from './board-props'
import type { TimelineCamera } from './timeline-camera'

/** A wheel that turns on has shorter pauses. */
const REST_MS = 250

export class TimelineRange {
  readonly #camera: TimelineCamera
  /** Where the camera has not gone to yet. */
  #asked: TimeRange | null = null
  #told: TimeRange | null = null
  /** Where the camera was last seen. */
  #resting: TimeRange | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(camera: TimelineCamera) {
    this.#camera = camera
  }

  /** The address says another stretch. */
  hear(range: TimeRange | null, before: TimeRange | null): void {
    if (sameRange(range, before) || sameRange(range, this.#told)) return
    this.#asked = range
    this.#told = range
    this.#resting = range
    clearTimeout(this.#timer)
    if (range === null) this.#camera.fit(null, performance.now())
  }

  /** A canvas that has no size yet, or no turn, fits nothing. */
  go(ready: boolean): void {
    if (this.#asked === null || !ready) return
    this.#camera.show(this.#asked)
    this.#asked = null
  }

  /** Once the camera has been still for a while: an address that changes makes the page look at itself. */
  tell(onRange: (range: TimeRange | null) => void): void {
    const range = this.#camera.chosen
    if (this.#asked !== null || sameRange(range, this.#resting)) return
    this.#resting = range
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      if (sameRange(range, this.#told)) return
      this.#told = range
      onRange(range)
    }, REST_MS)
  }

  end(): void {
    clearTimeout(this.#timer)
  }
}

function sameRange(a: TimeRange | null, b: TimeRange | null): boolean {
  return a === b || (a !== null && b !== null && a.fromMs === b.fromMs && a.toMs === b.toMs)
}
