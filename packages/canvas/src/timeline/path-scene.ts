/**
 * The critical path over the rows: all else under a veil, the path's parts at full strength with a line along their foot
 * and a stroke from each to the next. Costs what is in view.
 */
import { type ColourId, type DrawItem, rect } from '../draw'
import { toMs, toPx } from '../time-scale'
import type { CriticalPath, PathKind, PathPart } from './critical-path'
import { rowShowing } from './layout'
import type { TimelinePicture } from './scene'

/** Through it one still sees what else there was. */
const VEIL = 0.66
const FOOT_PX = 3

export const PATH_COLOURS: Readonly<Record<PathKind, ColourId>> = {
  model: 'model',
  tool: 'tool',
  hook: 'hook',
  compaction: 'compaction',
  wait: 'ask',
  between: 'track',
}

/** Before labels and marks, behind which it lies. */
export function pathScene(picture: TimelinePicture, path: CriticalPath): readonly DrawItem[] {
  const { view } = picture
  const items: DrawItem[] = [rect({ x: 0, y: 0, width: view.width, height: view.height, fill: 'panel', alpha: VEIL })]
  let before: Foot | null = null
  for (const part of partsInView(picture, path.parts)) {
    const foot = footOf(picture, part)
    if (foot === null) continue
    items.push(...drawPart(foot, part))
    if (before !== null) items.push(...drawStep(before, foot))
    before = foot
  }
  return items
}

interface Foot {
  readonly x0: number
  readonly x1: number
  readonly y: number
  readonly height: number
}

/** Of parts that share a pixel the longest. */
function partsInView({ view }: TimelinePicture, parts: readonly PathPart[]): readonly PathPart[] {
  let at = firstEndingAfter(parts, view.startMs)
  const lastMs = toMs(view, view.width)
  const shown: PathPart[] = []
  while (at < parts.length) {
    const part = parts[at]
    if (part === undefined || part.fromMs > lastMs) break
    const next = Math.max(firstEndingAfter(parts, part.fromMs + view.msPerPx), at + 1)
    shown.push(longestOf(parts, at, Math.min(next, at + MOST_COMPARED)) ?? part)
    at = next
  }
  return shown
}

/** A pixel that thousands of parts share need not be searched to the end in each frame. */
const MOST_COMPARED = 32

function longestOf(parts: readonly PathPart[], from: number, to: number): PathPart | undefined {
  let best = parts[from]
  for (let at = from + 1; at < to; at += 1) {
    const part = parts[at]
    if (part !== undefined && best !== undefined && part.toMs - part.fromMs > best.toMs - best.fromMs) best = part
  }
  return best
}

function firstEndingAfter(parts: readonly PathPart[], ms: number): number {
  let low = 0
  let high = parts.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((parts[middle]?.toMs ?? 0) <= ms) low = middle + 1
    else high = middle
  }
  return low
}

function footOf({ layout, view }: TimelinePicture, { index, fromMs, toMs }: PathPart): Foot | null {
  const row = rowShowing(layout, index)
  if (row === undefined) return null
  const x0 = Math.max(toPx(view, fromMs), -8)
  return {
    x0,
    x1: Math.max(Math.min(toPx(view, toMs), view.width + 8), x0 + 1),
    y: row.y - view.top,
    height: row.height,
  }
}

function drawPart({ x0, x1, y, height }: Foot, { kind }: PathPart): readonly DrawItem[] {
  const width = x1 - x0
  return [
    rect({ x: x0, y, width, height: height - FOOT_PX, fill: PATH_COLOURS[kind], alpha: kind === 'wait' ? 0.55 : 1 }),
    rect({ x: x0, y: y + height - FOOT_PX, width, height: FOOT_PX, fill: 'text' }),
  ]
}

function drawStep(a: Foot, b: Foot): readonly DrawItem[] {
  const [from, to] = [a.y + a.height - FOOT_PX, b.y + b.height - FOOT_PX]
  if (from === to) return []
  const y = Math.min(from, to)
  return [rect({ x: b.x0 - 0.5, y, width: 1, height: Math.abs(to - from), fill: 'text', alpha: 0.7 })]
}
