/** What a command is told when hooks are asked: which of Claude Code's events it is, and the payload for it. */
import type { Database, SessionRecord } from '@belay/db'
import type { Asking } from '@belay/hooks'
import {
  type CommandEvent,
  commandPayload,
  type Occasion,
  occasionOf,
  type PayloadSession,
  type PointOccasion,
} from '@belay/host'
import type { JsonObject } from '@belay/trace'
import { rootOf } from './root-of'
import type { StopCounts } from './stop-counts'
import type { Transcripts } from './transcripts'

export interface EventParts {
  readonly db: Database
  readonly stops: StopCounts
  readonly transcripts: Transcripts
}

type Asked = Pick<Asking, 'point' | 'event' | 'facts'>

/** Null where the asking is not about that event. */
export function occasionFor(
  event: CommandEvent,
  { point, event: asked, facts }: Asked,
  stops: StopCounts,
): Occasion | null {
  const trigger = facts.turnId === '' ? 'manual' : 'auto'
  const occasion = occasionOf({ point, event: asked } as PointOccasion, { trigger, instructions: '' })
  if (occasion === null) return null
  if (event === 'PermissionRequest')
    return occasion.event === 'PreToolUse' ? { event: 'PermissionRequest', call: occasion.call } : null
  if (occasion.event !== event) return null
  switch (occasion.event) {
    case 'Stop':
    case 'SubagentStop':
      return stopOf(occasion, { point, event: asked, facts }, stops)
    // A child begins and ends with SubagentStart and SubagentStop.
    case 'SessionStart':
    case 'SessionEnd':
      return facts.spawned ? null : occasion
    default:
      return occasion
  }
}

type Stop = Extract<Occasion, { event: 'Stop' | 'SubagentStop' }>

/** On replies without calls; of a child it is `SubagentStop` alone. */
function stopOf(occasion: Stop, { point, event, facts }: Asked, stops: StopCounts): Occasion | null {
  if (!('reply' in event) || event.reply.calls.length > 0) return null
  if (occasion.event === 'Stop' && facts.spawned) return null
  if (facts.dryRun) return occasion
  const held = stops.before({ session: facts.sessionId, turn: facts.turnId, point }, event.held)
  return { ...occasion, held, active: held > 0 }
}

/** As the matchers look at it: the fields are the payload's, without what takes time to find out. */
export function fieldsOf(occasion: Occasion, { facts }: Pick<Asked, 'facts'>): JsonObject {
  const agent = { id: facts.sessionId, type: facts.agent, transcriptPath: null }
  return commandPayload(occasion, {
    ...{ rootId: '', transcriptPath: '', workspace: facts.workspace, mode: 'ask', turnId: null, model: '' },
    agent: facts.spawned ? agent : null,
  })
}

export function payloadFor(parts: EventParts, occasion: Occasion, { facts }: Pick<Asked, 'facts'>): JsonObject {
  const record = facts.sessionId === '' ? null : parts.db.session(facts.sessionId)
  return commandPayload(occasion, record === null ? withoutSession(parts, facts) : ofSession(parts, record, facts))
}

function withoutSession(
  { transcripts }: EventParts,
  { sessionId, workspace, turnId, model }: Asked['facts'],
): PayloadSession {
  const rootId = sessionId === '' ? 'no-session' : sessionId
  const transcriptPath = transcripts.upToDate(null)
  return { rootId, transcriptPath, workspace, mode: 'ask', turnId: turnId || null, model, agent: null }
}

function ofSession({ db, transcripts }: EventParts, record: SessionRecord, facts: Asked['facts']): PayloadSession {
  const rootId = rootOf(db, record.id)
  const own = transcripts.upToDate(record.id)
  const isChild = rootId !== record.id
  return {
    ...{ rootId, workspace: facts.workspace, mode: record.permission, model: facts.model },
    transcriptPath: isChild ? transcripts.upToDate(rootId) : own,
    turnId: facts.turnId || null,
    agent: isChild ? { id: record.id, type: facts.agent, transcriptPath: own } : null,
  }
}
