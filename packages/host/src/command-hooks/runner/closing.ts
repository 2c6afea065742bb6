/** What has to be stopped when the runner is closed: asked for by what starts, let go of by what ends. */
import type { OnClose } from './limits'

export interface Closing {
  readonly closed: boolean
  readonly onClose: OnClose
  close(): void
}

export function createClosing(): Closing {
  const stops = new Set<() => void>()
  let closed = false
  return {
    get closed() {
      return closed
    },
    onClose(stop) {
      stops.add(stop)
      return () => stops.delete(stop)
    },
    close() {
      closed = true
      for (const stop of stops) stop()
    },
  }
}
