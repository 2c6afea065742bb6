/** What hooks said at their points: whose each verdict is, and what one's verdicts add up to. */
import type { Attachment, AttachmentId, PointId, Verdict, VerdictEntry } from '@belay/trace'
import { type MarkSign, markOfVerdict, worse } from '../mark'

/** All that one hook said at one point. */
export interface Voice {
  readonly point: PointId
  readonly attachment: AttachmentId | null
  readonly entries: VerdictEntry[]
}

export function voicesOf(verdicts: readonly VerdictEntry[], attached: readonly Attachment[]): readonly Voice[] {
  const voices = new Map<string, Voice>()
  // A turn may hold as many verdicts as spans, from a few hooks: whose they are is found once for each.
  const known = new Map<string, Voice>()
  for (const entry of verdicts) {
    const speaker = `${entry.point} ${entry.verdict.hookId}`
    const voice = known.get(speaker) ?? voiceOf(voices, entry, attached)
    known.set(speaker, voice)
    voice.entries.push(entry)
  }
  return [...voices.values()]
}

function voiceOf(voices: Map<string, Voice>, entry: VerdictEntry, attached: readonly Attachment[]): Voice {
  const attachment = speakerOf(entry, attached)
  const key = `${entry.point} ${entry.verdict.hookId}`
  const voice = voices.get(key) ?? { point: entry.point, attachment, entries: [] }
  voices.set(key, voice)
  return voice
}

/** Null for a hook that is not attached, or not any more. */
function speakerOf({ point, verdict }: VerdictEntry, attached: readonly Attachment[]): AttachmentId | null {
  return attached.find(({ id, points }) => id === verdict.hookId && points.includes(point))?.id ?? null
}

export interface Said {
  /** In the selected turn; of all turns where none is. */
  readonly asked: number
  /** How often it said anything but a pass; what could not be read counts as failed. */
  readonly decided: number
  readonly failed: number
  readonly medianMs: number | null
  /** The worst that it said in the turn; null where it was not asked. */
  readonly sign: MarkSign | null
  /** The worst of what it decided, failures aside; null where it decided nothing. */
  readonly decidedSign: MarkSign | null
  /** The reason that it gave last. */
  readonly reason: string | null
  /** `seq` of its last verdict, 0 before the first: a new one is a pulse. */
  readonly lastSeq: number
}

export function saidBy(voice: Voice | undefined): Said {
  const answers = (voice?.entries ?? []).filter(({ verdict }) => verdict.status !== 'not_asked')
  const failed = answers.filter(({ verdict }) => markOfVerdict(verdict).mark === 'failed')
  const decided = answers.filter(({ verdict }) => !['pass', 'failed'].includes(markOfVerdict(verdict).mark))
  const telling = answers.findLast(({ verdict }) => reasonOf(verdict) !== null)
  return {
    asked: answers.length,
    decided: decided.length,
    failed: failed.length,
    medianMs: median(Float64Array.from(answers, ({ verdict }) => verdict.durationMs)),
    sign: answers.map(({ verdict }) => markOfVerdict(verdict)).reduce<MarkSign | null>(worseOrFirst, null),
    decidedSign: decided.map(({ verdict }) => markOfVerdict(verdict)).reduce<MarkSign | null>(worseOrFirst, null),
    reason: telling === undefined ? null : reasonOf(telling.verdict),
    lastSeq: answers.at(-1)?.seq ?? 0,
  }
}

export function worseOrFirst(a: MarkSign | null, b: MarkSign): MarkSign {
  return a === null ? b : worse(a, b)
}

function reasonOf(verdict: Verdict): string | null {
  return verdict.error?.message ?? verdict.halt ?? verdict.reason
}

function median(values: Float64Array): number | null {
  const sorted = values.sort()
  const middle = sorted.length >> 1
  const upper = sorted[middle]
  if (upper === undefined) return null
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}
