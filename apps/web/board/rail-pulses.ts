/** What was said just now in the turn that is shown: the cards that ring. */
import type { RailModel } from '@belay/canvas'
import { Pulses } from './pulses'
import type { RailPulse } from './rail-paint'
import type { RailFacts } from './rail-picture'

export class RailPulses extends Pulses<RailPulse> {
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
      if (hook?.sign) this.add({ key: hook.key, sign: hook.sign }, timeMs)
    }
  }
}
