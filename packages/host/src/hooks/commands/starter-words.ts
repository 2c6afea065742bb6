/** What programs that start another one do with files themselves: the folder that they go to, what they write and read. */
import { afterFlags, takesNext } from './read-flags'
import { ENV, FLOCK, PARALLEL, RUNUSER, WATCH, WRAPPERS, type Wrapper, XARGS } from './starters'

const OTHERS: Readonly<Record<string, Wrapper>> = {
  env: ENV,
  flock: FLOCK,
  parallel: PARALLEL,
  runuser: RUNUSER,
  watch: WATCH,
  xargs: XARGS,
}

export interface OwnWords {
  readonly folders: readonly string[]
  readonly writes: readonly string[]
  readonly reads: readonly string[]
}

const NONE: OwnWords = { folders: [], writes: [], reads: [] }

/** The folders in which the program behind it starts, one from the other. */
export function startFolders(program: string, args: readonly string[]): readonly string[] {
  return ownWords(program, args).folders
}

export function ownWords(program: string, args: readonly string[]): OwnWords {
  const wrapper = wrapperOf(program)
  if (wrapper === null) return NONE
  const own = args.slice(0, args.length - afterFlags(args, wrapper).length)
  const { folders = [], writes = [], reads = [] } = wrapper
  const locks = program === 'flock' ? afterFlags(args, wrapper).slice(0, 1) : []
  const root = program === 'chroot' ? afterFlags(args, wrapper).slice(0, 1) : []
  return {
    folders: [...flagValues(own, wrapper, folders), ...root],
    writes: flagValues(own, wrapper, writes),
    reads: [...flagValues(own, wrapper, reads), ...locks],
  }
}

function wrapperOf(program: string): Wrapper | null {
  if (Object.hasOwn(WRAPPERS, program)) return WRAPPERS[program] ?? null
  return Object.hasOwn(OTHERS, program) ? (OTHERS[program] ?? null) : null
}

/** `-C x`, `-Cx`, `-iC x`, `--chdir x`, `--chdir=x`. */
function flagValues(own: readonly string[], wrapper: Wrapper, flags: readonly string[]): readonly string[] {
  const values: string[] = []
  for (let at = 0; at < own.length; at++) {
    const arg = own[at] ?? ''
    if (!arg.startsWith('-') || arg === '--') continue
    const next = takesNext(arg, wrapper) ? own[at + 1] : undefined
    if (flags.includes(flagOf(arg, wrapper))) values.push(next ?? gluedValue(arg, wrapper) ?? '')
    if (next !== undefined) at += 1
  }
  return values.filter((value) => value !== '')
}

/** The flag of an argument that has a value; of several letters the one that takes the rest. */
function flagOf(arg: string, { values }: Wrapper): string {
  if (arg.startsWith('--')) return arg.split('=')[0] ?? arg
  const letter = [...arg.slice(1)].find((letter) => values.includes(letter))
  return letter === undefined ? arg : `-${letter}`
}

function gluedValue(arg: string, { values }: Wrapper): string | null {
  if (arg.startsWith('--')) return arg.includes('=') ? arg.slice(arg.indexOf('=') + 1) : null
  const at = [...arg].findIndex((letter, at) => at > 0 && values.includes(letter))
  return at < 0 || at === arg.length - 1 ? null : arg.slice(at + 1)
}
