/**
 * Text of a command as models and pages may have it. Promises: no escape sequence, no control character but newline and tab;
 * lines end in a newline. What was taken out stands in the record as the command wrote it.
 */

/** Colours and cursor, titles and links, device strings, and what else begins with an escape; in their 8-bit form too. */
const ESCAPES =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /(?:\x1b\]|\x9d)[^\x07\x1b\x9c\n]*(?:\x07|\x1b\\|\x9c)?|(?:\x1b[PX^_]|[\x90\x98\x9e\x9f])[^\x1b\x9c\n]*(?:\x1b\\|\x9c)?|(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?|\x1b[ -/]*[0-~]?/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufeff]/g

export function withoutEscapes(text: string): string {
  return text.replace(ESCAPES, '')
}

export function plainText(text: string): string {
  return withoutEscapes(text).replace(/\r\n?/g, '\n').replace(CONTROLS, '')
}

/** Without blank ends; null where nothing is left. */
export function plainOrNull(text: string): string | null {
  const plain = plainText(text).trim()
  return plain === '' ? null : plain
}

/** Of a text that floods, its beginning is looked for in so much of it. */
const MOST_LOOKED_AT = 65_536

/** Its beginning, on one line, for a sentence about it. */
export function headOf(text: string, most = 300): string {
  const line = plainText(text.slice(0, MOST_LOOKED_AT))
    .trim()
    .replace(/\s*\n\s*/g, ' ⏎ ')
  return line.length <= most ? line : `${cutAt(line, most)}…`
}

/** The same text, cut with a mark that says how many characters were left out. Never within a character. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text
  const kept = cutAt(text, most)
  return `${kept}\n[${text.length - kept.length} more characters were left out]`
}

function cutAt(text: string, at: number): string {
  const within = /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(at - 1, at + 1))
  return text.slice(0, within ? at - 1 : at)
}
