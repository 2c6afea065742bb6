/**
 * The paths that a call is about, in order, each with what would become of it. For a command those among its words; for
 * other tools the arguments that are called like paths. Promises: total and bounded; what it could not read, it says.
 */
import type { HookCall } from '@belay/hooks'
import { argumentPaths, commandOf } from './argument-paths'
import { type CallPath, type CallPaths, MOST_PATHS } from './call-path'
import { commandPaths } from './command-paths'
import type { Home } from './shell-words'

export type { CallPath, CallPaths }

export function callPaths(call: Pick<HookCall, 'name' | 'args'>, workspace: string, home: Home): CallPaths {
  const { name } = call
  const command = commandOf(call)
  const said = name === 'run' && command !== null ? [] : argumentPaths(call, home)
  const paths = said.map(({ text: path, touch }) => ({ path, folder: workspace, touch, by: name, isWord: false }))
  if (command === null) return bounded(paths, null)
  const among = commandPaths(command, workspace, home)
  return bounded([...paths, ...among.paths], among.unread)
}

function bounded(paths: readonly CallPath[], unread: string | null): CallPaths {
  return { paths, unread: paths.length > MOST_PATHS ? 'names too many paths' : unread }
}
