/** Places where a text can be cut. Promises: never within a character as a reader sees it; at the end of a line where one is near. */

/** A family, a flag or a letter with its marks is shorter. */
const LONGEST_LETTER = 256
/** Of what is kept, as much may be given up for whole lines. */
const LINE_SHARE = 0.2

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Where the first part ends that has at most so many characters. */
export function headEnd(text: string, most: number): number {
  if (most >= text.length) return text.length
  const line = text.lastIndexOf('\n', most - 1) + 1
  return line > most * (1 - LINE_SHARE) ? line : boundary(text, most, 'before')
}

/** Where the last part begins that has at most so many characters. */
export function tailStart(text: string, most: number): number {
  const from = Math.max(0, text.length - most)
  if (from === 0) return 0
  const line = text.indexOf('\n', from - 1) + 1
  return line > 0 && line - from < most * LINE_SHARE ? line : boundary(text, from, 'after')
}

/** The nearest place between two letters. */
function boundary(text: string, at: number, side: 'before' | 'after'): number {
  const from = windowStart(text, at)
  const piece = text.slice(from, at + LONGEST_LETTER)
  const starts = [...letters.segment(piece)].map(({ index }) => from + index)
  if (side === 'before') return starts.findLast((start) => start <= at) ?? from
  return starts.find((start) => start >= at) ?? Math.min(text.length, from + piece.length)
}

/** At white space, where a letter surely begins; else as far back as any letter goes. */
function windowStart(text: string, at: number): number {
  const least = Math.max(0, at - LONGEST_LETTER)
  const back = text.slice(least, at)
  const space = back.search(/\s/)
  if (least === 0) return 0
  if (space >= 0) return least + space
  const isLow = /^[\uDC00-\uDFFF]/.test(back)
  return isLow ? least + 1 : least
}
