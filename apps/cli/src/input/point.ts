import type { PointId } from '@belay/trace'
import { usage } from '../failure'
import { didYouMean } from '../nearest'

export async function readPoint(text: string): Promise<PointId> {
  const { isPointId, POINTS } = await import('@belay/api')
  if (isPointId(text)) return text
  throw usage(`there is no point ${text}${didYouMean(text, POINTS)}; the points are ${POINTS.join(', ')}`)
}
