/** What a workspace brings along for models is read where a person has trusted the folder: asked once, kept for that folder. */

export interface WorkspaceState {
  /** Absolute, symlinks resolved. */
  readonly workspace: string
  /** Null where nobody has said yes or no to this folder. */
  readonly trusted: boolean | null
  /** What there is to read: names below the folder. */
  readonly brings: readonly string[]
}

export interface Trusting {
  workspaceState(folder: string): Promise<WorkspaceState>
  /** Counts from the next turn of its sessions on. Throws a conflict while one of them runs a turn; nothing was changed then. */
  trustWorkspace(folder: string, trusted: boolean): Promise<WorkspaceState>
}
