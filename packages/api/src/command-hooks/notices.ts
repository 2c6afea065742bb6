/**
 * `Notification` and `PostCompact`: commands that hear of something and decide nothing. Promises: nobody waits for them; what they
 * failed at is a notice of the session; each is a span with all that it printed.
 */

import { homedir } from 'node:os'
import {
  type CommandEntry,
  type CommandRun,
  commandPayload,
  entryFilter,
  entryName,
  type Occasion,
  payloadText,
  postHook,
  readCommandAnswer,
} from '@belay/host'
import {
  ATTR,
  type Attachment,
  type Attributes,
  type IdSource,
  type SessionId,
  spanId,
  type TraceEvent,
  type TurnId,
} from '@belay/trace'
import type { SessionLog } from '../log/session-log'
import { factsOf } from './ask-command'
import { type ContributeParts, programOf } from './contribute'
import { rootOf } from './root-of'

export interface NoticeParts extends ContributeParts {
  readonly ids: IdSource
  readonly clock: { now(): number }
  readonly log: (session: SessionId) => SessionLog
  /** The notices that a session has on, ready to be asked. */
  readonly noticesOf: (
    session: SessionId,
    event: CommandEntry['event'],
  ) => readonly { entry: CommandEntry; attachment: Attachment }[]
}

export interface Notice {
  readonly occasion: Occasion
  readonly turn: TurnId | null
}

/** What an event is a notice of, or null. */
export function noticeIn(event: TraceEvent): Notice | null {
  switch (event.type) {
    case 'question.opened': {
      const { text, turn } = event.question
      const message = `Belay needs your permission: ${text}`
      return { occasion: { event: 'Notification', message, title: 'Belay', kind: 'permission_prompt' }, turn }
    }
    case 'history.edited': {
      const { edit, turn, by } = event
      if (edit.do !== 'collapse' || by !== null) return null
      const trigger = turn === null ? 'manual' : 'auto'
      return { occasion: { event: 'PostCompact', trigger, summary: edit.summary }, turn }
    }
    default:
      return null
  }
}

export async function tellNotice(parts: NoticeParts, session: SessionId, notice: Notice): Promise<void> {
  const asked = parts.noticesOf(session, notice.occasion.event)
  await Promise.all(asked.map((one) => run(parts, { session, ...notice, ...one })))
}

interface Running {
  readonly session: SessionId
  readonly occasion: Occasion
  readonly turn: TurnId | null
  readonly entry: CommandEntry
  readonly attachment: Attachment
}

async function run(parts: NoticeParts, { session, occasion, turn, entry, attachment }: Running): Promise<void> {
  const record = parts.db.session(session)
  if (record === null) return
  const { workspace, permission: mode, model } = record
  const rootId = rootOf(parts.db, session)
  const own = parts.transcripts.upToDate(session)
  const agent = rootId === session ? null : { id: session, type: record.agent, transcriptPath: own }
  const transcriptPath = agent === null ? own : parts.transcripts.upToDate(rootId)
  const payload = commandPayload(occasion, { rootId, transcriptPath, workspace, mode, turnId: turn, model, agent })
  if (entryFilter(entry, { workspace, home: homedir() })(payload) !== null) return
  if (parts.trust.changed(session, [entry], workspace).length > 0) return
  const log = parts.log(session)
  const span = spanId(parts.ids.next('spn'))
  const name = entryName(entry)
  const attributes = { [ATTR.hookSource]: 'command', [ATTR.hookMode]: attachment.mode }
  const times = { start: parts.clock.now(), end: null, status: 'running' } as const
  log.emit({ type: 'span.started', span: { id: span, parent: null, turn, kind: 'hook', name, ...times, attributes } })
  const text = payloadText(payload)
  const ran = await started(parts, entry, { payload: text, workspace, session: rootId })
  const { failure, warning } = readCommandAnswer({ event: entry.event, entry, run: ran, handed: null })
  const { stdout, stderr } = factsOf(entry, ran)
  log.keep(span, { stdout, stderr, payload: text })
  const end = parts.clock.now()
  const error: Attributes = failure === null ? {} : { [ATTR.error]: failure.kind, [ATTR.errorMessage]: failure.message }
  log.emit({ type: 'span.ended', id: span, end, status: failure === null ? 'ok' : 'error', attributes: error })
  const said = failure?.message ?? warning
  if (said !== null) log.emit({ type: 'notice', turn, text: `${name} (${entry.event}): ${said}` })
}

function started(
  parts: NoticeParts,
  entry: CommandEntry,
  { payload, ...place }: { readonly payload: string; readonly workspace: string; readonly session: string },
): Promise<CommandRun> {
  const { timeoutMs } = entry
  const limits = { payload, timeoutMs, signal: new AbortController().signal }
  if (entry.type === 'command') return parts.runner.run({ ...programOf(entry, place), ...limits })
  const { url, headers, allowedEnvVars } = entry
  return postHook({ url, headers, allowedEnvVars, env: process.env, allowedHosts: parts.allowedHosts(), ...limits })
}
