/** A person's own hook files, written in the page or by a command: read, checked, tried out, saved. */
import type { LibraryHook, Program } from '@belay/host'
import type { AttachmentId, HookMode, JsonObject, Outcome, PointId, SessionId } from '@belay/trace'
import type { RecordedEvent } from './why'

/** A mistake, where it is. `line` and `column` count from 1; null where it is about the whole file. */
export interface HookProblem {
  readonly file: string | null
  readonly line: number | null
  readonly column: number | null
  readonly severity: 'error' | 'warning'
  readonly message: string
}

export interface HookFile {
  readonly slug: string
  /** Absolute. */
  readonly file: string
  readonly text: string
  /** Hash of the text: what a save must have started from. */
  readonly hash: string
}

export interface HookFileSave {
  /** Letters, digits and `-`; a new file where there is none of that name. */
  readonly slug: string
  readonly text: string
  /** Hash of the text that the editing began with; null for a new file. Another one on the disk is a conflict, and nothing is written. */
  readonly expect: string | null
}

/** What a text would be as a hook. `hook` is null where it does not load. */
export interface HookCheck {
  readonly hook: LibraryHook | null
  readonly problems: readonly HookProblem[]
}

export interface HookFileSaved extends HookFile, HookCheck {
  /** The version that runs where the saved one does not load: the last good one, or null where there is none. */
  readonly running: string | null
}

/** A text tried on an event: nothing is saved, nothing changes. */
export interface DraftFire extends DraftOf {
  /** Null for a draft that has no name yet. */
  readonly slug: string | null
  readonly text: string
  readonly params: JsonObject
  readonly point: PointId
  /** As `fire` takes it: the point's own arguments, and facts under `t`. */
  readonly event: JsonObject
  readonly workspace: string | null
  /** Whose history `t.history` reads and whose model `t.llm` asks; absent: an empty one, and the installation's. */
  readonly session?: SessionId | undefined
}

/** Which page asks: a newer draft of it ends an older one, of a check and of a firing each. */
export interface DraftOf {
  readonly page?: string | undefined
}

export type DraftFired =
  | { readonly ok: true; readonly outcome: Outcome }
  /** It does not load, or its parameters do not fit. */
  | { readonly ok: false; readonly problems: readonly HookProblem[] }

export interface HookTemplate {
  readonly point: PointId
  readonly title: string
  /** Loads as it is, and says what the point hands over and what may be answered. */
  readonly text: string
}

/** Where a hook is attached now. */
export interface HookUse {
  readonly session: SessionId
  readonly title: string
  readonly attachment: AttachmentId
  readonly points: readonly PointId[]
  readonly mode: HookMode
}

export interface HookChecks {
  readonly hooks: readonly LibraryHook[]
  readonly programs: readonly Program[]
  readonly problems: readonly HookProblem[]
}

export interface HookFiles {
  /** Throws `not_found` where the person has no such file. Built-in hooks have no file here. */
  hookFile(slug: string): Promise<HookFile>
  /** Whole or not at all. What does not load is saved all the same and says so: its last good version goes on running. */
  saveHookFile(save: HookFileSave): Promise<HookFileSaved>
  /** Refused as a conflict while it is attached, unless `force`; what was attached then says that it is gone. */
  deleteHookFile(slug: string, options?: { readonly force?: boolean | undefined }): Promise<void>
  checkHookText(slug: string | null, text: string, of?: DraftOf): Promise<HookCheck>
  /** Answers within the hook's time limit, at most 10 s; a newer one of the same page ends an older one. */
  fireDraft(request: DraftFire, signal?: AbortSignal): Promise<DraftFired>
  hookTemplates(): Promise<readonly HookTemplate[]>
  hookUses(hook: string): Promise<readonly HookUse[]>
}

export interface HookInspection {
  /** All hooks, or those of the given files and folders (absolute), with everything that is wrong with them: `belay hooks check`. */
  checkHooks(paths?: readonly string[]): Promise<HookChecks>
  /** Hooks on sessions that are not what was attached: files that do not load, or do not take their parameters or points any more. */
  attachedTroubles(): Promise<readonly AttachedTrouble[]>
  /** Events that a point was, or would have been, asked about, the latest first: of one session or of all. */
  recordedEvents(request: RecordedEventsRequest): Promise<readonly RecordedEvent[]>
}

export interface AttachedTrouble {
  readonly session: SessionId
  readonly title: string
  readonly attachment: AttachmentId
  /** What attaches it. */
  readonly hook: string
  readonly name: string
  /** What is wrong, and what runs meanwhile. */
  readonly message: string
}

export interface RecordedEventsRequest {
  readonly point: PointId
  readonly session?: SessionId | undefined
  /** At most 200; 50 where absent. */
  readonly limit?: number | undefined
  /** A hook's: each event then says whether its tool is one that the hook is asked about. */
  readonly matcher?: string | undefined
}
