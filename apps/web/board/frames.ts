/**
 * One scheduler for all that is painted: whoever has something new asks for a frame, and in it everyone lays out what
 * changed before anyone paints. Two levels: `layout` for new facts, `paint` for a moved camera or a pointer.
 */
export type Redraw = 'layout' | 'paint'

export interface Painter {
  layout(): void
  /** Returns whether it wants another frame: something of it moves. */
  paint(timeMs: number): boolean
}

export interface Ticket {
  request(level: Redraw): void
  /** No frame reaches the painter after this. */
  leave(): void
}

export interface FrameSource {
  request(run: (timeMs: number) => void): number
  cancel(frame: number): void
}

export interface Frames {
  join(painter: Painter): Ticket
}

export function createFrames(source: FrameSource): Frames {
  const due = new Map<Painter, Redraw>()
  let frame: number | null = null
  const run = (timeMs: number) => {
    frame = null
    const now = [...due]
    due.clear()
    for (const [painter, level] of now) if (level === 'layout') painter.layout()
    for (const [painter] of now) if (painter.paint(timeMs)) request(painter, 'paint')
  }
  const request = (painter: Painter, level: Redraw) => {
    if (due.get(painter) !== 'layout') due.set(painter, level)
    frame ??= source.request(run)
  }
  return {
    join: (painter) => ({
      request: (level) => request(painter, level),
      leave: () => {
        due.delete(painter)
        if (due.size > 0 || frame === null) return
        source.cancel(frame)
        frame = null
      },
    }),
  }
}

let shared: Frames | null = null

/** The page's own. */
export function pageFrames(): Frames {
  shared ??= createFrames({
    request: (run) => window.requestAnimationFrame(run),
    cancel: (frame) => window.cancelAnimationFrame(frame),
  })
  return shared
}
