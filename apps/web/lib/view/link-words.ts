/** What became of a hook's verdict, in a word beside its name. */
import type { Mark } from '@belay/canvas'
import type { ChainLink } from '../api'

const ROLES: Readonly<Record<ChainLink['role'], string | null>> = {
  won: 'decided',
  part: 'took part',
  overruled: 'overruled',
  lost: 'lost',
  silent: null,
  failed: 'no answer',
  shadow: 'shadow',
  late: 'late',
  heard: 'listens',
  not_asked: null,
}

export function linkBadge({ role, mode, verdict }: ChainLink): string | null {
  const words = [
    verdict.status === 'replayed' ? 'replayed' : ROLES[role],
    mode === 'shadow' && role !== 'shadow' ? 'shadow' : null,
    verdict.recheck ? 'asked again' : null,
  ].filter((word) => word !== null)
  return words.length === 0 ? null : words.join(' · ')
}

/** Hooks that were asked, or that their failure policy spoke for. */
export function isAsked({ role }: ChainLink): boolean {
  return role !== 'not_asked'
}

/** Not asked here for a reason of their own; not those that merely stand elsewhere. */
export function isLeftOut({ role, notAsked }: ChainLink): boolean {
  return role === 'not_asked' && notAsked !== 'wrong point'
}

/** Hooks of the session that stand at none of these points, each once, in asking order. */
export function elsewhere(points: readonly { readonly links: readonly ChainLink[] }[]): readonly ChainLink[] {
  const here = new Set(points.flatMap(({ links }) => links.flatMap((link) => (isElsewhere(link) ? [] : [link.hookId]))))
  const others = new Map<string, ChainLink>()
  for (const { links } of points) {
    for (const link of links) if (isElsewhere(link) && !here.has(link.hookId)) others.set(link.hookId, link)
  }
  return [...others.values()].sort((one, other) => one.position - other.position)
}

function isElsewhere({ role, notAsked }: ChainLink): boolean {
  return role === 'not_asked' && notAsked === 'wrong point'
}

/** The sign of what permission, or the person, said. */
export function permissionMark(say: 'allowed' | 'refused' | 'asked' | 'skipped', denied: boolean): Mark {
  if (say === 'refused' || denied) return 'block'
  return say === 'asked' ? 'ask' : 'pass'
}
