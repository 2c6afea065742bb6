/** Ends a whole process group: TERM, a while to comply, KILL. Resolves once nothing of it is left, or KILL was sent and had its moment. */
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** How soon is looked whether the group has gone, then more and more seldom: what obeys TERM ends within milliseconds. */
const FIRST_LOOK_MS = 5
const LAST_LOOK_MS = 50
/** KILL needs no consent; what is left after this is a zombie that nobody reaps. */
const AFTER_KILL_MS = 150

export async function endGroup(pid: number, killAfterMs: number): Promise<void> {
  signalGroup(pid, 'SIGTERM')
  if (await isGone(pid, killAfterMs)) return
  signalGroup(pid, 'SIGKILL')
  await isGone(pid, AFTER_KILL_MS)
}

/** Whether there was anything to signal. */
export function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, signal)
  } catch (error) {
    if (isCode(error, 'ESRCH')) return false
    if (isCode(error, 'EPERM')) return true
    throw error
  }
}

async function isGone(pid: number, withinMs: number): Promise<boolean> {
  const until = performance.now() + withinMs
  for (let look = FIRST_LOOK_MS; isGroupAlive(pid); look = Math.min(2 * look, LAST_LOOK_MS)) {
    const left = until - performance.now()
    if (left <= 0) return false
    await sleep(Math.min(look, left))
  }
  return true
}

/** Zombies take signals too, and where nobody reaps orphans they stay for ever: they count as gone. */
export function isGroupAlive(pid: number): boolean {
  if (!signalGroup(pid, 0)) return false
  const members = membersOf(pid)
  return members === null || members.some((state) => state !== 'Z' && state !== 'X')
}

/** The states of the group's processes as Linux lists them; null where there is no such list. */
function membersOf(group: number): readonly string[] | null {
  if (process.platform !== 'linux') return null
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(name))
    .filter((stat) => stat.group === group)
    .map((stat) => stat.state)
}

export function statOf(name: string): { readonly state: string; readonly group: number } {
  try {
    const stat = readFileSync(`/proc/${name}/stat`, 'latin1')
    // The program's name stands in brackets before these and may hold anything, brackets too.
    const [state = '', , group = ''] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { state, group: Number(group) }
  } catch {
    return { state: 'X', group: -1 }
  }
}

export function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
