import type { Outcome } from '@belay/trace'
import type { AskPoint } from './hook'
import { NOBODY, standingOf } from './nobody'
import { Round } from './round'

export const askPoint: AskPoint = (asking): Outcome | Promise<Outcome> => {
  const { hooks, point } = asking
  const nobody = NOBODY.get(point)
  if (hooks.length === 0 && nobody !== undefined) return nobody
  const standing = standingOf(hooks, point, asking.pass)
  return standing.nobody ?? new Round(asking, standing).run()
}
