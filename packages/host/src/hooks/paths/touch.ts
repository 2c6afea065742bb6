/** What a call does to a path, as far as its words say. */
export type Touch =
  /** Only whether it is there, or what is known of it. */
  | 'name'
  | 'read'
  /** Made, or its content changed. */
  | 'write'
  /** Gone from where it was, with all that is in it. */
  | 'remove'
  /** Everything in a folder that git does not keep is gone; its own `.git` stays. */
  | 'clean'

export interface Touched {
  /** As the call has it: may begin with `~` or hold wildcards of a shell. */
  readonly text: string
  readonly touch: Touch
  /** Counts only where this is a folder. */
  readonly ifFolder?: string
}

export function touching(touch: Touch, texts: readonly string[]): readonly Touched[] {
  return texts.map((text) => ({ text, touch }))
}

/** The words that are no flags; all of them behind `--`. Flags of one letter that take the next word are named. */
export function operandsOf(args: readonly string[], valueFlags: readonly string[] = []): readonly string[] {
  const operands: string[] = []
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? ''
    if (arg === '--') return [...operands, ...args.slice(at + 1)]
    if (valueFlags.includes(arg)) at += 1
    else if (!arg.startsWith('-') || arg === '-') operands.push(arg)
  }
  return operands
}

/** Values of these flags: `-o x`, `-ox`, `--output x`, `--output=x`. */
export function valuesOf(args: readonly string[], flags: readonly string[]): readonly string[] {
  return args.flatMap((arg, at) => {
    if (flags.includes(arg)) return args[at + 1] ?? []
    const flag = flags.find((flag) => arg.startsWith(flag.startsWith('--') ? `${flag}=` : flag))
    return flag === undefined ? [] : arg.slice(flag.startsWith('--') ? flag.length + 1 : flag.length)
  })
}

/** Whether one of these flags is set, alone or among others: `-rf`, `--recursive`. */
export function hasFlag(args: readonly string[], letters: string, names: readonly string[] = []): boolean {
  return args.some((arg) => {
    if (arg.startsWith('--')) return names.includes(arg.split('=')[0] ?? arg)
    return arg.startsWith('-') && [...arg.slice(1)].some((letter) => letters.includes(letter))
  })
}

/** Every word as something that may be read: also what a flag has behind `=` or glued to it, and curl's `@file`. */
export function everyWord(args: readonly string[]): readonly Touched[] {
  return touching(
    'read',
    args.flatMap((arg) => {
      const value = /^(?:--?[\w-]+|[\w.-]+)=(.+)$/s.exec(arg)?.[1]
      if (value !== undefined) return arg.startsWith('-') ? unmarked(value) : [arg, unmarked(value)]
      if (!arg.startsWith('-')) return unmarked(arg)
      const glued = /^-[A-Za-z]([/~.$].+)$/s.exec(arg)?.[1]
      return glued === undefined ? [] : glued
    }),
  )
}

function unmarked(word: string): string {
  return word.length > 1 && word.startsWith('@') ? word.slice(1) : word
}
