/** The session that a prompt goes to: a new one, or one that is there and takes the hooks and model that were named. */
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { HookSpec, Operations } from '@belay/api'
import type { PermissionMode, RewriteRule, SessionId } from '@belay/trace'
import { attachAll } from './attach-all'
import { interrupted, usage } from './failure'
import { checkProgram } from './input/program-option'
import { readLog } from './log'

export interface SessionWish {
  readonly session: string | undefined
  /** Absolute, or undefined where none was named. */
  readonly workspace: string | undefined
  readonly cwd: string
  readonly model: string | undefined
  /** A name or an absolute folder. */
  readonly program?: string | undefined
  /** Absolute. */
  readonly commandFiles?: readonly string[] | undefined
  readonly enable?: readonly string[] | undefined
  readonly disable?: readonly string[] | undefined
  readonly permission: PermissionMode | undefined
  readonly hooks: readonly HookSpec[]
  readonly rewrites: RewriteRule | undefined
  readonly stopAtFirstBlock: true | undefined
  /** Who interrupts before the prompt is sent leaves no session behind. */
  readonly signal: AbortSignal
}

export interface ChosenSession {
  readonly id: SessionId
  /** Number of the last event so far; 0 for a new session. */
  readonly after: number
}

export async function chooseSession(operations: Operations, wish: SessionWish): Promise<ChosenSession> {
  return wish.session === undefined ? create(operations, wish) : take(operations, wish, wish.session as SessionId)
}

async function create(operations: Operations, wish: SessionWish): Promise<ChosenSession> {
  const { workspace, cwd, permission, hooks, rewrites, stopAtFirstBlock } = wish
  // Loading hooks is what takes time: done before there is a session, which finds them loaded.
  for (const { hook } of hooks) if (!wish.signal.aborted) await operations.findHook(hook)
  if (wish.program !== undefined) await checkProgram(operations, wish.program)
  if (wish.signal.aborted) throw interrupted()
  const { id } = await operations.createSession({
    workspace: workspace ?? cwd,
    model: wish.model === undefined ? undefined : readModel(wish.model, cwd),
    attach: hooks,
    program: wish.program,
    ...{ commandFiles: wish.commandFiles, enable: wish.enable, disable: wish.disable },
    ...{ permission, rewrites, stopAtFirstBlock },
  })
  return { id, after: 0 }
}

/** Hooks, program and model stay on the session, as if they had been set in its page. What fails is taken back. */
async function take(operations: Operations, wish: SessionWish, id: SessionId): Promise<ChosenSession> {
  const { workspace } = await operations.session(id)
  if (wish.workspace !== undefined && wish.workspace !== workspace) {
    throw usage(`session ${id} works in ${workspace}; --workspace cannot move it`)
  }
  if (wish.rewrites !== undefined || wish.stopAtFirstBlock !== undefined) {
    throw usage(
      '--rewrites and --stop-at-first-block are for new sessions; they cannot be given together with --session',
    )
  }
  if (wish.commandFiles !== undefined)
    throw usage('--hooks-json is for new sessions; it cannot be given together with --session')
  const program = wish.program === undefined ? null : await checkProgram(operations, wish.program)
  for (const extension of wish.enable ?? []) await operations.setExtension(id, extension, true)
  for (const extension of wish.disable ?? []) await operations.setExtension(id, extension, false)
  await attachAll(operations, id, wish.hooks)
  if (program !== null) await operations.setProgram(id, program.name)
  if (wish.model !== undefined) await operations.setModel(id, readModel(wish.model, wish.cwd))
  return { id, after: (await readLog(operations, id)).at(-1)?.seq ?? 0 }
}

/**
 * `scripted/` takes the path of a script too, from the current folder on. A name that has no slash is a path only where such
 * a file is there: else it is looked up among the scripts.
 */
export function readModel(model: string, cwd: string): string {
  const [provider, ...rest] = model.split('/')
  const named = rest.join('/')
  if (provider !== 'scripted' || named === '') return model
  const path = resolve(cwd, named)
  return rest.length > 1 || isThere(path) ? `scripted/${path}` : model
}

/** A folder with the name of a script is not that script. */
function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === false
}
