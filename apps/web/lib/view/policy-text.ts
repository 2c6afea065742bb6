/** What becomes of a turn where a hook fails, in words: by its policy, and by the points that it stands at. */
import type { FailurePolicy, PointId } from '@belay/trace'

/** What *closed* comes to: the block of the point, and the end of the turn where a point knows none. */
const CLOSED: { readonly [P in PointId]: string } = {
  'session.start': 'the turn ends',
  'guard.onInput': 'the message is refused',
  'memory.keep': 'the turn ends',
  'memory.summarize': 'the history is not compacted',
  'context.build': 'the turn ends',
  'model.choose': 'the turn ends',
  'errors.on': 'the turn ends',
  'stop.done': 'the turn goes on',
  'tools.before': 'the call is refused',
  'tools.after': 'the result stays, and the model is told',
  'guard.onOutput': 'the answer is refused',
  'agent.start': 'the turn ends',
  'agent.stop': 'the child goes on',
  'session.end': 'the turn ends',
}

/** No full stop. Whatever is set, `memory.keep` knows no policy. */
export function policyText(policy: FailurePolicy, points: readonly PointId[]): string {
  const free = points.filter((point) => point !== 'memory.keep')
  if (free.length === 0 && points.length > 0) return 'The turn ends: memory.keep knows nothing else'
  const text = textOf(policy, free)
  return free.length === points.length ? text : `${text}; at memory.keep the turn ends`
}

function textOf(policy: FailurePolicy, points: readonly PointId[]): string {
  switch (policy) {
    case 'open':
      return 'The turn goes on as if it had passed'
    case 'closed':
      return closedText(points)
    case 'replay':
      return 'Its last answer stands in; where there is none, the turn ends'
  }
}

/** Points of which the same becomes are named together, and only where there is a difference. */
function closedText(points: readonly PointId[]): string {
  const by = new Map<string, readonly PointId[]>()
  for (const point of points) by.set(CLOSED[point], [...(by.get(CLOSED[point]) ?? []), point])
  const parts = [...by]
  if (parts.length === 1) return capital(parts[0]?.[0] ?? '')
  return capital(parts.map(([text, at]) => `at ${at.join(', ')} ${text}`).join('; '))
}

function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}
