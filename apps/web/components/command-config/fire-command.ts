'use client'
/** One saved command of `hooks.json`, run on one recorded call: the call is looked up, and nothing but that command runs. */
import type { CommandCheck, RecordedCall } from '@belay/api'
import type { PointId, Verdict } from '@belay/trace'
import { keyOf } from '../hooks-editor/fired-event'
import { commandsApi } from './commands-api'

type Entry = CommandCheck['entries'][number]

const POINT_OF: Readonly<Partial<Record<Entry['event'], PointId>>> = {
  UserPromptSubmit: 'guard.onInput',
  PreToolUse: 'tools.before',
  PostToolUse: 'tools.after',
  PostToolUseFailure: 'tools.after',
  Stop: 'stop.done',
  SessionStart: 'session.start',
  SessionEnd: 'session.end',
  SubagentStart: 'agent.start',
  SubagentStop: 'agent.stop',
}

/** Whether it stands at a point of which events can be fired: a question to a person can't be had again. */
export function canFire({ event }: Entry): boolean {
  return POINT_OF[event] !== undefined
}

/** Throws with a sentence where the call is gone. */
export async function fireCommand(entry: Entry, call: RecordedCall): Promise<Verdict> {
  const point = POINT_OF[entry.event]
  if (point === undefined) throw new Error(`${entry.event} can’t be fired.`)
  const [recorded, { workspace }] = await Promise.all([
    commandsApi.recorded(point, call.session),
    commandsApi.session(call.session),
  ])
  const key = keyOfCall(call)
  const found = recorded.find((event) => keyOf(event) === key)
  if (found === undefined) throw new Error('The call is not among the latest of its session any more.')
  const { verdicts } = await commandsApi.fire({ point, event: found.event, workspace, only: `hooks/${entry.id}` })
  const [verdict] = verdicts
  if (verdict === undefined) throw new Error('It does not stand in the saved file: save it first.')
  return verdict
}

export function keyOfCall({ session, about, at, subject }: RecordedCall): string {
  return `${session} ${about} ${at} ${subject}`
}
