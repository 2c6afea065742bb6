/**
 * How well what was typed fits a name. Promises: every word that was typed must fit, in any order; what begins a word goes before
 * what stands within one, and that before letters that only come in this order.
 */

/** What fits, with the places of its letters in the title. */
export interface Fit {
  /** More is better. */
  readonly score: number
  readonly letters: readonly number[]
}

/** `beside` is searched as well, and counts half. Null where something typed fits neither. */
export function fit(typed: string, title: string, beside = ''): Fit | null {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  let score = 0
  const letters: number[] = []
  for (const word of words) {
    const inTitle = fitWord(word, title)
    const around = fitWord(word, beside)
    const best = Math.max(inTitle?.score ?? 0, (around?.score ?? 0) / 2)
    if (best <= 0) return null
    if (inTitle !== null && inTitle.score >= best) letters.push(...inTitle.letters)
    score += best
  }
  // Of two that fit alike the shorter one is meant.
  return { score: score - title.length / 100, letters: [...new Set(letters)].sort((a, b) => a - b) }
}

const AT_START = 120
const AT_WORD = 100
const WITHIN = 50
const SCATTERED = 40
/** What each letter that is passed over costs: `nxref` still finds `Next refusal`, four letters all over a sentence nothing. */
const SKIPPED = 3

function fitWord(word: string, text: string): Fit | null {
  const low = lower(text)
  const starts = wordStarts(low)
  const whole = starts.find((at) => low.startsWith(word, at))
  if (whole !== undefined) return { score: whole === 0 ? AT_START : AT_WORD, letters: range(whole, word.length) }
  const inside = low.indexOf(word)
  if (inside >= 0 && word.length > 1) return { score: WITHIN, letters: range(inside, word.length) }
  return starts
    .map((at) => scattered(word, low, at))
    .reduce((best, one) => (one !== null && (best === null || one.score > best.score) ? one : best), null)
}

/** From the beginning of a word on, each letter where it comes next; the beginning of a later word is as near as the next letter. */
function scattered(word: string, low: string, from: number): Fit | null {
  const letters: number[] = []
  let [at, score] = [from, SCATTERED]
  for (const letter of word) {
    const next = low.indexOf(letter, at)
    if (next < 0) return null
    const word = nextWordWith(low, letter, at)
    const step = next > at && word !== null ? word : next
    if (letters.length > 0 && step > at && !isWordStart(low, step)) score -= SKIPPED * (step - at)
    letters.push(step)
    at = step + 1
  }
  return score > 0 && letters[0] === from ? { score, letters } : null
}

function nextWordWith(low: string, letter: string, from: number): number | null {
  for (let at = from; at < low.length; at += 1) if (low[at] === letter && isWordStart(low, at)) return at
  return null
}

function wordStarts(low: string): readonly number[] {
  return [...low].flatMap((_, at) => (isWordStart(low, at) ? [at] : []))
}

function isWordStart(low: string, at: number): boolean {
  return /[\p{L}\p{N}]/u.test(low[at] ?? '') && !/[\p{L}\p{N}]/u.test(low[at - 1] ?? ' ')
}

/** Letter by letter, so that places stay what they are. */
function lower(text: string): string {
  return Array.from({ length: text.length }, (_, at) => {
    const low = text.charAt(at).toLowerCase()
    return low.length === 1 ? low : text.charAt(at)
  }).join('')
}

function range(from: number, length: number): readonly number[] {
  return Array.from({ length }, (_, at) => from + at)
}
