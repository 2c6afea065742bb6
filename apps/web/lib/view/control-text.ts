/** Foreign text in pieces, so that what would be invisible or would reorder its neighbours is shown as a symbol of its own. */

export interface TextPiece {
  readonly text: string
  /** A symbol in the place of a character that has no picture. */
  readonly symbol: boolean
}

/** Line ends and tabs shape a block of text and stay; a lone carriage return would write over its line. */
const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  /\r(?!\n)|[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200b\u2028-\u202e\u2066-\u2069\ufeff]/

const RUN = new RegExp(`((?:${HIDDEN.source})+)`)

export function controlPieces(text: string): readonly TextPiece[] {
  if (!HIDDEN.test(text)) return [{ text, symbol: false }]
  return text
    .split(RUN)
    .map((part, at) => ({ text: at % 2 === 0 ? part : [...part].map(symbolOf).join(''), symbol: at % 2 === 1 }))
    .filter(({ text: each }) => each !== '')
}

/** The same as one text, for where pieces can't be. */
export function showControls(text: string): string {
  return controlPieces(text).reduce((all, piece) => all + piece.text, '')
}

/** U+2400 and on are the pictures of U+0000 to U+001F. */
const PICTURES = 0x2400
const DELETE = 0x7f
const PICTURE_OF_DELETE = '\u2421'

function symbolOf(character: string): string {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x20) return String.fromCodePoint(PICTURES + code)
  return code === DELETE ? PICTURE_OF_DELETE : `‹${code.toString(16).toUpperCase().padStart(4, '0')}›`
}
