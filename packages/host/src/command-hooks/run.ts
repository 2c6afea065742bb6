/** What starting a command takes and what becomes of it. Nothing here knows what an answer means. */

/** What is run, and where. */
export interface CommandProgram {
  /** For `/bin/sh -c`; a program where there are `args`. */
  readonly line: string
  readonly args: readonly string[] | null
  /** Absolute. */
  readonly cwd: string
  /** All of it: nothing of this process's own is added. */
  readonly env: Readonly<Record<string, string>>
}

export interface CommandLimits {
  /** From the command's start on; what it took to have a process for it is not counted. */
  readonly timeoutMs: number
  /** Ends it with its whole group: TERM, and KILL 0.8 s later. */
  readonly signal: AbortSignal
}

export interface CommandRequest extends CommandProgram, CommandLimits {
  /** Written to its stdin with a newline, then end of file. */
  readonly payload: string
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

/** Never rejects. Settles when the command has ended plus a drain of at most 0.5 s; at a timeout or stop at once. */
export type RunCommand = (request: CommandRequest) => Promise<CommandRun>

export interface CommandRunner {
  /** Starts ahead what commands need, for an environment like this one. As early as it is known that there are commands. */
  warm(env: Readonly<Record<string, string>>): void
  run: RunCommand
  /** For the commands of one event: eight of them at a time, the others in the order in which they were asked for. */
  forEvent(): RunCommand
  /** Starts it at its first asking. */
  persistent(program: CommandProgram): PersistentCommand
  /** Resolves when no process of a command that was ended is left. Descendants of one that succeeded are left alone. */
  settled(): Promise<void>
  /** Cancels what still runs, and leaves no process, pipe or file. Afterwards every run is `not_started`. */
  close(): Promise<void>
}

/** A command that is started once and answers line by line. */
export interface PersistentCommand {
  /** Never rejects. One at a time or several at once: answers are told apart by their ids. */
  ask(payload: string, limits: CommandLimits): Promise<CommandRun>
  close(): Promise<void>
}

/** An `http` entry that is asked: the payload is POSTed as JSON. */
export interface HttpRequest extends CommandLimits {
  readonly url: string
  /** `$NAME` and `${NAME}` in a value stand for variables of `allowedEnvVars`; any other is empty. */
  readonly headers: Readonly<Record<string, string>>
  readonly allowedEnvVars: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  /** Beside this machine itself: `example.com` for any port, `example.com:8443` for one. */
  readonly allowedHosts: readonly string[]
  readonly payload: string
}
