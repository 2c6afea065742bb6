/**
 * Starts command hooks (`command-hooks.md` §2). Promises: no command forks this process; a run never rejects and never
 * outlasts its limit; what was ended is ended with its whole group, also while the turn has long gone on; nothing is left
 * after `close`, nor after this process was killed.
 */
import type { CommandProgram, CommandRequest, CommandRun, CommandRunner, PersistentCommand } from '../run'
import { createClosing } from './closing'
import { endGroup, KILL_AFTER_STOP_MS, KILL_AFTER_TIMEOUT_MS } from './end-group'
import { createLeftPipes } from './left-pipes'
import { createPersistentCommand } from './persistent'
import { type RunPorts, runOn } from './run-command'
import type { Shell } from './shell'
import { createSlots } from './slots'
import { cannotStart, type Env, envChange, waitingEnv } from './start-line'
import { emptyRun, notStarted } from './told-word'
import { createWaitingShells } from './waiting-shells'

/** `command-hooks.md` §2. */
export const SIDE_BY_SIDE = 8
/** A variable or two that differ are told on the way; more than that is worth other shells. */
const MOST_TOLD_CHARS = 256
/** The system may refuse to start anything with one that is much larger: such a one is told. */
const MOST_ENV_CHARS = 65_536

/** More than ever wait at once. */
const MOST_SHELLS = 32
const ALL_DIED = 'each shell that was to run it had been killed before it could'

/** A shell for a program, and what its environment lacks; or why there is none. */
export type ShellFor =
  | { readonly ok: true; readonly shell: Shell; readonly change: string }
  | { readonly ok: false; readonly message: string }

const KILL_AFTER_MS = { timeout: KILL_AFTER_TIMEOUT_MS, cancelled: KILL_AFTER_STOP_MS, lost: 0 }

export function createCommandRunner(shells = createWaitingShells()): CommandRunner {
  const left = createLeftPipes()
  const closing = createClosing()
  const endings = new Set<Promise<void>>()
  const runs = new Set<Promise<unknown>>()
  const persistents = new Set<PersistentCommand>()
  const ports: RunPorts = {
    end(pid, why) {
      const ending = endGroup(pid, KILL_AFTER_MS[why]).finally(() => endings.delete(ending))
      endings.add(ending)
    },
    leave: left.add,
    onClose: closing.onClose,
  }

  function expect(env: Env): void {
    const waiting = waitingEnv(env)
    if (JSON.stringify(waiting).length < MOST_ENV_CHARS) shells.expect(waiting)
  }

  async function shellFor(program: CommandProgram): Promise<ShellFor> {
    const why = cannotStart(program)
    if (why !== null) return { ok: false, message: why }
    const taken = await shells.take()
    if (!taken.ok) return taken
    const change = envChange(program.env, taken.shell.env)
    if (change.length > MOST_TOLD_CHARS) expect(program.env)
    return { ...taken, change }
  }

  async function start(request: CommandRequest): Promise<CommandRun> {
    const askedAt = performance.now()
    const nothing = (end: CommandRun['end']) => emptyRun(end, performance.now() - askedAt)
    const stopped = () => request.signal.aborted || closing.closed
    if (stopped()) return nothing({ by: 'cancelled' })
    // One that died while it waited is no failure of the command. Of those that wait each may have.
    for (let shells = 0; shells < MOST_SHELLS; shells += 1) {
      const got = await shellFor(request)
      if (!got.ok) return nothing(notStarted(got.message))
      if (stopped()) {
        got.shell.ends.close()
        break
      }
      const run = await runOn(got.shell, { request, change: got.change }, ports)
      if (run !== null) return run
    }
    return nothing(stopped() ? { by: 'cancelled' } : notStarted(ALL_DIED))
  }

  function run(request: CommandRequest): Promise<CommandRun> {
    const running = start(request).finally(() => runs.delete(running))
    runs.add(running)
    return running
  }

  async function settled(): Promise<void> {
    while (endings.size > 0) await Promise.all(endings)
  }

  return {
    warm: expect,
    ...{ run, settled },
    forEvent() {
      const slots = createSlots(SIDE_BY_SIDE)
      return (request) => slots(() => run(request))
    },
    persistent(program) {
      const command = createPersistentCommand(program, { shellFor, ports })
      persistents.add(command)
      return {
        ask: command.ask,
        async close() {
          persistents.delete(command)
          await command.close()
        },
      }
    },
    async close() {
      closing.close()
      await Promise.all([...runs, ...[...persistents].map((command) => command.close())])
      // What has just ended closes its pipes, or leaves them, a turn of the loop later.
      await new Promise((resolve) => setImmediate(resolve))
      left.close()
      await settled()
      await shells.close()
    },
  }
}
