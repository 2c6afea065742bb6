/** Which hooks were asked and have no verdict on record yet: also those that nobody waits for. The end of a turn ends their spans, not them. */
import type { SpanId, TraceEventBody } from '@belay/trace'

export interface Unheard {
  note(event: TraceEventBody): void
  /** Nothing more is noted: nobody is to wait for it. */
  forget(): void
  /** Resolves once there is none. */
  none(): Promise<void>
}

export function createUnheard(): Unheard {
  const open = new Set<SpanId>()
  const waiting: (() => void)[] = []
  const wake = () => {
    if (open.size > 0) return
    for (const resolve of waiting.splice(0)) resolve()
  }
  return {
    note(event) {
      if (event.type === 'span.started' && event.span.kind === 'hook') open.add(event.span.id)
      if (event.type === 'verdict' && event.span !== null && open.delete(event.span)) wake()
    },
    forget() {
      open.clear()
      wake()
    },
    none: () =>
      new Promise((resolve) => {
        waiting.push(resolve)
        wake()
      }),
  }
}
