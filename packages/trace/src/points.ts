/**
 * The closed set of places in the loop where hooks are asked, in the order in which the loop visits them.
 * What each may decide stands in `@belay/hooks`; the names are here because spans, events and the canvas carry them.
 */
export const POINTS = [
  'session.start',
  'guard.onInput',
  'memory.keep',
  'memory.summarize',
  'context.build',
  'model.choose',
  'errors.on',
  'stop.done',
  'tools.before',
  'tools.after',
  'guard.onOutput',
  'agent.start',
  'agent.stop',
  'session.end',
] as const

export type PointId = (typeof POINTS)[number]

export function isPointId(text: string): text is PointId {
  return (POINTS as readonly string[]).includes(text)
}
