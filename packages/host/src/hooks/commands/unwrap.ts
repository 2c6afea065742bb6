/**
 * What really runs: looks through `sudo`, `env`, `xargs`, `find -exec`, `sh -c` and their like to the programs behind
 * them. Promises: total; a program's name comes without its path; words that are only data are never taken for one.
 */
import { readScript, type SimpleCommand } from './read-script'

/** A program and its arguments, as it would be started. */
export interface Invocation {
  readonly program: string
  readonly args: readonly string[]
}

export interface Running {
  readonly invocations: readonly Invocation[]
  /** Files written to by redirection. */
  readonly outputs: readonly string[]
  /** The bare text of every script that runs. */
  readonly scripts: readonly string[]
}

/** Programs that start another one: which of their flags take a value, and how many words stand before the program. */
interface Wrapper {
  readonly values: string
  readonly longValues?: readonly string[]
  readonly operands?: number
}

const WRAPPERS: Readonly<Record<string, Wrapper>> = {
  sudo: { values: 'ughpCDRTUrt', longValues: ['--user', '--group', '--host', '--prompt', '--chdir', '--chroot'] },
  doas: { values: 'uC' },
  env: { values: 'uC', longValues: ['--unset', '--chdir'] },
  nice: { values: 'n', longValues: ['--adjustment'] },
  ionice: { values: 'cnpPu', longValues: ['--class', '--classdata'] },
  nohup: { values: '' },
  setsid: { values: '' },
  stdbuf: { values: 'ioe', longValues: ['--input', '--output', '--error'] },
  timeout: { values: 'sk', longValues: ['--signal', '--kill-after'], operands: 1 },
  time: { values: 'fo', longValues: ['--format', '--output'] },
  chroot: { values: '', operands: 1 },
  flock: { values: 'wE', longValues: ['--wait', '--timeout', '--conflict-exit-code'], operands: 1 },
  xargs: { values: 'nILPsdEa', longValues: ['--max-args', '--replace', '--max-procs', '--delimiter', '--arg-file'] },
  parallel: { values: 'jnIS', longValues: ['--jobs', '--max-args'] },
  watch: { values: 'n', longValues: ['--interval'] },
  command: { values: '' },
  builtin: { values: '' },
  exec: { values: 'a' },
  busybox: { values: '' },
  toybox: { values: '' },
  caffeinate: { values: 'tw' },
}
const SHELLS = new Set(['sh', 'bash', 'dash', 'ash', 'zsh', 'ksh', 'fish'])
/** Words that may stand before a command in a script. */
const RESERVED = new Set(['then', 'do', 'else', 'elif', 'if', 'while', 'until', '!', '{', '}'])
const EXEC_FLAGS = new Set(['-exec', '-execdir', '-ok', '-okdir'])
/** Wrappers in wrappers deeper than this are left alone. */
const DEEPEST = 20
/** More words than any command has. Beyond it a command is not judged but refused an opinion: the hook fails. */
const MOST_WORDS = 200_000

export function whatRuns(script: string, stdin: string | null = null): Running {
  const found = new Finder()
  found.script(script, stdin, 0)
  return found
}

export function baseName(word: string): string {
  return word.slice(word.lastIndexOf('/') + 1)
}

interface Wrapping {
  readonly wrapper: Wrapper
  readonly stdin: string | null
  readonly depth: number
}

class Finder implements Running {
  readonly invocations: Invocation[] = []
  readonly outputs: string[] = []
  readonly scripts: string[] = []
  private wordsLeft = MOST_WORDS

  script(text: string, stdin: string | null, depth: number): void {
    if (depth > DEEPEST) return
    const { commands, bare } = readScript(text)
    this.scripts.push(bare)
    let fed: string | null = stdin
    for (const command of commands) {
      for (const output of command.outputs) this.outputs.push(output)
      this.words(command.words, command.input ?? fed, depth + 1)
      fed = command.piped ? printed(command) : null
    }
  }

  private words(words: readonly string[], stdin: string | null, depth: number): void {
    if (depth > DEEPEST) return
    this.spend(words.length)
    const start = words.findIndex((word) => !RESERVED.has(word) && !isAssignment(word))
    const first = words[start]
    if (first === undefined) return
    const program = baseName(first)
    const args = words.slice(start + 1)
    this.invocations.push({ program, args })
    const wrapper = Object.hasOwn(WRAPPERS, program) ? WRAPPERS[program] : undefined
    if (SHELLS.has(program)) this.shell(args, stdin, depth)
    else if (program === 'eval') this.script(args.join(' '), null, depth + 1)
    else if (program === 'su') this.afterFlagC(args, depth)
    else if (program === 'ssh') this.script(afterFlags(args, SSH).slice(1).join(' '), stdin, depth + 1)
    else if (program === 'find') this.findExec(args, depth)
    else if (wrapper !== undefined) this.wrapped(program, args, { wrapper, stdin, depth })
  }

  private wrapped(program: string, args: readonly string[], { wrapper, stdin, depth }: Wrapping): void {
    // Only says where the program is.
    if (program === 'command' && /^-p?[vV]/.test(args[0] ?? '')) return
    const split = program === 'env' ? splitString(args) : null
    if (split !== null) this.script(split, stdin, depth + 1)
    else this.words(afterFlags(args, wrapper).slice(wrapper.operands ?? 0), stdin, depth + 1)
  }

  /** A shell runs its `-c` text, or what it is fed where it is given no file. */
  private shell(args: readonly string[], stdin: string | null, depth: number): void {
    const readsFile = afterFlags(args, { values: 'oO', longValues: ['--rcfile', '--init-file'] }).length > 0
    const readsStdin = !readsFile || args.some((arg) => /^-[a-zA-Z]*s[a-zA-Z]*$/.test(arg))
    if (args.some((arg) => /^-[a-zA-Z]*c[a-zA-Z]*$/.test(arg))) this.afterFlagC(args, depth)
    else if (stdin !== null && readsStdin) this.script(stdin, null, depth + 1)
  }

  private afterFlagC(args: readonly string[], depth: number): void {
    const flag = args.findIndex((arg) => /^-[a-zA-Z]*c[a-zA-Z]*$|^--command$/.test(arg))
    if (flag < 0) return
    const text = args.slice(flag + 1).find((arg) => !/^[-+]/.test(arg))
    if (text !== undefined) this.script(text, null, depth + 1)
  }

  private findExec(args: readonly string[], depth: number): void {
    for (const [index, arg] of args.entries()) {
      if (!EXEC_FLAGS.has(arg)) continue
      this.spend(args.length - index)
      const rest = args.slice(index + 1)
      const end = rest.findIndex((word) => word === ';' || word === '+')
      this.words(end < 0 ? rest : rest.slice(0, end), null, depth + 1)
    }
  }

  private spend(words: number): void {
    this.wordsLeft -= words
    if (this.wordsLeft < 0) throw new Error('the command is too long to be read')
  }
}

const SSH: Wrapper = { values: 'bcDEeFIiJLlmOopQRSWw' }

/** The words after a program's own flags and assignments. */
function afterFlags(args: readonly string[], { values, longValues = [] }: Wrapper): readonly string[] {
  let at = 0
  while (at < args.length) {
    const arg = args[at] ?? ''
    if (arg === '--') return args.slice(at + 1)
    if (isAssignment(arg)) at += 1
    else if (!arg.startsWith('-') || arg === '-') break
    else at += takesNext(arg, values, longValues) ? 2 : 1
  }
  return args.slice(at)
}

/** Whether the value of this flag is the next word: `-u root`, `-nu root`; not `-uroot` or `--user=root`. */
function takesNext(flag: string, values: string, longValues: readonly string[]): boolean {
  if (flag.startsWith('--')) return longValues.includes(flag)
  const first = [...flag.slice(1)].findIndex((letter) => values.includes(letter))
  return first >= 0 && first === flag.length - 2
}

/** The text that `env -S` splits into a command, with what follows it; null where there is none. */
function splitString(args: readonly string[]): string | null {
  for (const [index, arg] of args.entries()) {
    const attached = /^(?:-[a-zA-Z]*S|--split-string=)(.+)$/s.exec(arg)?.[1]
    if (attached !== undefined) return [attached, ...args.slice(index + 1)].join(' ')
    if (/^-[a-zA-Z]*S$|^--split-string$/.test(arg)) return args.slice(index + 1).join(' ')
    if (!arg.startsWith('-')) return null
  }
  return null
}

/** What `echo` and `printf` hand on: `echo 'rm -rf x' | sh` runs it. */
function printed({ words }: SimpleCommand): string | null {
  const program = baseName(words[0] ?? '')
  if (program !== 'echo' && program !== 'printf') return null
  return words
    .slice(1)
    .filter((word, index) => index > 0 || !word.startsWith('-'))
    .join(' ')
}

function isAssignment(word: string): boolean {
  return /^[A-Za-z_]\w*=/.test(word)
}
