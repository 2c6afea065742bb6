/** What a hook in shadow would have done in a session since it was put there. */
import { isCall, shadowExample, shadowFigures } from '@belay/replay'
import { ATTR, type AttachmentId, type SessionId, type VerdictEntry } from '@belay/trace'
import type { ShadowRecord } from '../contract/why'
import { OperationError } from '../operations'
import type { Sessions } from '../sessions/sessions'
import { type ReadParts, readStore } from './read-store'

export interface ShadowParts extends ReadParts {
  readonly sessions: Pick<Sessions, 'record' | 'runner'>
}

/** Of a hook that is attached, or was. */
export function shadowRecord(parts: ShadowParts, id: SessionId, attachment: AttachmentId): ShadowRecord {
  const { db, sessions } = parts
  sessions.record(id)
  const verdicts = db.verdictsOfHook(id, attachment)
  const attached = sessions
    .runner(id)
    .composition()
    .hooks.find((hook) => hook.id === attachment)
  const mode = attached?.mode ?? verdicts.at(-1)?.verdict.mode
  if (mode === undefined)
    throw new OperationError('not_found', 'That hook was never attached to this session, or never asked in it.')
  const { examples, ...figures } = shadowFigures(verdicts, mode)
  const reader = readStore(parts, id)
  const subject = ({ about }: VerdictEntry): string => {
    const span = about === null ? null : reader.span(about)
    if (span === null) return ''
    return isCall(span) ? `${span.name} ${span.attributes[ATTR.toolSubject] ?? ''}`.trim() : `${span.kind} ${span.name}`
  }
  return {
    ...{ attachment, mode, ...figures },
    examples: examples.map((entry) =>
      shadowExample(entry, {
        turnNumber: entry.turn === null ? null : (reader.turn(entry.turn)?.number ?? null),
        subject: subject(entry),
      }),
    ),
  }
}
