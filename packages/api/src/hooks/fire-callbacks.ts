/**
 * What hooks may ask of a session while they are tried out. Promises: nothing is put on the session's record and its view stays
 * as it is; what a hook writes to its store is seen by that firing alone, unless it is live.
 */
import { type OpenCallbacks, openCallbacks, type SessionSetup, type Tool, type TurnPorts } from '@belay/agent'
import type { Database, SessionRecord } from '@belay/db'
import type { HookFacts } from '@belay/hooks'
import type { ModelSource } from '@belay/host'
import { type Json, type NewRow, sessionId } from '@belay/trace'
import type { SessionParts } from '../sessions/parts'
import { hookStoreOf } from '../sessions/turn-ports'
import { besideOf, splitModel } from '../sessions/turn-setup'

export interface FireGround extends Pick<SessionParts, 'clock' | 'ids'> {
  readonly providers: ModelSource
  readonly tools: readonly Tool[]
  readonly db: Database
  /** Of the session where one is named, else the installation's. */
  readonly model: string
  readonly session: SessionRecord | null
  readonly facts: HookFacts
  readonly live: boolean
  readonly signal: AbortSignal
}

export function fireCallbacks(ground: FireGround): OpenCallbacks {
  return openCallbacks(setupOf(ground), portsOf(ground))
}

const NO_TOKENS = { input: 0, output: 0, replies: 0, unreported: 0 }

/** Nobody is there to be asked. */
function setupOf({ db, session, facts, model, signal }: FireGround): SessionSetup {
  const { workspace, agent, spawned, system, projectInstructions, program, skills, outputSchema, maxIterations } = facts
  return {
    ...{ workspace, agent, spawned, system, projectInstructions, program, skills, outputSchema, maxIterations, signal },
    ...splitModel(model),
    session: sessionId(session?.id ?? ''),
    number: session?.turns ?? 0,
    passes: session?.passes ?? 0,
    history: session === null ? [] : db.rows(session.id),
    edits: session === null ? [] : db.historyEdits(session.id).map(({ edit }) => edit),
    beside: { turn: NO_TOKENS, session: session === null ? NO_TOKENS : besideOf(session) },
    composition: facts.composition,
    hooks: [],
    rewrites: 'first',
    stopAtFirstBlock: false,
    permission: session?.permission ?? 'ask',
    headless: true,
  }
}

function portsOf(ground: FireGround): TurnPorts {
  const { clock, ids, providers, tools, db, session, live } = ground
  const granted = new Set(session === null ? [] : db.grants(session.id))
  return {
    ...{ clock, ids, providers, tools },
    log: {
      emit: () => undefined,
      together: (run) => run(),
      keep: () => undefined,
      commit: (row: NewRow) => ({ ...row, id: 0, at: clock.now() }),
    },
    questions: { ask: async () => ({ say: 'closed', reason: 'nobody is there to be asked' }) },
    grants: { has: (kind) => granted.has(kind), add: () => undefined },
    queue: { take: () => [], add: () => undefined },
    files: { changing: async () => () => undefined },
    lastAnswers: null,
    hookStore: live ? hookStoreOf(ground) : ownCopy(hookStoreOf(ground)),
    continuations: { lastHour: () => 0, add: () => undefined },
    random: Math.random,
  }
}

/** Reads what is there; what is written stays here. */
function ownCopy(there: TurnPorts['hookStore']): TurnPorts['hookStore'] {
  const written = new Map<string, Json | undefined>()
  const keyOf = (owner: string, key: string) => JSON.stringify([owner, key])
  return {
    get(owner, key) {
      const own = keyOf(owner, key)
      return written.has(own) ? written.get(own) : there.get(owner, key)
    },
    set(owner, key, value) {
      written.set(keyOf(owner, key), value)
      return true
    },
    remove: (owner, key) => void written.set(keyOf(owner, key), undefined),
  }
}
