/**
 * What became of the hooks between two compositions, in the words of a banner. A hook is the same where its attachment
 * is, or where the same hook was detached and attached again; the order counts only between hooks that share a point.
 */
import type { Attachment, Composition } from '@belay/trace'
import { hookLabels } from './hook-labels'
import { isBroken, isStale } from './load-error'
import { sameJson } from './same-json'

export type Difference =
  | { readonly kind: 'added' | 'removed'; readonly hook: string }
  | {
      readonly kind: 'mode' | 'policy' | 'points'
      readonly hook: string
      readonly before: string
      readonly after: string
    }
  | { readonly kind: 'parameters' | 'code' | 'loads' | 'broken' | 'stale'; readonly hook: string }
  | { readonly kind: 'order' }
  | { readonly kind: 'rewrites' | 'blocks'; readonly before: string; readonly after: string }

export function compareCompositions(then: Composition, now: Composition): readonly Difference[] {
  if (then.hash === now.hash) return []
  const pairs = pairsOf(then.hooks, now.hooks)
  const kept = new Set(pairs.map(([before]) => before.id))
  const stayed = new Set(pairs.map(([, after]) => after.id))
  const [labelThen, labelNow] = [labelsOf(then.hooks), labelsOf(now.hooks)]
  return [
    ...now.hooks.flatMap((hook) => (stayed.has(hook.id) ? [] : [{ kind: 'added', hook: labelNow(hook) } as const])),
    ...then.hooks.flatMap((hook) => (kept.has(hook.id) ? [] : [{ kind: 'removed', hook: labelThen(hook) } as const])),
    ...pairs.flatMap(([before, after]) => changesOf(before, after, labelNow(after))),
    ...(isReordered(pairs, then.hooks) ? [{ kind: 'order' } as const] : []),
    ...policyChanges(then, now),
  ]
}

type Pair = readonly [before: Attachment, after: Attachment]

/** In the order of now. First by attachment; what is left by hook, in order. */
function pairsOf(then: readonly Attachment[], now: readonly Attachment[]): readonly Pair[] {
  const left = then.filter(({ id }) => !now.some((hook) => hook.id === id))
  return now.flatMap((after): readonly Pair[] => {
    const same = then.find(({ id }) => id === after.id)
    if (same !== undefined) return [[same, after]]
    const at = left.findIndex(({ hook }) => hook === after.hook)
    const again = at < 0 ? undefined : left.splice(at, 1)[0]
    return again === undefined ? [] : [[again, after]]
  })
}

function changesOf(before: Attachment, after: Attachment, hook: string): readonly Difference[] {
  const changes: Difference[] = []
  if (before.mode !== after.mode) changes.push({ kind: 'mode', hook, before: before.mode, after: after.mode })
  if (before.onFailure !== after.onFailure)
    changes.push({ kind: 'policy', hook, before: before.onFailure, after: after.onFailure })
  if (!samePoints(before, after))
    changes.push({ kind: 'points', hook, before: before.points.join(', '), after: after.points.join(', ') })
  if (!sameJson(before.params, after.params)) changes.push({ kind: 'parameters', hook })
  // Parameters are part of the version: only where they are the same is it the code.
  else if (before.version !== after.version && before.error === null && after.error === null)
    changes.push({ kind: 'code', hook })
  if (!isBroken(before) && isBroken(after)) changes.push({ kind: 'broken', hook })
  if (!isStale(before) && isStale(after)) changes.push({ kind: 'stale', hook })
  if (before.error !== null && after.error === null) changes.push({ kind: 'loads', hook })
  return changes
}

function samePoints(before: Attachment, after: Attachment): boolean {
  return before.points.length === after.points.length && before.points.every((point) => after.points.includes(point))
}

/** Whether two hooks that share a point stood the other way round. */
function isReordered(pairs: readonly Pair[], then: readonly Attachment[]): boolean {
  const shares = (a: Attachment, b: Attachment) => a.points.some((point) => b.points.includes(point))
  const placeOf = ([before]: Pair) => then.indexOf(before)
  return pairs.some((first, at) =>
    pairs.slice(at + 1).some((second) => placeOf(first) > placeOf(second) && shares(first[1], second[1])),
  )
}

function policyChanges(then: Composition, now: Composition): readonly Difference[] {
  const word = (stops: boolean) => (stops ? 'stop at the first block' : 'ask all hooks')
  return [
    ...(then.rewrites === now.rewrites
      ? []
      : [{ kind: 'rewrites', before: then.rewrites, after: now.rewrites } as const]),
    ...(then.stopAtFirstBlock === now.stopAtFirstBlock
      ? []
      : [{ kind: 'blocks', before: word(then.stopAtFirstBlock), after: word(now.stopAtFirstBlock) } as const]),
  ]
}

function labelsOf(hooks: readonly Attachment[]): (hook: Attachment) => string {
  const labels = hookLabels(hooks)
  return ({ id, name }) => labels.get(id) ?? name
}

/** `+ protect-paths`, `block-commands: enforce → shadow`, `order changed`. */
export function differenceText(difference: Difference): string {
  switch (difference.kind) {
    case 'added':
      return `+ ${difference.hook}`
    case 'removed':
      return `− ${difference.hook}`
    case 'mode':
    case 'points':
      return `${difference.hook}: ${difference.before} → ${difference.after}`
    case 'policy':
      return `${difference.hook}: fails ${difference.before} → ${difference.after}`
    case 'parameters':
      return `${difference.hook}: other parameters`
    case 'code':
      return `${difference.hook}: edited`
    case 'broken':
      return `${difference.hook}: does not load any more`
    case 'stale':
      return `${difference.hook}: its file has an error`
    case 'loads':
      return `${difference.hook}: loads again`
    case 'order':
      return 'order changed'
    case 'rewrites':
      return `rewrites: ${difference.before} → ${difference.after}`
    case 'blocks':
      return `${difference.before} → ${difference.after}`
  }
}
