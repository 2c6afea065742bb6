/** Why a pattern could never match a command, with what to write instead; or null. One sentence for a person. */
import { isFunction } from './function-pattern'
import { readScript } from './read-script'
import { isAssignment } from './reading'
import { RESERVED } from './starters'
import { baseName } from './unwrap'

interface Rule {
  readonly fits: (pattern: Pattern) => boolean
  readonly says: (pattern: Pattern) => string
}

interface Pattern {
  readonly text: string
  readonly words: readonly string[]
  readonly outputs: readonly string[]
  readonly program: string
}

/** The first that fits is said. */
const RULES: readonly Rule[] = [
  { fits: ({ text }) => text === '', says: () => 'a pattern must not be empty' },
  {
    fits: ({ text }) => /[|;&\n]/.test(text),
    says: ({ words }) =>
      `it is more than one command, and a pattern is matched against each command by itself: write one program with its flags and words, such as \`${example(words)}\``,
  },
  {
    fits: ({ text }) => /[(){}`]/.test(text),
    says: () =>
      'brackets and backticks are not expanded in a pattern: write out a pattern for each command, with `*` for anything',
  },
  {
    fits: ({ words, outputs }) => words.length === 0 && outputs.length === 0,
    says: ({ text }) =>
      text.includes('>')
        ? '`>` needs the file that is written to: write it behind, such as `> /dev/sd*`'
        : 'it names no program: write one, with the flags and words that it must have, such as `rm -rf`',
  },
  {
    fits: ({ words, outputs }) => words.length > 0 && outputs.length > 0,
    says: ({ outputs }) =>
      `a redirection is matched whatever program it belongs to: write it alone, as \`> ${outputs[0] ?? 'FILE'}\``,
  },
  {
    fits: ({ text }) => text.includes('<'),
    says: () => 'what a command is fed is not matched: write the program alone',
  },
  {
    fits: ({ words }) => isAssignment(words[0] ?? ''),
    says: ({ words }) =>
      `a variable that is set before a program is no part of what is matched: write the program alone, such as \`${example(words)}\``,
  },
  {
    fits: ({ words }) => (words[0] ?? '').startsWith('-'),
    says: ({ text }) =>
      `it begins with a flag: put the program before it, such as \`rm ${text}\`, or \`* ${text}\` for any`,
  },
  {
    fits: ({ words }) => RESERVED.has(words[0] ?? '') || words[0] === 'function',
    says: ({ words }) =>
      `\`${words[0] ?? ''}\` is a word of the shell and no program: write the program that it leads to`,
  },
  {
    fits: ({ program, words }) => words.length > 0 && (program === '' || /\s/.test(program)),
    says: ({ words }) =>
      `\`${words[0] ?? ''}\` is read as the name of one program: write its name without a slash behind it, and its flags and words outside of the quotes`,
  },
]

export function patternProblem(text: string): string | null {
  const trimmed = text.trim()
  if (isFunction(trimmed)) return null
  const [command] = readScript(trimmed).commands
  const words = command?.words ?? []
  const pattern = { text: trimmed, words, outputs: command?.outputs ?? [], program: baseName(words[0] ?? '') }
  return RULES.find(({ fits }) => fits(pattern))?.says(pattern) ?? null
}

/** The first program among them with what follows it. */
function example(words: readonly string[]): string {
  const start = words.findIndex((word) => !isAssignment(word) && !word.startsWith('-') && !RESERVED.has(word))
  const shown = start < 0 ? [] : words.slice(start).filter((word, at) => at === 0 || word !== '*')
  return shown.length === 0 ? 'rm -rf' : shown.join(' ')
}
