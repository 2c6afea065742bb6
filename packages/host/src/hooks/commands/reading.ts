/**
 * What is kept in mind while one command is read: variables that it set, and how much reading is left. Promises: whatever
 * expands into itself or never ends is given up within these bounds, and it is said why; the one who asked then refuses.
 */

/** More words and characters than any command has that somebody wrote, scripts inside of it counted again. */
const MOST_WORDS = 200_000
const MOST_CHARS = 4_000_000
/** Rounds of loops, those of loops inside of loops counted again. */
const MOST_ROUNDS = 10_000

export class Reading {
  /** Why the command could not be read to its end, as the end of a sentence that begins with "it"; or null. */
  unread: string | null = null
  /** `$1` and what follows it. */
  positional: readonly string[] = []
  private readonly variables: Map<string, string>
  private words = MOST_WORDS
  private chars = MOST_CHARS
  private rounds = MOST_ROUNDS

  constructor(variables: Readonly<Record<string, string>> = {}) {
    this.variables = new Map([['IFS', ' '], ...Object.entries(variables)])
  }

  giveUp(why: string): void {
    this.unread ??= why
  }

  spendWords(count: number): boolean {
    this.words -= count
    return this.spent(this.words)
  }

  spendChars(count: number): boolean {
    this.chars -= count
    return this.spent(this.chars)
  }

  /** One more round of a loop, which reads so much again. */
  spendRound(chars: number): boolean {
    this.rounds -= 1
    if (this.rounds < 0) this.giveUp('goes through too many loops')
    return this.rounds >= 0 && this.spendChars(chars)
  }

  /** The value in words (`$@` has several), or null where it is not known. */
  valueOf(name: string): readonly string[] | null {
    if (name === '@' || name === '*') return this.positional.length === 0 ? null : this.positional
    const value = /^\d/.test(name) ? this.positional[Number(name) - 1] : this.variables.get(name)
    return value === undefined ? null : [value]
  }

  /** Takes in `NAME=value` and `NAME+=value`. */
  assign(word: string): void {
    const [, name, plus, value = ''] = /^([A-Za-z_]\w*)(?:\[[^\]]*\])?(\+?)=(.*)$/s.exec(word) ?? []
    if (name === undefined || !this.spendChars(value.length)) return
    this.variables.set(name, plus === '+' ? (this.variables.get(name) ?? '') + value : value)
  }

  private spent(left: number): boolean {
    if (left < 0) this.giveUp('is too long')
    return left >= 0
  }
}

export function isAssignment(word: string): boolean {
  return /^[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=/.test(word)
}
