/**
 * The stretch of time in the address: the camera goes there once there is something to see, and the address is told where
 * the camera came to rest. What it was told itself it is not sent to again.
 */
import type { TimeRange } from './board-props'
import type { TimelineCamera } from './timeline-camera'

export class TimelineRange {
  readonly #camera: TimelineCamera
  /** Where the camera has not gone to yet. */
  #asked: TimeRange | null = null
  #told: TimeRange | null = null

  constructor(camera: TimelineCamera) {
    this.#camera = camera
  }

  /** The address says another stretch. */
  hear(range: TimeRange | null, before: TimeRange | null): void {
    if (sameRange(range, before) || sameRange(range, this.#told)) return
    this.#asked = range
    this.#told = range
    if (range === null) this.#camera.fit(null, performance.now())
  }

  /** A canvas that has no size yet, or no turn, fits nothing. */
  go(ready: boolean): void {
    if (this.#asked === null || !ready) return
    this.#camera.show(this.#asked)
    this.#asked = null
  }

  tell(onRange: (range: TimeRange | null) => void): void {
    if (this.#asked !== null || this.#camera.mover.moves) return
    const range = this.#camera.chosen
    if (sameRange(range, this.#told)) return
    this.#told = range
    onRange(range)
  }
}

function sameRange(a: TimeRange | null, b: TimeRange | null): boolean {
  return a === b || (a !== null && b !== null && a.fromMs === b.fromMs && a.toMs === b.toMs)
}
