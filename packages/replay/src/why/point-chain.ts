/** One asking of one point as a chain: original → hook → … → outcome, and what it came to in a sentence. */
import { POINT_RULES } from '@belay/hooks'
import type { Json, Outcome, PointId } from '@belay/trace'
import type { Asking } from './askings'
import { type LinkParts, labelledOutcome, linksOf } from './links'
import type { PointChain } from './types'
import { deedOf } from './words'

export function chainOf(asking: Asking, parts: LinkParts): PointChain {
  const { point, outcome } = asking
  const original = originalOf(asking, parts)
  const links = linksOf(asking, { ...parts, original })
  const said = outcome?.outcome ?? null
  const undecided = said === null || said.decision === 'pass'
  return {
    point,
    at: outcome?.at ?? asking.verdicts.at(-1)?.at ?? 0,
    original,
    final: finalOf(point, { original, said, links: links.map(({ after }) => after) }),
    links,
    outcome: said,
    otherwise: undecided && said?.halt == null ? POINT_RULES[point].otherwise : null,
    sentence: sentenceOf(asking, parts),
  }
}

/** A point where no hook of the session stood, or that it did not come to. */
export function emptyChain(point: PointId, at: number, parts: LinkParts): PointChain {
  const links = linksOf({ point, verdicts: [], outcome: null }, parts)
  const stands = links.some(({ notAsked }) => notAsked !== 'wrong point')
  const otherwise = stands ? null : POINT_RULES[point].otherwise
  return {
    ...{ point, at, links, original: parts.original, final: parts.original, outcome: null, otherwise },
    sentence: stands ? 'it never came to that' : `no hook stands here: ${POINT_RULES[point].otherwise}`,
  }
}

function originalOf({ verdicts }: Asking, { detail, original }: LinkParts): Json {
  for (const { span } of verdicts) {
    const kept = span === null ? undefined : detail(span).original
    if (kept !== undefined && kept !== null) return kept
  }
  return original
}

interface Came {
  readonly original: Json
  readonly said: Omit<Outcome, 'verdicts'> | null
  readonly links: readonly Json[]
}

/** What went on: nothing, where a block ended the thing that was asked about. */
function finalOf(point: PointId, { original, said, links }: Came): Json {
  if (said === null) return links.at(-1) ?? original
  if (said.decision === 'block' && POINT_RULES[point].block === 'stops') return null
  return POINT_RULES[point].subject === null ? said.value : (said.value ?? original)
}

function sentenceOf(asking: Asking, { labels }: LinkParts): string {
  const { point, verdicts } = asking
  const said = labelledOutcome(asking, labels)
  if (said === null) return 'it is still being asked, or the turn ended before it came to an outcome'
  const asked = verdicts.some(({ verdict }) => verdict.status !== 'not_asked')
  const { wouldBe, decision } = said
  const shadow =
    wouldBe === null || wouldBe === decision ? '' : `; with its shadow hooks enforced: ${wouldBe.replace('_', ' ')}`
  return `${decidedWords(point, said, asked)}${shadow}`
}

function decidedWords(point: PointId, said: Omit<Outcome, 'verdicts'>, asked: boolean): string {
  if (said.halt !== null) return `${said.haltBy ?? 'a hook'} ended the turn: ${said.halt}`
  const value = said.carried ?? said.value
  const deed = deedOf({ point, decision: said.decision, value, reason: said.reason })
  const otherwise = POINT_RULES[point].otherwise
  if (deed === null) {
    const context = said.context.length > 0 ? ', and the model was given context' : ''
    return `${asked ? 'nobody decided' : 'nobody was asked'}: ${otherwise}${context}`
  }
  const changed = said.value !== null && POINT_RULES[point].subject !== null
  const kept = ['ask', 'allow', 'answer'].includes(said.decision) && changed ? ', on the call as it was rewritten' : ''
  return `${said.by ?? 'a hook'} ${deed.did}${kept}`
}
