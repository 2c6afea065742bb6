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

/** Names, since the fonts of the app hold no pictures of control characters. */
const NAMES =
  'NUL SOH STX ETX EOT ENQ ACK BEL BS HT LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US'
const NAME_OF: ReadonlyMap<number, string> = new Map([
  ...NAMES.split(' ').map((name, code) => [code, name] as const),
  ...([
    [0x7f, 'DEL'],
    [0x061c, 'ALM'],
    [0x200b, 'ZWSP'],
    [0xfeff, 'BOM'],
  ] as const),
  ...'LS PS LRE RLE PDF LRO RLO'.split(' ').map((name, at) => [0x2028 + at, name] as const),
  ...'LRI RLI FSI PDI'.split(' ').map((name, at) => [0x2066 + at, name] as const),
])

function symbolOf(character: string): string {
  const code = character.codePointAt(0) ?? 0
  return `‹${NAME_OF.get(code) ?? code.toString(16).toUpperCase().padStart(2, '0')}›`
}
