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
} from '@belay/trace'
import { isBrought } from '../drag/brought'
import { type MarkSign, markOfDecision, markOfOutcome, worse } from '../mark'
import { neverRan } from './never-ran'
import { placeOfTurn, type RailPlace } from './progress'
import { type Telling, tellingParam } from './telling'
import { type Said, saidBy, type Voice, voicesOf, worseOrFirst } from './voices'

export interface RailHook extends Said {
  /** The point and the hook's id: unique on the rail, since one hook may stand at several points. */
  readonly key: string
  readonly point: PointId
  /** null for a hook that spoke in the turn and is attached no more. */
  readonly attachment: AttachmentId | null
  readonly name: string
  readonly source: HookSource
  /** Those of one group are asked side by side; null for one that is asked by itself. */
  readonly group: string | null
  /** The set that it came with; null where it stands for itself. */
  readonly set: string | null
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
  const { group = null, set = null } = attachment
  return {
    key: `${point} ${id}`,
    point,
    attachment: id,
    name,
    source,
    group,
    set,
    mode,
    onFailure,
    ...wrong,
    ...saidBy(voice),
  }
}

/** What is wrong with it here: at a point that its file has no more nobody asks it, whatever it does at others. */
function wrongAt(point: PointId, { version, error, unfit }: Attachment): Pick<RailHook, 'error' | 'stale'> {
  if (unfit?.points.includes(point) === true) return { error: error ?? unfit.why, stale: null }
  return version === null ? { error, stale: null } : { error: null, stale: error }
}

function goneHook(point: PointId, voice: Voice): UnnamedHook {
  const { hook, hookId, source, mode } = voice.entries.at(-1)?.verdict ?? NOBODY
  const none = {
    attachment: null,
    group: null,
    set: null,
    warning: null,
    onFailure: 'open',
    error: null,
    stale: null,
  } as const
  const standing = { ...none, name: hook, source, mode }
  return { key: `${point} ${hookId}`, point, ...standing, ...saidBy(voice) }
}

const NOBODY = { hook: '', hookId: '', source: 'library', mode: 'enforce' } as const

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
