/** What starting a command takes and what becomes of it. Nothing here knows what an answer means. */

export interface CommandRequest {
  /** For `sh -c`; a program where there are `args`. */
  readonly line: string
  readonly args: readonly string[] | null
  /** Absolute. */
  readonly cwd: string
  /** All of it: nothing of this process's own is added. */
  readonly env: Readonly<Record<string, string>>
  /** Written to its stdin with a newline, then end of file. */
  readonly payload: string
  readonly timeoutMs: number
  /** Ends it with its whole group: TERM, and KILL 0.8 s later. */
  readonly signal: AbortSignal
}

/** A stream of a command: the first and the last half of 1 MiB of it as text, and how many bytes there were. */
export interface CommandStream {
  /** Bytes that are no UTF-8 are U+FFFD; a UTF-16 BOM is honoured. */
  readonly text: string
  readonly bytes: number
  readonly cut: boolean
  /** It was UTF-16. */
  readonly utf16: boolean
}

export type CommandEnd =
  | { readonly by: 'exit'; readonly exitCode: number }
  | { readonly by: 'signal'; readonly signal: NodeJS.Signals }
  | { readonly by: 'timeout' }
  | { readonly by: 'cancelled' }
  /** The system could not start it at all. */
  | { readonly by: 'not_started'; readonly message: string }

export interface CommandRun {
  readonly end: CommandEnd
  readonly stdout: CommandStream
  readonly stderr: CommandStream
  /** Up to the last 8 MiB of stdout as text: where an answer is looked for. */
  readonly answerText: string
  /** Whether all of the payload was read. */
  readonly stdinDelivered: boolean
  /** A descendant that was left alone still holds its pipes. */
  readonly pipesHeld: boolean
  readonly durationMs: number
}

export interface CommandRunner {
  /** Never rejects. Settles when the command has ended plus a drain of at most 0.5 s; at a timeout or stop at once. */
  run(request: CommandRequest): Promise<CommandRun>
  /** Resolves when no process of a command that was ended is left. Descendants of one that succeeded are left alone. */
  settled(): Promise<void>
  close(): Promise<void>
}

/** A command that is started once and answers line by line. */
export interface PersistentCommand {
  /** Never rejects. One at a time or several at once: answers are told apart by their ids. */
  ask(payload: string, limits: { readonly timeoutMs: number; readonly signal: AbortSignal }): Promise<CommandRun>
  close(): Promise<void>
}
