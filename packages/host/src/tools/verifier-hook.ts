/**
 * The hook that keeps a child going until its verifier is satisfied: at `agent.stop` it runs the command, and blocks
 * with what that printed until it exits with 0. A verifier that can't run has not been satisfied either.
 */
import type { Hook } from '@belay/hooks'
import { runProgram } from '../processes/run-program'
import { programEnvironment } from './program-environment'
import { splitCommand } from './split-command'

/** A whole test suite may be the verifier; the most that a hook is given. */
const TIMEOUT_MS = 600_000
/** What the child is told of a failure: its first and last half. */
const OUTPUT_BYTES = 8_192

export function createVerifierHook(command: string, workspace: string): Hook {
  return {
    id: 'verifier',
    name: 'verifier',
    source: 'extension',
    points: ['agent.stop'],
    mode: 'enforce',
    onFailure: 'closed',
    timeoutMs: TIMEOUT_MS,
    recheck: false,
    observe: false,
    version: null,
    unavailable: null,
    skips: () => null,
    ask: ({ signal }) => verify(command, workspace, signal),
  }
}

async function verify(command: string, workspace: string, signal: AbortSignal) {
  const split = splitCommand(command)
  if (!split.ok) return block(`The verifier "${command}" can't run. ${split.message}`)
  const [file = '', ...args] = split.words
  const env = programEnvironment(process.env)
  // Ended a little before the pipeline stops waiting, so that the answer still says what happened.
  const limits = { timeoutMs: TIMEOUT_MS - 5_000, signal, outputBytes: OUTPUT_BYTES, joined: true }
  const end = await runProgram({ file, args, cwd: workspace, env, stdin: null, ...limits })
  if (end.exitCode === 0) return undefined
  const how = end.notStarted ?? (end.timedOut ? 'ran out of time' : `exit code ${end.exitCode ?? end.signal}`)
  return block(`Not done: the verifier "${command}" says no (${how}).\n${end.stdout.text}`.trimEnd())
}

function block(reason: string) {
  return { decision: 'block', reason } as const
}
