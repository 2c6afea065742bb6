/**
 * What made a turn as long as it was: walked back from its end, at each moment the span that everything waited for. The
 * parts follow each other without a gap from the turn's beginning to its end, so their times add up to it.
 * What outlives its parent held nothing up and is not on the path. Nothing here calls itself.
 */
import { ATTR, type Span } from '@belay/trace'
import { childrenOf } from './layout'
import type { SpanTree } from './span-tree'

export const PATH_KINDS = ['model', 'tool', 'hook', 'compaction', 'wait', 'between'] as const
/** `wait`: for a person's answer; `between`: the loop's own time, in which none of the others was at work. */
export type PathKind = (typeof PATH_KINDS)[number]

export interface PathPart {
  /** The span whose own time it is. */
  readonly index: number
  readonly kind: PathKind
  /** Milliseconds after zero. */
  readonly fromMs: number
  readonly toMs: number
}

export interface CriticalPath {
  /** By time, each from where the one before ends. */
  readonly parts: readonly PathPart[]
  readonly sums: Readonly<Record<PathKind, number>>
  readonly totalMs: number
  /** The part that took longest; null where nothing took time. */
  readonly longest: PathPart | null
}

/** `nowMs`: to which what runs has come. */
export function criticalPath(tree: SpanTree, nowMs: number): CriticalPath {
  const parts: PathPart[] = []
  const waiting: Window[] = windowsOfTurns(tree, nowMs)
  for (let window = waiting.pop(); window !== undefined; window = waiting.pop())
    walkBack({ tree, nowMs, parts, waiting }, window)
  parts.sort((a, b) => a.fromMs - b.fromMs)
  const sums = { model: 0, tool: 0, hook: 0, compaction: 0, wait: 0, between: 0 }
  let longest: PathPart | null = null
  for (const part of parts) {
    sums[part.kind] += part.toMs - part.fromMs
    if (part.kind !== 'between' && (longest === null || lengthOf(part) > lengthOf(longest))) longest = part
  }
  return { parts, sums, totalMs: parts.reduce((sum, part) => sum + lengthOf(part), 0), longest }
}

function lengthOf({ fromMs, toMs }: PathPart): number {
  return toMs - fromMs
}

/** A span, and the stretch of its time that something waited for. */
interface Window {
  readonly index: number
  readonly fromMs: number
  readonly toMs: number
}

interface Walking {
  readonly tree: SpanTree
  readonly nowMs: number
  readonly parts: PathPart[]
  readonly waiting: Window[]
}

function endOf(tree: SpanTree, index: number, nowMs: number): number {
  return Math.min(tree.end[index] ?? 0, Math.max(nowMs, tree.start[index] ?? 0))
}

/** The turn's own span; where a log has none, what stands at the top, one after the other. */
function windowsOfTurns(tree: SpanTree, nowMs: number): Window[] {
  const tops = [...tree.roots]
  const turns = tops.filter((index) => tree.spans[index]?.kind === 'turn')
  let free = Number.NEGATIVE_INFINITY
  return (turns.length > 0 ? turns : tops).flatMap((index) => {
    const fromMs = Math.max(tree.start[index] ?? 0, free)
    const toMs = endOf(tree, index, nowMs)
    free = Math.max(free, toMs)
    return toMs > fromMs ? [{ index, fromMs, toMs }] : []
  })
}

/** From the window's end: the child that was at work and began first, or else the span's own time back to the next end. */
function walkBack(walking: Walking, { index, fromMs, toMs }: Window): void {
  const { tree, nowMs } = walking
  const whole = endOf(tree, index, nowMs)
  const byEnd = [...childrenOf(tree, index)]
    .map((child) => ({ child, start: tree.start[child] ?? 0, end: endOf(tree, child, nowMs) }))
    .filter(({ start, end }) => end > start && end <= whole && start < toMs && end > fromMs)
    .sort((a, b) => b.end - a.end || a.start - b.start)
  let at = toMs
  let next = 0
  let first: { readonly child: number; readonly start: number } | null = null
  while (at > fromMs) {
    for (; (byEnd[next]?.end ?? Number.NEGATIVE_INFINITY) >= at; next += 1) {
      const one = byEnd[next]
      if (one !== undefined && (first === null || one.start < first.start)) first = one
    }
    const to = at
    if (first !== null && first.start < at) {
      at = Math.max(first.start, fromMs)
      walking.waiting.push({ index: first.child, fromMs: at, toMs: to })
    } else {
      at = Math.max(byEnd[next]?.end ?? fromMs, fromMs)
      addOwn(walking, { index, fromMs: at, toMs: to })
    }
  }
}

/** Shorter, a call that has not begun is being prepared; nobody answers a question in less. */
const LEAST_WAIT_MS = 50

function addOwn({ tree, parts }: Walking, own: Window): void {
  const span = tree.spans[own.index]
  const began = span === undefined ? null : beganMs(span, tree.baseMs)
  const cut = began === null ? own.fromMs : Math.min(Math.max(began, own.fromMs), own.toMs)
  if (cut > own.fromMs) parts.push({ ...own, toMs: cut, kind: cut - own.fromMs >= LEAST_WAIT_MS ? 'wait' : 'between' })
  if (own.toMs > cut) parts.push({ ...own, fromMs: cut, kind: kindOf(span) })
}

/** When a call's tool itself began: infinity where it never did, null where a log does not tell. */
function beganMs({ kind, status, attributes }: Span, baseMs: number): number | null {
  if (kind !== 'tool' && kind !== 'inner') return null
  const at = attributes[ATTR.toolStarted]
  if (typeof at === 'number') return at - baseMs
  return status === 'waiting' || status === 'refused' || status === 'not_run' ? Number.POSITIVE_INFINITY : null
}

function kindOf(span: Span | undefined): PathKind {
  switch (span?.kind) {
    case 'model':
    case 'tool':
    case 'hook':
    case 'compaction':
      return span.kind
    case 'inner':
      return 'tool'
    case 'turn':
    case 'step':
    case undefined:
      return 'between'
  }
}
