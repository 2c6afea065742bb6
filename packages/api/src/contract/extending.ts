/** What a session can do comes from extensions, which a person switches on and off for it. */
import type { CommandArgument, CommandReply } from '@belay/host'
import type { Composition, SessionId, TurnId } from '@belay/trace'

export interface ExtensionState {
  readonly name: string
  readonly description: string
  readonly enabled: boolean
  /** Always on. */
  readonly required: boolean
  readonly requires: readonly string[]
  /** Extensions of the session that require it. */
  readonly requiredBy: readonly string[]
  /** Why nobody can have it, or null. */
  readonly broken: string | null
  /** Names of what it brings; of one that is off, what is known without making it ready. */
  readonly brings: {
    readonly tools: readonly string[]
    readonly commands: readonly string[]
    readonly hooks: readonly string[]
    readonly contexts: readonly string[]
    /** Providers whose models come with it. */
    readonly providers: readonly string[]
  }
}

export interface CommandFacts {
  /** Without the slash. */
  readonly name: string
  readonly description: string
  /** `/work [action] [details]` */
  readonly usage: string
  readonly extension: string
  /** Without arguments it answers a page. */
  readonly page: boolean
  readonly args: readonly CommandArgument[]
}

/** What came of a command: a prompt was sent as the person's message. */
export type CommandAnswered =
  | Exclude<CommandReply, { kind: 'prompt' }>
  | { readonly kind: 'sent'; readonly turn: TurnId | null }

export interface Extending {
  /** All that are installed, in the order of installation, as a session has them; null: as a new one has them. */
  extensions(id: SessionId | null): Promise<readonly ExtensionState[]>
  /**
   * Switches one on or off, with what it requires: all of it or nothing. Throws a conflict while a turn runs, where the rules refuse it and
   * where it can't be made ready; then everything is as it was.
   */
  setExtension(id: SessionId, extension: string, on: boolean): Promise<Composition>
  /** What the session's extensions bring. */
  sessionCommands(id: SessionId): Promise<readonly CommandFacts[]>
  /** `text` stands behind the name, as a person wrote it. Throws `bad_input` with a sentence where it does not fit or can't be done; nothing changed then. */
  runCommand(id: SessionId, name: string, text: string): Promise<CommandAnswered>
}
