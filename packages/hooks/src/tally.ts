/**
 * What the verdicts at a point add up to so far. The rules of strength come from the points table: of two decisions the
 * stronger wins, of equal ones the first.
 */
import type { Decision, Json, PointId } from '@belay/trace'
import { POINT_RULES, type PointRule } from './points-table'

export interface Ruling {
  readonly decision: Decision
  readonly carried: Json
  readonly reason: string | null
  readonly by: string
}

export class Tally {
  best: Ruling | null = null
  private readonly strength: PointRule<PointId>['strength']

  constructor(point: PointId) {
    this.strength = POINT_RULES[point].strength
  }

  /** Whether an earlier decision stands in the way of this one. */
  beats(decision: Decision): boolean {
    return this.best !== null && this.strengthOf(this.best.decision) >= this.strengthOf(decision)
  }

  add(ruling: Ruling): void {
    if (this.strengthOf(ruling.decision) > 0 && !this.beats(ruling.decision)) this.best = ruling
  }

  private strengthOf(decision: Decision): number {
    return this.strength[decision] ?? 0
  }
}
