/** What was said just now in the turn that is shown: the cards that ring. */
import { markOfVerdict, type RailModel } from '@belay/canvas'
import { Pulses } from './pulses'
import type { RailPulse } from './rail-paint'
import type { RailFacts } from './rail-picture'

export class RailPulses extends Pulses<RailPulse> {
  /**
   * Each card rings once at a time, by what was said now and not by the worst before it; a pass does not restart a ring that
   * is still to be seen, so that a storm of passes is calm.
   */
  #ring(key: string, sign: RailPulse['sign'], timeMs: number): void {
    const rings = this.all.find(({ of }) => of.key === key)
    const isLike = (other: RailPulse) => other.key === key
    if (rings === undefined || sign.mark !== 'pass') this.add({ key, sign }, timeMs, isLike)
  }

  /** What rings belongs to the turn that it was said in. */
  hear(before: RailFacts | null, now: RailFacts | null, model: RailModel): void {
    if (before?.turn !== now?.turn) {
      this.clear()
      return
    }
    const timeMs = performance.now()
    for (const event of now?.turn?.events.slice(before?.events) ?? []) {
      if (event.type !== 'verdict') continue
      const station = model.stations.find(({ point }) => point === event.point)
      const hook = station?.hooks.find(({ lastSeq }) => lastSeq === event.seq)
      if (hook !== undefined) this.#ring(hook.key, markOfVerdict(event.verdict), timeMs)
    }
  }
}
