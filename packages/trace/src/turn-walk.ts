/**
 * A turn event by event: the session as it stood after each, with nothing of other turns in it. Going on folds what comes
 * next into the same state; going back starts at a checkpoint. What `at` returned is good until `at` is asked again, and
 * is never written by anybody else: the session that the turn is of stays as it is.
 */
import { fold } from './fold'
import { emptySession, type SessionState, type TurnState } from './session-state'

/** Going back folds this many events at the least; a turn that has more checkpoints than these keeps every second. */
const FIRST_SPACING = 256
const MOST_CHECKPOINTS = 16

export class TurnWalk {
  readonly #session: SessionState
  readonly #turn: TurnState
  readonly #checkpoints = new Map<number, SessionState>()
  #spacing = FIRST_SPACING
  #state: SessionState
  #at = 0

  constructor(session: SessionState, turn: TurnState) {
    this.#session = session
    this.#turn = turn
    this.#state = this.#beginning()
  }

  /** After the first `count` events of the turn; as many as there are where there are fewer. */
  at(count: number): SessionState {
    const target = Math.max(0, Math.min(count, this.#turn.events.length))
    if (target < this.#at) this.#goBack(target)
    for (const event of this.#turn.events.slice(this.#at, target)) {
      fold(this.#state, event)
      this.#at += 1
      if (this.#at % this.#spacing === 0) this.#keep()
    }
    return this.#state
  }

  /** Before the first event: what the turn began with. */
  #beginning(): SessionState {
    const { session, compositions } = this.#session
    const composition = compositions.get(this.#turn.composition) ?? this.#session.composition
    // Nothing in a turn's events writes into the compositions.
    return { ...emptySession(), seq: (this.#turn.events[0]?.seq ?? 1) - 1, session, composition, compositions }
  }

  #goBack(target: number): void {
    const from = Math.max(0, ...[...this.#checkpoints.keys()].filter((count) => count <= target))
    const kept = this.#checkpoints.get(from)
    this.#state = kept === undefined ? this.#beginning() : copyOf(kept)
    this.#at = from
  }

  #keep(): void {
    if (this.#checkpoints.has(this.#at)) return
    this.#checkpoints.set(this.#at, copyOf(this.#state))
    if (this.#checkpoints.size <= MOST_CHECKPOINTS) return
    this.#spacing *= 2
    for (const count of this.#checkpoints.keys()) if (count % this.#spacing !== 0) this.#checkpoints.delete(count)
  }
}

/** The session after the first `count` events of a turn, for whoever asks once. */
export function stateAt(session: SessionState, turn: TurnState, count: number): SessionState {
  return new TurnWalk(session, turn).at(count)
}

/** All that `fold` writes into; spans, entries and rows themselves are never written. */
function copyOf(state: SessionState): SessionState {
  const turns = state.turns.map(copyOfTurn)
  return {
    ...state,
    turns,
    turnById: new Map(turns.map((turn) => [turn.id, turn])),
    rows: [...state.rows],
    spans: new Map(state.spans),
    verdictsAbout: copyOfLists(state.verdictsAbout),
    outcomesAbout: copyOfLists(state.outcomesAbout),
    questions: new Map([...state.questions].map(([id, question]) => [id, { ...question }])),
    queued: [...state.queued],
    streams: new Map(state.streams),
    notices: [...state.notices],
    putBacks: [...state.putBacks],
    edits: [...state.edits],
  }
}

function copyOfTurn(turn: TurnState): TurnState {
  const { spans, verdicts, outcomes, events } = turn
  return { ...turn, spans: [...spans], verdicts: [...verdicts], outcomes: [...outcomes], events: [...events] }
}

function copyOfLists<K, V>(lists: ReadonlyMap<K, V[]>): Map<K, V[]> {
  return new Map([...lists].map(([key, list]) => [key, [...list]]))
}
