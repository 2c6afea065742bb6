/** The record of one session as the store holds it, looked up piece by piece; what was read once is not read again. */
import type { Database, TurnRecord } from '@belay/db'
import type { ReadQuestion, ReadStep, ReadTurn, RecordReader } from '@belay/replay'
import { type SessionId, sessionId, type TranscriptRow, turnId } from '@belay/trace'
import type { DetailKeeper } from '../log/details'
import type { Sessions } from '../sessions/sessions'

export interface ReadParts {
  readonly db: Database
  readonly details: Pick<DetailKeeper, 'flush'>
  readonly sessions: Pick<Sessions, 'record'>
}

/** Throws `not_found` where the session is not there. Good for one answer: what happens later is not in it. */
export function readStore({ db, details, sessions }: ReadParts, id: SessionId): RecordReader {
  const { workspace, agent, parent, forkedFrom, updatedAt } = sessions.record(id)
  details.flush()
  const turns = remember((turn: string) => {
    const record = db.turnById(id, turn)
    return record === null ? null : turnOf(record)
  })
  const questions = once((): readonly ReadQuestion[] => db.questionsOf(id))
  return {
    session: {
      ...{ id: sessionId(id), workspace, agent, updatedAt },
      ...{ spawned: parent !== null, forkedTurns: forkedFrom?.turns ?? null },
    },
    span: (span) => db.span(id, span),
    latestSpans: (kind, limit, status) => db.latestSpans(id, { kind, limit, status }),
    rootOf: remember((turn: string) => db.rootOf(id, turn)),
    steps: once((): readonly ReadStep[] => db.steps(id)),
    detail: (span) => db.spanDetail(id, span),
    turn: turns,
    latestTurns: (limit) => db.latestTurns(id, limit).map(turnOf),
    composition: remember((hash: string) => db.composition(hash)),
    rowsOfTurn: remember((turn: string): readonly TranscriptRow[] => db.rowsOfTurn(id, turn)),
    latestRows: (kind, limit) => db.latestRows(id, kind, limit),
    rowBefore: (kind, at) => db.rowBefore(id, kind, at),
    verdictsAbout: (span) => db.verdictsAbout(id, span),
    outcomesAbout: (span) => db.outcomesAbout(id, span),
    latestVerdicts: (point, limit) => db.verdictsAt(id, point, limit),
    questionsAbout: (span) => questions().filter(({ question }) => question.span === span),
  }
}

function turnOf({ id, number, composition, provider, model, startedAt, endedAt, status }: TurnRecord): ReadTurn {
  return { id: turnId(id), number, composition, provider, model, startedAt, endedAt, status }
}

function remember<T>(read: (key: string) => T): (key: string) => T {
  const known = new Map<string, { readonly value: T }>()
  return (key) => {
    const found = known.get(key) ?? { value: read(key) }
    known.set(key, found)
    return found.value
  }
}

function once<T>(read: () => T): () => T {
  let found: { readonly value: T } | null = null
  return () => {
    found ??= { value: read() }
    return found.value
  }
}
