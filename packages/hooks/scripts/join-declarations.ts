/**
 * Many declaration files as one that imports nothing: what the entry exports, and whatever that needs. Takes the files as
 * tsc writes them, where each declaration begins at the left edge. Throws where two declarations have one name, or where
 * something is imported in a way that it does not know: a wrong file is worse than none.
 */
import { dirname, resolve } from 'node:path'

export interface Modules {
  /** The text of a module, by its absolute path without extension. */
  read(module: string): string
  /** The absolute path of what is imported by its package's name. */
  packages: Readonly<Record<string, string>>
}

interface Declaration {
  readonly name: string
  readonly text: string
}

interface Module {
  readonly declarations: readonly Declaration[]
  /** Where a name that is imported, or exported from elsewhere, comes from. */
  readonly from: ReadonlyMap<string, { readonly module: string; readonly name: string }>
  readonly stars: readonly string[]
  /** What is exported under which name. */
  readonly exports: readonly { readonly as: string; readonly name: string }[]
}

const DECLARES = /^(?:export )?(?:declare )?(?:const|let|function|abstract class|class|interface|type|enum) (\w+)/
const LISTS = /^(import|export) (?:type )?\{([^}]*)\} from '([^']+)';$/s
const STARS = /^export (?:type )?\* from '([^']+)';$/

export function joinDeclarations(entry: string, modules: Modules): string {
  const joint = new Joint(modules)
  const names = joint.module(entry).exports.map(({ as, name }) => {
    const found = joint.add(entry, name)
    const word = found.isValue ? '' : 'type '
    return found.name === as ? `${word}${as}` : `${word}${found.name} as ${as}`
  })
  return `${joint.text()}\n\nexport { ${names.sort().join(', ')} }\n`
}

class Joint {
  private readonly modules = new Map<string, Module>()
  private readonly taken = new Map<string, string>()
  private readonly parts: string[] = []

  constructor(private readonly source: Modules) {}

  text(): string {
    return this.parts.join('\n\n')
  }

  module(path: string): Module {
    const known = this.modules.get(path)
    if (known !== undefined) return known
    const module = readModule(
      this.source.read(path),
      (from) => this.source.packages[from] ?? resolve(dirname(path), from),
    )
    this.modules.set(path, module)
    return module
  }

  /** Takes a name in with all that it needs; says what it is called where it is declared. */
  add(path: string, name: string): { readonly name: string; readonly isValue: boolean } {
    const home = this.homeOf(path, name)
    if (home === null) throw new Error(`${path} has no ${name}`)
    const own = this.module(home.module).declarations.filter((one) => one.name === home.name)
    const isValue = own.some(({ text }) => /^(?:export )?declare (?:const|let|function)/m.test(text))
    const takenBy = this.taken.get(home.name)
    if (takenBy === home.module) return { name: home.name, isValue }
    if (takenBy !== undefined) throw new Error(`${home.name} is declared in ${takenBy} and in ${home.module}`)
    this.taken.set(home.name, home.module)
    this.parts.push(...own.map(({ text }) => text.replace(/^export /m, '')))
    for (const { text } of own) this.addNeeds(home.module, text)
    return { name: home.name, isValue }
  }

  private addNeeds(path: string, text: string): void {
    const code = text.replace(/\/\*.*?\*\/|\/\/[^\n]*|'[^']*'|"[^"]*"/gs, ' ')
    for (const word of new Set(code.match(/\w+/g))) if (this.homeOf(path, word) !== null) this.add(path, word)
  }

  /** Where a name of a module is declared. */
  private homeOf(path: string, name: string): { readonly module: string; readonly name: string } | null {
    const { declarations, from, stars } = this.module(path)
    if (declarations.some((one) => one.name === name)) return { module: path, name }
    const source = from.get(name)
    if (source !== undefined) return this.homeOf(source.module, source.name)
    for (const star of stars) {
      const found = this.homeOf(star, name)
      if (found !== null) return found
    }
    return null
  }
}

function readModule(text: string, locate: (from: string) => string): Module {
  const declarations: Declaration[] = []
  const from = new Map<string, { module: string; name: string }>()
  const exports: { as: string; name: string }[] = []
  const stars: string[] = []
  for (const { comment, code } of statementsOf(text)) {
    const declares = DECLARES.exec(code)
    const lists = LISTS.exec(code)
    const star = STARS.exec(code)
    if (declares?.[1] !== undefined) {
      declarations.push({ name: declares[1], text: comment + code })
      if (code.startsWith('export ')) exports.push({ as: declares[1], name: declares[1] })
    } else if (lists?.[2] !== undefined && lists[3] !== undefined) {
      for (const { as, name } of namesIn(lists[2])) {
        from.set(as, { module: locate(lists[3]), name })
        if (lists[1] === 'export') exports.push({ as, name: as })
      }
    } else if (star?.[1] !== undefined) stars.push(locate(star[1]))
    // Needed by what is not needed here, or complained about when it is.
    else if (!/^export \{\};$|^import \* as /.test(code)) throw new Error(`it is not known what this declares: ${code}`)
  }
  return { declarations, from, stars, exports }
}

function namesIn(list: string) {
  return list
    .split(',')
    .map((one) => one.trim().replace(/^type /, ''))
    .filter((one) => one !== '')
    .map((one) => {
      const [name = '', as = name] = one.split(' as ')
      return { name, as }
    })
}

/** What begins at the left edge, each with the comment above it. The comment at a file's head is about the file. */
function statementsOf(text: string): { comment: string; code: string }[] {
  const begin = /^(?=\/\*\*|export |import |declare |interface |type |class |abstract )/m
  const pieces = text.split(begin).filter((piece) => piece.trim() !== '')
  const statements: { comment: string; code: string }[] = []
  let comment = ''
  for (const piece of pieces) {
    if (piece.startsWith('/**')) comment = piece
    else {
      statements.push({ comment: piece.startsWith('import') ? '' : comment, code: piece.trimEnd() })
      comment = ''
    }
  }
  return statements
}
