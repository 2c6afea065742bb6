/**
 * Characters of foreign text that nobody sees, or that turn their neighbours around: a name or a command that holds one reads as
 * something else than it is. Wherever such text is shown, they are shown by name.
 */

/** Line ends and tabs shape a block of text and are none; a lone carriage return would write over its line. */
const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  /\r(?!\n)|[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u2069\ufeff]|[\u{e0000}-\u{e007f}]/u

/** A pattern without flags: what uses it adds its own, `u` among them. */
export const HIDDEN_PATTERN = HIDDEN.source

export function hasHidden(text: string): boolean {
  return HIDDEN.test(text)
}

const CONTROL_NAMES =
  'NUL SOH STX ETX EOT ENQ ACK BEL BS HT LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US'
const NAME_OF: ReadonlyMap<number, string> = new Map([
  ...CONTROL_NAMES.split(' ').map((name, code) => [code, name] as const),
  ...([
    [0x7f, 'DEL'],
    [0xad, 'SHY'],
    [0x061c, 'ALM'],
    [0x180e, 'MVS'],
    [0x200b, 'ZWSP'],
    [0x200e, 'LRM'],
    [0x200f, 'RLM'],
    [0x2060, 'WJ'],
    [0xfeff, 'BOM'],
  ] as const),
  ...'LS PS LRE RLE PDF LRO RLO'.split(' ').map((name, at) => [0x2028 + at, name] as const),
  ...'LRI RLI FSI PDI'.split(' ').map((name, at) => [0x2066 + at, name] as const),
])

/** `‹RLO›`, `‹ESC›`; its number where it has no short name. */
export function hiddenName(character: string): string {
  const code = character.codePointAt(0) ?? 0
  return `‹${NAME_OF.get(code) ?? code.toString(16).toUpperCase().padStart(2, '0')}›`
}

/** The text with each of them by name. */
export function showHidden(text: string): string {
  return hasHidden(text) ? text.replace(new RegExp(HIDDEN_PATTERN, 'gu'), hiddenName) : text
}
