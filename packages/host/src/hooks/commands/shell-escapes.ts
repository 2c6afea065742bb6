/** What `echo`, `printf` and `$'…'` make of a backslash and what follows it. */
const ESCAPE = /\\(?:x([0-9a-fA-F]{1,2})|[uU]([0-9a-fA-F]{1,8})|(0?[0-7]{1,3})|(.))/gs
const LETTERS: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
  e: '\x1b',
}
const LAST_CODE_POINT = 0x10ffff

export function decodeEscapes(text: string): string {
  if (!text.includes('\\')) return text
  return text.replace(ESCAPE, (_, hex?: string, unicode?: string, octal?: string, letter = '') => {
    if (hex !== undefined || unicode !== undefined) return character(Number.parseInt(hex ?? unicode ?? '', 16))
    return octal === undefined ? (LETTERS[letter] ?? letter) : character(Number.parseInt(octal, 8))
  })
}

function character(code: number): string {
  return code <= LAST_CODE_POINT ? String.fromCodePoint(code) : ''
}
