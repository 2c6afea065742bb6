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
  return matchesWild<string, string>(pattern.match(SHELL_PARTS) ?? [], [...name], {
    isStar: (part) => part === '*',
    isLike: (part, letter) => part === '?' || (part.length > 1 ? isInClass(part, letter) : part === letter),
  })
}

export function hasWildcard(word: string): boolean {
  // Longer than any path: a look for each bracket would take as long as the square of that.
  return word.length > 4_096 ? /[*?[]/.test(word) : /[*?]|\[[^\]]+\]/.test(word)
}

/** A class in brackets, whose first letter may be `]`, or one letter. */
const SHELL_PARTS = /\[[!^]?\]?(?:\[:[a-z]+:\]|[^\]])*\]|./gsu

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
