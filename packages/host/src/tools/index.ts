/** The tools of a session, as the model is offered them. */
import type { AgentSpawner, Tool } from '@belay/agent'
import { createAgentsSpawn } from './agents-spawn'
import type { Drafts } from './drafts'
import { filesFind, filesLs, filesPaths } from './files-list'
import { filesRead } from './files-read'
import { createFilesEdit, createFilesWrite } from './files-write'
import { createRun } from './run'

export { type Drafts, recordDrafts, removeLeftDrafts } from './drafts'
export { programEnvironment } from './program-environment'
export { publishNew, publishOver } from './publish'
export { splitCommand } from './split-command'
export { createVerifierHook } from './verifier-hook'

export interface ToolOptions {
  readonly spawner: AgentSpawner
  /** The session's `run.shell`: `run` hands to `sh -c` what is more than one program. */
  readonly shell: boolean
  /** Where drafts are put on record. */
  readonly drafts?: Drafts | undefined
}

export function createTools({ spawner, shell, drafts }: ToolOptions): readonly Tool[] {
  return [
    createRun({ shell }),
    filesRead,
    filesLs,
    filesFind,
    filesPaths,
    createFilesEdit(drafts),
    createFilesWrite(drafts),
    createAgentsSpawn(spawner),
  ]
}
