/**
 * Questions to git about a folder, for hooks. Promises: bounded in time and output; no pager, diff program or
 * watcher of the repository's is started, no lock is taken and nothing is changed.
 */
import { programEnvironment } from '../tools/program-environment'
import type { BuiltInWorld } from './builtin/world'

/** A repository that takes longer is on a disk that does not answer. */
const LONGEST_MS = 5_000
const QUIETLY = ['-c', 'core.fsmonitor=false', '-c', 'core.pager=cat']

export interface GitQuestion {
  readonly folder: string
  readonly args: readonly string[]
  readonly stdin?: string
  readonly outputBytes?: number
  readonly signal: AbortSignal
}

export type GitAnswer =
  | { readonly ok: true; readonly code: number; readonly text: string; readonly leftOut: number }
  /** As the end of a sentence that begins with "git". */
  | { readonly ok: false; readonly why: string }

export async function askGit(
  { run, environment }: Pick<BuiltInWorld, 'run' | 'environment'>,
  { folder, args, stdin, outputBytes = 1_048_576, signal }: GitQuestion,
): Promise<GitAnswer> {
  const env = programEnvironment(environment, { GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' })
  const end = await run({
    ...{ file: 'git', args: [...QUIETLY, ...args], cwd: folder, env, stdin: stdin ?? null },
    ...{ timeoutMs: LONGEST_MS, signal, outputBytes },
  })
  if (end.notStarted !== null) return { ok: false, why: `could not be started: ${end.notStarted}` }
  if (end.timedOut) return { ok: false, why: `did not answer within ${LONGEST_MS / 1_000} s` }
  if (end.exitCode === null) return { ok: false, why: 'was ended' }
  return { ok: true, code: end.exitCode, text: end.stdout.text, leftOut: end.stdout.leftOut }
}
