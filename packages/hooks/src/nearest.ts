/** The name that somebody probably meant, or null where none is near: at most a third of its letters off. */
export function nearest(name: string, names: readonly string[]): string | null {
  let best: string | null = null
  let bestOff = Number.POSITIVE_INFINITY
  for (const candidate of names) {
    const off = editsBetween(squash(name), squash(candidate))
    if (off < bestOff && off * 3 <= candidate.length) {
      best = candidate
      bestOff = off
    }
  }
  return best
}

/** Names of other dialects differ in case, `_` and `-`: `guard.on_input`. */
function squash(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, '')
}

/** Levenshtein's distance, one row at a time. */
function editsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
