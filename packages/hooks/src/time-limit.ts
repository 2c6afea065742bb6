/**
 * A time limit that can stand still. Promises: `over` is called at most once, and not after `clear`; it stands still for
 * at most as long as a hook may run at all, so that it comes to an end whatever holds it.
 */
import type { Clock } from '@belay/trace'

/** As the longest `timeoutMs` (`hooks.md` §6). */
const LONGEST_HOLD_MS = 600_000

export class TimeLimit {
  private leftMs: number
  private holdLeftMs = LONGEST_HOLD_MS
  private since: number
  private held = false
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

  hold(): void {
    if (this.held || this.holdLeftMs <= 0) return
    this.held = true
    this.leftMs -= this.lap()
    this.cancelTimer = this.clock.after(this.holdLeftMs, () => this.goOn())
  }

  goOn(): void {
    if (!this.held) return
    this.held = false
    this.holdLeftMs -= this.lap()
    this.cancelTimer = this.clock.after(Math.max(0, this.leftMs), this.over)
  }

  clear(): void {
    this.held = false
    this.holdLeftMs = 0
    this.cancelTimer()
  }

  /** How long it has been as it is, which ends here. */
  private lap(): number {
    this.cancelTimer()
    const now = this.clock.now()
    const passedMs = now - this.since
    this.since = now
    return passedMs
  }
}
