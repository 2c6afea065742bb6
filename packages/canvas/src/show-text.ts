/**
 * Foreign text as it may be drawn: well-formed, on one line, with what would be invisible or would reorder its
 * neighbours shown as a symbol. The text itself is never changed; this is only its picture.
 */

/** Names of the characters that turn the direction of text around, and of the blanks that nobody sees. */
const NAMES: ReadonlyMap<number, string> = new Map([
  [0x061c, 'ALM'],
  [0x200b, 'ZWSP'],
  [0x200e, 'LRM'],
  [0x200f, 'RLM'],
  [0x2028, 'LS'],
  [0x2029, 'PS'],
  [0x202a, 'LRE'],
  [0x202b, 'RLE'],
  [0x202c, 'PDF'],
  [0x202d, 'LRO'],
  [0x202e, 'RLO'],
  [0x2066, 'LRI'],
  [0x2067, 'RLI'],
  [0x2068, 'FSI'],
  [0x2069, 'PDI'],
  [0xfeff, 'BOM'],
])

const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
  /\r\n|[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]|[\ud800-\udfff]/gu

/**
 * Pictures of controls that every face has which the pages ship: the symbols that Unicode has for them (U+2400 and on, the
 * return arrows) are in none of them, and a machine without such a font would show boxes.
 */
const LINE_END = '¶'
const CONTROL = '·'
const REPLACEMENT = '\ufffd'

export function showText(text: string): string {
  return text.replace(HIDDEN, (found) => {
    if (found === '\t') return ' '
    if (found.endsWith('\n') || found === '\r') return LINE_END
    const code = found.codePointAt(0) ?? 0
    if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return CONTROL
    const name = NAMES.get(code)
    return name === undefined ? REPLACEMENT : `‹${name}›`
  })
}

const STRONG = /[\p{L}\p{Nl}]/u
/** Hebrew, Arabic and the scripts between and beside them that are written from the right. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** The direction of a text's first letter. */
export function isRightToLeft(text: string): boolean {
  const first = STRONG.exec(text)
  return first !== null && RIGHT_TO_LEFT.test(first[0])
}
