/** The links of one asking: each hook in the asking order with what it was handed, what it made of it and what that came to. */
import { sameJson } from '@belay/hooks'
import type {
  Attachment,
  Composition,
  Json,
  Outcome,
  PointId,
  SpanDetail,
  SpanId,
  Verdict,
  VerdictEntry,
} from '@belay/trace'
import type { Asking } from './askings'
import type { HookLabels } from './labels'
import { type RolePlace, roleOf } from './link-role'
import { notAskedSentence } from './not-asked'
import type { ChainLink } from './types'

export interface LinkParts {
  readonly composition: Composition | null
  readonly labels: HookLabels
  readonly detail: (span: SpanId) => SpanDetail
  /** The value before the first hook, as far as it is known without what hooks were handed. */
  readonly original: Json
}

export function linksOf(asking: Asking, parts: LinkParts): readonly ChainLink[] {
  const present = new Set(asking.verdicts.map(({ verdict }) => verdict.hookId))
  const elsewhere = (parts.composition?.hooks ?? []).flatMap((attachment, position) =>
    present.has(attachment.id) ? [] : [absent(attachment, { position, point: asking.point })],
  )
  const entries = [...asking.verdicts].sort(inAskingOrder)
  const winner = winnerOf(asking)
  let current = parts.original
  const links = entries.map((entry) => {
    const link = linkOf(entry, { ...parts, asking, winner, current })
    current = link.after ?? current
    return link
  })
  const away = elsewhere.map((verdict) => awayLink(verdict, asking, parts))
  return [...links, ...away].sort((one, other) => rank(one) - rank(other) || one.position - other.position)
}

/** Rechecks come behind everybody. */
function inAskingOrder({ verdict: one }: VerdictEntry, { verdict: other }: VerdictEntry): number {
  return Number(one.recheck) - Number(other.recheck) || one.position - other.position
}

function rank({ verdict }: ChainLink): number {
  return Number(verdict.recheck)
}

/** A hook of the session that left no verdict here: it stands elsewhere, or was not reached. */
function absent(attachment: Attachment, { position, point }: { position: number; point: PointId }): Verdict {
  const { name, id, source, mode, version, points } = attachment
  const here = points.includes(point)
  return {
    ...{ hook: name, hookId: id, source, mode, version, position },
    ...{ status: 'not_asked', decision: 'pass', value: null, lost: false, reason: null, halt: null },
    ...{ context: [], notes: [], reminders: [], durationMs: 0, error: null, recheck: false, late: false },
    ...{ notAsked: here ? null : 'wrong point', replayedAgeMs: null },
  }
}

function awayLink(verdict: Verdict, asking: Asking, parts: LinkParts): ChainLink {
  const attachment = attachmentOf(parts, verdict)
  const unreached = verdict.notAsked === null
  const sentence = unreached
    ? `not asked: ${asking.verdicts.length > 0 && asking.outcome === null ? 'it is not its turn yet' : 'it never came to that'}`
    : notAskedSentence(verdict, { point: asking.point, blocker: null, attachment })
  return { ...base(verdict, null, parts), role: 'not_asked', sentence }
}

interface Linking extends LinkParts {
  readonly asking: Asking
  /** The verdict whose decision is the outcome's; null where there is none on record. */
  readonly winner: Verdict | null
  readonly current: Json
}

function linkOf({ verdict, span }: VerdictEntry, linking: Linking): ChainLink {
  const { asking, winner } = linking
  const said = labelledOutcome(asking, linking.labels)
  const place: RolePlace = {
    point: asking.point,
    outcome: said,
    policy: attachmentOf(linking, verdict)?.onFailure ?? null,
    isWinner: winner === verdict,
    isHalter: halterOf(asking) === verdict,
  }
  const link = { ...base(verdict, span, linking), ...valuesOf({ verdict, span }, linking) }
  const isGone = verdict.notAsked === 'failed to load' || verdict.notAsked === 'not trusted'
  const imposed = isGone && (place.isWinner || place.isHalter)
  if (verdict.status !== 'not_asked' || imposed) return { ...link, ...roleOf(verdict, place) }
  const blocker = said?.decision === 'block' ? said.by : null
  const attachment = attachmentOf(linking, verdict)
  return {
    ...link,
    role: 'not_asked',
    sentence: notAskedSentence(verdict, { point: asking.point, blocker, attachment }),
  }
}

function base(verdict: Verdict, span: SpanId | null, parts: LinkParts): Omit<ChainLink, 'role' | 'sentence'> {
  const { hookId, source, mode, position, notAsked, error } = verdict
  return {
    ...{ hook: parts.labels(verdict), hookId, source, mode, position, span, verdict, notAsked, error },
    ...{ before: null, after: null, changed: false, proposed: null },
    policy: attachmentOf(parts, verdict)?.onFailure ?? null,
  }
}

function attachmentOf({ composition }: Pick<LinkParts, 'composition'>, { hookId }: Verdict): Attachment | null {
  return composition?.hooks.find(({ id }) => id === hookId) ?? null
}

type Values = Pick<ChainLink, 'before' | 'after' | 'changed' | 'proposed'>

/** From what was kept of the hook's own call; where that is gone, from the verdicts before it. */
function valuesOf({ verdict, span }: Pick<VerdictEntry, 'verdict' | 'span'>, linking: Linking): Values {
  if (verdict.status === 'not_asked') return { before: null, after: null, changed: false, proposed: null }
  const detail = span === null ? {} : linking.detail(span)
  const before = detail.handed ?? linking.current
  const takes = verdict.mode === 'enforce' && !verdict.lost && !verdict.late && verdict.decision === 'rewrite'
  const after = detail.after ?? (takes ? verdict.value : before)
  const changed = takes && before !== null && !sameJson(before, after)
  const wanted = verdict.decision === 'rewrite' && !takes ? verdict.value : null
  return { before, after, changed: changed || (takes && before === null), proposed: wanted }
}

/** The outcome with its winner named as the links are: an outcome alone does not tell two hooks of one name apart. */
export function labelledOutcome(asking: Asking, labels: HookLabels): Omit<Outcome, 'verdicts'> | null {
  const said = asking.outcome?.outcome ?? null
  if (said === null) return null
  const [winner, halter] = [winnerOf(asking), halterOf(asking)]
  return {
    ...said,
    by: winner === null ? said.by : labels(winner),
    haltBy: halter === null ? said.haltBy : labels(halter),
  }
}

/** The first verdict of the outcome's hook that says what came out, or whose failure policy did. */
function winnerOf({ verdicts, outcome }: Asking): Verdict | null {
  const said = outcome?.outcome ?? null
  if (said === null || said.by === null) return null
  const own = verdicts
    .map(({ verdict }) => verdict)
    .filter(({ hook, mode, late }) => hook === said.by && mode === 'enforce' && !late)
  const won = own.filter(({ decision, lost }) => decision === said.decision && !lost)
  const [first] = won
  // Rewrites build on each other: the last one named the outcome.
  if (said.decision === 'rewrite') return won.at(-1) ?? null
  return first ?? own.find(({ error }) => error !== null) ?? null
}

function halterOf({ verdicts, outcome }: Asking): Verdict | null {
  const by = outcome?.outcome.haltBy ?? null
  if (by === null) return null
  const own = verdicts
    .map(({ verdict }) => verdict)
    .filter(({ hook, mode, late }) => hook === by && mode === 'enforce' && !late)
  return own.find(({ halt }) => halt !== null) ?? own.find(({ error }) => error !== null) ?? null
}
