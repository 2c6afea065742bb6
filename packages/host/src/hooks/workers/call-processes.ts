/** The processes that the code of one call started, each with a group of its own. */
import { endGroup } from '../../processes/end-group'
import { endMarked } from '../../processes/marked-groups'

/** TERM, and then so long until KILL: a stop has to be over within a second. */
export const KILL_AFTER_MS = 800

export class CallProcesses {
  /** By pid: whether it is to go on by itself. */
  private readonly started = new Map<number, boolean>()
  private waits = false

  /** What the programs that it waits for carry in their environment, `NAME=value`. */
  constructor(private readonly mark: string) {}

  add(pid: number, own: boolean): void {
    this.started.set(pid, own)
  }

  /** It waits for a program, and says nothing until that has ended. */
  waited(): void {
    this.waits = true
  }

  /** Those that its code did not let go by themselves. */
  get left(): readonly number[] {
    return [...this.started].filter(([, own]) => !own).map(([pid]) => pid)
  }

  async end(): Promise<void> {
    const ends = [...this.started.keys()].map((pid) => endGroup(pid, KILL_AFTER_MS))
    await Promise.all(this.waits ? [...ends, endMarked(this.mark, KILL_AFTER_MS)] : ends)
  }
}
