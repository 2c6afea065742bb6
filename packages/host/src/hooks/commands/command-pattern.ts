/**
 * Patterns on commands, as a person writes them: `rm -rf`, `git push --force`, `mkfs*`, `dd of=/dev/sd*`, `> /dev/sd*`.
 * A command matches when it runs that program with at least those flags, however they are written (`-fr`, `-r -f`,
 * `--recursive --force`), and those operands, in that order. Never by a mere mention.
 */
import { matchesGlob } from './glob'
import { readScript } from './read-script'
import { baseName, type Invocation, type Running } from './unwrap'

export interface CommandPattern {
  /** As the person wrote it. */
  readonly text: string
  matches(running: Running): boolean
}

export function commandPattern(text: string): CommandPattern {
  const trimmed = text.trim()
  if (/[(){}|;]/.test(trimmed)) return { text: trimmed, matches: matchesText(trimmed) }
  const [command] = readScript(trimmed).commands
  const words = command?.words ?? []
  const output = command?.outputs[0]
  if (words.length === 0 && output !== undefined) return { text: trimmed, matches: matchesOutput(output) }
  const wanted = readInvocation({ program: baseName(words[0] ?? ''), args: words.slice(1) })
  return { text: trimmed, matches: ({ invocations }) => invocations.some((one) => runs(wanted, readInvocation(one))) }
}

/** A piece of shell, such as the fork bomb: looked for in what runs, white space and quoted text aside. */
function matchesText(text: string): CommandPattern['matches'] {
  const wanted = text.replace(/\s/g, '')
  return ({ scripts }) => scripts.some((script) => script.includes(wanted))
}

function matchesOutput(output: string): CommandPattern['matches'] {
  return ({ outputs }) => outputs.some((file) => matchesGlob(output, file))
}

interface ReadInvocation {
  readonly program: string
  readonly flags: readonly string[]
  readonly operands: readonly string[]
}

function runs(wanted: ReadInvocation, actual: ReadInvocation): boolean {
  if (wanted.program === '' || !matchesGlob(wanted.program, actual.program)) return false
  if (!wanted.flags.every((flag) => actual.flags.some((other) => matchesGlob(flag, other)))) return false
  let at = 0
  for (const operand of wanted.operands) {
    const found = actual.operands.slice(at).findIndex((other) => matchesGlob(operand, other))
    if (found < 0) return false
    at += found + 1
  }
  return true
}

/** Flags of the program whose value is the next word, so that `git commit -m push` pushes nothing. */
const VALUE_FLAGS: Readonly<Record<string, readonly string[]>> = {
  git: ['-m', '-C', '-c', '-F', '--message', '--git-dir', '--work-tree', '--author', '--file'],
  npm: ['-C', '-w', '--prefix', '--workspace'],
  docker: ['-e', '-v', '-p', '-H', '--name', '--env', '--volume'],
  kubectl: ['-n', '--namespace', '--context'],
}

/** A cluster of more letters than this is one long flag (`-delete`, `-inum`). */
const LONGEST_CLUSTER = 6

function readInvocation({ program, args }: Invocation): ReadInvocation {
  const flags: string[] = []
  const operands: string[] = []
  const withValue = Object.hasOwn(VALUE_FLAGS, program) ? (VALUE_FLAGS[program] ?? []) : []
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? ''
    if (arg === '--') {
      operands.push(...args.slice(at + 1).map(tidyPath))
      break
    }
    if (withValue.includes(arg)) at += 1
    else if (arg.startsWith('-') && arg !== '-') flags.push(...readFlag(program, arg))
    else operands.push(tidyPath(arg))
  }
  return { program, flags, operands }
}

function readFlag(program: string, flag: string): readonly string[] {
  if (flag.startsWith('--')) return [longFlag(program, flag)]
  const letters = flag.slice(1)
  if (!/^[A-Za-z]+$/.test(letters) || letters.length > LONGEST_CLUSTER) return [flag]
  // A program of single-dash words (`find -type`) has no clusters.
  if (program === 'find' && letters.length > 1) return [flag]
  return [...letters].map((letter) => shortFlag(program, letter))
}

function shortFlag(program: string, letter: string): string {
  return program === 'rm' && letter === 'R' ? '-r' : `-${letter}`
}

/** The long names of the flags that ruinous commands are written with; `rm` takes them cut short as well. */
function longFlag(program: string, flag: string): string {
  const name = flag.split('=')[0] ?? flag
  if (name === '--force' || (program === 'rm' && isCut(name, '--force'))) return '-f'
  if (program === 'rm' && isCut(name, '--recursive')) return '-r'
  if (name === '--recursive') return program === 'cp' ? '-r' : '-R'
  return flag
}

function isCut(name: string, whole: string): boolean {
  return name.length > 2 && whole.startsWith(name)
}

/** `//tmp///x/` is `/tmp/x`. */
function tidyPath(operand: string): string {
  const single = operand.replace(/\/{2,}/g, '/')
  return single.length > 1 && single.endsWith('/') ? single.slice(0, -1) : single
}
