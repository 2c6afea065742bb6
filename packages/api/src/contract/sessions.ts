/** Keeping sessions in order: what the list shows, forks, what is deleted and can still be had back. */
import type { SessionFacts, SessionId, TurnStatus } from '@belay/trace'
import type { PutBackDone } from './files'

export const SESSION_STATUSES = [
  'idle',
  'running',
  'waiting',
  'completed',
  'blocked',
  'halted',
  'capped',
  'stopped',
  'failed',
  'interrupted',
] as const satisfies readonly (TurnStatus | 'idle')[]

/** All that are given must hold. */
export interface SessionQuery {
  /** Looked for in title, workspace and last prompt. */
  readonly search?: string | undefined
  /** Which shelf: those in use (the default), put away, or deleted and not yet gone. */
  readonly shelf?: 'active' | 'archived' | 'deleted' | undefined
  readonly status?: readonly (TurnStatus | 'idle')[] | undefined
  /** Only sessions in which a hook refused something. */
  readonly refused?: boolean | undefined
  /** Only sessions of this folder, to the letter. */
  readonly workspace?: string | undefined
}

export interface SessionShelving {
  readonly pinned?: boolean | undefined
  readonly archived?: boolean | undefined
}

export interface ForkRequest {
  /** The last row that the fork has; 0: none, so that the first prompt can be said anew; absent: all of them. */
  readonly row?: number | undefined
  readonly title?: string | undefined
  /**
   * Also puts back, in the workspace that both then share, what the tools did to files after that row. Refused while a
   * turn of the session runs.
   */
  readonly putBackFiles?: boolean | undefined
}

/** A folder that sessions worked in, the latest first. */
export interface RecentWorkspace {
  readonly path: string
  readonly lastUsedAt: number
  readonly sessions: number
  readonly exists: boolean
}

/** Whether a session may work in a folder. `path` is as it would be kept: absolute, symlinks resolved. */
export type WorkspaceCheck =
  | { readonly ok: true; readonly path: string }
  | { readonly ok: false; readonly message: string }

export interface ForkedSession extends SessionFacts {
  /** What became of the files; null where none were to be put back. */
  readonly putBack: PutBackDone | null
}

export interface SessionKeeping {
  /** Pins and shelves. Changes nothing about what the session is. */
  shelveSession(id: SessionId, shelving: SessionShelving): Promise<void>
  /**
   * Stops what runs and takes the session, and the sessions that its agents started, off every list. Until it is purged it
   * can be restored; everything else about it answers `not_found`.
   */
  deleteSession(id: SessionId): Promise<void>
  restoreSession(id: SessionId): Promise<void>
  /** Removes a deleted session for good, with all that was kept about it. Throws a conflict where it is not deleted. */
  purgeSession(id: SessionId): Promise<void>
  /**
   * A new session with the rows up to one and all that happened until then, under the hooks that the session has now.
   * Permissions given for the session are not taken over. A turn that the row stands in the middle of ends there.
   */
  forkSession(id: SessionId, request: ForkRequest): Promise<ForkedSession>
  recentWorkspaces(): Promise<readonly RecentWorkspace[]>
  checkWorkspace(path: string): Promise<WorkspaceCheck>
}
