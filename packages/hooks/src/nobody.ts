/** Outcomes of points where no hook stands: made once and shared, so that asking there costs a look-up. */
import { type Outcome, POINTS, type PointId, type Verdict } from '@belay/trace'
import type { Hook } from './hook'
import { notAsked } from './verdict'

const NOTHING: readonly never[] = Object.freeze([])

export const NOBODY = new Map<PointId, Outcome>(POINTS.map((point) => [point, nobodyAt(point, NOTHING)]))

function nobodyAt(point: PointId, verdicts: readonly Verdict[]): Outcome {
  return Object.freeze({
    point,
    decision: 'pass',
    value: null,
    carried: null,
    reason: null,
    by: null,
    context: NOTHING,
    notes: NOTHING,
    reminders: NOTHING,
    halt: null,
    haltBy: null,
    verdicts,
    wouldBe: null,
  })
}

/** How a list of hooks stands at one point. */
export interface Standing {
  /** The verdict of each hook that lives elsewhere, by position; null for those that stand here. */
  readonly elsewhere: readonly (Verdict | null)[]
  /** The whole outcome where nobody stands here, else null. */
  readonly nobody: Outcome | null
}

type Pass = Hook['pass']

const standings = new WeakMap<readonly Hook[], Map<PointId | Pass, Standing>>()

/** Remembered by the identity of the list: a composition's hooks do not change while it rules. */
export function standingOf(hooks: readonly Hook[], point: PointId, pass?: Pass): Standing {
  let byPoint = standings.get(hooks)
  if (byPoint === undefined) {
    byPoint = new Map()
    standings.set(hooks, byPoint)
  }
  // The second pass is of one point.
  const key = pass ?? point
  let standing = byPoint.get(key)
  if (standing === undefined || standing.elsewhere.length !== hooks.length) {
    standing = findStanding(hooks, point, pass)
    byPoint.set(key, standing)
  }
  return standing
}

function findStanding(hooks: readonly Hook[], point: PointId, pass: Pass): Standing {
  const elsewhere = hooks.map((hook, position) =>
    hook.points.includes(point) && hook.pass === pass ? null : notAsked(hook, position, 'wrong point'),
  )
  const away = elsewhere.filter((verdict) => verdict !== null)
  const nobody = away.length === hooks.length ? nobodyAt(point, Object.freeze(away)) : null
  return { elsewhere, nobody }
}
