/**
 * Whether a text matches a pattern in which `*` stands for anything, and `one`, where given, for any one character.
 * Promises: at most pattern × text steps, whatever the pattern: it comes from a person and the text from a model.
 */
export function matchesGlob(pattern: string, text: string, one: '?' | null = null): boolean {
  return matchesWild(pattern, text, {
    isStar: (letter) => letter === '*',
    isLike: (letter, other) => letter === other || letter === one,
  })
}

/** As shells match names: `*`, `?` and `[a-z]`, `[!a]`. A bracket that is not closed is a bracket. */
export function matchesShellGlob(pattern: string, name: string): boolean {
  return matchesWild<string, string>(shellParts(pattern), [...name], {
    isStar: (part) => part === '*',
    isLike: (part, letter) =>
      part === '?' || (part.startsWith('[') && part !== '[' ? isInClass(part, letter) : part === letter),
  })
}

export function hasWildcard(word: string): boolean {
  const open = word.indexOf('[')
  return /[*?]/.test(word) || (open >= 0 && word.lastIndexOf(']') > open)
}

/** Letters, and classes in brackets. Each bracket is looked for once. */
function shellParts(pattern: string): readonly string[] {
  const parts: string[] = []
  const last = pattern.lastIndexOf(']')
  for (let at = 0; at < pattern.length; ) {
    const end = pattern[at] === '[' && at < last ? endOfClass(pattern, at) : 0
    const part = end > 0 ? pattern.slice(at, end) : String.fromCodePoint(pattern.codePointAt(at) ?? 0)
    parts.push(part)
    at += part.length
  }
  return parts
}

/** Behind the `]` that closes it, or 0. One that stands first is a letter of the class. */
function endOfClass(pattern: string, at: number): number {
  const from = at + (/^[!^]/.test(pattern[at + 1] ?? '') ? 3 : 2)
  const named = pattern.startsWith('[:', from - 1) ? pattern.indexOf(':]', from) : -1
  return pattern.indexOf(']', named < 0 ? from : named + 2) + 1
}

function isInClass(part: string, letter: string): boolean {
  const not = /^\[[!^]/.test(part)
  const inside = part.slice(not ? 2 : 1, -1)
  // `[:alpha:]` and its like: any letter may be meant.
  if (inside.includes('[:')) return true
  const ranges = inside.match(/.-.|./gsu) ?? []
  const isIn = ranges.some((range) => {
    const [first = '', last = first] = range.length > 2 ? [...range].filter((_, at) => at !== 1) : [range]
    return first <= letter && letter <= last
  })
  return isIn !== not
}

export interface WildRules<Part, Item> {
  /** Stands for any number of items. */
  isStar(part: Part): boolean
  isLike(part: Part, item: Item): boolean
}

/** The same for any list: the last star that was met takes one item more wherever the rest does not fit. */
export function matchesWild<Part, Item>(
  pattern: ArrayLike<Part>,
  list: ArrayLike<Item>,
  { isStar, isLike }: WildRules<Part, Item>,
): boolean {
  let p = 0
  let t = 0
  let star = -1
  let resume = 0
  for (;;) {
    const part = pattern[p]
    const item = list[t]
    if (part !== undefined && isStar(part)) {
      star = p
      p += 1
      resume = t
    } else if (item === undefined) {
      return part === undefined
    } else if (part !== undefined && isLike(part, item)) {
      p += 1
      t += 1
    } else if (star >= 0) {
      p = star + 1
      resume += 1
      t = resume
    } else return false
  }
}
