/**
 * The hook that keeps a child going until its verifier is satisfied: at `agent.stop` it runs the command, and blocks
 * with what that printed until it exits with 0. A verifier that can't run has not been satisfied either.
 */
import type { Hook } from '@belay/hooks'
import { runProgram } from '../processes/run-program'
import { checkCommand } from './check-command'

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

async function verify(command: string, cwd: string, signal: AbortSignal) {
  // Ended a little before the pipeline stops waiting, so that the answer still says what happened.
  const limits = { timeoutMs: TIMEOUT_MS - 5_000, outputBytes: OUTPUT_BYTES, signal }
  const checked = await checkCommand({ command, cwd, environment: process.env, run: runProgram, ...limits })
  switch (checked.says) {
    case 'yes':
      return undefined
    case 'no':
      return block(`Not done: the verifier "${command}" says no (${checked.how}).\n${checked.output}`.trimEnd())
    case 'stopped':
      return block(`Not done: the verifier "${command}" was stopped before it said yes.`)
    case 'nothing':
      return block(`The verifier "${command}" can't run: ${checked.why}`)
  }
}

function block(reason: string) {
  return { decision: 'block', reason } as const
}
