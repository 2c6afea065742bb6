/** What a call of `run`, or of a tool of others with a command line, starts: with what it is fed and its variables. */
import type { JsonObject } from '@belay/trace'
import { type Running, whatRuns } from './unwrap'

export interface CommandCall {
  readonly command: string
  /** The folder that it is started in, from the workspace. */
  readonly cwd: string | null
  readonly stdin: string | null
  readonly env: Readonly<Record<string, string>>
}

/** Null where there is no command line. */
export function commandCall({ command, cwd, stdin, env }: JsonObject): CommandCall | null {
  if (typeof command !== 'string') return null
  return { command, cwd: textOf(cwd), stdin: textOf(stdin), env: variablesOf(env) }
}

export function whatCallRuns({ command, stdin, env }: CommandCall): Running {
  return whatRuns(command, stdin, env)
}

type Value = JsonObject[string] | undefined

function textOf(value: Value): string | null {
  return typeof value === 'string' ? value : null
}

function variablesOf(env: Value): CommandCall['env'] {
  if (typeof env !== 'object' || env === null || Array.isArray(env)) return {}
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
}
