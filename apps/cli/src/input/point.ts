import type { CommandEvent } from '@belay/api'
import type { PointId } from '@belay/trace'
import { usage } from '../failure'
import { didYouMean } from '../nearest'

/** A point, or an event of Claude Code's that belongs to one. */
export async function readPointOrEvent(text: string): Promise<PointId | CommandEvent> {
  const { COMMAND_EVENTS, isPointId, POINTS } = await import('@belay/api')
  const event = COMMAND_EVENTS.find((one) => one === text)
  if (event !== undefined) return event
  if (isPointId(text)) return text
  const known = [...POINTS, ...COMMAND_EVENTS]
  throw usage(`there is no point ${text}${didYouMean(text, known)}; the points are ${POINTS.join(', ')}`)
}

export async function readPoint(text: string): Promise<PointId> {
  const { isPointId, POINTS } = await import('@belay/api')
  if (isPointId(text)) return text
  throw usage(`there is no point ${text}${didYouMean(text, POINTS)}; the points are ${POINTS.join(', ')}`)
}
