/** The name that was probably meant: the closest by edits, or null where none is close. */
export function nearest(typed: string, names: readonly string[]): string | null {
  let best: string | null = null
  // More than a third of the letters wrong is another word.
  let least = Math.max(2, Math.ceil(typed.length / 3)) + 1
  for (const name of names) {
    const distance = edits(typed.toLowerCase(), name.toLowerCase())
    if (distance < least) [best, least] = [name, distance]
  }
  return best
}

/** ` (did you mean X?)`, or nothing. */
export function didYouMean(typed: string, names: readonly string[]): string {
  const name = nearest(typed, names)
  return name === null ? '' : ` (did you mean ${name}?)`
}

function edits(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1]
      const [left = 0, above = 0, diagonal = 0] = [next[j - 1], row[j], row[j - 1]]
      next.push(Math.min(left + 1, above + 1, diagonal + (same ? 0 : 1)))
    }
    row = next
  }
  return row[other.length] ?? 0
}
