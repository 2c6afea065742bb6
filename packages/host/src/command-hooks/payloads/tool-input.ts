/** The arguments of a call as Claude Code's hooks know them. What they hand back is read against the same (`readCommandAnswer`). */
import { isAbsolute, resolve } from 'node:path'
import type { JsonObject } from '@belay/trace'

const PATHS = ['file_path', 'notebook_path']

/**
 * Ours have the same names already. Paths are absolute there, so that a guard which looks at their beginning sees where they lead; a child
 * goes by `subagent_type` and `description`.
 */
export function toolInput(tool: string, args: JsonObject, workspace: string): JsonObject {
  const paths = PATHS.flatMap((key) => {
    const path = args[key]
    return typeof path === 'string' && path !== '' ? [[key, absolute(path, workspace)]] : []
  })
  const child = tool === 'agents.spawn' && typeof args.name === 'string' ? namesOfChild(args.name) : {}
  return { ...child, ...args, ...Object.fromEntries(paths) }
}

function absolute(path: string, workspace: string): string {
  return isAbsolute(path) && !path.split('/').includes('..') ? path : resolve(workspace, path)
}

function namesOfChild(name: string): JsonObject {
  return { description: name, subagent_type: name }
}
