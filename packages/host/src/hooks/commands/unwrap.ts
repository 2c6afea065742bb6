/**
 * What really runs: looks through `sudo`, `env`, `xargs`, `find -exec`, `sh -c` and their like to the programs behind
 * them. Promises: total and bounded: what is too deep or too long is called unread, never passed over; a program's name
 * comes without its path; words that are only data are never taken for one.
 */

import type { SimpleCommand } from './build-commands'
import { afterFlags, commandText, replaceMark, splitString } from './read-flags'
import { readScript } from './read-script'
import { isAssignment, Reading } from './reading'
import { scriptsAmong } from './script-words'
import { isStdin, shellRuns } from './shell-arguments'
import { innerShell, type Link, nestingOf, rootShell, type Shell } from './shell-steps'
import { startFolders } from './starter-words'
import {
  ENV,
  FLOCK,
  isStarter,
  keepsArguments,
  PARALLEL,
  RESERVED,
  RUNUSER,
  SHELLS,
  SSH,
  WATCH,
  WRAPPERS,
  XARGS,
} from './starters'
import { type Fed, handOn } from './what-is-fed'

/** A program and its arguments, as it would be started. */
export interface Started {
  readonly program: string
  readonly args: readonly string[]
}

export interface Invocation extends Started {
  /** Folders that others start it in, one from the other: `env -C dir`. */
  readonly within: readonly string[]
  /** A process of its own, by way of another program: its `cd` changes nothing for what comes after. */
  readonly isChild: boolean
  /** The words of the `find` whose files stand as `{}` or `$(…)` among its arguments, or null. */
  readonly found: readonly string[] | null
}

/** One command of a script, with all that it starts. */
export interface Step {
  readonly shell: Shell
  readonly link: Link
  /** Groups, branches and loops that it opens. */
  readonly nesting: number
  readonly piped: boolean
  /** Where `!` stands before it, it goes on where it failed. */
  readonly negated: boolean
  readonly invocations: readonly Invocation[]
  readonly outputs: readonly string[]
  readonly inputs: readonly string[]
}

export interface Running {
  /** In the order in which they are read, inner ones before what holds them. */
  readonly steps: readonly Step[]
  readonly invocations: readonly Invocation[]
  /** Of programs that are not known, which may start what stands among their arguments. */
  readonly mayStart: readonly Invocation[]
  /** Files written to by redirection or by `tee`. */
  readonly outputs: readonly string[]
  /** Files that are read by redirection. */
  readonly inputs: readonly string[]
  /** The bare text of every script that runs. */
  readonly scripts: readonly string[]
  /** What a shell is fed by something whose output nobody can tell. */
  readonly unseen: readonly string[]
  /** Why it could not be read to its end, as the end of a sentence that begins with "it"; or null. */
  readonly unread: string | null
}

/** Stands for the files that `find` found, as it writes them itself. */
export const FOUND = '{}'
const EXEC_FLAGS = new Set(['-exec', '-execdir', '-ok', '-okdir'])
/** Nobody starts programs through more others than this. */
const DEEPEST = 20
/** Lines of `xargs -I` that are looked at. */
const MOST_LINES = 100
/** As many as can be spread at once. */
const MOST_FILES = 1_000

/** `variables` are set before it begins. */
export function whatRuns(
  script: string,
  stdin: string | null = null,
  variables: Readonly<Record<string, string>> = {},
): Running {
  const found = new Finder(variables)
  const shell = rootShell()
  const step = stepOf({ shell, link: 'then', words: [], outputs: [], inputs: [], piped: false })
  const fed = stdin === null ? null : { text: stdin, known: true }
  found.script(script, { fed, file: null, depth: 0, shell, step, within: [], isChild: false, found: null })
  return found
}

export function baseName(word: string): string {
  return word.slice(word.lastIndexOf('/') + 1)
}

/** Where a command stands. */
interface Place {
  readonly fed: Fed | null
  /** What `<( )` among its words holds. */
  readonly file: Fed | null
  readonly depth: number
  /** In which a script runs that is found here. */
  readonly shell: Shell
  readonly step: OpenStep
  readonly within: readonly string[]
  readonly isChild: boolean
  readonly found: readonly string[] | null
}

interface OpenStep extends Step {
  readonly invocations: Invocation[]
}

function stepOf(command: Pick<SimpleCommand, 'shell' | 'link' | 'words' | 'outputs' | 'inputs' | 'piped'>): OpenStep {
  const { shell, link, words, outputs, inputs, piped } = command
  const negated = words.includes('!')
  return { shell, link, nesting: nestingOf(words), negated, piped, invocations: [], outputs, inputs }
}

/** They run what is behind them in the shell that they are in themselves. */
const STAYS = new Set(['eval', '.', 'source', 'command', 'builtin', 'exec', 'time'])

class Finder implements Running {
  readonly steps: Step[] = []
  readonly invocations: Invocation[] = []
  readonly mayStart: Invocation[] = []
  readonly outputs: string[] = []
  readonly inputs: string[] = []
  readonly scripts: string[] = []
  readonly unseen: string[] = []
  private readonly reading: Reading

  constructor(variables: Readonly<Record<string, string>>) {
    this.reading = new Reading(variables)
  }

  get unread(): string | null {
    return this.reading.unread
  }

  script(text: string, place: Place, positional: readonly string[] = this.reading.positional): void {
    if (!this.mayGo(place) || !this.reading.spendChars(text.length)) return
    const outer = this.reading.positional
    this.reading.positional = positional
    const { commands, bare } = readScript(text, this.reading, place.shell)
    this.scripts.push(bare)
    let { fed } = place
    for (const command of commands) {
      const given = command.input ?? fed
      for (const output of command.outputs) this.outputs.push(output)
      for (const input of command.inputs) this.inputs.push(input)
      const { shell } = command
      const step = stepOf(command)
      this.steps.push(step)
      const found = command.found ?? place.found
      const inner = { shell, step, within: [], isChild: false, found, depth: place.depth + 1 }
      this.words(command.words, { ...inner, fed: given, file: command.substituted })
      fed = this.fedNext(command, given)
    }
    this.reading.positional = outer
  }

  private fedNext(command: SimpleCommand, given: Fed | null): Fed | null {
    return command.piped ? handOn(command, given, this.reading) : null
  }

  private mayGo({ depth }: Place): boolean {
    if (depth > DEEPEST) this.reading.giveUp('is nested too deeply')
    return this.reading.unread === null
  }

  private words(words: readonly string[], place: Place): void {
    if (!this.mayGo(place) || !this.reading.spendWords(words.length)) return
    let start = words.findIndex((word) => !RESERVED.has(word) && !isAssignment(word))
    // The name of a function that is defined.
    if (words[start] === 'function') start = words.findIndex((word, at) => at > start + 1 && !RESERVED.has(word))
    const first = words[start]
    if (first === undefined) return
    const program = baseName(first)
    const args = words.slice(start + 1)
    const { within, isChild, step, found } = place
    const invocation = { program, args, within, isChild, found }
    this.invocations.push(invocation)
    step.invocations.push(invocation)
    this.follow(invocation, this.placeBehind(invocation, { ...place, depth: place.depth + 1 }))
  }

  /** Where what a program starts begins. */
  private placeBehind({ program, args }: Invocation, place: Place): Place {
    const { piped, link } = place.step
    if (STAYS.has(program) && !piped && link !== 'pipe') return place
    const folders = startFolders(program, args)
    const within = folders.length === 0 ? place.within : [...place.within, ...folders]
    return { ...place, within, isChild: true, shell: innerShell(place.step.shell, 'pipe', { within }) }
  }

  private follow(invocation: Invocation, place: Place): void {
    const { program, args } = invocation
    for (const text of scriptsAmong(program, args)) this.script(text, { ...place, fed: null })
    const wrapper = Object.hasOwn(WRAPPERS, program) ? WRAPPERS[program] : undefined
    if (wrapper !== undefined) this.words(afterFlags(args, wrapper).slice(wrapper.operands ?? 0), place)
    else if (SHELLS.has(program)) this.shell(args, place)
    else if (Object.hasOwn(FOLLOWED, program)) FOLLOWED[program]?.(this, args, place)
    else if (!keepsArguments(program, args)) this.unknown(invocation, place)
  }

  env(args: readonly string[], place: Place): void {
    const split = splitString(args, ENV)
    if (split !== null) this.script(split, place)
    else this.words(afterFlags(args, ENV), place)
  }

  private shell(args: readonly string[], place: Place): void {
    const runs = shellRuns(args)
    if (runs.kind === 'text') this.script(runs.text, place, runs.positional)
    else if (runs.kind === 'stdin') this.fedScript(place.fed, place, runs.positional)
    else if (runs.kind === 'file') this.file(runs.file, place)
  }

  file(file: string, place: Place): void {
    if (isStdin(file)) this.fedScript(place.fed, place)
    else if (place.file !== null) this.fedScript(place.file, place)
  }

  fedScript(fed: Fed | null, place: Place, positional: readonly string[] = []): void {
    if (fed === null) return
    if (fed.known) this.script(fed.text, { ...place, fed: null }, positional)
    else this.unseen.push(fed.text)
  }

  /** A text for a shell, and a program after the flags. */
  textOr(args: readonly string[], words: readonly string[], place: Place): void {
    const text = commandText(args)
    if (text !== null) this.script(text, place)
    this.words(words, place)
  }

  ssh(args: readonly string[], place: Place): void {
    const words = afterFlags(afterFlags(args, SSH).slice(1), SSH)
    if (words.length > 0) this.script(words.join(' '), place)
    else this.fedScript(place.fed, place)
  }

  joined(words: readonly string[], place: Place): void {
    const end = words.findIndex((word) => /^:::/.test(word))
    this.script((end < 0 ? words : words.slice(0, end)).join(' '), place)
  }

  findExec(args: readonly string[], place: Place): void {
    for (const [index, arg] of args.entries()) {
      if (!EXEC_FLAGS.has(arg)) continue
      if (!this.reading.spendWords(args.length - index)) return
      const rest = args.slice(index + 1)
      const end = rest.findIndex((word) => word === ';' || word === '+')
      this.words(end < 0 ? rest : rest.slice(0, end), { ...place, fed: null, found: args })
    }
  }

  /** What it reads stands after its words, or in place of a mark among them. */
  xargs(args: readonly string[], place: Place): void {
    const words = afterFlags(args, XARGS)
    const mark = replaceMark(args)
    const inner = { ...place, fed: null }
    const { fed } = place
    if (fed?.found !== undefined) {
      const handed = mark === null ? [...words, FOUND] : words.map((word) => word.replaceAll(mark, FOUND))
      this.words(handed, { ...inner, found: fed.found })
    } else if (fed === null || !fed.known) {
      // A shell that is handed what nobody can tell.
      const handed = mark !== null && SHELLS.has(baseName(words[0] ?? '')) && words.some((word) => word.includes(mark))
      if (handed && fed !== null) this.unseen.push(fed.text)
      this.words(words, inner)
    } else if (mark === null) this.words([...words, ...fed.text.split(/[\s'"]+/).filter((word) => word !== '')], inner)
    else {
      for (const line of fed.text.split('\n').slice(0, MOST_LINES)) {
        if (!this.reading.spendChars(line.length * words.length)) return
        this.words(
          words.map((word) => word.replaceAll(mark, () => line)),
          inner,
        )
      }
    }
  }

  /** What the words of a program mean that nobody knows here: a command may stand among them. */
  private unknown(invocation: Invocation, place: Place): void {
    const { program, args } = invocation
    // The value of a flag, or a variable that something else sets: the command comes after it.
    if (!/^[A-Za-z_.]/.test(program)) {
      this.words(args, place)
      return
    }
    this.mayStart.push(invocation)
    const text = commandText(args)
    if (text !== null) this.script(text, { ...place, fed: null })
    const start = args.findIndex((word) => isStarter(baseName(word)))
    if (start >= 0) this.words(args.slice(start), place)
  }
}

type Follow = (found: Finder, args: readonly string[], place: Place) => void

const FOLLOWED: Readonly<Record<string, Follow>> = {
  env: (found, args, place) => found.env(args, place),
  eval: (found, args, place) => found.script(args.join(' '), { ...place, fed: null }),
  trap: (found, args, place) => found.script(args.find((arg) => !arg.startsWith('-')) ?? '', { ...place, fed: null }),
  '.': (found, [file = ''], place) => found.file(file, place),
  source: (found, [file = ''], place) => found.file(file, place),
  su: (found, args, place) => found.textOr(args, [], place),
  runuser: (found, args, place) => found.textOr(args, afterFlags(args, RUNUSER), place),
  flock: (found, args, place) => found.textOr(args, afterFlags(args, FLOCK).slice(1), place),
  script: (found, args, place) => found.textOr(args, [], place),
  ssh: (found, args, place) => found.ssh(args, place),
  find: (found, args, place) => found.findExec(args, place),
  at: (found, _args, place) => found.fedScript(place.fed, place),
  batch: (found, _args, place) => found.fedScript(place.fed, place),
  watch: (found, args, place) => found.joined(afterFlags(args, WATCH), place),
  parallel: (found, args, place) => found.joined(afterFlags(args, PARALLEL), place),
  xargs: (found, args, place) => found.xargs(args, place),
  tee: (found, args) => found.outputs.push(...args.filter((arg) => !arg.startsWith('-')).slice(0, MOST_FILES)),
}

/** Whether its words are read as another program's, or as a script. */
export function isFollowed(program: string): boolean {
  const opens = program === '.' || program === 'source' || program === 'find' || program === 'tee'
  return isStarter(program) || (Object.hasOwn(FOLLOWED, program) && !opens)
}
