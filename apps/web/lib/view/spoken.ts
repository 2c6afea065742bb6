/** What hooks said in a turn, for a glance: what was said again and again is one line. Nothing that counted is left out. */
import type { TurnState, VerdictEntry } from '@belay/trace'
import { firstLine } from '../format'
import { verdictMark } from './mark'
import { describeVerdict } from './sentences'
import { isUnloaded, isUntrusted } from './verdict-kinds'

export interface Spoken {
  /** The last of its kind. */
  readonly entry: VerdictEntry
  readonly count: number
  readonly text: string
}

export function spokenOf(turn: TurnState, entries: readonly VerdictEntry[] = turn.verdicts): readonly Spoken[] {
  const groups = new Map<string, Spoken>()
  for (const entry of entries) {
    const { verdict, point } = entry
    if (verdictMark(verdict) === 'pass' && verdict.notes.length === 0) continue
    const text = `${spokenText(entry)}${consequence(turn, entry)}`
    const key = [verdict.hookId, point, verdict.mode, text].join('\n')
    groups.set(key, { entry, count: (groups.get(key)?.count ?? 0) + 1, text })
  }
  return [...groups.values()]
}

function spokenText({ verdict }: VerdictEntry): string {
  const notes = verdict.notes.length === 0 ? '' : `noted: ${firstLine(verdict.notes.join(' · '), 120)}`
  if (notes === '') return describeVerdict(verdict)
  return verdictMark(verdict) === 'pass' ? notes : `${describeVerdict(verdict)}; ${notes}`
}

/** A hook that did not answer decides by its policy: that stands in the outcome, not in its verdict. */
function consequence(turn: TurnState, { about, point, verdict, seq }: VerdictEntry): string {
  if (verdict.status !== 'failed' && !isUnloaded(verdict) && !isUntrusted(verdict)) return ''
  const outcome = turn.outcomes.find((each) => each.about === about && each.point === point && each.seq > seq)?.outcome
  if (outcome?.halt != null && outcome.haltBy === verdict.hook) return '; by its policy the turn ended'
  return outcome?.decision === 'block' && outcome.by === verdict.hook ? '; by its policy that was refused' : ''
}

/** Where nothing was said: why not. Nothing is concluded of a turn that still runs. */
export function silenceText(turn: TurnState): string {
  const runs = turn.endedAt === null
  const asked = turn.verdicts.some(({ verdict }) => verdict.status !== 'not_asked')
  if (asked) return runs ? 'Nothing so far.' : 'Hooks were asked and let everything pass.'
  if (runs) return 'No hook was asked yet.'
  return turn.verdicts.length === 0
    ? 'No hook was asked. Attach one at a station of the rail.'
    : 'No hook was asked: those that stand there are off, or do not match.'
}
