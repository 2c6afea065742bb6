/**
 * The one reading of the log: the server and the page both fold the same events into the same state.
 * `fold` writes into the state that it is given (a session may hold a million spans) and returns it; the caller owns
 * the state and tells its readers that it moved. An event at or below `state.seq` was seen before and changes nothing.
 */
import type { Composition } from './composition'
import { noteChange } from './composition-history'
import type { TraceEvent } from './event'
import type { SpanId, TurnId } from './ids'
import { emptySession, type OutcomeEntry, type SessionState, type TurnState, type VerdictEntry } from './session-state'
import type { Span } from './span'

export function fold(state: SessionState, event: TraceEvent): SessionState {
  if (event.seq <= state.seq) return state
  state.seq = event.seq
  const turn = turnOf(state, event)
  if (turn !== null && event.type !== 'delta') turn.events.push(event)
  apply(state, event, turn)
  return state
}

export function foldAll(events: Iterable<TraceEvent>): SessionState {
  const state = emptySession()
  for (const event of events) fold(state, event)
  return state
}

function apply(state: SessionState, event: TraceEvent, turn: TurnState | null): unknown {
  switch (event.type) {
    case 'session.created':
      state.session = event.facts
      return rule(state, event.composition)
    case 'session.changed':
      if (state.session !== null) state.session = { ...state.session, ...changed(event) }
      return null
    case 'composition.changed':
      state.history = noteChange(state.history, event, state.composition?.hash ?? event.composition.hash)
      return rule(state, event.composition)
    case 'turn.started':
      return startTurn(state, event)
    case 'turn.status':
      if (turn !== null) turn.status = event.status
      return null
    case 'turn.ended':
      return endTurn(state, event, turn)
    case 'row.committed':
      state.rows.push(event.row)
      return null
    case 'input.queued':
      state.queued.push(event.input)
      return null
    case 'input.taken':
      return removeWhere(state.queued, (input) => input.id === event.id)
    case 'span.started':
      state.spans.set(event.span.id, event.span)
      turn?.spans.push(event.span.id)
      return null
    case 'span.changed':
      return changeSpan(state, event.id, { status: event.status, attributes: event.attributes })
    case 'span.ended':
      state.streams.delete(event.id)
      return changeSpan(state, event.id, { end: event.end, status: event.status, attributes: event.attributes })
    case 'verdict':
      return addVerdict(state, event, turn)
    case 'outcome':
      return addOutcome(state, event, turn)
    case 'delta':
      return stream(state, event)
    case 'delta.dropped':
      state.streams.delete(event.span)
      return null
    case 'question.opened':
      state.questions.set(event.question.id, { question: event.question, answer: null })
      return null
    case 'question.closed': {
      const open = state.questions.get(event.id)
      if (open !== undefined) open.answer = event.answer
      return null
    }
    case 'notice':
      state.notices.push({ seq: event.seq, at: event.at, turn: event.turn, text: event.text })
      return null
    case 'files.put_back':
      state.putBacks.push(event)
      return null
    case 'history.edited':
      state.edits.push(event)
      return null
    case 'hook.fallback':
      return
    default:
      return unknownEvent(event)
  }
}

/** A log written by a newer version may hold event types that this one does not know: they are passed over. */
function unknownEvent(event: never): unknown {
  return event
}

function changed(event: { readonly title?: string; readonly model?: string }): { title?: string; model?: string } {
  return {
    ...(event.title === undefined ? {} : { title: event.title }),
    ...(event.model === undefined ? {} : { model: event.model }),
  }
}

function rule(state: SessionState, composition: Composition): void {
  state.composition = composition
  state.compositions.set(composition.hash, composition)
}

function startTurn(state: SessionState, event: TraceEvent & { type: 'turn.started' }): void {
  const turn: TurnState = {
    id: event.turn,
    number: event.number,
    composition: event.composition,
    provider: event.provider,
    model: event.model,
    startedAt: event.at,
    endedAt: null,
    status: 'running',
    code: null,
    reason: null,
    answer: null,
    spans: [],
    verdicts: [],
    outcomes: [],
    events: [event],
  }
  state.turns.push(turn)
  state.turnById.set(turn.id, turn)
  state.live = turn.id
}

function endTurn(state: SessionState, event: TraceEvent & { type: 'turn.ended' }, turn: TurnState | null): void {
  if (state.live === event.turn) state.live = null
  if (turn === null) return
  turn.endedAt = event.endedAt ?? event.at
  turn.status = event.status
  turn.code = event.code
  turn.reason = event.reason
  turn.answer = event.answer
}

function changeSpan(state: SessionState, id: SpanId, change: Partial<Span>): void {
  const span = state.spans.get(id)
  if (span === undefined) return
  const end = change.end === undefined || change.end === null ? span.end : Math.max(change.end, span.start)
  state.spans.set(id, { ...span, ...change, end, attributes: { ...span.attributes, ...change.attributes } })
}

function addVerdict(state: SessionState, event: TraceEvent & { type: 'verdict' }, turn: TurnState | null): void {
  const { seq, at, point, span, about, verdict } = event
  const entry: VerdictEntry = { seq, at, turn: event.turn, point, span, about, verdict }
  turn?.verdicts.push(entry)
  if (about !== null) append(state.verdictsAbout, about, entry)
}

function addOutcome(state: SessionState, event: TraceEvent & { type: 'outcome' }, turn: TurnState | null): void {
  const { seq, at, point, about, outcome } = event
  const entry: OutcomeEntry = { seq, at, turn: event.turn, point, about, outcome }
  turn?.outcomes.push(entry)
  if (about !== null) append(state.outcomesAbout, about, entry)
}

function stream(state: SessionState, event: TraceEvent & { type: 'delta' }): void {
  const open = state.streams.get(event.span)
  if (open !== undefined) open[event.channel] += event.text
  else state.streams.set(event.span, { text: '', reasoning: '', [event.channel]: event.text })
}

function turnOf(state: SessionState, event: TraceEvent): TurnState | null {
  const id = turnIdOf(state, event)
  return id === null ? null : (state.turnById.get(id) ?? null)
}

function turnIdOf(state: SessionState, event: TraceEvent): TurnId | null {
  switch (event.type) {
    case 'turn.status':
    case 'turn.ended':
    case 'verdict':
    case 'outcome':
    case 'notice':
    case 'history.edited':
      return event.turn
    case 'row.committed':
      return event.row.turn
    case 'span.started':
      return event.span.turn
    case 'span.changed':
    case 'span.ended':
      return state.spans.get(event.id)?.turn ?? null
    case 'question.opened':
      return event.question.turn
    case 'question.closed':
      return state.questions.get(event.id)?.question.turn ?? null
    case 'hook.fallback':
    case 'input.taken':
      return state.live
    default:
      return null
  }
}

function append<K, V>(lists: Map<K, V[]>, key: K, item: V): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [item])
  else list.push(item)
}

function removeWhere<T>(list: T[], holds: (item: T) => boolean): void {
  const index = list.findIndex(holds)
  if (index >= 0) list.splice(index, 1)
}
