/** Why a hook cannot be put at a station, in a sentence for people, or null where it can. */
import { type AttachmentId, POINTS, type PointId } from '@belay/trace'
import { heldText } from './brought'
import { blockOf, type DragSource, type DragTable, entryOf, standingOf } from './table'

/** What a hook at each point does. */
const DOES: Readonly<Record<PointId, string>> = {
  'session.start': 'speaks when a session is loaded',
  'guard.onInput': 'judges what comes in',
  'memory.keep': 'edits the history',
  'memory.summarize': 'words the summary',
  'context.build': 'shapes the request',
  'model.choose': 'picks the model',
  'errors.on': 'answers failed model calls',
  'stop.done': 'decides when a turn is over',
  'tools.before': 'judges calls before they run',
  'tools.after': 'reads results',
  'guard.onOutput': 'judges the answer',
  'agent.start': 'speaks to child sessions',
  'agent.stop': 'decides when a child session is over',
  'session.end': 'hears that a session closes',
}

type Known = Pick<DragTable, 'hooks' | 'library'>

export function refusalAt(known: Known, source: DragSource, point: PointId): string | null {
  return source.from === 'palette' ? refusalOfNew(known, source.hook, point) : refusalOfMove(known, source, point)
}

function refusalOfNew(known: Known, slug: string, point: PointId): string | null {
  const entry = entryOf(known, slug)
  if (entry === null) return `${slug} is not in the library any more.`
  if (entry.error !== null) return `${entry.name} does not load: ${entry.error}`
  return entry.points.includes(point) ? null : cannotStand(entry.name, entry.points)
}

/** Where several go together, all of them have to fit. */
function refusalOfMove(known: Known, source: Extract<DragSource, { from: 'node' }>, point: PointId): string | null {
  if (point === source.point) return null
  const block = blockOf(known, source)
  if (block.length < 2) return refusalOfOne(known, source.attachment, point)
  const refusals = block.map(({ id }) => refusalOfOne(known, id, point))
  return refusals.find((refusal) => refusal !== null) ?? null
}

function refusalOfOne(known: Known, attachment: AttachmentId, point: PointId): string | null {
  const hook = standingOf(known, attachment)
  if (hook === null) return 'It is not attached any more.'
  const held = heldText(hook)
  if (held !== null) return held
  if (hook.points.includes(point)) return `${hook.name} already stands at ${point}.`
  const entry = entryOf(known, hook.hook)
  if (entry === null) return `${hook.name} is not in the library any more, so nobody knows where else it can stand.`
  if (entry.error !== null) return `${hook.name} does not load, so nobody knows where else it can stand.`
  if (entry.together) return `${hook.name} works with all of its points together: it can't be moved away from one.`
  if (!entry.points.includes(point)) return cannotStand(hook.name, entry.points)
  return hook.mode === 'shadow' && point === 'memory.keep'
    ? `${hook.name} is in shadow: a hook at memory.keep edits the history, so it can't be.`
    : null
}

function cannotStand(name: string, points: readonly PointId[]): string {
  const inOrder = POINTS.filter((point) => points.includes(point))
  return `${name} ${inOrder.map((point) => DOES[point]).join(' and ')}: it can stand at ${listed(inOrder)}.`
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}

/** The stations that an attached hook could be moved to from one of its own, in the order of the loop. */
export function stationsFor(known: Known, source: DragSource): readonly PointId[] {
  return POINTS.filter((point) => refusalAt(known, source, point) === null)
}
