/**
 * Whether the turn that is looked at ran under other hooks than rule now. A turn that is only followed shows the hooks of
 * now, since it is them that a person changes; one that was chosen shows those that ruled it.
 */
import type { Composition, SessionState, TurnState } from '@belay/trace'
import { compareCompositions, type Difference, differenceText } from './compare-compositions'

export interface Since {
  readonly turn: number
  readonly then: Composition
  readonly differences: readonly Difference[]
}

/** What changed since a turn began; null where the same hooks rule. */
export function sinceTurn(state: SessionState, turn: TurnState | null): Since | null {
  const now = state.composition
  const then = turn === null ? undefined : state.compositions.get(turn.composition)
  if (turn === null || now === null || then === undefined || then.hash === now.hash) return null
  return { turn: turn.number, then, differences: compareCompositions(then, now) }
}

/** More of them is a list that nobody reads in a banner. */
const MOST_NAMED = 4

/** `+ protect-paths, block-commands: enforce → shadow and 3 more`. */
export function differencesText(differences: readonly Difference[], most = MOST_NAMED): string {
  if (differences.length === 0) return 'nothing that shows'
  const named = differences.slice(0, most).map(differenceText).join(', ')
  return differences.length > most ? `${named} and ${differences.length - most} more` : named
}
