/**
 * Long texts by their beginnings. Promises: what is asked of a text of any length costs what is shown of it, but for counting its
 * lines once; no letter is cut in two.
 */

export interface Head {
  readonly text: string
  /** Letters that are left out. */
  readonly left: number
  /** Whether it ends within a line. */
  readonly cut: boolean
}

/** Its first lines, and of those its first letters. */
export function headOf(text: string, most: { readonly lines: number; readonly chars: number }): Head {
  let end = 0
  for (let line = 0; line < most.lines && end <= text.length; line++) {
    const to = text.indexOf('\n', end)
    if (to < 0 || to >= most.chars) {
      end = text.length + 1
      break
    }
    end = to + 1
  }
  const lines = Math.min(text.length, end - 1)
  if (lines <= most.chars) return { text: text.slice(0, lines), left: text.length - lines, cut: false }
  const head = wholeLetters(text.slice(0, most.chars))
  return { text: head, left: text.length - head.length, cut: true }
}

/** Between words, where there are words; else between letters. */
function wholeLetters(head: string): string {
  const end = head.lastIndexOf(' ')
  if (end > head.length / 2) return head.slice(0, end)
  return isHighSurrogate(head.charCodeAt(head.length - 1)) ? head.slice(0, -1) : head
}

const counted = new Map<string, number>()
/** Texts whose lines are remembered. */
const MOST_COUNTED = 200

export function lineCount(text: string): number {
  const known = counted.get(text)
  if (known !== undefined) return known
  let lines = 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1
  // A line break at the very end begins no line.
  if (text.length > 1 && text.endsWith('\n')) lines -= 1
  if (counted.size >= MOST_COUNTED) counted.clear()
  counted.set(text, lines)
  return lines
}

/** A text in parts of which only those in view are drawn: a line each, a long line in several. */
export function partsOf(text: string, most: number): readonly (readonly [from: number, to: number])[] {
  const parts: [number, number][] = []
  let from = 0
  while (from <= text.length) {
    const to = text.indexOf('\n', from)
    const end = to < 0 ? text.length : to
    do {
      const next = end - from > most ? afterLetter(text, from + most) : end
      parts.push([from, next])
      from = next
    } while (from < end)
    from = end + 1
    if (end === text.length) break
    if (from === text.length) break
  }
  return parts
}

function afterLetter(text: string, at: number): number {
  return isHighSurrogate(text.charCodeAt(at - 1)) ? at - 1 : at
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code < 0xdc00
}
