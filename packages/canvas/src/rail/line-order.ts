/** The stops of the loop in the order of the line. */
import type { PointId } from '@belay/trace'

/** The places on the line: the points, and the two where the work itself happens. */
export type RailStop = PointId | 'model' | 'tool'

export const LINE: readonly RailStop[] = [
  'session.start',
  'guard.onInput',
  'memory.keep',
  'context.build',
  'model.choose',
  'model',
  'stop.done',
  'tools.before',
  'tool',
  'tools.after',
  'guard.onOutput',
  'session.end',
]

/** Where the line is while a step is beside it. */
export function onLine(stop: RailStop): RailStop {
  switch (stop) {
    case 'memory.summarize':
      return 'memory.keep'
    case 'errors.on':
      return 'model'
    default:
      return stop
  }
}
