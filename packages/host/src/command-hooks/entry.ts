/** A command hook as `hooks.json` has it, read and checked: what the reader makes, the runner starts and the page shows. */
import type { FailurePolicy, Json } from '@belay/trace'

/** Claude Code's event names. Each belongs to a point, or is a notice whose answers are ignored. */
export const COMMAND_EVENTS = [
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PermissionRequest',
  'Stop',
  'SessionStart',
  'SessionEnd',
  'SubagentStart',
  'SubagentStop',
  'PreCompact',
  'PostCompact',
  'Notification',
] as const
export type CommandEvent = (typeof COMMAND_EVENTS)[number]

/** Where an entry stands. */
export interface CommandPlace {
  /** Absolute, symlinks resolved. */
  readonly file: string
  /** From 1. */
  readonly line: number
  /** `hooks.PreToolUse[0].hooks[1]` */
  readonly path: string
  /** Of the group that it stands in. One command may stand under several. */
  readonly matcher: string | null
}

interface EntryBase {
  /** Stable over edits of anything else: a hash of event, `if` and what is run, by which one is told from another. */
  readonly id: string
  readonly event: CommandEvent
  /** Absolute: it runs in sessions of that folder alone. Absent: in all. */
  readonly folder?: string
  /** A permission rule such as `Bash(git *)`; null where there is none. */
  readonly condition: string | null
  readonly timeoutMs: number
  readonly once: boolean
  readonly async: boolean
  readonly onFailure: FailurePolicy
  readonly statusMessage: string | null
  /** Names of variables that are let through although they look like secrets; of an `http` entry, those that its headers may hold. */
  readonly allowedEnvVars: readonly string[]
  /** Every place where the same command stands for the same event, in their order; it is run where the matcher of any of them selects. Never none. */
  readonly places: readonly CommandPlace[]
}

export interface CommandLine extends EntryBase {
  readonly type: 'command'
  /** For `sh -c`, or the program where there are `args`. */
  readonly line: string
  readonly args: readonly string[] | null
  /** Started once a session: one JSON line in, one out. */
  readonly persistent: boolean
}

export interface CommandHttp extends EntryBase {
  readonly type: 'http'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

export type CommandEntry = CommandLine | CommandHttp

/** An entry of a type that is not run here: it is shown, never ignored in silence. */
export interface NotRunEntry {
  readonly event: CommandEvent
  readonly type: string
  readonly place: CommandPlace
  readonly value: Json
}

export interface CommandDiagnostic {
  readonly file: string
  /** From 1; null where it is about the whole file. */
  readonly line: number | null
  readonly column: number | null
  readonly path: string | null
  readonly severity: 'error' | 'warning'
  readonly message: string
}

export interface CommandConfig {
  /** In the order of the files and of what stands in them; each command once. */
  readonly entries: readonly CommandEntry[]
  readonly notRun: readonly NotRunEntry[]
  readonly diagnostics: readonly CommandDiagnostic[]
  /** Files that disable themselves: they are no JSON. */
  readonly unreadable: readonly string[]
}
