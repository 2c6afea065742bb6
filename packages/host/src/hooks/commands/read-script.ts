/**
 * A shell command line, read as `sh` would split it: into the simple commands that it runs, in order, those inside
 * `$( )`, backticks and subshells included. Promises: total (any text gives something) and linear; what stands in quotes
 * is one word, so that a mention is never taken for a command. Expands nothing: `$X` stays `$X`.
 */

export interface SimpleCommand {
  /** Without quotes, assignments in front and redirections. */
  readonly words: readonly string[]
  /** Files that it writes to by redirection. */
  readonly outputs: readonly string[]
  /** What a here-document or here-string feeds it, or null. */
  readonly input: string | null
  /** Whether its output goes into the next command. */
  readonly piped: boolean
}

export interface Script {
  readonly commands: readonly SimpleCommand[]
  /** The text outside of quotes and comments, without white space. */
  readonly bare: string
}

/** Scripts inside scripts deeper than this are left unread: nobody writes them, and each costs stack. */
const DEEPEST = 20
const WHITE = new Set([' ', '\t', '\r', '\n'])
/** What ends a command; subshells only group. */
const ENDS = new Set([';', '&', '(', ')'])

export function readScript(text: string, depth = 0): Script {
  const reader = new Reader(text, depth)
  reader.readUntil(null)
  return { commands: reader.commands, bare: reader.bare.join('') }
}

type Expecting = 'word' | 'output' | 'input' | 'here-string' | 'here-document'

class Reader {
  readonly commands: SimpleCommand[] = []
  readonly bare: string[] = []
  private at = 0
  private word: string | null = null
  private words: string[] = []
  private outputs: string[] = []
  private input: string | null = null
  private expecting: Expecting = 'word'
  /** Here-documents whose text begins after this line, and the commands that they feed. */
  private documents: { readonly end: string; readonly command: number }[] = []

  constructor(
    private readonly text: string,
    private readonly depth: number,
  ) {}

  readUntil(closer: string | null): void {
    while (this.at < this.text.length) {
      if (closer !== null && this.text[this.at] === closer) break
      this.step()
    }
    this.at += 1
    this.endCommand(false)
  }

  private step(): void {
    const char = this.text[this.at] ?? ''
    const next = this.text[this.at + 1] ?? ''
    if (char === '\\') this.readEscape()
    else if (char === "'") this.readSingle()
    else if (char === '"') this.readDouble()
    else if (char === '`') this.readBackticks()
    else if (char === '$' && next === "'") this.readSingle(1)
    else if (char === '$' && next === '(') this.readNested(2)
    else if (char === '#' && this.word === null) this.skipComment()
    else this.stepBare(char, next)
  }

  /** One character outside of quotes. */
  private stepBare(char: string, next: string): void {
    this.at += 1
    if (!WHITE.has(char)) this.bare.push(char)
    if (char === '\n') this.endLine()
    else if (WHITE.has(char) || (char === '&' && next === '>')) this.endWord()
    else if (char === '<' || char === '>') this.readRedirection(char)
    else if (char === '|') this.readPipe(next)
    else if (ENDS.has(char)) this.endCommand(false)
    else this.add(char)
  }

  private readEscape(): void {
    const next = this.text[this.at + 1]
    this.at += 2
    // A line that ends in a backslash goes on.
    if (next !== undefined && next !== '\n') this.add(next)
  }

  private readSingle(skip = 0): void {
    const from = this.at + skip + 1
    let end = this.text.indexOf("'", from)
    while (skip > 0 && end > 0 && this.text[end - 1] === '\\') end = this.text.indexOf("'", end + 1)
    const until = end < 0 ? this.text.length : end
    const inside = this.text.slice(from, until)
    this.add(skip > 0 ? inside.replace(/\\(.)/gs, (_, char: string) => ESCAPES[char] ?? char) : inside)
    this.at = until + 1
  }

  private readDouble(): void {
    this.at += 1
    this.add('')
    while (this.at < this.text.length) {
      const char = this.text[this.at] ?? ''
      const next = this.text[this.at + 1] ?? ''
      if (char === '"') break
      if (char === '\\' && '"\\$`\n'.includes(next)) this.readEscape()
      else if (char === '`') this.readBackticks()
      else if (char === '$' && next === '(') this.readNested(2)
      else {
        this.add(char)
        this.at += 1
      }
    }
    this.at += 1
  }

  private readBackticks(): void {
    let inside = ''
    this.at += 1
    while (this.at < this.text.length && this.text[this.at] !== '`') {
      if (this.text[this.at] === '\\') this.at += 1
      inside += this.text[this.at] ?? ''
      this.at += 1
    }
    this.at += 1
    if (this.depth < DEEPEST) this.takeIn(readScript(inside, this.depth + 1).commands)
    this.add('$(…)')
  }

  /** `$( … )`, `<( … )`: its commands run too, and something takes its place in the word. */
  private readNested(opener: number): void {
    this.at += opener
    if (this.depth >= DEEPEST) {
      this.at = this.text.length
      return
    }
    const inner = new Reader(this.text.slice(this.at), this.depth + 1)
    inner.readUntil(')')
    this.takeIn(inner.commands)
    this.at += inner.at
    this.add('$(…)')
  }

  private takeIn(commands: readonly SimpleCommand[]): void {
    for (const command of commands) this.commands.push(command)
  }

  private readPipe(next: string): void {
    if (next === '|' || next === '&') this.at += 1
    this.endCommand(next !== '|')
  }

  private readRedirection(char: string): void {
    // The number before it names a stream and is no word of the command.
    if (this.word !== null && /^\d+$/.test(this.word)) this.word = null
    else this.endWord()
    if (this.text[this.at] === '(') this.readNested(1)
    else this.expecting = this.readMark(char)
  }

  /** The rest of `>>`, `<<-`, `<<<`, `>&`: says what the next word is. */
  private readMark(char: string): Expecting {
    const mark = /^(?:<<|<-?|[>|&])?/.exec(this.text.slice(this.at, this.at + 2))?.[0] ?? ''
    this.at += mark.length
    if (char === '>') return 'output'
    if (mark === '<<') return 'here-string'
    return mark.startsWith('<') ? 'here-document' : 'input'
  }

  private skipComment(): void {
    const end = this.text.indexOf('\n', this.at)
    this.at = end < 0 ? this.text.length : end
  }

  private add(text: string): void {
    this.word = (this.word ?? '') + text
  }

  private endWord(): void {
    const word = this.word
    this.word = null
    if (word === null) return
    switch (this.expecting) {
      case 'word':
        this.words.push(word)
        break
      case 'output':
        // `>&1` names a stream.
        if (!/^\d+$|^-$/.test(word)) this.outputs.push(word)
        break
      case 'here-string':
        this.input = word
        break
      case 'here-document':
        this.documents.push({ end: word, command: -1 })
        break
      case 'input':
        break
    }
    this.expecting = 'word'
  }

  private endCommand(piped: boolean): void {
    this.endWord()
    this.expecting = 'word'
    if (this.words.length > 0 || this.outputs.length > 0) {
      const index = this.commands.length
      this.commands.push({ words: this.words, outputs: this.outputs, input: this.input, piped })
      this.documents = this.documents.map((one) => (one.command < 0 ? { ...one, command: index } : one))
    }
    this.words = []
    this.outputs = []
    this.input = null
  }

  private endLine(): void {
    this.endCommand(false)
    for (const { end, command } of this.documents) this.readDocument(end, command)
    this.documents = []
  }

  /** The lines up to the one that says `end` are what the command is fed, not commands. */
  private readDocument(end: string, command: number): void {
    const lines: string[] = []
    while (this.at < this.text.length) {
      const lineEnd = this.text.indexOf('\n', this.at)
      const line = this.text.slice(this.at, lineEnd < 0 ? this.text.length : lineEnd)
      this.at = lineEnd < 0 ? this.text.length : lineEnd + 1
      if (line.trim() === end) break
      lines.push(line)
    }
    const fed = this.commands[command]
    if (fed !== undefined) this.commands[command] = { ...fed, input: lines.join('\n') }
  }
}

/** Of `$'…'`. */
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' }
