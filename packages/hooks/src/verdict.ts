/** Verdicts as they go on the record, in one shape whatever became of the hook. */
import type { CommandFacts, NotAskedReason, Verdict } from '@belay/trace'
import type { Hook } from './hook'

type Own = 'hook' | 'hookId' | 'source' | 'mode' | 'version' | 'position'
/** What is said of a verdict beside whose it is. */
export type VerdictPart = Omit<Verdict, Own | 'command'> & { readonly command?: CommandFacts | undefined }

const NO_TEXTS: readonly string[] = []

/** A verdict that decides and says nothing; the others are written over it. */
export const SILENT: VerdictPart = {
  status: 'use_default',
  decision: 'pass',
  value: null,
  lost: false,
  reason: null,
  context: NO_TEXTS,
  notes: NO_TEXTS,
  reminders: NO_TEXTS,
  halt: null,
  durationMs: 0,
  error: null,
  recheck: false,
  late: false,
  notAsked: null,
  replayedAgeMs: null,
}

/** Written out field by field: a spread costs several times as much, and one of these is made for each hook asked. */
export function verdictOf(hook: Hook, position: number, part: VerdictPart): Verdict {
  const verdict = {
    hook: hook.name,
    hookId: hook.id,
    source: hook.source,
    mode: hook.mode,
    status: part.status,
    decision: part.decision,
    value: part.value,
    lost: part.lost,
    reason: part.reason,
    context: part.context,
    notes: part.notes,
    reminders: part.reminders,
    halt: part.halt,
    durationMs: part.durationMs,
    error: part.error,
    recheck: part.recheck,
    late: part.late,
    notAsked: part.notAsked,
    replayedAgeMs: part.replayedAgeMs,
    version: hook.version,
    position,
  }
  return part.command === undefined ? verdict : { ...verdict, command: part.command }
}

export function notAsked(hook: Hook, position: number, reason: NotAskedReason): Verdict {
  const message = hook.unavailable?.reason === reason ? hook.unavailable.message : null
  const error = message === null ? null : ({ kind: 'not_started', message } as const)
  return verdictOf(hook, position, { ...SILENT, status: 'not_asked', notAsked: reason, error })
}
