/** What a session can do comes from extensions, which a person switches on and off for it. */
import type { Composition, SessionId } from '@belay/trace'

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
  }
}

export interface Extending {
  /** All that are installed, in the order of installation, as a session has them; null: as a new one has them. */
  extensions(id: SessionId | null): Promise<readonly ExtensionState[]>
  /**
   * Switches one on or off, with what it requires: all of it or nothing. Throws a conflict while a turn runs, where the rules refuse it and
   * where it can't be made ready; then everything is as it was.
   */
  setExtension(id: SessionId, extension: string, on: boolean): Promise<Composition>
}
