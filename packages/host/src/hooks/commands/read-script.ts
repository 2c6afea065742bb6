/**
 * A shell command line, read as a shell would split it: into the simple commands that it runs, in order, those inside
 * `$( )`, backticks and subshells included. Promises: total (any text gives something) and bounded; what stands in quotes
 * is one word, so that a mention is never taken for a command. Expands what the text itself says: variables that it sets,
 * `{a,b}`, what `$(echo …)` prints; anything else stays as it is written.
 */
import { CommandBuilder, type Document, type Expecting, type SimpleCommand, UNKNOWN } from './build-commands'
import { CLOSE, COMMA, OPEN } from './expand-braces'
import { type BegunLoop, loopsBegun, type OpenLoop } from './loops'
import { Reading } from './reading'
import { decodeEscapes } from './shell-escapes'
import { innerShell, type Link, rootShell, type Shell } from './shell-steps'
import type { Fed } from './what-is-fed'

export interface Script {
  readonly commands: readonly SimpleCommand[]
  /** The text outside of quotes and comments. */
  readonly bare: string
}

/** Nobody nests scripts deeper than this, and each costs stack. */
const DEEPEST = 20
const WHITE = new Set([' ', '\t', '\r', '\n'])
/** What ends a command; subshells only group. */
const ENDS = new Set([';', '&', '(', ')'])
/** `$X`, `${X}`, `${X:-`; `$1`, `$@`. */
const VARIABLE = /\$(?:\{([A-Za-z_]\w*|\d+|[@*])(\}|:?[-=])|([A-Za-z_]\w*|[0-9@*]))/y

export function readScript(text: string, reading = new Reading(), shell = rootShell()): Script {
  const reader = new Reader(text, reading, shell)
  reader.readUntil(null)
  return { commands: reader.commands, bare: reader.bare.join('') }
}

class Reader extends CommandBuilder {
  private at = 0
  /** How many `${X:-` are open: their closing braces are no part of a word. */
  private defaults = 0
  private readonly loops: OpenLoop[] = []

  constructor(
    private readonly text: string,
    reading: Reading,
    private readonly root: Shell,
    private readonly depth = 0,
  ) {
    super(reading, root)
  }

  readUntil(closer: string | null): void {
    let end: number
    // The end of a loop may lead back.
    do {
      while (this.at < this.text.length && this.reading.unread === null) {
        if (closer !== null && this.text[this.at] === closer && this.shell === this.root) break
        this.step()
      }
      end = this.at
      this.endCommand('then')
    } while (this.at !== end)
    this.at += 1
  }

  /** A loop over words that the text says is read once with each: its end leads back to its beginning. */
  protected override endCommand(link: Link): void {
    this.endWord()
    const { words } = this
    const isEnd = words[0] === 'done'
    const loop = isEnd ? this.loops.at(-1) : undefined
    const next = loop?.left.next()
    if (loop !== undefined && next?.done === false && this.reading.spendRound(this.at - loop.at)) {
      this.reading.assign(`${loop.name}=${next.value}`)
      this.dropCommand()
      this.at = loop.at
      return
    }
    super.endCommand(link)
    if (isEnd) this.loops.pop()
    else for (const begun of loopsBegun(words, this.reading.positional)) this.beginLoop(begun)
  }

  private beginLoop({ name, values: [first, ...left] }: BegunLoop): void {
    if (first !== undefined) this.reading.assign(`${name}=${first}`)
    this.loops.push({ name, left: left.values(), at: this.at })
  }

  /** Only for what it runs: the text of a here-document. */
  readExpansions(): void {
    while (this.at < this.text.length && this.reading.unread === null) {
      if (this.text[this.at] === '\\') this.at += 2
      else if (!this.readExpansion(true)) this.at += 1
    }
  }

  private step(): void {
    const char = this.text[this.at] ?? ''
    const next = this.text[this.at + 1] ?? ''
    if (char === '\\') this.readEscape()
    else if (char === "'") this.readSingle()
    else if (char === '"') this.readDouble()
    else if (char === '$' && next === "'") this.readAnsi()
    else if (char === '$' && next === '"') this.at += 1
    else if (char === '#' && this.word === null) this.skipComment()
    else if (!this.readExpansion(false)) this.stepBare(char, next)
  }

  /** Whether a `$…` or a backtick stood here, which is taken in. */
  private readExpansion(quoted: boolean): boolean {
    const char = this.text[this.at]
    if (char === '`') this.readBackticks(quoted)
    else if (char !== '$') return false
    else if (this.text[this.at + 1] === '(') this.printed(this.readNested(2), quoted)
    else return this.readVariable(quoted)
    return true
  }

  /** One character outside of quotes. */
  private stepBare(char: string, next: string): void {
    this.at += 1
    this.bare.push(char)
    if (char === '\n') this.endLine()
    else if (WHITE.has(char) || (char === '&' && next === '>')) this.endWord()
    else if (char === '<' || char === '>') this.readRedirection(char)
    else if (char === '|') this.readPipe(next)
    else if (ENDS.has(char)) this.readEnd(char, next)
    else this.addBare(char)
  }

  private readEnd(char: string, next: string): void {
    if (char === '&' && next === '&') {
      this.at += 1
      this.bare.push(next)
    }
    this.endCommand(char !== '&' ? 'then' : next === '&' ? 'and' : 'beside')
    if (char === '(') {
      this.shell = innerShell(this.shell, this.link, { isCommand: true })
      this.link = 'then'
    } else if (char === ')' && this.shell !== this.root) {
      this.shell = this.shell.parent ?? this.root
      this.link = 'then'
    }
  }

  private addBare(char: string): void {
    if (char === '}' && this.defaults > 0) this.defaults -= 1
    else if (char === '{') {
      this.wordHasBraces = true
      this.add(OPEN)
    } else if (this.wordHasBraces && (char === ',' || char === '}')) this.add(char === ',' ? COMMA : CLOSE)
    else this.add(char)
  }

  private readEscape(): void {
    const next = this.text[this.at + 1]
    this.at += 2
    // A line that ends in a backslash goes on.
    if (next === undefined || next === '\n') return
    this.wordIsQuoted = true
    this.add(next)
  }

  private readSingle(): void {
    const end = this.text.indexOf("'", this.at + 1)
    const until = end < 0 ? this.text.length : end
    this.wordIsQuoted = true
    this.add(this.text.slice(this.at + 1, until))
    this.at = until + 1
  }

  /** `$'…'`, in which a backslash keeps a quote from ending it. */
  private readAnsi(): void {
    const from = this.at + 2
    let until = from
    while (until < this.text.length && this.text[until] !== "'") until += this.text[until] === '\\' ? 2 : 1
    this.wordIsQuoted = true
    this.add(decodeEscapes(this.text.slice(from, until)))
    this.at = until + 1
  }

  private readDouble(): void {
    this.at += 1
    this.wordIsQuoted = true
    this.add('')
    while (this.at < this.text.length && this.text[this.at] !== '"' && this.reading.unread === null) {
      const char = this.text[this.at] ?? ''
      if (char === '\\' && '"\\$`\n'.includes(this.text[this.at + 1] ?? '')) this.readEscape()
      else if (this.readExpansion(true)) continue
      else {
        this.at += 1
        if (char === '}' && this.defaults > 0) this.defaults -= 1
        else this.add(char)
      }
    }
    this.at += 1
  }

  private readVariable(quoted: boolean): boolean {
    VARIABLE.lastIndex = this.at
    const [all, braced, operator, bare] = VARIABLE.exec(this.text) ?? []
    const name = braced ?? bare
    if (all === undefined || name === undefined) return false
    this.at += all.length
    const hasDefault = operator !== undefined && operator !== '}'
    const value = this.reading.valueOf(name)
    if (value !== null) {
      if (hasDefault) this.skipPast('}')
      this.addWords(value, quoted)
    } else if (hasDefault) this.defaults += 1
    else {
      this.bare.push(all)
      this.add(all)
    }
    return true
  }

  private skipPast(char: string): void {
    const end = this.text.indexOf(char, this.at)
    this.at = end < 0 ? this.text.length : end + 1
  }

  private readBackticks(quoted: boolean): void {
    const inside: string[] = []
    this.at += 1
    while (this.at < this.text.length && this.text[this.at] !== '`') {
      if (this.text[this.at] === '\\') this.at += 1
      inside.push(this.text[this.at] ?? '')
      this.at += 1
    }
    this.at += 1
    const inner = this.inner(inside.join(''))
    if (inner === null) return
    inner.readUntil(null)
    this.printed(this.takeIn(inner), quoted)
  }

  /** `$( … )`, `<( … )`: its commands run too. */
  private readNested(opener: number): Fed | null {
    this.at += opener
    const inner = this.inner(this.text.slice(this.at))
    if (inner === null) return null
    inner.readUntil(')')
    this.at += inner.at
    return this.takeIn(inner)
  }

  private inner(text: string): Reader | null {
    const shell = innerShell(this.shell, this.link)
    if (this.depth < DEEPEST) return new Reader(text, this.reading, shell, this.depth + 1)
    this.reading.giveUp('is nested too deeply')
    this.at = this.text.length
    return null
  }

  private readPipe(next: string): void {
    if (next === '|' || next === '&') this.at += 1
    this.endCommand(next === '|' ? 'or' : 'pipe')
  }

  private readRedirection(char: string): void {
    // The number before it names a stream and is no word of the command.
    if (this.word !== null && /^\d+$/.test(this.word)) this.word = null
    else this.endWord()
    if (this.text[this.at] !== '(') this.expecting = this.readMark(char)
    else {
      this.command.substituted = this.readNested(1)
      this.add(UNKNOWN)
    }
  }

  /** The rest of `>>`, `<<-`, `<<<`, `>&`: says what the next word is. */
  private readMark(char: string): Expecting {
    const mark = /^(?:<<|<-?|[>|&])?/.exec(this.text.slice(this.at, this.at + 2))?.[0] ?? ''
    this.at += mark.length
    // `<>` opens for both.
    if (char === '>' || mark === '>') return 'output'
    if (mark === '<<') return 'here-string'
    return mark.startsWith('<') ? 'here-document' : 'input'
  }

  private skipComment(): void {
    const end = this.text.indexOf('\n', this.at)
    this.at = end < 0 ? this.text.length : end
  }

  private endLine(): void {
    this.endCommand('then')
    for (const document of this.documents) this.readDocument(document)
    this.documents = []
  }

  /** The lines up to the one that says `end` are what the command is fed, not commands. */
  private readDocument({ end, quoted, command }: Document): void {
    const lines: string[] = []
    while (this.at < this.text.length) {
      const lineEnd = this.text.indexOf('\n', this.at)
      const line = this.text.slice(this.at, lineEnd < 0 ? this.text.length : lineEnd)
      this.at = lineEnd < 0 ? this.text.length : lineEnd + 1
      if (line.trim() === end) break
      lines.push(line)
    }
    const text = lines.join('\n')
    command.input = { text, known: true }
    if (quoted || !/[`$]/.test(text)) return
    const inner = this.inner(text)
    inner?.readExpansions()
    for (const one of inner?.commands ?? []) this.commands.push(one)
  }
}
