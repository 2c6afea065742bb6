/**
 * `{rm,-rf,x}`, as shells that know it expand it. Promises: at most `MOST_WORDS` words; null beyond. What was quoted is no
 * mark: the reader puts these characters, which nobody writes, where a bare brace or comma stood.
 */
export const OPEN = '\uE000'
export const COMMA = '\uE001'
export const CLOSE = '\uE002'

const MOST_WORDS = 1_000
/** Longer than any list that somebody wrote; the work is words × length. */
const LONGEST = 10_000

export function expandBraces(word: string): readonly string[] | null {
  const done: string[] = []
  const waiting = [word]
  while (waiting.length > 0) {
    const one = waiting.pop() ?? ''
    const group = one.includes(COMMA) ? outermostGroup(one) : null
    if (group === null) done.push(plain(one))
    else {
      if (one.length > LONGEST || done.length + waiting.length > MOST_WORDS) return null
      for (let at = group.marks.length - 1; at > 0; at--) {
        const part = one.slice((group.marks[at - 1] ?? 0) + 1, group.marks[at])
        waiting.push(one.slice(0, group.marks[0]) + part + one.slice((group.marks.at(-1) ?? 0) + 1))
      }
    }
  }
  return done
}

/** As it was written. */
export function plain(word: string): string {
  return word.replaceAll(OPEN, '{').replaceAll(COMMA, ',').replaceAll(CLOSE, '}')
}

interface Group {
  /** Where its opening brace, its commas and its closing brace stand. */
  readonly marks: number[]
}

/** The first group that has a comma and is closed. */
function outermostGroup(word: string): Group | null {
  const open: Group[] = []
  let first: Group | null = null
  for (let at = 0; at < word.length; at++) {
    const char = word[at]
    if (char === OPEN) open.push({ marks: [at] })
    else if (char === COMMA) open.at(-1)?.marks.push(at)
    else if (char === CLOSE) {
      const group = open.pop()
      group?.marks.push(at)
      const holds = group !== undefined && group.marks.length > 2
      if (holds && (first === null || (group.marks[0] ?? 0) < (first.marks[0] ?? 0))) first = group
    }
  }
  return first
}
