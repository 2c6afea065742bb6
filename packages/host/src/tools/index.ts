/** The tools of a session, as the model is offered them. */
import type { AgentSpawner, Tool } from '@belay/agent'
import { createAgentsSpawn } from './agents-spawn'
import { filesFind, filesLs, filesPaths } from './files-list'
import { filesRead } from './files-read'
import { filesEdit, filesWrite } from './files-write'
import { createRun } from './run'

export { programEnvironment } from './program-environment'
export { splitCommand } from './split-command'
export { createVerifierHook } from './verifier-hook'

export interface ToolOptions {
  readonly spawner: AgentSpawner
  /** The session's `run.shell`: `run` hands to `sh -c` what is more than one program. */
  readonly shell: boolean
}

export function createTools({ spawner, shell }: ToolOptions): readonly Tool[] {
  return [
    createRun({ shell }),
    filesRead,
    filesLs,
    filesFind,
    filesPaths,
    filesEdit,
    filesWrite,
    createAgentsSpawn(spawner),
  ]
}
