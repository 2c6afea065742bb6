/**
 * Processes that hook files started and that answered calls left running, by their groups. Promises: who ends them knows
 * which were there; what the code let go by itself (`detached`) is not among them.
 */
import { endGroup, isGroupAlive } from '../../processes/end-group'

/** A hook that starts one at every call and waits for none. */
const MOST_KNOWN = 1_000

export interface LeftProcess {
  readonly pid: number
  readonly file: string
}

export class LeftProcesses {
  private readonly left = new Map<number, string>()

  add({ pid, file }: LeftProcess): void {
    if (this.left.size < MOST_KNOWN) this.left.set(pid, file)
  }

  /** It ended; others of its group may be there still. */
  ended(pid: number): void {
    if (this.left.has(pid) && !isGroupAlive(pid)) this.left.delete(pid)
  }

  /** Ends them all, and says which were there. */
  async end(killAfterMs: number): Promise<readonly LeftProcess[]> {
    const alive = [...this.left].filter(([pid]) => isGroupAlive(pid)).map(([pid, file]) => ({ pid, file }))
    this.left.clear()
    await Promise.all(alive.map(({ pid }) => endGroup(pid, killAfterMs)))
    return alive
  }
}
