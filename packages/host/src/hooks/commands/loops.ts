/** Loops over words that a script says: `for f in a b; do …; done` runs its body with each. */
import { RESERVED } from './starters'

export interface OpenLoop {
  readonly name: string
  /** What the variable has not been yet. */
  readonly left: Iterator<string>
  /** Where its body begins. */
  readonly at: number
}

export interface BegunLoop {
  readonly name: string
  readonly values: readonly string[]
}

const WITHOUT_WORDS = ['while', 'until']

/** Those that a command with these words begins: its `done` ends the last. */
export function loopsBegun(words: readonly string[], positional: readonly string[]): readonly BegunLoop[] {
  const start = words.findIndex((word) => !RESERVED.has(word))
  const reserved = start < 0 ? words : words.slice(0, start)
  const without = reserved.filter((word) => WITHOUT_WORDS.includes(word)).map((name) => ({ name, values: [] }))
  const [first = '', name = '', ...rest] = start < 0 ? [] : words.slice(start)
  if (first !== 'for' && first !== 'select') return without
  return [...without, { name, values: rest[0] === 'in' ? rest.slice(1) : positional }]
}
