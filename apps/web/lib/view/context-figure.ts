/** How full the window of the model is: what its last request of the conversation took, of what one may hold. */

import type { ModelChoice } from '@belay/api'
import { ATTR, type SessionState, type TranscriptRow, type TurnState, viewOf } from '@belay/trace'
import { formatCount, formatShort } from '../format'

export interface ContextFigure {
  readonly tokens: number
  readonly window: number
  /** Counted from characters, since no reply said what its request took. */
  readonly estimated: boolean
}

/** Characters of a token, of English and of code alike: as compaction estimates, near enough to see how full a window is. */
const CHARS_PER_TOKEN = 4

/** Null where the window is not known, or nothing was asked yet. */
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
  if (window === null) return null
  if (typeof tokens === 'number') return { tokens, window, estimated: false }
  const estimate = estimateOf(state, turn)
  return estimate === 0 ? null : { tokens: estimate, window, estimated: true }
}

/** What requests hold of the conversation up to the turn's end; the prompt of the installation and the tools are not in it. */
function estimateOf({ rows, edits, turns }: SessionState, turn: TurnState): number {
  const later = new Set(turns.filter(({ number }) => number > turn.number).map(({ id }) => id))
  const upTo = turn.endedAt ?? Number.POSITIVE_INFINITY
  const view = viewOf(
    rows.filter((row) => row.turn === null || !later.has(row.turn)),
    edits.filter(({ at }) => at <= upTo).map(({ edit }) => edit),
  )
  const chars = view.reduce((sum, item) => sum + (item.kind === 'summary' ? item.text.length : charsOf(item.row)), 0)
  return Math.ceil(chars / CHARS_PER_TOKEN)
}

function charsOf(row: TranscriptRow): number {
  switch (row.kind) {
    case 'input':
      return row.text.length
    case 'result':
      return row.content.length
    case 'reply':
      return row.calls.reduce(
        (sum, { name, raw }) => sum + name.length + raw.length,
        row.text.length + row.reasoning.length,
      )
  }
}

/** `context 12.4K of 32K`, `context about 12.4K of 32K`. */
export function contextText({ tokens, window, estimated }: ContextFigure): string {
  return `context ${estimated ? 'about ' : ''}${formatShort(tokens)} of ${formatShort(window)}`
}

export function contextTip({ tokens, window, estimated }: ContextFigure): string {
  const share = Math.round((tokens / window) * 100)
  if (estimated)
    return `The model does not say what requests take: by its characters the conversation takes about ${formatCount(tokens)} tokens of the ${formatCount(window)} that one may hold, ${share} %.`
  return `The last request took ${formatCount(tokens)} tokens of the ${formatCount(window)} that one may hold: ${share} %.`
}
