import type { CallId, JsonObject, SessionId, TurnId } from '@belay/trace'

/** What a call would touch, for permissions to judge (`turn.md` §5). */
export type Need =
  /** Reads inside the workspace, or nothing outside the session: allowed. */
  | { readonly access: 'free' }
  /** `kind` is what *for this session* permits (`run:npm`, `files.write`); `outside`: beyond the workspace, asked each time. */
  | { readonly access: 'ask'; readonly kind: string; readonly outside: boolean; readonly question: string }

/** A change of a file that a tool is about to publish. */
export interface ComingChange {
  /** Absolute, symlinks resolved. */
  readonly path: string
  /** As it stands, with its permission bits; null where there is no file. */
  readonly before: { readonly content: Uint8Array; readonly mode: number } | null
  readonly after: Uint8Array
}

/** Keeps files as they were before the turn, so that a person can put its edits back. */
export interface FileKeeper {
  /**
   * Called before a change is published. Throws one sentence where it can't be kept: the tool then changes nothing and says so.
   * What it gives back is called where the change did not come about after all; it never throws.
   */
  changing(change: ComingChange): Promise<() => void>
}

export interface ToolContext {
  readonly session: SessionId
  /** Null where a hook calls it between turns. */
  readonly turn: TurnId | null
  readonly call: CallId
  /** Absolute, symlinks resolved. */
  readonly workspace: string
  /** Aborts when the person stops the turn: the tool ends within a second, with all of its processes. */
  readonly signal: AbortSignal
  /** Who keeps files: for every tool that changes them by itself. */
  readonly files: FileKeeper
}

export interface ToolResult {
  /** What the model reads. */
  readonly content: string
  readonly isError: boolean
  /** Facts beside the content (exit code, timed out, …), as `tool.result.*` attributes and for hooks. */
  readonly facts: JsonObject
}

export type ParsedArgs =
  | { readonly ok: true; readonly args: JsonObject }
  | { readonly ok: false; readonly message: string }

export interface Tool {
  readonly name: string
  readonly description: string
  /** JSON Schema of an object. */
  readonly schema: JsonObject
  /** Adjacent calls of read-only tools run side by side. */
  readonly readOnly: boolean
  /** Checks arguments against the schema. The message names the path and what was expected. */
  parse(args: JsonObject): ParsedArgs
  /** One line that says what the call is about: the command, the path. Total: any arguments. */
  subject(args: JsonObject): string
  /** What it would touch. `workspace` is absolute. May look at the file system; changes nothing. */
  need(args: JsonObject, workspace: string): Need | Promise<Need>
  /** May throw: the loop turns it into an error result. */
  run(args: JsonObject, context: ToolContext): Promise<ToolResult>
}
