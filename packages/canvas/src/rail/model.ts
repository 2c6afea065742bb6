/**
 * What the rail shows: every point with the hooks that stand at it, what they said in the selected turn, and where the
 * loop is. The attachments are those of the session now, since it is them that a person changes here; hooks that spoke in
 * the turn and are attached no more keep a place, so that the picture of a turn misses no voice.
 */
import {
  type Attachment,
  type AttachmentId,
  type FailurePolicy,
  type HookMode,
  type HookSource,
  type JsonObject,
  type OutcomeEntry,
  POINTS,
  type PointId,
  type SessionState,
  type TurnId,
  type TurnState,
  type TurnStatus,
  type Verdict,
  type VerdictEntry,
} from '@belay/trace'
import { isBrought } from '../drag/brought'
import { type MarkSign, markOfDecision, markOfOutcome, markOfVerdict, worse } from '../mark'
import { neverRan } from './never-ran'
import { placeOfTurn, type RailPlace } from './progress'
import { type Telling, tellingParam } from './telling'

export interface RailHook {
  /** The point and the hook's id: unique on the rail, since one hook may stand at several points. */
  readonly key: string
  readonly point: PointId
  /** null for a hook that spoke in the turn and is attached no more. */
  readonly attachment: AttachmentId | null
  readonly name: string
  readonly source: HookSource
  /** Those of one group are asked side by side; null for one that is asked by itself. */
  readonly group: string | null
  readonly mode: HookMode
  /** What tells it apart from others of its name in the session: `#2`; null where it is the only one, or attached no more. */
  readonly twin: string | null
  /** What of its parameters tells it from others of its kind; null where nothing does. */
  readonly telling: Telling | null
  readonly onFailure: FailurePolicy
  /** Why it does not load, or null. */
  readonly error: string | null
  /** What is wrong with its file while its last good version goes on running, or null. */
  readonly stale: string | null
  /** Of a command that has never run: said until it has, in whatever turn. Null of all others. */
  readonly warning: string | null
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

export interface RailStation {
  readonly point: PointId
  readonly hooks: readonly RailHook[]
  /** What the point came to in the turn: the latest while the loop is there, else the worst; null where nobody was asked. */
  readonly sign: MarkSign | null
  readonly lastSeq: number
}

export interface RailTurn {
  readonly number: number
  readonly status: TurnStatus
}

export interface RailModel {
  readonly turn: RailTurn | null
  readonly place: RailPlace | null
  /** All points, in the order of the loop. */
  readonly stations: readonly RailStation[]
}

export interface RailNow {
  /** The hooks to show, where they are not those of the session: what was asked for and is not on the record yet. */
  readonly attached?: readonly Attachment[]
  /** What hooks are by default. */
  readonly library?: readonly Defaults[]
}

interface Defaults {
  readonly slug: string
  readonly defaults?: JsonObject
}

export function railModel(state: SessionState, turnId: TurnId | null, now: RailNow = {}): RailModel {
  const { attached = state.composition?.hooks ?? [], library = [] } = now
  const turn = turnId === null ? null : (state.turnById.get(turnId) ?? null)
  const place = turn === null ? null : placeOfTurn(state, turn)
  const verdicts = turn === null ? state.turns.flatMap((one) => one.verdicts) : turn.verdicts
  const voices = voicesOf(verdicts, attached)
  const commands = new Set<string>(attached.filter(({ source }) => source === 'command').map(({ id }) => id))
  const warnings = neverRan(state.turns, commands)
  return {
    turn: turn === null ? null : { number: turn.number, status: turn.status },
    place,
    stations: POINTS.map((point) => stationOf(point, { attached, library, voices, warnings, turn, place })),
  }
}

/** All that one hook said at one point. */
interface Voice {
  readonly point: PointId
  readonly attachment: AttachmentId | null
  readonly entries: VerdictEntry[]
}

function voicesOf(verdicts: readonly VerdictEntry[], attached: readonly Attachment[]): readonly Voice[] {
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

interface Known {
  readonly attached: readonly Attachment[]
  readonly library: readonly Defaults[]
  readonly voices: readonly Voice[]
  readonly warnings: ReadonlyMap<string, string>
  readonly turn: TurnState | null
  readonly place: RailPlace | null
}

function stationOf(point: PointId, known: Known): RailStation {
  const here = known.voices.filter((voice) => voice.point === point)
  const standing = known.attached
    .filter(({ points }) => points.includes(point))
    .map((attachment) => ({
      ...standingHook(
        point,
        attachment,
        here.find((voice) => voice.attachment === attachment.id),
      ),
      warning: known.warnings.get(attachment.id) ?? null,
    }))
  const past = known.turn === null ? [] : here.filter(({ attachment }) => attachment === null)
  const gone = past.map((voice) => goneHook(point, voice))
  const hooks = namedApart([...standing, ...gone], known)
  return { point, hooks, sign: stationSign(point, known), lastSeq: Math.max(0, ...hooks.map(({ lastSeq }) => lastSeq)) }
}

type UnnamedHook = Omit<RailHook, 'twin' | 'telling'>

/** Twins by their place among all of their name in the session, as lists number them; their mode shows in the switch. */
function namedApart(hooks: readonly UnnamedHook[], { attached, library }: Known): readonly RailHook[] {
  return hooks.map((hook) => {
    // All hooks of a program have its name, and stand at one point each: where they stand tells them apart.
    const twins = isBrought(hook) ? [] : attached.filter((one) => one.name === hook.name && !isBrought(one))
    const place = twins.findIndex(({ id }) => id === hook.attachment)
    const own = twins[place]
    const defaults = library.find(({ slug }) => slug === own?.hook)?.defaults ?? {}
    const others = twins.filter((twin) => twin !== own).map(({ params }) => params)
    return {
      ...hook,
      twin: twins.length > 1 && place >= 0 ? `#${place + 1}` : null,
      telling: own === undefined ? null : tellingParam(own.params, { defaults, others }),
    }
  })
}

function standingHook(point: PointId, attachment: Attachment, voice: Voice | undefined): Omit<UnnamedHook, 'warning'> {
  const { id, name, source, mode, onFailure } = attachment
  const wrong = wrongAt(point, attachment)
  const { group = null } = attachment
  return {
    key: `${point} ${id}`,
    point,
    attachment: id,
    name,
    source,
    group,
    mode,
    onFailure,
    ...wrong,
    ...said(voice),
  }
}

/** What is wrong with it here: at a point that its file has no more nobody asks it, whatever it does at others. */
function wrongAt(point: PointId, { version, error, unfit }: Attachment): Pick<RailHook, 'error' | 'stale'> {
  if (unfit?.points.includes(point) === true) return { error: error ?? unfit.why, stale: null }
  return version === null ? { error, stale: null } : { error: null, stale: error }
}

function goneHook(point: PointId, voice: Voice): UnnamedHook {
  const { hook, hookId, source, mode } = voice.entries.at(-1)?.verdict ?? NOBODY
  const none = { attachment: null, group: null, warning: null, onFailure: 'open', error: null, stale: null } as const
  const standing = { ...none, name: hook, source, mode }
  return { key: `${point} ${hookId}`, point, ...standing, ...said(voice) }
}

const NOBODY = { hook: '', hookId: '', source: 'library', mode: 'enforce' } as const

function said(
  voice: Voice | undefined,
): Pick<RailHook, 'asked' | 'decided' | 'failed' | 'medianMs' | 'sign' | 'decidedSign' | 'reason' | 'lastSeq'> {
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

function worseOrFirst(a: MarkSign | null, b: MarkSign): MarkSign {
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

function stationSign(point: PointId, { turn, place }: Known): MarkSign | null {
  const outcomes = (turn?.outcomes ?? []).filter((entry) => entry.point === point)
  const signs = outcomes.map(({ outcome }) => signOfOutcome(outcome))
  if (place?.live && place.stop === point) return signs.at(-1) ?? null
  return signs.reduce<MarkSign | null>(worseOrFirst, null)
}

/** What was decided, or else what shadow hooks would have made of it. */
function signOfOutcome(outcome: OutcomeEntry['outcome']): MarkSign {
  const decided: MarkSign = { mark: markOfOutcome(outcome), ghost: false }
  return outcome.wouldBe === null ? decided : worse(decided, { mark: markOfDecision(outcome.wouldBe), ghost: true })
}
