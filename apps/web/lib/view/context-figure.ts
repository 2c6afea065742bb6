/** How full the window of the model is: what its last request of the conversation took, of what one may hold. */

import type { ModelChoice } from '@belay/api'
import { ATTR, type SessionState, type TurnState } from '@belay/trace'
import { formatCount, formatShort } from '../format'

export interface ContextFigure {
  readonly tokens: number
  readonly window: number
}

/** Null where the window is not known, or no model call said what it took. */
export function contextFigure(
  state: SessionState,
  turn: TurnState,
  models: readonly ModelChoice[],
): ContextFigure | null {
  const window = models.find(({ id }) => id === `${turn.provider}/${turn.model}`)?.window ?? null
  const tokens = turn.spans
    .map((id) => state.spans.get(id))
    // What a hook or a summary asks is no request of the conversation.
    .filter((span) => span?.kind === 'model' && span.attributes[ATTR.purpose] === undefined)
    .map((span) => span?.attributes[ATTR.inputTokens])
    .findLast((value) => typeof value === 'number')
  return window === null || typeof tokens !== 'number' ? null : { tokens, window }
}

/** `context 12.4K of 32K`. */
export function contextText({ tokens, window }: ContextFigure): string {
  return `context ${formatShort(tokens)} of ${formatShort(window)}`
}

export function contextTip({ tokens, window }: ContextFigure): string {
  const share = Math.round((tokens / window) * 100)
  return `The last request took ${formatCount(tokens)} tokens of the ${formatCount(window)} that one may hold: ${share} %.`
}
