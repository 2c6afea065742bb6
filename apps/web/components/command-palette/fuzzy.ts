/** How well what was typed fits a name: every word that was typed must fit, in any order. */
import fuzzysort from 'fuzzysort'

/** What fits, with the places of its letters in the title. */
export interface Fit {
  /** More is better: 1 is the whole name. */
  readonly score: number
  readonly letters: readonly number[]
}

/** Letters that only stand about somewhere are no fit. */
const LEAST = 0.3
/** What begins a name goes before what stands within one. */
const BEGINS = 0.3

/** `beside` is searched as well, and counts half. Null where something typed fits neither. */
export function fit(typed: string, title: string, beside = ''): Fit | null {
  const words = typed.trim().split(/\s+/)
  let score = 0
  const letters: number[] = []
  for (const word of words) {
    const inTitle = fuzzysort.single(word, title)
    const around = fuzzysort.single(word, beside)
    const other = (around?.score ?? 0) / 2
    const own = inTitle === null ? 0 : inTitle.score + (inTitle.indexes[0] === 0 ? BEGINS : 0)
    if (Math.max(own, other * 2) < LEAST) return null
    if (inTitle !== null && own >= other) letters.push(...inTitle.indexes)
    score += Math.max(own, other)
  }
  return { score: score / words.length, letters: [...new Set(letters)].sort((a, b) => a - b) }
}
