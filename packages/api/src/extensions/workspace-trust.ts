/**
 * Which workspaces a person trusts. Promises: an answer holds for the folder that it was given for: another one that takes its place under the same
 * path is asked for anew, and so is a folder below it. Without an answer nothing of it is read.
 */
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { INSTRUCTION_FILES, WORKSPACE_SKILLS } from '@belay/host'
import { sessionId } from '@belay/trace'
import { z } from 'zod'
import type { Trusting, WorkspaceState } from '../contract/trusting'
import { OperationError } from '../operations'
import type { Sessions } from '../sessions/sessions'
import { existingFolder } from '../sessions/workspace'
import { type KeepingParts, keptValue } from './kept-values'

export interface WorkspaceTrust {
  /** `workspace` by its real path. Null where nobody answered. */
  of(workspace: string): boolean | null
  set(workspace: string, trusted: boolean): void
}

const answer = z.object({
  trusted: z.boolean(),
  /** Of the folder: what is put in its place has another one. */
  inode: z.number(),
})

export function workspaceTrust(parts: KeepingParts): WorkspaceTrust {
  const kept = keptValue(parts, 'belay: trusted workspaces', { schema: answer.nullable(), empty: null })
  return {
    of(workspace) {
      const given = kept.read(workspace)
      return given !== null && given.inode === inodeOf(workspace) ? given.trusted : null
    },
    set(workspace, trusted) {
      const inode = inodeOf(workspace)
      if (inode !== null) kept.write(workspace, { trusted, inode })
    },
  }
}

function inodeOf(folder: string): number | null {
  return statSync(folder, { throwIfNoEntry: false })?.ino ?? null
}

export interface TrustingParts extends KeepingParts {
  readonly trust: WorkspaceTrust
  readonly sessions: Pick<Sessions, 'record' | 'runner'>
}

export function trusting(parts: TrustingParts): Trusting {
  const { trust } = parts
  return {
    workspaceState: async (folder) => stateOf(trust, existingFolder(folder)),
    async trustWorkspace(folder, trusted) {
      const workspace = existingFolder(folder)
      if (trust.of(workspace) !== trusted) {
        checkQuiet(parts, workspace)
        trust.set(workspace, trusted)
      }
      return stateOf(trust, workspace)
    },
  }
}

/** What a turn is made of stays until its end. */
function checkQuiet({ db, sessions }: TrustingParts, workspace: string): void {
  const busy = db
    .unfinishedTurns()
    .map(({ session }) => sessions.record(sessionId(session)))
    .find((record) => record.workspace === workspace)
  if (busy === undefined) return
  throw new OperationError(
    'conflict',
    `A turn of “${busy.title}” works in this folder, so what is read of it stays as it is. Wait for its end, or stop it.`,
  )
}

function stateOf(trust: WorkspaceTrust, workspace: string): WorkspaceState {
  const brings = [...INSTRUCTION_FILES, ...WORKSPACE_SKILLS].filter((name) => existsSync(join(workspace, name)))
  return { workspace, trusted: trust.of(workspace), brings }
}
