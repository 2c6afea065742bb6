/** What a call of `run`, or of a tool of others with a `command`, starts: with what it is fed and the variables it is given. */
import type { JsonObject } from '@belay/trace'
import { type Running, whatRuns } from './unwrap'

/** Null where there is no command line. */
export function whatCallRuns({ command, stdin, env }: JsonObject): Running | null {
  if (typeof command !== 'string') return null
  return whatRuns(command, typeof stdin === 'string' ? stdin : null, variablesOf(env))
}

function variablesOf(env: JsonObject[string] | undefined): Readonly<Record<string, string>> {
  if (typeof env !== 'object' || env === null || Array.isArray(env)) return {}
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
}
