/** A workspace is a folder that exists; everywhere it goes by its real path, without symbolic links. */
import { realpathSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { OperationError } from '../operations'

export function resolveWorkspace(path: string): string {
  if (path.trim() === '')
    throw new OperationError('bad_input', 'A session needs a workspace: the folder that it works in.')
  const absolute = resolve(path)
  const stat = statSync(absolute, { throwIfNoEntry: false })
  if (stat === undefined)
    throw new OperationError('bad_input', `There is no folder ${absolute}. Create it, or name another workspace.`)
  if (!stat.isDirectory()) throw new OperationError('bad_input', `${absolute} is a file; a workspace is a folder.`)
  return realpathSync(absolute)
}
