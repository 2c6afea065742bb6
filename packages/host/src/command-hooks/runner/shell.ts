/** A shell on its way: being started, waiting, taken by a command, over. The word is its own and told to it before anything else. */
import { randomBytes } from 'node:crypto'
import type { ShellEnd } from './launcher'
import { openEnds, type PipeEnds } from './pipe-ends'
import type { Env } from './start-line'

export interface Shell {
  /** Its process group's, too. */
  readonly pid: number
  /** What it was started with. */
  readonly env: Env
  /** By which it tells that it could not become the command. */
  readonly word: string
  readonly ends: PipeEnds
  /** Once; null where nobody can tell any more how it ended. */
  whenEnded(listener: (end: ShellEnd | null) => void): void
}

export interface OwnShell extends Shell {
  readonly state: 'starting' | 'waiting' | 'taken' | 'over'
  /** Its side of the pipes is open; `ready` comes when it says that it waits. */
  started(pid: number, ready: () => void): void
  take(): Shell
  over(end: ShellEnd | null): void
  /** It reads the end of its stdin and goes. */
  drop(): void
}

/** Nobody but us and our shells knows it. */
const SECRET = randomBytes(12).toString('hex')
let words = 0

/** Opens our side of the pipes that were made at the path. Throws where there are no more files to open. */
export function beginShell(path: string, env: Env): OwnShell {
  const ends = openEnds(path)
  const word = `${SECRET}.${words++}`
  ends.tell(`${word}\n`)
  let listener: ((end: ShellEnd | null) => void) | null = null
  let ended: ShellEnd | null | undefined
  const shell: { -readonly [Key in keyof OwnShell]: OwnShell[Key] } = {
    ...{ pid: 0, env, word, ends, state: 'starting' },
    started(pid, ready) {
      shell.pid = pid
      const said = () => {
        if (shell.state !== 'starting') return
        ends.connect(pid)
        shell.state = 'waiting'
        ready()
      }
      ends.stdout.to(said, () => undefined)
      ends.start()
      hold(ends, false)
    },
    take() {
      shell.state = 'taken'
      hold(ends, true)
      return shell
    },
    over(end) {
      if (shell.state !== 'taken') ends.close()
      shell.state = 'over'
      ended = end
      listener?.(end)
    },
    drop() {
      shell.state = 'over'
      ends.close()
    },
    whenEnded(told) {
      if (ended === undefined) listener = told
      else told(ended)
    },
  }
  return shell
}

/** What waits does not keep this process running. */
function hold(ends: PipeEnds, held: boolean): void {
  ends.stdout.hold(held)
  ends.stderr.hold(held)
}
