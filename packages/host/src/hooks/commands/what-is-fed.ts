/** What one command hands on to the next: `printf 'rm -rf %s' x | sh` runs `rm -rf x`. */
import type { SimpleCommand } from './build-commands'
import { isAssignment, type Reading } from './reading'
import { decodeEscapes } from './shell-escapes'

export interface Fed {
  /** The text, or, where nobody can tell what it comes to, everything that went into it. */
  readonly text: string
  readonly known: boolean
  /** The words of the `find` that printed it. */
  readonly found?: readonly string[]
}

/** What they print are lines of what they are fed. */
const KEEPS_LINES = new Set(['sort', 'uniq', 'head', 'tail'])
const NOTHING: Fed = { text: '', known: true }
/** A format is begun anew for the arguments that are left; nobody writes more of them. */
const MOST_ROUNDS = 100

/** What a pipeline prints, or several. */
export function outputOf(commands: readonly SimpleCommand[], reading: Reading): Fed {
  const printed: Fed[] = []
  let fed: Fed | null = null
  for (const command of commands) {
    const output = handOn(command, command.input ?? fed, reading)
    fed = command.piped ? output : null
    if (!command.piped) printed.push(output)
  }
  const [only] = printed
  if (only !== undefined && printed.length === 1) return only
  return { text: printed.map(({ text }) => text).join('\n'), known: printed.every(({ known }) => known) }
}

export function handOn({ words, substituted }: SimpleCommand, fed: Fed | null, reading: Reading): Fed {
  const start = words.findIndex((word) => !isAssignment(word))
  const args = words.slice(start + 1)
  switch (words[start]) {
    case 'echo':
      return bounded(decodeEscapes(args.slice(flagsOf(args)).join(' ')), true, reading)
    case 'printf':
      return bounded(formatted(args[0] === '--' ? args.slice(1) : args), true, reading)
    case 'pwd':
      return { text: '$PWD', known: true }
    case 'cat':
    case 'tee':
      if (words[start] === 'tee' || args.every((arg) => arg.startsWith('-'))) return fed ?? NOTHING
      if (substituted !== null && args.length === 1) return substituted
      break
  }
  const unknown = bounded([...words, fed?.text ?? '', substituted?.text ?? ''].join(' '), false, reading)
  const found = words[start] === 'find' ? args : KEEPS_LINES.has(words[start] ?? '') ? fed?.found : undefined
  return found === undefined ? unknown : { ...unknown, found }
}

function bounded(text: string, known: boolean, reading: Reading): Fed {
  return reading.spendChars(text.length) ? { text, known } : NOTHING
}

function flagsOf(args: readonly string[]): number {
  const first = args.findIndex((arg) => !/^-[neE]+$/.test(arg))
  return first < 0 ? args.length : first
}

function formatted([format = '', ...args]: readonly string[]): string {
  const rounds: string[] = []
  let next = 0
  do {
    const from = next
    rounds.push(
      decodeEscapes(format).replace(/%(?:%|[-+ #0-9.]*[a-zA-Z])/g, (mark) =>
        mark === '%%' ? '%' : decodeEscapes(args[next++] ?? ''),
      ),
    )
    if (next === from) break
  } while (next < args.length && rounds.length < MOST_ROUNDS)
  // What is left is not lost on the one who reads it.
  return [rounds.join(''), ...args.slice(next)].join(' ')
}
