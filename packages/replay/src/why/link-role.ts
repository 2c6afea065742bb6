/**
 * What one hook's verdict was to the outcome of its asking, and that in a sentence: who won, who was overruled and by whom, and
 * what a failure policy did. Reads only what is on record: the outcome names its winner, a verdict says whether it lost.
 */
import type { FailurePolicy, Outcome, PointId, Verdict } from '@belay/trace'
import type { LinkRole } from './types'
import { ageWords, deedOf, nounOf } from './words'

export type Said = Omit<Outcome, 'verdicts'>

export interface RolePlace {
  readonly point: PointId
  /** Null while the asking goes on. */
  readonly outcome: Said | null
  /** What was to happen where the hook does not answer; null where that is not on record. */
  readonly policy: FailurePolicy | null
  /** Whether the outcome's winner is this verdict, where it bears this hook's name. */
  readonly isWinner: boolean
  readonly isHalter: boolean
}

export interface Role {
  readonly role: Exclude<LinkRole, 'not_asked'>
  readonly sentence: string
}

/** For a hook that was asked, or that its policy spoke for. */
export function roleOf(verdict: Verdict, place: RolePlace): Role {
  const plain = plainRole(verdict, place)
  if (!verdict.recheck) return plain
  return { ...plain, sentence: `asked again, about the final value: ${plain.sentence}` }
}

function plainRole(verdict: Verdict, place: RolePlace): Role {
  if (verdict.late) return lateRole(verdict, place)
  if (verdict.status === 'malformed') return { role: 'failed', sentence: malformed(verdict, place) }
  if (verdict.error !== null && verdict.status !== 'replayed') return failedRole(verdict, place)
  if (verdict.mode === 'shadow') return { role: 'shadow', sentence: wouldHave(verdict, place) }
  const role = answeredRole(verdict, place)
  return verdict.status === 'replayed' ? { ...role, sentence: `${replayed(verdict)}: ${role.sentence}` } : role
}

function replayed({ error, replayedAgeMs }: Verdict): string {
  const why = error === null ? '' : ` (${error.message})`
  return `did not answer${why}; its last answer, ${ageWords(replayedAgeMs ?? 0)} old, stood in for it`
}

/** Who was no longer waited for is named in a note of the outcome; who only listens never was. */
function lateRole(verdict: Verdict, { point, outcome }: RolePlace): Role {
  const gaveUp = outcome?.notes.some((note) => note.startsWith(`${verdict.hook}: had not answered`)) ?? false
  const word = verdict.error === null ? deedOf({ ...verdict, point })?.done : undefined
  const failure = verdict.error === null ? '' : `; it did not answer (${verdict.error.message})`
  if (!gaveUp) return { role: 'heard', sentence: `only listens, and was not waited for${failure}` }
  const would = word === undefined ? '' : `; it would have ${word}`
  return { role: 'late', sentence: `had not answered 1 s after the block, and counted for nothing${would}${failure}` }
}

function malformed({ error, mode }: Verdict, { point }: RolePlace): string {
  const shadow = mode === 'shadow' ? 'in shadow, ' : ''
  return `${shadow}answered what cannot be read (${error?.message ?? 'no reason on record'}), so it decided nothing at ${point}`
}

function failedRole(verdict: Verdict, place: RolePlace): Role {
  const { error, mode, notAsked } = verdict
  const message = error?.message ?? 'no reason on record'
  const what = failureWords(notAsked, message)
  if (error?.kind === 'cancelled') return { role: 'failed', sentence: `${what}; a stopped turn decides nothing` }
  if (mode === 'shadow') return { role: 'failed', sentence: `in shadow, ${what}; nothing came of it` }
  return { role: 'failed', sentence: `${what}; ${policyWords(place)}` }
}

function failureWords(notAsked: Verdict['notAsked'], message: string): string {
  if (notAsked === 'failed to load') return `could not be loaded (${message})`
  return notAsked === 'not trusted' ? `is not trusted any more (${message})` : `did not answer (${message})`
}

function policyWords({ point, outcome, policy, isWinner, isHalter }: RolePlace): string {
  const name = policy === null ? 'its failure policy' : `its policy “${policy}”`
  if (isHalter) {
    const never = outcome?.halt?.includes('it has never answered') ?? false
    return never ? `${name} had no earlier answer to fall back on, and ended the turn` : `${name} ended the turn`
  }
  if (isWinner && outcome?.decision === 'block') return `${name} ${deedOf(blockAt(point))?.did ?? 'blocked'}`
  if (point === 'memory.keep') return 'the window was left as it stood'
  if (policy === 'open') return `${name} let it go on`
  if (policy === null) return 'it went on without it'
  return `${name} came to nothing beside ${outcome?.by ?? outcome?.haltBy ?? 'the others'}`
}

function blockAt(point: PointId) {
  return { point, decision: 'block', value: null, reason: null } as const
}

function wouldHave(verdict: Verdict, { point }: RolePlace): string {
  const deeds = [
    deedOf({ ...verdict, point })?.done,
    verdict.halt === null ? undefined : `ended the turn: ${verdict.halt}`,
    ...beside(verdict),
  ]
  const told = deeds.filter((deed) => deed !== undefined)
  return told.length === 0 ? 'in shadow, it passed' : `in shadow: it would have ${told.join(', and ')}`
}

function beside({ context, notes, reminders }: Verdict): readonly string[] {
  return [
    ...(context.length === 0 ? [] : ['given the model context']),
    ...(notes.length === 0 ? [] : ['left a note']),
    ...(reminders.length === 0 ? [] : ['left a reminder']),
  ]
}

function answeredRole(verdict: Verdict, place: RolePlace): Role {
  const { point, outcome } = place
  const deed = deedOf({ ...verdict, point })?.did
  const extras = beside(verdict).map((text) => text.replace('given the', 'gave the'))
  const halting = verdict.halt === null ? [] : [haltWords(verdict.halt, place)]
  const told = [...(deed === undefined ? [] : [deed]), ...halting, ...extras].join(', and ')
  if (told === '') return { role: 'silent', sentence: silence(verdict) }
  if (verdict.lost) return lostRole(verdict, place, told)
  if (outcome === null) return { role: 'part', sentence: told }
  if (place.isHalter || place.isWinner) return { role: 'won', sentence: told }
  if (verdict.halt !== null && outcome.haltBy !== null) return { role: 'overruled', sentence: told }
  if (deed === undefined) return { role: 'part', sentence: told }
  if (verdict.decision === 'rewrite') return rewriteRole(outcome, point, told)
  return { role: 'overruled', sentence: `${told}; ${overruling(verdict, outcome)}` }
}

function silence({ status }: Verdict): string {
  return status === 'use_default' ? 'left it to the default' : 'passed'
}

function haltWords(halt: string, { outcome, isHalter }: RolePlace): string {
  const first = isHalter || outcome === null || outcome.haltBy === null
  return first ? `ended the turn: ${halt}` : `wanted to end the turn: ${halt} (${outcome.haltBy} had ended it)`
}

/** The notes of an outcome say why something of a hook was not used. */
function lostRole(verdict: Verdict, { outcome }: RolePlace, told: string): Role {
  const note = outcome?.notes.find((text) => text.startsWith(`${verdict.hook}: its ${verdict.decision} was not used`))
  const why = note?.slice(note.indexOf('not used: ') + 'not used: '.length)
  if (verdict.decision === 'rewrite')
    return { role: 'lost', sentence: `${told}; not used: ${why ?? 'another came first'}` }
  if (outcome === null) return { role: 'overruled', sentence: `${told}; overruled` }
  const atRecheck = verdict.recheck && verdict.decision !== 'block' && verdict.decision !== 'ask'
  if (atRecheck) return { role: 'overruled', sentence: `${told}; at a recheck a guard may only block or ask` }
  return { role: 'overruled', sentence: `${told}; ${overruling(verdict, outcome)}` }
}

function rewriteRole(outcome: Said, point: PointId, told: string): Role {
  const stops = point !== 'tools.after' && outcome.decision === 'block'
  if (stops) return { role: 'overruled', sentence: `${told}; moot, since ${outcome.by ?? 'another hook'} blocked` }
  return { role: 'part', sentence: told }
}

function overruling(verdict: Verdict, { by, decision, haltBy }: Said): string {
  if (by === null) return haltBy === null ? 'nothing came of it' : `${haltBy} ended the turn`
  if (decision === verdict.decision) return `overruled by ${by}, whose ${nounOf(decision)} came first`
  return `overruled by ${by}, whose ${nounOf(decision)} is stronger`
}
