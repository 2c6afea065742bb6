/** Why something came out as it did, and what there is on record to try hooks on: read off the store, changing nothing. */
import { type CallWhy, firedEvent, whyOf } from '@belay/replay'
import type { CallId, SessionId, SpanId } from '@belay/trace'
import type { HookInspection } from '../contract/hook-files'
import type { Explaining } from '../contract/why'
import { attachedTroubles } from '../hooks/attached-troubles'
import type { Mask } from '../log/mask'
import { OperationError } from '../operations'
import { type CheckParts, checkHooks } from './check-hooks'
import { findCalls } from './find-calls'
import { maskWhy } from './mask-why'
import { readStore } from './read-store'
import { recorded } from './recorded'
import { type ShadowParts, shadowRecord } from './shadow'

export interface ExplainingParts extends ShadowParts, CheckParts {
  readonly mask: Mask
}

export function explaining(parts: ExplainingParts): Explaining & HookInspection {
  return {
    whyCall: async (id, call) => whySpan(parts, id, spanOfCall(parts, id, call)),
    whySpan: async (id, span) => whySpan(parts, id, span),
    async findCalls(id, text, turn) {
      parts.sessions.record(id)
      return findCalls(parts.db, id, { text, turn })
    },
    shadowRecord: async (id, attachment) => shadowRecord(parts, id, attachment),
    async firedEvent(id, span) {
      const fired = firedEvent(readStore(parts, id), span)
      if (fired !== null) return fired
      throw new OperationError('not_found', 'No event of a hook is on record for that span.')
    },
    recordedEvents: async (request) => recorded(parts, request),
    checkHooks: (paths) => checkHooks(parts, paths),
    attachedTroubles: () => attachedTroubles(parts),
  }
}

function whySpan(parts: ExplainingParts, id: SessionId, span: SpanId): CallWhy {
  const why = whyOf(readStore(parts, id), span)
  if (why === null) throw new OperationError('not_found', 'There is no such span in this session.')
  return maskWhy(parts.mask, why)
}

/** A span's id will do, too: whoever has the one seldom has the other. */
function spanOfCall(parts: ExplainingParts, id: SessionId, call: CallId): SpanId {
  parts.sessions.record(id)
  const text: string = call
  const found = findCalls(parts.db, id, { text, turn: null }).find((one) => one.call === text || one.span === text)
  if (found !== undefined) return found.span
  throw new OperationError('not_found', `Session ${id} has no call ${call}.`)
}
