/**
 * Patterns on commands, as a person writes them: `rm -rf`, `git push --force`, `mkfs*`, `dd of=/dev/sd*`, `> /dev/sd*`.
 * A command matches when it runs that program with at least those flags, however they are written (`-fr`, `-r -f`,
 * `--recursive --force`), and those operands, in that order. Never by a mere mention.
 */
import { definesLike, isFunction } from './function-pattern'
import { matchesGlob } from './glob'
import { patternProblem } from './pattern-problem'
import { readScript } from './read-script'
import { baseName, type Running, type Started } from './unwrap'

export interface CommandPattern {
  /** As the person wrote it. */
  readonly text: string
  matches(running: Running): boolean
  /** Whether its words are in what a shell is fed that could not be read. */
  mayHideIn(running: Running): boolean
}

export function commandPattern(text: string): CommandPattern {
  const trimmed = text.trim()
  if (isFunction(trimmed)) return functionPattern(trimmed)
  // What can match nothing matches nothing.
  const [command] = patternProblem(trimmed) === null ? readScript(trimmed).commands : []
  const words = command?.words ?? []
  const output = command?.outputs[0]
  if (words.length === 0 && output !== undefined) return outputPattern(trimmed, tidyPath(output))
  return programPattern(trimmed, readWanted({ program: baseName(words[0] ?? ''), args: words.slice(1) }))
}

/** Such as the fork bomb. */
function functionPattern(text: string): CommandPattern {
  return {
    text,
    matches: ({ scripts }) => scripts.some((script) => definesLike(text, script)),
    mayHideIn: ({ unseen }) => unseen.some((fed) => definesLike(text, fed)),
  }
}

function outputPattern(text: string, output: string): CommandPattern {
  return {
    text,
    matches: ({ outputs }) => outputs.some((file) => matchesGlob(output, tidyPath(file))),
    mayHideIn: ({ unseen }) => unseen.some((fed) => wordsIn(fed).some((word) => matchesGlob(output, tidyPath(word)))),
  }
}

function programPattern(text: string, wanted: ReadInvocation): CommandPattern {
  // A single word is too often only a name: `unknown halt`.
  const saysMore = wanted.flags.length + wanted.operands.length > 0
  return {
    text,
    matches: ({ invocations, mayStart }) =>
      invocations.some((one) => runs(wanted, one)) ||
      (saysMore && mayStart.some(({ args }) => runsAmong(wanted, args))),
    mayHideIn: ({ unseen }) => unseen.some((fed) => runsAmong(wanted, wordsIn(fed))),
  }
}

/** Whether the command stands among these words. From where its program first stands, all others follow. */
function runsAmong(wanted: ReadInvocation, words: readonly string[]): boolean {
  const at = words.findIndex((word) => matchesGlob(wanted.program, baseName(word)))
  return at >= 0 && runs(wanted, { program: baseName(words[at] ?? ''), args: words.slice(at + 1) })
}

/** The words of a text of any language. */
function wordsIn(text: string): readonly string[] {
  return text.split(/[^\w./*=~+:@%$-]+/).filter((word) => word !== '')
}

interface ReadInvocation {
  readonly program: string
  readonly flags: readonly string[]
  readonly operands: readonly string[]
}

function runs(wanted: ReadInvocation, invocation: Started): boolean {
  if (wanted.program === '' || !matchesGlob(wanted.program, invocation.program)) return false
  const { flags, operands } = readInvocation(invocation, flagsMeant)
  if (!wanted.flags.every((flag) => flags.some((other) => matchesGlob(flag, other)))) return false
  let at = 0
  for (const operand of wanted.operands) {
    while (at < operands.length && !matchesGlob(operand, operands[at] ?? '')) at += 1
    if (at === operands.length) return false
    at += 1
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

function readWanted(invocation: Started): ReadInvocation {
  return readInvocation(invocation, flagsWanted)
}

type ReadFlag = (program: string, flag: string) => readonly string[]

function readInvocation({ program, args }: Started, readFlag: ReadFlag): ReadInvocation {
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

/** In a pattern, more letters than this are one long flag (`-delete`, `-inum`). */
const LONGEST_CLUSTER = 6

function flagsWanted(program: string, flag: string): readonly string[] {
  if (flag.startsWith('--')) return [longFlag(program, flag)]
  const isOne = !/^-[A-Za-z]+$/.test(flag) || flag.length - 1 > LONGEST_CLUSTER || hasLongWords(program, flag)
  return isOne ? [flag] : [...flag.slice(1)].map((letter) => shortFlag(program, letter))
}

/** As one flag, and as the letters that it may be made of. */
function flagsMeant(program: string, flag: string): readonly string[] {
  if (flag.startsWith('--')) return [longFlag(program, flag)]
  if (hasLongWords(program, flag)) return [flag]
  const letters = new Set(/^[A-Za-z0-9]*/.exec(flag.slice(1))?.[0])
  return [flag, ...[...letters].map((letter) => shortFlag(program, letter))]
}

/** A program of single-dash words (`find -type`) has no clusters. */
function hasLongWords(program: string, flag: string): boolean {
  return program === 'find' && flag.length > 2
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

/** `//tmp///x/` is `/tmp/x`, and `of=/dev/./sda` is `of=/dev/sda`. */
function tidyPath(operand: string): string {
  if (!/\/(?:$|\/|\.)/.test(operand)) return operand
  const [first = '', ...parts] = operand.split('/')
  const kept = [first]
  for (const part of parts) {
    const canGoUp = kept.length > 1 && kept.at(-1) !== '..'
    if (part === '' || part === '.' || (part === '..' && kept.length === 1 && first === '')) continue
    if (part === '..' && canGoUp) kept.pop()
    else kept.push(part)
  }
  const path = kept.join('/')
  return path === '' ? '/' : path
}
