/**
 * The files that a command line names, as far as they can be seen in its words: the scripts that it runs. Pure but for looking
 * whether a file is there.
 */
import { createHash } from 'node:crypto'
import { closeSync, openSync, readdirSync, readFileSync, readSync, realpathSync, type Stats, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, isAbsolute, relative, resolve } from 'node:path'
import { type CommandEntry, hasWildcard, matchesShellGlob } from '@belay/host'

/** What a file is right now. */
export interface Fingerprint {
  /** Where it leads to. */
  readonly real: string
  readonly hash: string
}

/** Of a larger one, a compiled program, its size and times say enough. */
const MOST_HASHED_BYTES = 16_777_216
const SCRIPT = /\.(?:sh|bash|zsh|ksh|fish|py|rb|pl|php|lua|js|mjs|cjs|ts|mts|cts|jq|awk|r|ps1)$/i
const INTERPRETER =
  /^(?:env|(?:ba|z|da|k|a|fi)?sh|python[\d.]*|pypy\d?|node|deno|bun|tsx|ruby|perl|php|lua|jq|awk|exec|source|\.)$/

/** Scripts within the workspace that it names, absolute; also such as are not there. */
export function scriptsIn(entry: CommandEntry, workspace: string): readonly string[] {
  const isOurs = (path: string) =>
    isWithin(path, workspace) || isWithin(realOf(path) ?? path, realOf(workspace) ?? workspace)
  return scriptsOf(entry, workspace).filter(isOurs)
}

/** Wherever they are. */
export function scriptsOf(entry: CommandEntry, workspace: string): readonly string[] {
  if (entry.type === 'http') return []
  const words = entry.args === null ? wordsOf(entry.line) : [entry.line, ...entry.args].map(plainWord)
  const filled = inFolders(
    withInner(words).map(({ text, first }) => ({ first, text: fill(text, workspace) })),
    workspace,
  )
  const found = filled.flatMap(({ text, first, folder }, index) => {
    const before = filled[index - 1]
    const isRun = first || (before !== undefined && INTERPRETER.test(basename(before.text)))
    if (text === '' || text.startsWith('-') || text.includes('\0')) return []
    return filesOf(resolve(folder, text)).filter((path) => {
      if (SCRIPT.test(path)) return true
      const stat = statOf(path)
      return stat?.isFile() === true && (isRun ? text.includes('/') || !first : (stat.mode & 0o111) !== 0)
    })
  })
  return [...new Set(found)]
}

const SHELL = /^(?:ba|z|da|k|a)?sh$/

/** With what stands in a word: the line of `sh -c`, and what is given to an option or a variable (`--require=./x.sh`). */
function withInner(words: readonly Word[]): readonly Word[] {
  return words.flatMap((word, at) => {
    const [option, shell] = [words[at - 1]?.text ?? '', words[at - 2]?.text ?? '']
    if (/^-\w*c$/.test(option) && SHELL.test(basename(shell))) return withInner(wordsOf(word.text))
    const given = /^(?:--?[\w-]+|\w+)=(.+)$/.exec(word.text)?.[1]
    return [given === undefined ? word : { text: given, first: false }]
  })
}

/** What a pattern in the last part stands for right now; where it stands for nothing, itself. */
function filesOf(path: string): readonly string[] {
  const pattern = basename(path)
  if (!hasWildcard(pattern)) return [path]
  // In quotes it is a name.
  const isMeant = (name: string) =>
    name === pattern || (matchesShellGlob(pattern, name) && (!name.startsWith('.') || pattern.startsWith('.')))
  const found = namesIn(dirname(path)).filter(isMeant)
  return found.length === 0 ? [path] : found.sort().map((each) => resolve(dirname(path), each))
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    // No folder: nothing stands there.
    return []
  }
}

/** Each word with the folder that a `cd` before it leads to. */
function inFolders(words: readonly Word[], workspace: string): readonly (Word & { readonly folder: string })[] {
  let folder = workspace
  return words.map((word, index) => {
    const before = words[index - 1]
    const isTarget = before?.first === true && before.text === 'cd' && !word.first
    const here = { ...word, folder }
    if (isTarget) folder = resolve(folder, word.text)
    return here
  })
}

interface Word {
  readonly text: string
  /** It stands where a command's name does. */
  readonly first: boolean
}

function plainWord(text: string, index: number): Word {
  return { text, first: index === 0 }
}

/** Quotes taken off: as good as is needed to find names of files in it. */
function wordsOf(line: string): readonly Word[] {
  const parts = line.match(/(?:"[^"]*"|'[^']*'|\\.|[^\s;&|<>()"'\\])+|[;&|()]+/g) ?? []
  let first = true
  return parts.flatMap((part) => {
    if (/^[;&|()]+$/.test(part)) {
      first = true
      return []
    }
    const text = part.replace(/\\(.)|["']/g, '$1')
    const isAssignment = first && /^\w+=/.test(text)
    const word = { text, first: first && !isAssignment }
    if (!isAssignment) first = false
    return [word]
  })
}

/** `$NAME`, `${NAME}` and `${NAME:-otherwise}`. */
const FILLED = /\$(?:\{(\w+)(?::?-([^}]*))?\}|(\w+))/g

/** As a shell fills them in: a tilde at the beginning, and variables. */
function fill(text: string, workspace: string): string {
  return text
    .replace(/^~(?=\/|$)/, () => homedir())
    .replace(FILLED, (whole, braced?: string, otherwise?: string, bare?: string) => {
      const name = braced ?? bare ?? ''
      if (/^(?:CLAUDE|BELAY)_PROJECT_DIR$|^PWD$/.test(name)) return workspace
      return process.env[name] ?? otherwise ?? whole
    })
}

function isWithin(path: string, folder: string): boolean {
  const rest = relative(folder, path)
  return rest !== '' && !rest.startsWith('..') && !isAbsolute(rest)
}

const hashes = new Map<string, { readonly stamp: string; readonly hash: string }>()

/** Null where it is no file. Cheap where nothing has touched it. */
export function fingerprint(path: string): Fingerprint | null {
  const real = realOf(path)
  const stat = real === null ? null : statOf(real)
  if (real === null || stat === null || !stat.isFile()) return null
  const stamp = [stat.dev, stat.ino, stat.size, stat.mtimeMs, stat.ctimeMs].join(' ')
  const known = hashes.get(real)
  if (known?.stamp === stamp) return { real, hash: known.hash }
  const hash = hashFile(real, stat, stamp)
  if (hash === null) return null
  if (hashes.size > 1_000) hashes.clear()
  hashes.set(real, { stamp, hash })
  return { real, hash }
}

function hashFile(real: string, { size }: Stats, stamp: string): string | null {
  try {
    const content = size <= MOST_HASHED_BYTES ? readFileSync(real) : stamp
    return createHash('sha256').update(content).digest('hex')
  } catch {
    // It went in between, or may not be read: it is no file that could be run either.
    return null
  }
}

/** With its line end, of the first script that is there; null where there is none. */
export function firstLineOf(paths: readonly string[]): string | null {
  const path = paths.find((one) => statOf(one)?.isFile() === true)
  if (path === undefined) return null
  try {
    const file = openSync(path, 'r')
    try {
      const bytes = Buffer.alloc(256)
      const text = bytes.subarray(0, readSync(file, bytes)).toString('latin1')
      return /^[^\n]*\n?/.exec(text)?.[0] ?? null
    } finally {
      closeSync(file)
    }
  } catch {
    // What may not be read says nothing about its first line.
    return null
  }
}

function realOf(path: string): string | null {
  try {
    return realpathSync(path)
  } catch {
    return null
  }
}

function statOf(path: string): Stats | null {
  try {
    return statSync(path)
  } catch {
    return null
  }
}
