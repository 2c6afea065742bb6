/**
 * What the rail is a picture of: the session's facts as model and scene, with what was asked of the server and is not on
 * the record yet. Made anew only when one of them is another, and in a storm no more often than one can see.
 */
import {
  asLoaded,
  type Change,
  entryOf,
  type LibraryEntry,
  type Pending,
  type RailModel,
  type RailScene,
  railModel,
  railScene,
  shownHooks,
} from '@belay/canvas'
import {
  type Attachment,
  attachmentId,
  type PointId,
  type SessionState,
  type TurnId,
  type TurnState,
} from '@belay/trace'
import { Pace } from './pace'

interface Size {
  readonly width: number
  readonly height: number
}

/** What the model was made from: while it is the same, so is the model. */
export interface RailFacts {
  readonly state: SessionState
  readonly turn: TurnState | null
  readonly events: number
  readonly hooks: readonly Attachment[]
  readonly library: readonly LibraryEntry[]
}

export interface PictureOf {
  readonly state: SessionState
  readonly turn: TurnId | null
  /** What the library says of the hooks of now; none of it where the hooks shown are past. */
  readonly library: readonly LibraryEntry[]
}

const NO_HOOKS: readonly Attachment[] = []
export const NO_RAIL: RailModel = { turn: null, place: null, stations: [] }

export class RailPicture {
  model: RailModel = NO_RAIL
  /** As it lies while nothing is dragged: a drag aims by this one. */
  rest: RailScene = railScene(NO_RAIL, { width: 1, height: 1 })
  /** As it is shown: with room for what is dragged. */
  scene: RailScene = this.rest
  facts: RailFacts | null = null
  /** There is something newer to show, and it was too early for it. */
  late = false
  readonly #pace = new Pace()
  #pending: readonly Pending[] = []
  #shown: {
    readonly pending: readonly Pending[]
    readonly now: readonly Attachment[]
    readonly library: readonly LibraryEntry[]
    readonly hooks: readonly Attachment[]
  } | null = null
  #made = 0
  #opening: PointId | null = null

  /** The hooks as they are shown, in asking order. Without a library as they are on record. */
  hooks(state: SessionState, library: readonly LibraryEntry[]): readonly Attachment[] {
    const now = state.composition?.hooks ?? NO_HOOKS
    const shown = this.#shown
    if (shown?.now === now && shown.pending === this.#pending && shown.library === library) return shown.hooks
    const wanted = this.#pending.reduce<readonly Attachment[]>((hooks, one) => shownHooks(one, hooks), now)
    const hooks = asLoaded(wanted, library)
    this.#shown = { pending: this.#pending, now, library, hooks }
    return hooks
  }

  /** Takes in what is new. Says whether there was something, and it was not too early. */
  update({ state, turn: turnId, library }: PictureOf, size: Size): boolean {
    const turn = turnId === null ? null : (state.turnById.get(turnId) ?? null)
    const hooks = this.hooks(state, library)
    const facts: RailFacts = { state, turn, events: turn?.events.length ?? 0, hooks, library }
    if (this.facts !== null && sameFacts(this.facts, facts)) return false
    const take = () => {
      this.facts = facts
      this.model = railModel(state, turnId, { attached: facts.hooks, library })
      this.fit(size)
      return true
    }
    const done = this.#pace.run(take, () => performance.now())
    this.late = !done
    return done
  }

  fit(size: Size): void {
    this.rest = railScene(this.model, size)
    this.#opening = null
    this.scene = this.rest
  }

  /** Makes room at a station, or closes it again. */
  open(point: PointId | null, size: Size): void {
    if (point === this.#opening) return
    this.#opening = point
    this.scene = point === null ? this.rest : railScene(this.model, size, point)
  }

  /** Shows a change that was asked for, until `settle`. */
  pend(change: Change, base: readonly Attachment[], library: readonly LibraryEntry[]): Pending {
    this.#made += 1
    const id = `${MADE}${this.#made}`
    const pending = { change, base, made: change.kind === 'attach' ? preview(change, id, library) : null }
    this.#pending = [...this.#pending, pending]
    return pending
  }

  settle(pending: Pending): void {
    this.#pending = this.#pending.filter((one) => one !== pending)
  }
}

const MADE = 'att_pending_'

/** A node that is not on the record yet has no name that the server knows: it cannot be moved on. */
export function isMade(id: string): boolean {
  return id.startsWith(MADE)
}

function preview(
  change: Extract<Change, { kind: 'attach' }>,
  id: string,
  library: readonly LibraryEntry[],
): Attachment {
  return {
    id: attachmentId(id),
    hook: change.hook,
    name: entryOf({ library }, change.hook)?.name ?? change.hook,
    source: 'library',
    points: change.points,
    mode: 'enforce',
    onFailure: 'open',
    params: {},
    version: null,
    error: null,
  }
}

function sameFacts(a: RailFacts, b: RailFacts): boolean {
  const same = a.state === b.state && a.turn === b.turn && a.events === b.events
  return same && a.hooks === b.hooks && a.library === b.library
}
