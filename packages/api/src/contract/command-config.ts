/** The home's `hooks.json` as a person writes it: read, checked, held against what is on record, saved. */
import type { CommandDiagnostic, CommandEntry, CommandEvent, NotRunEntry } from '@belay/host'
import type { SessionId, SpanId } from '@belay/trace'

export interface CommandFileText {
  /** Absolute. */
  readonly file: string
  /** Lines end with `\n` here, whatever they end with in the file; a byte order mark is left out. Both are put back when it is saved. */
  readonly text: string
  /** Of what stands on the disk: what a save must have started from. */
  readonly hash: string
}

export interface CommandFileSave {
  readonly text: string
  /** Null for a new file. Another hash on the disk is a conflict, and nothing is written. */
  readonly expect: string | null
}

/** What a text would be as `hooks.json`. */
export interface CommandCheck {
  readonly entries: readonly CommandEntry[]
  readonly notRun: readonly NotRunEntry[]
  readonly diagnostics: readonly CommandDiagnostic[]
  /** False where it is no JSON: none of its commands would run. */
  readonly readable: boolean
}

/** Something on record that commands of an event would have been asked about. */
export interface RecordedCall {
  readonly session: SessionId
  readonly title: string
  readonly turnNumber: number | null
  readonly about: SpanId | null
  readonly at: number
  /** One line: the command, the path, the beginning of the text. */
  readonly subject: string
  /** What a matcher looks at: the tool by Claude Code's name, a source, a reason; '' where the event has none. */
  readonly value: string
}

export interface GroupMatches {
  /** `hooks.PreToolUse[0]` */
  readonly path: string
  readonly event: CommandEvent
  readonly matcher: string | null
  /** The only one in whose sessions it runs; null for all. */
  readonly folder: string | null
  /** Those of the app's tools that it selects, by Claude Code's names; null at an event that is not about a tool. */
  readonly tools: readonly string[] | null
  /** Which of the event's recorded calls, by their place in the list. */
  readonly calls: readonly number[]
}

export interface EntryMatches {
  /** `hooks.PreToolUse[0].hooks[1]` */
  readonly path: string
  /** Those for which its group's matcher and its own `if` hold. */
  readonly calls: readonly number[]
}

export interface CommandMatches {
  readonly groups: readonly GroupMatches[]
  readonly entries: readonly EntryMatches[]
  /** Of each event that the text names, the latest first. */
  readonly recorded: Readonly<Partial<Record<CommandEvent, readonly RecordedCall[]>>>
}

export interface CommandConfigs {
  /** Null where there is none. */
  commandFile(): Promise<CommandFileText | null>
  /** Whole or not at all; also a text that is wrong, which then says so wherever its commands are shown. */
  saveCommandFile(save: CommandFileSave): Promise<CommandFileText>
  checkCommands(text: string): Promise<CommandCheck>
  /** Among the latest 200 calls of one session, or of all: which its matchers and conditions select. */
  matchCommands(text: string, session?: SessionId): Promise<CommandMatches>
}
