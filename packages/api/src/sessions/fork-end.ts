/** What happens in a fork before anybody uses it: what stood open is closed, and it says where it comes from. */
import type { TurnEnd } from '@belay/agent'
import type { Database, SessionRecord } from '@belay/db'
import type { Clock, NewRow, SessionFacts, TraceEvent, TraceEventBody, TranscriptRow } from '@belay/trace'
import { type Mask, maskEvent } from '../log/mask'
import { closeTurn, type Ending, UNJUDGED } from './close-turn'

export interface EndOfFork {
  readonly source: SessionRecord
  readonly facts: SessionFacts
  /** The last event that was taken over. */
  readonly last: Pick<TraceEvent, 'seq' | 'at'>
}

export interface EndParts {
  readonly db: Database
  readonly clock: Clock
  readonly mask: Mask
}

const FORKED: TurnEnd = {
  status: 'stopped',
  code: null,
  reason: 'The session was forked here, in the middle of this turn. The turn went on in the other session only.',
  answer: null,
}
export const STARTED_ELSEWHERE =
  'unknown outcome: this session was forked off while the call was running. It was not run again; look at what it did before you repeat it.'
export const NOT_RUN_HERE = 'not run: this session was forked off before the call began.'

export function endFork(parts: EndParts, end: EndOfFork): void {
  const { db } = parts
  const { facts } = end
  const adding = createAdding(parts, end)
  const unfinished = db.unfinishedTurns().filter((turn) => turn.session === facts.id)
  for (const turn of unfinished) closeTurn(db, adding, turn, endingAt(end.last.at))
  const waiting = db.queued(facts.id)
  for (const { id } of waiting) adding.emit({ type: 'input.taken', id })
  for (const event of presentOf(db, end)) adding.emit(event)
  const messages = waiting.filter(({ origin }) => origin !== 'hook' && origin !== 'reminder').length
  adding.emit({ type: 'notice', turn: null, text: whereFrom(facts, messages, adding.setAside()) })
  db.append(facts.id, adding.events)
}

function endingAt(at: number): Ending {
  return {
    ...{ end: FORKED, at, closed: 'the session was forked here' },
    ...{ started: STARTED_ELSEWHERE, notStarted: NOT_RUN_HERE },
    status: { started: 'stopped', around: 'stopped' },
  }
}

interface Adding {
  readonly events: readonly TraceEvent[]
  emit(body: TraceEventBody): void
  commit(row: NewRow): TranscriptRow
  /** Whether the model is not shown an input, since no guard has judged it. */
  setAside(): boolean
}

function createAdding({ db, clock, mask }: EndParts, { facts, last }: EndOfFork): Adding {
  const events: TraceEvent[] = []
  let row = db.lastRow(facts.id)
  let hidden = false
  const emit = (body: TraceEventBody) => {
    const seq = last.seq + events.length + 1
    events.push(maskEvent(mask, { ...body, session: facts.id, seq, at: clock.now() }))
  }
  return {
    events,
    emit,
    commit(added) {
      row += 1
      if (added.kind === 'input' && added.text === UNJUDGED) hidden = true
      const committed: TranscriptRow = { ...added, id: row, at: clock.now() }
      emit({ type: 'row.committed', row: committed })
      return committed
    },
    setAside: () => hidden,
  }
}

/** Title, model and hooks, where what was taken over left others. */
function presentOf(db: Database, { source, facts }: EndOfFork): readonly TraceEventBody[] {
  const then = db.session(facts.id)
  const present = db.composition(source.composition)
  if (then === null || present === null) throw new Error(`${facts.id}: a fork of ${source.id} is not there`)
  const title = then.title === facts.title ? {} : { title: facts.title }
  const model = then.model === facts.model ? {} : { model: facts.model }
  const changed = { ...title, ...model }
  return [
    ...(Object.keys(changed).length === 0 ? [] : [{ type: 'session.changed', ...changed } as const]),
    ...(then.composition === present.hash
      ? []
      : [{ type: 'composition.changed', composition: present, change: PRESENT_HOOKS } as const]),
  ]
}

const PRESENT_HOOKS = 'the hooks are those that the session has now from which this one was forked'

function whereFrom({ forkedFrom }: SessionFacts, waiting: number, setAside: boolean): string {
  if (forkedFrom === null || forkedFrom === undefined) throw new Error('a fork without an origin')
  const { title, session, row } = forkedFrom
  const place = row === 0 ? 'before its first row' : `at row ${row}`
  const queued = waiting === 1 ? '1 message that waited there was' : `${waiting} messages that waited there were`
  return [
    `Forked from ${title} (${session}) ${place}. Permissions that were given there do not hold here.`,
    ...(waiting === 0 ? [] : [`${queued} not taken over.`]),
    ...(setAside ? ['No hook had judged the last message before it: the model is not shown that one.'] : []),
  ].join(' ')
}
