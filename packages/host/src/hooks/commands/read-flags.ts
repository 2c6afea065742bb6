/** Where the flags of a program end and the command that it starts begins. */
import { isAssignment } from './reading'
import type { Wrapper } from './starters'

const STARTS_NOTHING = ['--help', '--version']

/** The words after a program's own flags and assignments; none where its flags say that it starts nothing. */
export function afterFlags(args: readonly string[], wrapper: Wrapper): readonly string[] {
  let at = 0
  while (at < args.length) {
    const arg = args[at] ?? ''
    if (arg === '--') return args.slice(at + 1)
    if (isAssignment(arg) || arg === '-') at += 1
    else if (!arg.startsWith('-')) break
    else if (startsNothing(arg, wrapper)) return []
    else at += takesNext(arg, wrapper) ? 2 : 1
  }
  return args.slice(at)
}

/** Whether the value of this flag is the next word: `-u root`, `-nu root`; not `-uroot` or `--user=root`. */
export function takesNext(flag: string, { values, longValues = [] }: Wrapper): boolean {
  if (flag.startsWith('--')) return longValues.includes(flag)
  const first = [...flag.slice(1)].findIndex((letter) => values.includes(letter))
  return first >= 0 && first === flag.length - 2
}

function startsNothing(flag: string, { values, startsNothing = [] }: Wrapper): boolean {
  if (flag.startsWith('--')) return STARTS_NOTHING.includes(flag) || startsNothing.includes(flag)
  for (const letter of flag.slice(1)) {
    if (values.includes(letter)) return false
    if (startsNothing.includes(letter)) return true
  }
  return false
}

/** The text that `env -S` splits into a command, with what follows it; null where there is none. */
export function splitString(args: readonly string[], env: Wrapper): string | null {
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? ''
    const attached = /^(?:-[a-zA-Z]*S|--split-string=)(.+)$/s.exec(arg)?.[1]
    if (attached !== undefined) return [attached, ...args.slice(at + 1)].join(' ')
    if (/^-[a-zA-Z]*S$|^--split-string$/.test(arg)) return args.slice(at + 1).join(' ')
    if (isAssignment(arg) || arg === '-') continue
    if (!arg.startsWith('-') || arg === '--') return null
    if (takesNext(arg, env)) at += 1
  }
  return null
}

/** The text of a `-c` or `--command` anywhere among them, which a shell runs; null where there is none. */
export function commandText(args: readonly string[]): string | null {
  for (const [index, arg] of args.entries()) {
    const attached = /^(?:-c|--command=)(.+)$/s.exec(arg)?.[1]
    if (attached !== undefined) return attached
    if (/^-[a-zA-Z]*c$|^--command$/.test(arg)) return args[index + 1] ?? null
  }
  return null
}

/** What `xargs` is told to replace by what it reads, or null. */
export function replaceMark(args: readonly string[]): string | null {
  for (const [index, arg] of args.entries()) {
    if (!arg.startsWith('-')) return null
    if (arg === '-I') return args[index + 1] ?? null
    const [, mark = null] = /^(?:-I|-i|--replace=)(.+)$/s.exec(arg) ?? []
    if (mark !== null) return mark
    if (arg === '-i' || arg === '--replace') return '{}'
  }
  return null
}
