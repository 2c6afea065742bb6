/** A real folder for a test, gone after it, and a tool call on it. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { FileKeeper, Tool, ToolContext, ToolResult } from '@belay/agent'
import { callId, type JsonObject, sessionId, turnId } from '@belay/trace'
import { freshFolder } from '../../testing/fresh-folder'
import { createTools } from '../index'

export interface Workspace {
  readonly root: string
  /** Beside the workspace, so outside of it. */
  readonly outside: string
  write(path: string, content: string | Buffer): string
  call(name: string, args: JsonObject, signal?: AbortSignal): Promise<ToolResult>
  tool(name: string): Tool
}

export interface WorkspaceOptions {
  readonly shell?: boolean
  readonly files?: FileKeeper
}

const keepsNothing: FileKeeper = { changing: async () => () => undefined }

export function createWorkspace({ shell = false, files = keepsNothing }: WorkspaceOptions = {}): Workspace {
  const base = freshFolder()
  const root = join(base, 'work')
  const outside = join(base, 'outside')
  for (const folder of [root, outside]) mkdirSync(folder)
  const spawner = { spawn: async () => ({ ok: true, session: sessionId('ses-child') }) as const }
  const tools = createTools({ spawner, shell })
  const tool = (name: string): Tool => {
    const found = tools.find((each) => each.name === name)
    if (found === undefined) throw new Error(`no tool ${name}`)
    return found
  }
  return {
    root,
    outside,
    tool,
    write(path, content) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), content)
      return join(root, path)
    },
    call(name, args, signal = new AbortController().signal) {
      const parsed = tool(name).parse(args)
      if (!parsed.ok) throw new Error(parsed.message)
      const context: ToolContext = {
        session: sessionId('s'),
        turn: turnId('t'),
        call: callId('c'),
        workspace: root,
        signal,
        files,
      }
      return tool(name).run(args, context)
    },
  }
}
