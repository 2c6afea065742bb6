/**
 * How the commands of a script follow one another, for those who must know in which folder each runs. Promises: says only
 * what the text says; whether a command succeeds nobody knows here.
 */

/** After the one before it in the same shell: `;`, `&&`, `||`, `|`; `beside` where that one goes on by itself (`&`). */
export type Link = 'then' | 'and' | 'or' | 'pipe' | 'beside'

/** What a `cd` changes ends with it. */
export interface Shell {
  readonly parent: Shell | null
  /** How what opened it follows in the parent. */
  readonly link: Link
  /** `( … )` is a command of its parent; `$( … )` and `sh -c` are part of one. */
  readonly isCommand: boolean
  /** Folders that it is started in, one from the other: `env -C dir sh -c …`. */
  readonly within: readonly string[]
}

export function rootShell(): Shell {
  return { parent: null, link: 'then', isCommand: false, within: [] }
}

interface Inner {
  readonly isCommand?: boolean
  readonly within?: readonly string[]
}

export function innerShell(parent: Shell, link: Link, { isCommand = false, within = [] }: Inner = {}): Shell {
  return { parent, link, isCommand, within }
}

const OPENS = new Set(['{', 'if', 'while', 'until', 'for', 'case', 'select'])
const CLOSES = new Set(['}', 'fi', 'done', 'esac'])
const BETWEEN = new Set(['then', 'do', 'else', 'elif', '!', 'time'])

/** How many groups, branches and loops a command opens (or closes, where it is less than nothing). */
export function nestingOf(words: readonly string[]): number {
  let nesting = 0
  for (const word of words) {
    if (OPENS.has(word)) nesting += 1
    else if (CLOSES.has(word)) nesting -= 1
    else if (!BETWEEN.has(word)) break
  }
  return nesting
}
