/** The ports of a turn, on top of this session's log, queue and store. */
import { MOST_KEYS, type Tool, type TurnLog, type TurnPorts } from '@belay/agent'
import type { QueuedInput, SessionId, TurnId } from '@belay/trace'
import { keeperOf } from '../files/file-keeper'
import type { SessionLog } from '../log/session-log'
import type { SessionQueue } from './input-queue'
import type { SessionParts } from './parts'
import type { QuestionDesk } from './question-desk'

export interface SessionSide {
  readonly session: SessionId
  /** Null between turns. */
  readonly turn: TurnId | null
  readonly log: SessionLog
  readonly queue: SessionQueue
  readonly desk: QuestionDesk
  /** What else belongs to the start of the turn, and who hears that it is on record. */
  readonly opening?: { readonly alongside: () => void; readonly written: () => void }
}

const HOUR_MS = 3_600_000

export function makePorts(parts: SessionParts, side: SessionSide): TurnPorts {
  const { db, clock, ids } = parts
  const { session, turn } = side
  const granted = new Set(db.grants(session))
  return {
    clock,
    ids,
    providers: parts.extensions.modelsOf(session),
    tools: toolsOf(parts, session),
    log: deliveringLog(side),
    questions: side.desk,
    queue: side.queue,
    files: turn === null ? NO_FILES : keeperOf(parts, session, turn),
    grants: {
      has: (kind) => granted.has(kind),
      add(kind) {
        granted.add(kind)
        db.grant(session, kind)
      },
    },
    lastAnswers: {
      get: (hook, point) => db.lastAnswer(hook, point),
      set: (hook, point, verdict) => db.setLastAnswer(hook, point, { verdict, at: clock.now() }),
    },
    hookStore: hookStoreOf(parts),
    continuations: {
      lastHour: () => db.continuationsSince(session, clock.now() - HOUR_MS),
      add: () => db.addContinuation(session, clock.now()),
    },
    random: Math.random,
  }
}

/** An edit that nobody could put back. */
const NO_FILES: TurnPorts['files'] = {
  changing: () => Promise.reject(new Error('files are changed by turns only, and no turn runs: it was left as it is')),
}

/** What hooks keep, of whatever session. */
export function hookStoreOf({ db, clock }: Pick<SessionParts, 'db' | 'clock'>): TurnPorts['hookStore'] {
  return {
    get: (owner, key) => db.hookValue(owner, key),
    set: (owner, key, value) => db.setHookValue(owner, { key, value, at: clock.now() }, MOST_KEYS),
    remove: (owner, key) => db.removeHookValue(owner, key),
  }
}

/** A child may have been given fewer tools than there are. */
function toolsOf({ db, extensions }: SessionParts, session: SessionId): readonly Tool[] {
  const tools = extensions.live(session)?.tools.map(({ tool }) => tool) ?? []
  const limited = db.session(session)?.tools ?? null
  return limited === null ? tools : tools.filter((tool) => limited.includes(tool.name))
}

/** An input counts as taken when its row is committed, not when the loop picks it up: see `input-queue.ts`. */
function deliveringLog({ log, queue, opening }: SessionSide): TurnLog {
  let deliveries: QueuedInput[] = []
  return {
    emit(event) {
      if (event.type !== 'input.taken') log.emit(event)
    },
    commit(row) {
      const delivered = queue.delivered(row)
      if (delivered !== null) {
        deliveries.push(delivered)
        log.withNextRow({ type: 'input.taken', id: delivered.id })
      }
      return log.commit(row)
    },
    together(run) {
      deliveries = []
      try {
        const value = log.together(() => {
          const made = run()
          opening?.alongside()
          return made
        })
        opening?.written()
        return value
      } catch (error) {
        for (const input of deliveries.reverse()) queue.undelivered(input)
        throw error
      }
    },
    keep: (span, detail) => log.keep(span, detail),
  }
}
