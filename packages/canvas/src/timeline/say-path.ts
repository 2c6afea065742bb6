/** The critical path in words: one sentence, and the parts of its legend. */
import { formatDuration } from '../duration'
import { type CriticalPath, PATH_KINDS, type PathKind } from './critical-path'
import { labelOf } from './say-span'
import type { SpanTree } from './span-tree'

const NAMES: Readonly<Record<PathKind, string>> = {
  model: 'model calls',
  tool: 'tools',
  hook: 'hooks',
  compaction: 'compaction',
  wait: 'waiting for you',
  between: 'the loop itself',
}

export interface PathShare {
  readonly kind: PathKind
  readonly name: string
  readonly ms: number
  /** `62 %`, `< 1 %`. */
  readonly share: string
}

/** What took time, longest first; hooks always, since what they cost is the question. */
export function pathShares({ sums, totalMs }: CriticalPath): readonly PathShare[] {
  return PATH_KINDS.filter((kind) => kind === 'hook' || sums[kind] > 0)
    .map((kind) => ({ kind, name: NAMES[kind], ms: sums[kind], share: shareOf(sums[kind], totalMs) }))
    .sort((a, b) => b.ms - a.ms)
}

function shareOf(ms: number, totalMs: number): string {
  if (!(ms > 0) || !(totalMs > 0)) return '0 %'
  const percent = (ms / totalMs) * 100
  return percent < 1 ? '< 1 %' : percent > 99 && percent < 100 ? '> 99 %' : `${Math.round(percent)} %`
}

/** What took longest, and what hooks cost of it. */
export function sayPath(tree: SpanTree, path: CriticalPath): string {
  const { longest, sums, totalMs } = path
  if (longest === null || totalMs <= 0) return 'Nothing took any time here.'
  const span = tree.spans[longest.index]
  const [most] = pathShares(path)
  const slow =
    most === undefined ? '' : `Mostly ${most.name}: ${formatDuration(most.ms)} of ${formatDuration(totalMs)}.`
  const what = span === undefined ? '' : ` Longest: ${labelOf(span)}, ${formatDuration(longest.toMs - longest.fromMs)}.`
  const hooks =
    sums.hook > 0
      ? `Hooks held it up for ${formatDuration(sums.hook)} (${shareOf(sums.hook, totalMs)}).`
      : 'No hook held it up.'
  return `${slow}${what} ${hooks}`
}
