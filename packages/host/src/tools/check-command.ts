/**
 * Whether a command of a person's says yes: it exits with 0. Promises: never throws; a command that can't run has not
 * said yes either, and says why; its environment is that of tools' programs.
 */
import type { ProgramEnd, ProgramRequest } from '../processes/run-program'
import { programEnvironment } from './program-environment'
import { splitCommand } from './split-command'

export interface CheckRequest {
  /** One program and its arguments, without a shell. */
  readonly command: string
  readonly cwd: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly timeoutMs: number
  readonly signal: AbortSignal
  /** Bytes of its output that are kept: the first and the last half. */
  readonly outputBytes: number
  readonly run: (request: ProgramRequest) => Promise<ProgramEnd>
}

export type Checked =
  | { readonly says: 'yes' }
  | { readonly says: 'no'; readonly how: string; readonly output: string }
  | { readonly says: 'stopped' }
  /** It never ran. */
  | { readonly says: 'nothing'; readonly why: string }

export async function checkCommand(request: CheckRequest): Promise<Checked> {
  const split = splitCommand(request.command)
  if (!split.ok) return { says: 'nothing', why: split.message }
  const [file = '', ...args] = split.words
  const { cwd, timeoutMs, signal, outputBytes } = request
  const env = programEnvironment(request.environment)
  const end = await request.run({ file, args, cwd, env, stdin: null, timeoutMs, signal, outputBytes, joined: true })
  if (end.stopped) return { says: 'stopped' }
  if (end.notStarted !== null) return { says: 'nothing', why: end.notStarted }
  if (end.exitCode === 0 && !end.timedOut) return { says: 'yes' }
  return { says: 'no', how: howItEnded(end, timeoutMs), output: end.stdout.text }
}

function howItEnded({ timedOut, exitCode, signal }: ProgramEnd, timeoutMs: number): string {
  if (timedOut) return `ran out of time after ${timeoutMs / 1_000} s`
  return exitCode === null ? `killed by ${signal}` : `exit code ${exitCode}`
}
