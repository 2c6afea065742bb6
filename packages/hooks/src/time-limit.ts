/**
 * A time limit that can stand still. Promises: `over` is called at most once, and not after `clear`; for machines it stands still
 * for at most as long as a hook may run at all, so that it comes to an end whatever holds it. A person takes the time they take.
 */
import type { Clock } from '@belay/trace'

/** As the longest `timeoutMs` (`hooks.md` §6). */
const LONGEST_HOLD_MS = 600_000

/** Whether it runs, or what it stands still for. */
export type Standing = 'runs' | 'for machines' | 'for a person'

export class TimeLimit {
  private leftMs: number
  private holdLeftMs = LONGEST_HOLD_MS
  private since: number
  private standing: Standing = 'runs'
  private cleared = false
  private cancelTimer: () => void

  constructor(
    private readonly clock: Clock,
    timeoutMs: number,
    private readonly over: () => void,
  ) {
    this.leftMs = timeoutMs
    this.since = clock.now()
    this.cancelTimer = clock.after(timeoutMs, over)
  }

  stand(standing: Standing): void {
    if (this.cleared || standing === this.standing) return
    this.lap()
    this.standing = standing === 'for machines' && this.holdLeftMs <= 0 ? 'runs' : standing
    if (this.standing === 'runs') this.cancelTimer = this.clock.after(Math.max(0, this.leftMs), this.over)
    else if (this.standing === 'for machines')
      this.cancelTimer = this.clock.after(this.holdLeftMs, () => this.stand('runs'))
  }

  clear(): void {
    this.cleared = true
    this.cancelTimer()
  }

  /** What passed is charged to whatever it was until now. */
  private lap(): void {
    this.cancelTimer()
    const now = this.clock.now()
    const passedMs = now - this.since
    this.since = now
    if (this.standing === 'runs') this.leftMs -= passedMs
    else if (this.standing === 'for machines') this.holdLeftMs -= passedMs
  }
}
