/** Sessions as a list, and one of them. */

import type { SessionSummary } from '@belay/api'
import type { Attachment, Composition, Question, TurnState } from '@belay/trace'
import type { Output } from '../output'
import { wrongText } from './hooks'
import { table } from './table'
import { duration, localTime, oneLine } from './text'

const listColumns = [
  { title: 'session' },
  { title: 'last event' },
  { title: 'state' },
  { title: 'turns', right: true },
  { title: 'asked', right: true },
  { title: 'blocked', right: true },
  { title: 'title', most: 40 },
  { title: 'workspace' },
]

export function printSessions(
  out: Output,
  sessions: readonly SessionSummary[],
  { narrowed }: { readonly narrowed: boolean },
): void {
  if (sessions.length === 0)
    out.line(narrowed ? 'No session fits.' : 'There is no session yet; belay run "…" makes one.')
  else for (const line of table(listColumns, sessions.map(rowOf), out.columns)) out.line(line)
}

function rowOf(session: SessionSummary): readonly string[] {
  const { id, updatedAt, turns, counts, title, workspace } = session
  return [
    id,
    localTime(updatedAt),
    stateOf(session),
    String(turns),
    String(counts.asked),
    String(counts.blocked),
    title,
    workspace,
  ]
}

function stateOf({ status, pinned, deletedAt }: SessionSummary): string {
  if (deletedAt !== null) return `deleted ${localTime(deletedAt)}`
  return pinned ? `${status}, pinned` : status
}

export interface SessionView {
  readonly session: SessionSummary
  readonly composition: Composition
  readonly turns: readonly TurnState[]
  readonly questions: readonly Question[]
}

export function printSession(out: Output, view: SessionView): void {
  for (const line of sessionText(view, out.columns)) out.line(line)
}

export function sessionText({ session, composition, turns, questions }: SessionView, width: number): readonly string[] {
  return [
    `${session.id}  ${oneLine(session.title)}`,
    `  workspace   ${session.workspace}`,
    `  model       ${session.model}`,
    ...forkLine(session),
    `  permission  ${session.permission}`,
    `  state       ${session.status}, last event ${localTime(session.updatedAt)}`,
    `  rewrites    ${composition.rewrites}${composition.stopAtFirstBlock ? ', stops at the first block' : ''}`,
    ...section('hooks, in asking order', composition.hooks.map(hookLine)),
    ...section(
      'open questions',
      questions.map((question) => `  ${question.id}  ${oneLine(question.text)}`),
    ),
    ...(turns.length === 0 ? [] : ['', ...table(turnColumns, turns.map(turnRow), width)]),
  ]
}

function forkLine({ forkedFrom }: SessionSummary): readonly string[] {
  if (forkedFrom === null || forkedFrom === undefined) return []
  const { session, title, row } = forkedFrom
  return [`  forked from ${oneLine(title)} (${session})${row === 0 ? '' : ` at row ${row}`}`]
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', `${title}:`, ...lines]
}

function hookLine(hook: Attachment, index: number): string {
  const { name, source, mode, points, onFailure, version, error } = hook
  const wrong = error === null ? '' : `, ${wrongText(version)}: ${oneLine(error)}`
  const called = source === 'program' || source === 'extension' ? hook.hook : name
  return `  ${index + 1} ${oneLine(called)}  ${mode}, at ${points.join(', ')}, on failure ${onFailure}${wrong}`
}

const turnColumns = [
  { title: 'turn', right: true },
  { title: 'started' },
  { title: 'took', right: true },
  { title: 'status' },
  { title: 'why or answer' },
]

function turnRow({ number, startedAt, endedAt, status, code, reason, answer }: TurnState): readonly string[] {
  const took = endedAt === null ? '' : duration(endedAt - startedAt)
  return [
    String(number),
    localTime(startedAt),
    took,
    code === null ? status : `${status} (${code})`,
    reason ?? answer ?? '',
  ]
}
