/**
 * Whether a text matches a pattern in which `*` stands for anything, and `one`, where given, for any one character.
 * Promises: at most pattern × text steps, whatever the pattern: it comes from a person and the text from a model.
 */
export function matchesGlob(pattern: string, text: string, one: '?' | null = null): boolean {
  let p = 0
  let t = 0
  let star = -1
  let resume = 0
  while (t < text.length) {
    if (pattern[p] === '*') {
      star = p
      p += 1
      resume = t
    } else if (p < pattern.length && (pattern[p] === text[t] || pattern[p] === one)) {
      p += 1
      t += 1
    } else if (star >= 0) {
      // The last star takes one character more.
      p = star + 1
      resume += 1
      t = resume
    } else return false
  }
  while (pattern[p] === '*') p += 1
  return p === pattern.length
}
