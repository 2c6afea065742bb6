/** What a call does to a path, as far as its words say. */
export type Touch =
  /** Only whether it is there, or what is known of it. */
  | 'name'
  | 'read'
  /** Changed without losing what it holds: a mode, an owner, an empty folder, the folder that a program works in. */
  | 'alter'
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
  /** What is touched is not the path itself, but some of what is below it. */
  readonly reach?: Reach
}

export interface Reach {
  /** What may be touched below a folder, as far as a quick look says; absolute. */
  below(folder: string): readonly string[]
  /** Whether this one is. */
  takes(path: string, folder: string): boolean
}

export function touching(touch: Touch, texts: readonly string[]): readonly Touched[] {
  return texts.map((text) => ({ text, touch }))
}

/** The words that are no flags; all of them behind `--`. Flags that take the next word are named. */
export function operandsOf(args: readonly string[], valueFlags: readonly string[] = []): readonly string[] {
  const operands: string[] = []
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? ''
    if (arg === '--') return [...operands, ...args.slice(at + 1)]
    if (valueFlags.some((flag) => takesNext(arg, flag))) at += 1
    else if (!arg.startsWith('-') || arg === '-') operands.push(arg)
  }
  return operands
}

/** Values of these flags: `-o x`, `-ox`, `-vo x`, `--output x`, `--output=x`. */
export function valuesOf(args: readonly string[], flags: readonly string[]): readonly string[] {
  return args.flatMap((arg, at) => {
    if (flags.some((flag) => takesNext(arg, flag))) return args[at + 1] ?? []
    return gluedTo(arg, flags) ?? []
  })
}

/** All but these flags and their values. */
export function without(args: readonly string[], flags: readonly string[]): readonly string[] {
  if (flags.length === 0) return args
  const left: string[] = []
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? ''
    if (flags.some((flag) => takesNext(arg, flag))) at += 1
    else if (gluedTo(arg, flags) === null) left.push(arg)
  }
  return left
}

/** Letters may stand together, and the last one takes the next word. */
function takesNext(arg: string, flag: string): boolean {
  if (arg === flag) return true
  return flag.length === 2 && /^-[A-Za-z]{2,4}$/.test(arg) && arg.endsWith(flag.slice(1))
}

/** `-ox`, `-vo../x`, `--output=x`. */
function gluedTo(arg: string, flags: readonly string[]): string | null {
  const [, letter, path] = /^-[A-Za-z]{1,4}([A-Za-z])([/~.$].*)$/s.exec(arg) ?? []
  if (path !== undefined && flags.includes(`-${letter}`)) return path
  const isLong = (flag: string) => flag.length > 2
  const flag = flags.find((flag) => arg.startsWith(isLong(flag) ? `${flag}=` : flag) && arg !== flag)
  return flag === undefined ? null : arg.slice(isLong(flag) ? flag.length + 1 : flag.length)
}

/** Whether one of these flags is set, alone or among others: `-rf`, `--recursive`. */
export function hasFlag(args: readonly string[], letters: string, names: readonly string[] = []): boolean {
  return args.some((arg) => {
    if (arg.startsWith('--')) return names.includes(arg.split('=')[0] ?? arg)
    return arg.startsWith('-') && [...arg.slice(1)].some((letter) => letters.includes(letter))
  })
}

const PLACE = '[-_]?(?:file|name|dir|directory|folder|path)'
/** What comes out of a program, by the names that most give it. */
const OUTPUTS = new RegExp(
  `^(?:-o(?:$|[/~.$])|--?(?:(?:out|output|dest|destination)(?:${PLACE})?|(?:target|log|report|coverage)${PLACE})(?:=|$))`,
  'i',
)
/** Their value is a pattern, part of an address, or a place that is only named. */
const NO_PATHS =
  /^--(?:(?:exclude|include|ignore)(?:-dir|-pattern)?|glob|filter|pattern|match|grep|author|format|regexp?|label|url|route|base(?:-?(?:url|path|href))?|public-?(?:url|path))(?:=|$)/i

/** Every word as something that may be read: also what a flag has behind `=` or glued to it, and curl's `@file`. */
export function everyWord(args: readonly string[]): readonly Touched[] {
  return args.flatMap((arg, at) => {
    const before = args[at - 1] ?? ''
    const flag = arg.startsWith('-') ? arg : before.includes('=') ? '' : before
    const words = wordsIn(arg).filter((word) => !NO_PATHS.test(flag) || /^(?:\.\.|~)/.test(word))
    return touching(OUTPUTS.test(flag) ? 'write' : 'read', words)
  })
}

function wordsIn(arg: string): readonly string[] {
  const value = /^(?:--?[\w-]+|[\w.-]+)=(.+)$/s.exec(arg)?.[1]
  if (value !== undefined) return arg.startsWith('-') ? [unmarked(value)] : [arg, unmarked(value)]
  if (!arg.startsWith('-')) return [unmarked(arg)]
  const glued = /^-[A-Za-z]([/~.$@].+)$/s.exec(arg)?.[1]
  return glued === undefined ? [] : [unmarked(glued)]
}

function unmarked(word: string): string {
  return word.length > 1 && word.startsWith('@') ? word.slice(1) : word
}
