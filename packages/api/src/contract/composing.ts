/** Shaping what rules a session beyond one hook at a time: undo and redo, named sets. */
import type { Composition, CompositionHistory, HookMode, PointId, SessionId } from '@belay/trace'
import type { HookSpec } from '../operations'

export interface UndoRequest {
  /**
   * Hash of the composition that the caller's page shows. Where the session has moved on since, nothing is undone and a
   * conflict says what was changed meanwhile. Absent: whatever it is.
   */
  readonly expect?: string | undefined
}

/** Hooks with their parameters and modes under a name, to be attached in one go. */
export interface HookSet {
  /** Unique; letters, digits, spaces and `-`, at most 60. */
  readonly name: string
  readonly description: string
  readonly hooks: readonly HookSpec[]
  /** Ships with Belay: can be attached and exported, not changed. */
  readonly builtIn: boolean
  /** Hooks of it that are not in the library here, as it names them. */
  readonly missing: readonly string[]
  /**
   * What else keeps it from being attached, in sentences: parameters that do not fit, a point that a hook cannot stand at, a
   * hook that does not load. Files that are named by a path are not looked into.
   */
  readonly problems: readonly string[]
}

/** Where the hooks of a new set come from: all of a session's, or those attachments of it, in their order. */
export interface SaveHookSet {
  readonly name: string
  readonly description?: string | undefined
  readonly session: SessionId
  /** Attachment ids; absent: all. */
  readonly attachments?: readonly string[] | undefined
  /** Takes the place of a set of that name; else a taken name is a conflict. */
  readonly replace?: boolean | undefined
}

/** A set by its name, or the hooks of another session. */
export type SetSource = { readonly set: string } | { readonly session: SessionId }

export interface AttachSetRequest {
  readonly from: SetSource
  /** Takes the place of everything attached; else it is added behind, hooks already there (same hook, points and parameters) left out. */
  readonly replace?: boolean | undefined
}

/** What is done to several attached hooks in one go. */
export type SharedChange =
  | { readonly do: 'mode'; readonly mode: HookMode }
  /** `from`: off that station alone, where a hook stands at others too. */
  | { readonly do: 'detach'; readonly from?: PointId | undefined }
  /** One behind the other, in their order; `position` is counted without them. `from` and `to`: from one station to another. */
  | {
      readonly do: 'move'
      readonly position: number
      readonly from?: PointId | undefined
      readonly to?: PointId | undefined
    }
  /** Puts them under the name of a set, as if they had come with it; null: each stands for itself again. */
  | { readonly do: 'set'; readonly set: string | null }

export interface Composing {
  /** One edit back: `Undo: attach block-commands`. Throws a conflict where there is none. */
  undo(id: SessionId, request?: UndoRequest): Promise<Composition>
  redo(id: SessionId, request?: UndoRequest): Promise<Composition>
  compositionHistory(id: SessionId): Promise<CompositionHistory>

  hookSets(): Promise<readonly HookSet[]>
  saveHookSet(request: SaveHookSet): Promise<HookSet>
  deleteHookSet(name: string): Promise<void>
  /** All hooks or none: one edit, one undo. */
  attachSet(id: SessionId, request: AttachSetRequest): Promise<Composition>
  /** The same with several attached hooks, by their ids. All of them or none: one edit, one undo. */
  changeHooks(id: SessionId, attachments: readonly string[], change: SharedChange): Promise<Composition>
  /**
   * The hooks of a composition that ruled this session before, by its hash: one edit, one undo, named after the turn that the
   * caller saw them in, where they ruled it. Policies stay as they are.
   */
  restoreComposition(id: SessionId, hash: string, seen?: { readonly turn?: number | undefined }): Promise<Composition>
  /** The text of a file that `importHookSet` reads, here or on another machine. Secrets in parameters are masked. */
  exportHookSet(name: string): Promise<string>
  /** Throws `bad_input` naming what is wrong and where. A taken name is a conflict unless `replace`. */
  importHookSet(text: string, options?: { readonly replace?: boolean | undefined }): Promise<HookSet>
}
