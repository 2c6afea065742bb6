/**
 * The commands of a script as they come together, word by word. Promises: bounded, however much a variable or a list
 * expands to; a command whose here-document comes later is the same object, so that it can be given then.
 */
import { expandBraces } from './expand-braces'
import { isAssignment, type Reading } from './reading'
import type { Link, Shell } from './shell-steps'
import { type Fed, outputOf } from './what-is-fed'

export interface SimpleCommand {
  /** Without quotes and redirections. */
  readonly words: readonly string[]
  /** Files that it writes to by redirection. */
  readonly outputs: readonly string[]
  /** Files that it is fed by redirection. */
  readonly inputs: readonly string[]
  /** What a here-document, a here-string or `< <( )` feeds it, or null. */
  readonly input: Fed | null
  /** What its last `<( )` holds, which stands as `$(…)` among its words. */
  readonly substituted: Fed | null
  /** The words of the `find` whose output stands as `$(…)` among its words, or null. */
  readonly found: readonly string[] | null
  /** Whether its output goes into the next command. */
  readonly piped: boolean
  readonly shell: Shell
  /** How it follows the one before it in its shell. */
  readonly link: Link
}

/** Stands for what an inner command would print. */
export const UNKNOWN = '$(…)'
/** Their arguments may set variables. */
const DECLARES = new Set(['export', 'declare', 'local', 'readonly', 'typeset'])

export type Expecting = 'word' | 'output' | 'input' | 'here-string' | 'here-document'

export class Command implements SimpleCommand {
  words: readonly string[] = []
  readonly outputs: string[] = []
  readonly inputs: string[] = []
  input: Fed | null = null
  substituted: Fed | null = null
  found: readonly string[] | null = null
  piped = false
  link: Link = 'then'

  constructor(public shell: Shell) {}
}

export interface Document {
  readonly end: string
  /** A quoted end mark: nothing in the text is run. */
  readonly quoted: boolean
  readonly command: Command
}

export class CommandBuilder {
  /** All that run, those of inner scripts before the pipeline that holds them. */
  readonly commands: SimpleCommand[] = []
  /** Those of this script alone. */
  readonly own: SimpleCommand[] = []
  readonly bare: string[] = []
  protected word: string | null = null
  protected wordIsQuoted = false
  protected wordHasBraces = false
  protected words: string[] = []
  protected command: Command
  protected link: Link = 'then'
  private pipeline: SimpleCommand[] = []
  protected expecting: Expecting = 'word'
  /** Here-documents whose text begins after this line. */
  protected documents: Document[] = []

  constructor(
    protected readonly reading: Reading,
    protected shell: Shell,
  ) {
    this.command = new Command(shell)
  }

  /** Several words only where they are several; what is not quoted is split at white space. */
  protected addWords(values: readonly string[], quoted: boolean): void {
    if (!values.every(({ length }) => this.reading.spendChars(length))) return
    for (const [index, value] of values.entries()) {
      if (index > 0) this.endWord()
      if (quoted) this.add(value)
      else this.addSplit(value)
    }
  }

  private addSplit(value: string): void {
    for (const [index, part] of value.split(/[ \t\n]+/).entries()) {
      if (index > 0) this.endWord()
      if (part !== '') this.add(part)
    }
  }

  protected takeIn({ commands, own }: Pick<CommandBuilder, 'commands' | 'own'>): Fed {
    for (const command of commands) this.commands.push(command)
    return outputOf(own, this.reading)
  }

  /** What the inner command printed stands in its place. */
  protected printed(output: Fed | null, quoted: boolean): void {
    if (output?.known && output.text !== '') this.addWords([output.text.replace(/\n+$/, '')], quoted)
    else {
      this.command.found = output?.found ?? null
      this.add(UNKNOWN)
    }
  }

  protected add(text: string): void {
    this.word = (this.word ?? '') + text
  }

  protected endWord(): void {
    const { word, wordHasBraces, wordIsQuoted } = this
    this.word = null
    this.wordHasBraces = false
    this.wordIsQuoted = false
    if (word === null) return
    const words = wordHasBraces ? expandBraces(word) : null
    if (wordHasBraces && words === null) this.reading.giveUp('expands into too many words')
    for (const one of words ?? [word]) this.takeWord(one, wordIsQuoted)
    this.expecting = 'word'
  }

  private takeWord(word: string, quoted: boolean): void {
    const { command } = this
    switch (this.expecting) {
      case 'word':
        this.words.push(word)
        break
      case 'output':
        // `>&1` names a stream.
        if (!/^\d+$|^-$/.test(word)) command.outputs.push(word)
        break
      case 'here-string':
        command.input = { text: word, known: true }
        break
      case 'here-document':
        this.documents.push({ end: word, quoted, command })
        break
      case 'input':
        if (word === UNKNOWN) command.input = command.substituted
        else command.inputs.push(word)
        break
    }
  }

  protected endCommand(next: Link): void {
    this.endWord()
    this.expecting = 'word'
    const { command, words } = this
    const piped = next === 'pipe'
    const isOne = words.length > 0 || command.outputs.length > 0 || command.inputs.length > 0
    if (isOne) {
      command.shell = this.shell
      command.link = this.link
      command.words = words
      command.piped = piped
      this.pipeline.push(command)
      this.takeVariables(words)
      this.words = []
      this.command = new Command(this.shell)
    }
    // A line may end behind `&&`.
    if (isOne || next !== 'then') this.link = next
    if (!piped) this.endPipeline()
  }

  protected dropCommand(): void {
    this.words = []
    this.command = new Command(this.shell)
    this.documents = []
  }

  private endPipeline(): void {
    for (const command of this.pipeline) {
      this.own.push(command)
      this.commands.push(command)
    }
    this.pipeline = []
  }

  private takeVariables(words: readonly string[]): void {
    const [first = ''] = words
    if (first === 'set' && words[1] === '--') this.reading.positional = words.slice(2)
    const declares = DECLARES.has(first)
    if (!declares && !isAssignment(first)) return
    for (const word of words) {
      if (isAssignment(word)) this.reading.assign(word)
      else if (!declares) break
    }
  }
}
