/**
 * Which files an expression of `find` may act on. Three answers: yes, no, and what only the disk could tell (`-size`), which
 * counts as yes for what is removed and as no for what is left out. Promises: total and bounded by expression × folders.
 */
import { matchesShellGlob } from '../commands/glob'

/** A file as `find` comes to it. */
export interface Visited {
  /** As it would be printed. */
  readonly path: string
  /** `f`, `d`, `l`, or null where it is not there. */
  readonly kind: string | null
}

export interface Reached {
  /** An action that is asked about may be taken. */
  acted: boolean
  /** Nothing below it is looked at. */
  pruned: boolean
}

type Answer = boolean | null

type Node =
  | { readonly kind: 'test'; readonly test: (file: Visited) => Answer }
  | { readonly kind: 'action' }
  | { readonly kind: 'prune' }
  | { readonly kind: 'not'; readonly of: Node }
  | { readonly kind: 'all' | 'any' | 'each'; readonly of: readonly Node[] }

export interface FindExpression {
  readonly tree: Node
  /** What is asked for by `-name`, `-path` and their like. */
  readonly names: readonly string[]
  readonly paths: readonly string[]
  readonly minDepth: number
  readonly maxDepth: number
}

/** `rm` by way of another program, or by itself. */
export type Action = 'delete' | 'hand on'

const NAMES = ['-name', '-iname']
const PATHS = ['-path', '-wholename', '-ipath', '-iwholename']
const EXECS = ['-exec', '-execdir', '-ok', '-okdir']
const HANDS_ON = [...EXECS, '-print', '-print0', '-printf', '-ls']
/** Words that have no value. Any other has one. */
const ALONE = new Set([
  ...['-true', '-false', '-empty', '-delete', '-print', '-print0', '-ls', '-prune', '-quit', '-depth', '-d', '-xdev'],
  ...['-mount', '-daystart', '-follow', '-noleaf', '-warn', '-nowarn', '-nouser', '-nogroup', '-readable', '-writable'],
  '-executable',
])
const NOTS = ['!', '-not']
const ORS = ['-o', '-or']
/** Brackets inside of one another: nobody writes more, and each costs stack. */
const DEEPEST = 50

export function readExpression(words: readonly string[], action: Action): FindExpression {
  const parser = new Parser(words, action)
  const tree = parser.read()
  return { ...parser.found, tree }
}

class Parser {
  readonly found = { names: [] as string[], paths: [] as string[], minDepth: 0, maxDepth: Number.POSITIVE_INFINITY }
  private at = 0
  private acts = false

  constructor(
    private readonly words: readonly string[],
    private readonly action: Action,
  ) {}

  read(): Node {
    const of: Node[] = []
    // A bracket that closes nothing is passed over.
    for (; this.at < this.words.length; this.at++) of.push(this.each(0))
    const tree: Node = { kind: 'each', of }
    // Without an action it prints.
    return this.acts || this.action === 'delete' ? tree : { kind: 'all', of: [tree, { kind: 'action' }] }
  }

  private each(depth: number): Node {
    return { kind: 'each', of: this.listed([','], () => this.any(depth)) }
  }

  private any(depth: number): Node {
    return { kind: 'any', of: this.listed(ORS, () => this.all(depth)) }
  }

  private listed(separators: readonly string[], read: () => Node): readonly Node[] {
    const of = [read()]
    while (separators.includes(this.words[this.at] ?? '')) {
      this.at += 1
      of.push(read())
    }
    return of
  }

  private all(depth: number): Node {
    const of: Node[] = []
    for (;;) {
      const word = this.words[this.at]
      if (word === undefined || word === ')' || word === ',' || ORS.includes(word)) return { kind: 'all', of }
      if (word === '-a' || word === '-and') this.at += 1
      else of.push(this.one(depth))
    }
  }

  private one(depth: number): Node {
    let isNot = false
    for (; NOTS.includes(this.words[this.at] ?? ''); this.at++) isNot = !isNot
    const node = this.words[this.at] === '(' ? this.bracket(depth) : this.primary()
    return isNot ? { kind: 'not', of: node } : node
  }

  private bracket(depth: number): Node {
    this.at += 1
    if (depth >= DEEPEST) return UNKNOWN
    const inner = this.each(depth + 1)
    if (this.words[this.at] === ')') this.at += 1
    return inner
  }

  private primary(): Node {
    const word = this.words[this.at] ?? ''
    const value = this.words[this.at + 1] ?? ''
    const isExec = EXECS.includes(word)
    if (isExec) this.skipCommand()
    else this.at += ALONE.has(word) ? 1 : 2
    if (
      word === (this.action === 'delete' ? '-delete' : '') ||
      (this.action === 'hand on' && HANDS_ON.includes(word))
    ) {
      this.acts = true
      return { kind: 'all', of: [{ kind: 'action' }, isExec ? UNKNOWN : YES] }
    }
    return word === '-prune' ? { kind: 'prune' } : this.test(word, value)
  }

  private test(word: string, value: string): Node {
    if (NAMES.includes(word)) {
      this.found.names.push(value)
      return named(value, word.startsWith('-i'), (path) => path.slice(path.lastIndexOf('/') + 1))
    }
    if (PATHS.includes(word)) {
      this.found.paths.push(value)
      return named(value, word.startsWith('-i'), (path) => path)
    }
    if (word === '-mindepth') this.found.minDepth = Number(value) || 0
    if (word === '-maxdepth') this.found.maxDepth = Number.parseInt(value, 10) || 0
    if (word === '-type')
      return { kind: 'test', test: ({ kind }) => (kind === null ? null : value.split(',').includes(kind)) }
    if (word === '-false') return { kind: 'not', of: YES }
    return OPTIONS.has(word) ? YES : UNKNOWN
  }

  private skipCommand(): void {
    while (this.at < this.words.length && !this.endsCommand(this.words[this.at] ?? '')) this.at += 1
    this.at += 1
  }

  private endsCommand(word: string): boolean {
    return word === ';' || (word === '+' && this.words[this.at - 1] === '{}')
  }
}

const YES: Node = { kind: 'test', test: () => true }
const UNKNOWN: Node = { kind: 'test', test: () => null }
/** What is no question to a file. */
const OPTIONS = new Set([
  ...['-true', '-depth', '-d', '-xdev', '-mount', '-daystart', '-follow', '-noleaf', '-warn', '-nowarn', '-regextype'],
  ...['-mindepth', '-maxdepth', '-print', '-print0', '-ls'],
])

function named(pattern: string, foldCase: boolean, part: (path: string) => string): Node {
  const fold = (text: string) => (foldCase ? text.toLowerCase() : text)
  return { kind: 'test', test: ({ path }) => matchesShellGlob(fold(pattern), fold(part(path))) }
}

export function reach(tree: Node, file: Visited): Reached {
  const reached: Reached = { acted: false, pruned: false }
  answer(tree, { file, reached, isCertain: true })
  return reached
}

interface Asked {
  readonly file: Visited
  readonly reached: Reached
  /** Nothing before it was a matter of the disk. */
  readonly isCertain: boolean
}

function answer(node: Node, asked: Asked): Answer {
  switch (node.kind) {
    case 'test':
      return node.test(asked.file)
    case 'action':
      asked.reached.acted = true
      return true
    case 'prune':
      asked.reached.pruned ||= asked.isCertain
      return true
    case 'not': {
      const inner = answer(node.of, asked)
      return inner === null ? null : !inner
    }
    case 'all':
      return inTurn(node.of, asked, false)
    case 'any':
      return inTurn(node.of, asked, true)
    case 'each': {
      let last: Answer = true
      for (const part of node.of) last = answer(part, asked)
      return last
    }
  }
}

/** One after another until one gives the answer that settles it. */
function inTurn(nodes: readonly Node[], asked: Asked, settles: boolean): Answer {
  let isCertain = asked.isCertain
  let all: Answer = !settles
  for (const node of nodes) {
    const one = answer(node, { ...asked, isCertain })
    if (one === settles) return settles
    if (one === null) {
      isCertain = false
      all = null
    }
  }
  return all
}
