/**
 * Cutting a label to a width, always between graphemes: an emoji family, a flag or a letter with its accents is whole or
 * gone. What is returned is well-formed and measures no more than the width; nothing where not even one letter fits.
 */
import { showText } from './show-text'

/** Width in pixels of a text in the font that it will be drawn in. */
export type Measure = (text: string) => number

const ELLIPSIS = '…'
/** No bar on a screen shows more: what is beyond is not measured. */
const MOST_GRAPHEMES = 400

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** A label prepared once and cut to any width: `cut(width)` costs a few comparisons. */
export interface PreparedLabel {
  readonly full: string
  readonly width: number
  cut(maxWidth: number): string
}

export function prepareLabel(text: string, measure: Measure): PreparedLabel {
  const { shown, ends, whole } = graphemesOf(text)
  const width = whole ? measure(shown) : Number.POSITIVE_INFINITY
  const widths: (number | undefined)[] = []
  const widthOf = (count: number): number => {
    const known = widths[count]
    if (known !== undefined) return known
    const measured = measure(prefix(shown, ends, count))
    widths[count] = measured
    return measured
  }
  return {
    full: shown,
    width,
    cut: (maxWidth) => {
      if (width <= maxWidth) return shown
      const kept = mostThatFits(ends.length, maxWidth, widthOf)
      return kept === 0 ? '' : prefix(shown, ends, kept)
    },
  }
}

export function cutLabel(text: string, maxWidth: number, measure: Measure): string {
  return prepareLabel(text, measure).cut(maxWidth)
}

function graphemesOf(text: string): { shown: string; ends: readonly number[]; whole: boolean } {
  // A grapheme is rarely longer than a dozen units: this bounds the work on a label of megabytes.
  const head = showText(text.length > MOST_GRAPHEMES * 16 ? text.slice(0, MOST_GRAPHEMES * 16) : text)
  const ends: number[] = []
  for (const { index, segment } of segmenter.segment(head)) {
    if (ends.length === MOST_GRAPHEMES) return { shown: head.slice(0, ends.at(-1)), ends, whole: false }
    ends.push(index + segment.length)
  }
  return { shown: head, ends, whole: text.length <= MOST_GRAPHEMES * 16 }
}

function prefix(shown: string, ends: readonly number[], count: number): string {
  return `${shown.slice(0, ends[count - 1] ?? 0).trimEnd()}${ELLIPSIS}`
}

/** Widths grow with the count but for kerning, so the search ends by stepping down to one that is sure to fit. */
function mostThatFits(count: number, maxWidth: number, widthOf: (count: number) => number): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if (widthOf(middle) <= maxWidth) low = middle
    else high = middle - 1
  }
  while (low > 0 && widthOf(low) > maxWidth) low -= 1
  return low
}
