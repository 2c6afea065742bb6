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

export interface WildRules<Item> {
  /** Stands for any number of items. */
  isStar(part: Item): boolean
  isLike(part: Item, item: Item): boolean
}

/** The same for any list: the last star that was met takes one item more wherever the rest does not fit. */
export function matchesWild<Item>(
  pattern: ArrayLike<Item>,
  list: ArrayLike<Item>,
  { isStar, isLike }: WildRules<Item>,
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
