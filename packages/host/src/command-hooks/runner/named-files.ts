/** The files that a command names, and whether one of them has another content than when it was looked at last. */
import { createHash } from 'node:crypto'
import { readFileSync, type Stats, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { CommandProgram } from '../run'

/** Of anything larger, a compiled program, its size and times say enough. */
const MOST_HASHED_BYTES = 4_194_304

export interface NamedFiles {
  /** Since it was called last. Cheap where nothing has touched them. */
  changed(): boolean
}

interface Seen {
  readonly stamp: string
  readonly content: string
}

export function watchNamedFiles(program: CommandProgram): NamedFiles {
  const paths = namedPaths(program).filter((path) => stampOf(path) !== null)
  const seen = new Map(paths.map((path) => [path, look(path)]))
  return {
    changed() {
      let changed = false
      for (const [path, before] of seen) {
        if (stampOf(path) === before?.stamp) continue
        const now = look(path)
        if (now?.content !== before?.content) changed = true
        seen.set(path, now)
      }
      return changed
    },
  }
}

function namedPaths({ line, args, cwd, env }: CommandProgram): readonly string[] {
  const words = args === null ? wordsOf(line) : [line, ...args]
  const filled = words.map((word) =>
    word.replace(/\$(?:\{(\w+)\}|(\w+))/g, (_, braced?: string, bare?: string) => env[braced ?? bare ?? ''] ?? ''),
  )
  return [...new Set(filled.filter((word) => word !== '' && !word.includes('\0')).map((word) => resolve(cwd, word)))]
}

/** Quotes taken off: as good as is needed to find names in it. */
function wordsOf(line: string): readonly string[] {
  const words = line.match(/(?:"[^"]*"|'[^']*'|\\.|[^\s;&|<>()])+/g) ?? []
  return words.map((word) => word.replace(/\\(.)|["']/g, '$1'))
}

function look(path: string): Seen | null {
  const stamp = stampOf(path)
  if (stamp === null) return null
  try {
    const hashed = statSync(path).size <= MOST_HASHED_BYTES
    return { stamp, content: hashed ? createHash('sha256').update(readFileSync(path)).digest('hex') : stamp }
  } catch {
    // It went, or may not be read, in between: the stamp is what there is.
    return { stamp, content: stamp }
  }
}

/** Null where it is no file. */
function stampOf(path: string): string | null {
  const stat = statOf(path)
  return stat?.isFile() === true ? `${stat.ino} ${stat.size} ${stat.mtimeMs} ${stat.ctimeMs}` : null
}

function statOf(path: string): Stats | null {
  try {
    return statSync(path)
  } catch {
    return null
  }
}
