/** Foreign text in pieces, so that what would be invisible or would reorder its neighbours is shown as a symbol of its own. */
import { HIDDEN_PATTERN, hasHidden, hiddenName, showHidden } from '@belay/trace'

export interface TextPiece {
  readonly text: string
  /** A symbol in the place of a character that has no picture. */
  readonly symbol: boolean
}

const RUN = new RegExp(`((?:${HIDDEN_PATTERN})+)`, 'u')

export function controlPieces(text: string): readonly TextPiece[] {
  if (!hasHidden(text)) return [{ text, symbol: false }]
  return text
    .split(RUN)
    .map((part, at) => ({ text: at % 2 === 0 ? part : [...part].map(hiddenName).join(''), symbol: at % 2 === 1 }))
    .filter(({ text: each }) => each !== '')
}

/** The same as one text, for where pieces can't be. */
export const showControls = showHidden
