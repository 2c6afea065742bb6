/**
 * What `find` finds, for those who must know what becomes of it: by the names that it asks for, and by a look into the
 * folders where it begins, two levels deep. Deeper costs a walk of the disk.
 */
import { lstatSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type Action, type FindExpression, type Reached, reach, readExpression, type Visited } from './find-expression'
import { listFolder } from './shell-words'
import { type Reach, type Touch, type Touched, touching } from './touch'

type Args = readonly string[]

/** Files that are looked at, as many as the wildcards of a call may stand for. */
const MOST_FILES = 10_000
/** Names that are compared: a call must not hold the server up for longer than a moment. */
const MOST_TESTS = 1_000_000
/** Parts of a path that are asked about one by one. */
const DEEPEST = 100
const OUTPUT_FILES = ['-fprint', '-fprint0', '-fls', '-fprintf']

/** What it does by itself. What it hands on to others is theirs. */
export function findTouches(args: Args): readonly Touched[] {
  const written = args.filter((_, at) => OUTPUT_FILES.includes(args[at - 1] ?? ''))
  return [
    ...touching('name', startsOf(args)),
    ...touching('write', written),
    ...(args.includes('-delete') ? found(args, 'remove', 'delete') : []),
  ]
}

/** What becomes of the files that it finds, where a program is given them that does this with its words. */
export function foundTouches(args: Args, touch: Touch): readonly Touched[] {
  return found(args, touch, 'hand on')
}

function found(args: Args, touch: Touch, action: Action): readonly Touched[] {
  const expression = readExpression(args.slice(expressionAt(args)), action)
  return startsOf(args).flatMap((start) => {
    const finder = new Finder(start, expression, { isEmptied: action === 'delete', takesAll: touch === 'remove' })
    const asked = [...expression.names.map((name) => `${start.replace(/\/+$/, '')}/${name}`), ...expression.paths]
    const sure = asked.filter((path) => finder.acts({ path, kind: null }).acted)
    return [...touching(touch, sure), { text: start, touch, reach: finder }]
  })
}

function expressionAt(args: Args): number {
  const end = args.findIndex((arg) => /^[-(!]/.test(arg) && !/^-(?:[HLP]|O\d|D.*)$/.test(arg))
  return end < 0 ? args.length : end
}

function startsOf(args: Args): Args {
  const starts = args.slice(0, expressionAt(args)).filter((arg) => !arg.startsWith('-'))
  return starts.length === 0 ? ['.'] : starts
}

interface Ways {
  /** A folder goes only when it is empty. */
  readonly isEmptied: boolean
  /** What is in a folder goes with it. */
  readonly takesAll: boolean
}

class Finder implements Reach {
  private left = MOST_TESTS

  constructor(
    private readonly start: string,
    private readonly expression: FindExpression,
    private readonly ways: Ways,
  ) {}

  below(folder: string): readonly string[] {
    const found: string[] = []
    for (const name of listFolder(folder)) {
      const path = join(folder, name)
      if (found.length > MOST_FILES) break
      found.push(path)
      if (kindOf(path) === 'd') found.push(...listFolder(path).map((inner) => join(path, inner)))
    }
    return found
  }

  takes(path: string, folder: string): boolean {
    const way = relative(folder, path)
    if (this.ways.takesAll && !this.ways.isEmptied) return this.takesPart(way, folder)
    const isFull = this.ways.isEmptied && kindOf(path) === 'd' && listFolder(path).length > 0
    if (!isFull) return this.visits({ path: this.shown(way), kind: kindOf(path) })
    // As far as a look says: what is in it stays, so it stays.
    const inside = listFolder(path).slice(0, MOST_FILES)
    return inside.some((name) => this.visits({ path: this.shown(join(way, name)), kind: kindOf(join(path, name)) }))
  }

  /** Itself, or a folder that it is in. */
  private takesPart(way: string, folder: string): boolean {
    const parts = way.split('/')
    return parts.some((_, at) => {
      const part = parts.slice(0, at + 1).join('/')
      return this.visits({ path: this.shown(part), kind: kindOf(join(folder, part)) })
    })
  }

  /** Whether it may come to it and act, past what it leaves out on the way. */
  visits({ path, kind }: Visited): boolean {
    const { minDepth, maxDepth } = this.expression
    const prefix = this.shown('')
    const parts = path.startsWith(prefix) ? path.slice(prefix.length).split('/') : [path]
    if (parts.length < minDepth || parts.length > maxDepth || parts.length > DEEPEST) return false
    for (let depth = Math.max(1, minDepth); depth < parts.length; depth++) {
      const above = prefix + parts.slice(0, depth).join('/')
      if (this.acts({ path: above, kind: 'd' }).pruned) return false
    }
    return this.acts({ path, kind }).acted
  }

  /** As the expression says, wherever it stands. Once too much was asked, anything may be meant. */
  acts(file: Visited): Reached {
    const { tree, names, paths } = this.expression
    this.left -= 1 + names.length + paths.length
    return this.left < 0 ? { acted: true, pruned: false } : reach(tree, file)
  }

  private shown(way: string): string {
    return this.start.endsWith('/') ? this.start + way : `${this.start}/${way}`
  }
}

function kindOf(path: string): string | null {
  try {
    const stat = lstatSync(path, { throwIfNoEntry: false })
    if (stat === undefined) return null
    return stat.isDirectory() ? 'd' : stat.isSymbolicLink() ? 'l' : 'f'
  } catch {
    // A file stands where a folder should: nothing can be below it.
    return null
  }
}
