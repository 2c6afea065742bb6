/** Command hooks of sessions: what there is, whether they are on, and what a person has to say yes to. */
import type { CommandDiagnostic, CommandEntry, CommandEvent, NotRunEntry } from '@belay/host'
import type { SessionId } from '@belay/trace'

export interface CommandHookList {
  readonly entries: readonly CommandEntry[]
  readonly notRun: readonly NotRunEntry[]
  readonly diagnostics: readonly CommandDiagnostic[]
}

/** A script that is not what it was trusted as, with what it holds and held. */
export interface UntrustedScript extends CheckoutScript {
  readonly why: string
  /** Null where it was not there, or was not kept. */
  readonly before: string | null
}

/** Scripts of a session's commands that are not what they were when it opened, or when a person last said yes. */
export interface UntrustedScripts {
  readonly scripts: readonly UntrustedScript[]
  /** What a yes is bound to. */
  readonly hash: string
}

export interface CheckoutHook {
  readonly type: 'command' | 'http'
  readonly event: CommandEvent
  readonly matcher: string | null
  readonly condition: string | null
  /** What is run, or the URL that gets the payload. */
  readonly command: string
  readonly headers: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly once: boolean
  readonly waitedFor: boolean
  readonly blocksOnFailure: boolean
  /** Scripts of the checkout that it names. */
  readonly scripts: readonly CheckoutScript[]
}

export interface CheckoutScript {
  /** Absolute. */
  readonly file: string
  readonly what: 'file' | 'folder' | 'other' | 'missing'
  /** Null where it is no file. */
  readonly hash: string | null
  /** Where a link leads that leaves the checkout; else null. */
  readonly leadsTo: string | null
  /** Null where it is no file, or too large to be shown. */
  readonly text: string | null
}

/** Hooks that stand in a checkout. None of them runs before it was taken over. */
export interface CheckoutHooks {
  /** Absolute, symlinks resolved. */
  readonly path: string
  readonly files: readonly string[]
  readonly hooks: readonly CheckoutHook[]
  /** What a yes is bound to: all of the above, with the content of the scripts. */
  readonly hash: string
  readonly problems: readonly string[]
}

export interface CommandHooking {
  /** Of the home's `hooks.json`, or of those files (absolute). `workspace` is where their commands would run. */
  commandHooks(files: readonly string[] | null, workspace: string): Promise<CommandHookList>
  untrustedScripts(id: SessionId): Promise<UntrustedScripts>
  /** From now on they are trusted as they are. Throws a conflict where they are not what the hash was made from. */
  trustScripts(id: SessionId, hash: string): Promise<UntrustedScripts>
  /** `path` is absolute. */
  checkoutHooks(path: string): Promise<CheckoutHooks>
  /** Into the home's `hooks.json`, to run in sessions of that folder alone. Throws a conflict where the hash is another one by now. */
  takeOverHooks(path: string, hash: string): Promise<CheckoutHooks & { readonly takenInto: string }>
  /** Resolves when no process of a command that was ended is left. */
  settleCommands(): Promise<void>
}
