/**
 * Private keys in a text, as blocks of lines. Promises: one pass; every line of a block stays a line, with the number
 * that a listing put before it, so that places in the text stay what they were.
 */

const BEGIN = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g
const END = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g
/** Base64, alone in its line or behind the number of it; also what one line holds of several, written as `\n`. */
const KEY_LINE = /^(?:[ \t]*\d+\t)?[ \t"']*(?:[A-Za-z0-9+/=]|\\[nr]){16,}[ \t"',+\\]*\r?$/
/** Source code that names both marks has no key between them. */
const MATERIAL = /[A-Za-z0-9+/=]{40}/
const LINE_NUMBER = /^[ \t]*\d+\t/

export interface Block {
  readonly from: number
  readonly to: number
}

export function findPrivateKeys(text: string): readonly Block[] {
  const blocks: Block[] = []
  let end = 0
  BEGIN.lastIndex = 0
  for (let begin = BEGIN.exec(text); begin !== null; begin = BEGIN.exec(text)) {
    const inside = BEGIN.lastIndex
    // Looked for once, however many beginnings stand before it.
    if (end < inside) end = nextEnd(text, inside)
    // The end of another key is not this one's: what lies between would go with it.
    const next = text.slice(inside, end).indexOf('-----BEGIN')
    const to = end === Number.POSITIVE_INFINITY || next >= 0 ? endOfLines(text, inside) : end
    if (!MATERIAL.test(text.slice(inside, to))) continue
    blocks.push({ from: begin.index, to })
    BEGIN.lastIndex = to
  }
  return blocks
}

/** Behind the next end mark; infinite where there is none. */
function nextEnd(text: string, from: number): number {
  END.lastIndex = from
  return END.exec(text) === null ? Number.POSITIVE_INFINITY : END.lastIndex
}

/** The end mark was cut off: the key goes on as long as its lines look like one. */
function endOfLines(text: string, from: number): number {
  let to = lineEnd(text, from)
  while (to < text.length) {
    const end = lineEnd(text, to + 1)
    if (!KEY_LINE.test(text.slice(to + 1, end))) break
    to = end
  }
  return to
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end
}

/** The first line says what stood here, the others are empty but for their numbers and the kind of their ends. */
export function emptied(block: string, replacement: string): string {
  const [first, ...others] = block.split('\n')
  if (first === undefined) return replacement
  const endOf = (line: string) => (line.endsWith('\r') ? '\r' : '')
  const left = others.map((line) => (LINE_NUMBER.exec(line)?.[0] ?? '') + endOf(line))
  return [replacement + endOf(first), ...left].join('\n')
}
