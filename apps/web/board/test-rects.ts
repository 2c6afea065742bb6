/**
 * Where things are on the canvas, for a browser test to point at. Only there when the page was told that it is under test
 * (`window.__BELAY_TEST__ = true` before it loads): no build hands its board out.
 */
import { type AttachmentId, attachmentId, isPointId, type PointId, type SpanId, spanId } from '@belay/trace'

export interface RectSources {
  span(id: SpanId): DOMRect | null
  station(point: PointId): DOMRect | null
  plus(point: PointId): DOMRect | null
  attachment(id: AttachmentId): DOMRect | null
  switch(id: AttachmentId): DOMRect | null
  menu(id: AttachmentId): DOMRect | null
  /** The name of the set that begins with this hook. */
  set(id: AttachmentId): DOMRect | null
}

declare global {
  interface Window {
    __BELAY_TEST__?: boolean
    /** `__belayRect('span', id)`: client pixels, or null where it is not shown. */
    __belayRect?: (kind: keyof RectSources, id: string) => DOMRect | null
  }
}

const sources: Partial<RectSources> = {}

export function exposeRects(offered: Partial<RectSources>): () => void {
  if (window.__BELAY_TEST__ !== true) return () => undefined
  Object.assign(sources, offered)
  window.__belayRect = rectOf
  return () => {
    for (const kind of Object.keys(offered)) delete sources[kind as keyof RectSources]
  }
}

function rectOf(kind: keyof RectSources, id: string): DOMRect | null {
  switch (kind) {
    case 'span':
      return sources.span?.(spanId(id)) ?? null
    case 'station':
    case 'plus':
      return isPointId(id) ? (sources[kind]?.(id) ?? null) : null
    case 'attachment':
    case 'switch':
    case 'menu':
    case 'set':
      return sources[kind]?.(attachmentId(id)) ?? null
  }
}
