/** How a span's bar looks: its kind gives the fill, its status the outline, a hook's verdict the colour. */
import { ATTR, type Span, type SpanKind, type SpanStatus } from '@belay/trace'
import type { ColourId } from '../draw'
import type { Mark } from '../mark'

export interface BarStyle {
  readonly fill: ColourId
  readonly stroke: ColourId | null
  readonly dashed: boolean
  readonly alpha: number
}

const SOLID = { stroke: null, dashed: false, alpha: 1 } as const
/** What did not run, or was stopped, stands back behind what ran. */
const FAINT = 0.55

export function styleOf(span: Span, mark: Mark): BarStyle {
  return span.kind === 'hook' ? hookStyle(span, mark) : statusStyle(span.status, fillOf(span.kind))
}

export function fillOf(kind: SpanKind): ColourId {
  return kind
}

function hookStyle(span: Span, mark: Mark): BarStyle {
  const colour = mark === 'pass' ? 'hook' : mark
  if (span.attributes[ATTR.hookMode] !== 'shadow') return { ...SOLID, fill: colour }
  return { fill: 'raised', stroke: colour, dashed: false, alpha: 1 }
}

function statusStyle(status: SpanStatus, fill: ColourId): BarStyle {
  switch (status) {
    case 'running':
    case 'ok':
      return { ...SOLID, fill }
    case 'waiting':
      return { fill: 'raised', stroke: 'ask', dashed: true, alpha: 1 }
    case 'refused':
      return { ...SOLID, fill: 'raised', stroke: 'block' }
    case 'error':
      return { ...SOLID, fill, stroke: 'failed' }
    case 'interrupted':
    case 'unknown':
      return { fill: 'raised', stroke: 'failed', dashed: true, alpha: 1 }
    case 'stopped':
      return { ...SOLID, fill, alpha: FAINT }
    case 'not_run':
      return { fill: 'raised', stroke: 'muted', dashed: true, alpha: FAINT }
  }
}
