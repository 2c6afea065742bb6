/** The names that are closest to a mistyped one, nearest first, at most three. */
export function nearest(name: string, known: readonly string[]): readonly string[] {
  const most = Math.max(2, Math.floor(name.length / 2))
  return known
    .map((candidate) => ({ candidate, distance: distanceOf(name.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, distance }) => distance <= most || candidate.includes(name))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ candidate }) => candidate)
}

/** ` Did you mean a, b or c?`, or nothing. */
export function didYouMean(name: string, known: readonly string[]): string {
  const names = nearest(name, known).map((near) => `\`${near}\``)
  if (names.length === 0) return ''
  const last = names.pop()
  return ` Did you mean ${names.length === 0 ? '' : `${names.join(', ')} or `}${last}?`
}

/** Levenshtein's distance, one row at a time. */
function distanceOf(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
