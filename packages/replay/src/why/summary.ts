/** The whole of an explanation in one sentence. */
import { ATTR, type Span } from '@belay/trace'
import type { PermissionSaid, PointChain } from './types'

export interface Summed {
  readonly about: Span
  readonly points: readonly PointChain[]
  readonly permission: PermissionSaid | null
  readonly told: string | null
}

export function callSentence({ about, points, permission, told }: Summed): string {
  const before = points.filter(({ point }) => point === 'tools.before')
  const after = points.filter(({ point }) => point === 'tools.after')
  const stopped = before.find(
    ({ outcome }) => outcome !== null && (outcome.decision === 'block' || outcome.halt !== null),
  )
  if (stopped !== undefined) return sentence(stopped.sentence, points)
  const answered = before.find(({ outcome }) => outcome?.decision === 'answer')
  if (answered !== undefined) return sentence(answered.sentence, points)
  if (permission?.say === 'refused') return sentence(permission.sentence, points)
  const rewritten = before.find(({ outcome }) => outcome !== null && outcome.value !== null)
  const parts = [
    ...(rewritten === undefined ? [] : [`${rewriterOf(rewritten)} rewrote the call`]),
    ...(permission === null || permission.say === 'allowed' ? [] : [permission.sentence]),
    ended(about, told),
    ...after.filter(({ outcome }) => outcome !== null && outcome.decision !== 'pass').map((chain) => chain.sentence),
  ]
  return sentence(parts.join('; '), points)
}

function rewriterOf({ links }: PointChain): string {
  const own = links.filter(({ changed, role }) => changed && (role === 'won' || role === 'part'))
  return own.length === 0 ? 'a hook' : own.map(({ hook }) => hook).join(' and ')
}

function ended(about: Span, told: string | null): string {
  const started = about.attributes[ATTR.toolStarted] !== undefined
  const first = told?.split('\n', 1)[0]?.trim() ?? ''
  const why = first === '' ? '' : `: ${first}`
  switch (about.status) {
    case 'ok':
      return 'it ran'
    case 'error':
      return started ? 'it ran and failed' : `it was not run${why}`
    case 'running':
      return started ? 'it runs' : 'it is being judged'
    case 'waiting':
      return 'it waits for the person'
    case 'refused':
      return 'it did not run'
    case 'stopped':
      return started ? 'it was stopped while it ran' : `it was not run${why}`
    case 'interrupted':
      return 'Belay ended before it ran'
    case 'unknown':
      return 'it had started when Belay ended: what it did is unknown'
    case 'not_run':
      return `it was not run${why}`
  }
}

/** Of a step or a turn: each point at which somebody decided. */
export function otherSentence(points: readonly PointChain[]): string {
  const decided = points.filter(
    ({ outcome }) => outcome !== null && (outcome.decision !== 'pass' || outcome.halt !== null),
  )
  if (decided.length > 0)
    return sentence(decided.map(({ point, sentence: said }) => `${point}: ${said}`).join('; '), points)
  return points.length === 0 ? 'No hook was asked about it.' : 'No hook decided anything about it.'
}

/** Begins with a capital, but where it begins with a hook's or a point's name: those are written as they are. */
function sentence(text: string, points: readonly PointChain[]): string {
  const names = points.flatMap(({ point, links }) => [point, ...links.map(({ hook }) => hook)])
  const named = names.some((name) => text.startsWith(name))
  const ends = /[.!?…”]$/.test(text)
  return `${named ? text.charAt(0) : text.charAt(0).toUpperCase()}${text.slice(1)}${ends ? '' : '.'}`
}
