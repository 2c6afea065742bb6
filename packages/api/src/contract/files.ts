/** What the agent's own tools did to files, and how a person gets back what was there before. */
import type { EventOf, SessionId, TurnId } from '@belay/trace'

/** A file as a turn's tools changed it. */
export interface FileChange {
  /** Absolute. */
  readonly path: string
  /** Whether the file was there before the turn. */
  readonly existed: boolean
  /**
   * What stands there now: what the turns left (`as_left`), what was there before them (`as_before`), nothing, or what
   * somebody else made of it since.
   */
  readonly now: FileNow
  /** The agent that changed it, where a child session did; null for the session's own. */
  readonly by: string | null
  /** Why it can't be put back, whatever is asked for: `it is a folder by now`. Else null. */
  readonly held: string | null
}

export type FileNow = 'as_left' | 'as_before' | 'gone' | 'changed_since'

/** Everything that can be put back about some turns, and what cannot be. */
export interface FileChanges {
  readonly turns: readonly TurnId[]
  readonly files: readonly FileChange[]
  /** Commands and tools of those turns, and of the agents that they started, that may have changed more: nothing of that is kept. In order, each once. */
  readonly unseen: readonly string[]
  /** Where edits of these turns belong that this session took over as a fork; null where all are its own. */
  readonly origin: EditsOrigin | null
}

/** The session in which turns were that a fork took over. What they changed can only be put back there. */
export interface EditsOrigin {
  readonly session: SessionId
  readonly title: string
  /** The number of the first of these turns, the same there. */
  readonly turn: number
  readonly now: 'there' | 'deleted' | 'gone'
}

/** What became of each file. */
export interface PutBackDone extends EventOf<'files.put_back'> {
  /** False where every file was left: nothing changed, so nothing is on record, and `seq` is that of the last event. */
  readonly recorded: boolean
}

export interface PutBackRequest {
  /** The first turn whose edits are put back. */
  readonly turn: TurnId
  /** `turn`: only its edits. `since`: those of all later turns too. */
  readonly reach: 'turn' | 'since'
  /** Files that changed since are put back too; else they are left and said to be. What stood there is kept, and can be put back in turn. */
  readonly overwrite?: boolean | undefined
}

export interface FileKeeping {
  fileChanges(id: SessionId, request: Pick<PutBackRequest, 'turn' | 'reach'>): Promise<FileChanges>
  /** Refused while a turn of the session, or of a child that is put back with it, runs or waits. Each file as a whole or not at all; the record says what became of each. */
  putBack(id: SessionId, request: PutBackRequest): Promise<PutBackDone>
  /** Takes the last putting back of the session back itself. */
  undoPutBack(id: SessionId): Promise<PutBackDone>
}
