/**
 * The commands of `hooks.json` as the file has them now. Promises: reads the file at each asking and takes it apart only where
 * it changed; a file that is no JSON disables its commands and keeps what they were, so that a guard does not vanish with a comma.
 */
import { lstatSync, realpathSync } from 'node:fs'
import type { Database } from '@belay/db'
import {
  type CommandConfig,
  type CommandDiagnostic,
  type CommandEntry,
  NO_FILE,
  type NotRunEntry,
  readCommandConfig,
  readRegular,
  whyUnreadable,
} from '@belay/host'
import { commandFilePath, MOST_BYTES } from '../command-config/command-file'

export interface ReadCommand {
  readonly entry: CommandEntry
  /** Why it cannot be run, or null. */
  readonly error: string | null
}

export interface ReadCommands {
  /** In the order of the files and of what stands in them. */
  readonly commands: readonly ReadCommand[]
  readonly notRun: readonly NotRunEntry[]
  readonly diagnostics: readonly CommandDiagnostic[]
  /** Files of which nobody knows what they held. */
  readonly lost: readonly { readonly file: string; readonly error: string }[]
}

export interface CommandReader {
  /** `files` take the place of the home's own. */
  read(files: readonly string[] | undefined, workspace: string): ReadCommands
  /** Whether the home has a file of its own. */
  isThere(): boolean
}

export interface ReaderParts {
  /** The home folder. */
  readonly folder: string
  readonly db: Pick<Database, 'setting' | 'setSetting'>
  /** Names of the tools that there are. */
  readonly tools: () => readonly string[]
}

interface File {
  readonly file: string
  /** Null where it can't be read. */
  readonly text: string | null
  readonly message: string
}

export function commandReader({ folder, db, tools }: ReaderParts): CommandReader {
  const own = commandFilePath(folder)
  const kept = keptText(db)
  let last: { readonly key: string; readonly read: ReadCommands } | null = null
  return {
    isThere: () => ownFile(own).length > 0,
    read(named, workspace) {
      const files = named === undefined ? ownFile(own) : named.map(fileAt)
      const key = JSON.stringify([workspace, files])
      if (last?.key !== key) last = { key, read: take(files, { workspace, tools: tools(), kept }) }
      return last.read
    },
  }
}

interface Taking {
  readonly workspace: string
  readonly tools: readonly string[]
  readonly kept: ReturnType<typeof keptText>
}

function take(files: readonly File[], { workspace, tools, kept }: Taking): ReadCommands {
  const facts = { workspace, tools }
  const texts = files.flatMap(({ file, text }) => (text === null ? [] : [{ file, text }]))
  const config = readCommandConfig(texts, facts)
  const wrong = new Map(brokenIn(files, config))
  if (wrong.size === 0) {
    for (const { file, text } of texts) kept.set(file, text)
    return { ...config, commands: config.entries.map((entry) => ({ entry, error: null })), lost: [] }
  }
  for (const { file, text } of texts) if (!wrong.has(file)) kept.set(file, text)
  const before = files.flatMap(({ file, text }) => {
    const known = wrong.has(file) ? kept.get(file) : text
    return known === null ? [] : [{ file, text: known }]
  })
  const entries = readCommandConfig(before, facts).entries
  const errorOf = ({ places }: CommandEntry) => {
    const [error] = places.map(({ file }) => wrong.get(file))
    return places.every(({ file }) => wrong.has(file)) ? (error ?? null) : null
  }
  return {
    commands: entries.map((entry) => ({ entry, error: errorOf(entry) })),
    notRun: config.notRun,
    diagnostics: [...config.diagnostics, ...unreadableOf(files)],
    lost: [...wrong].filter(([file]) => kept.get(file) === null).map(([file, error]) => ({ file, error })),
  }
}

function brokenIn(files: readonly File[], { unreadable, diagnostics }: CommandConfig): [string, string][] {
  return files.flatMap(({ file, text, message }): [string, string][] => {
    if (text === null) return [[file, message]]
    if (!unreadable.includes(file)) return []
    const found = diagnostics.find((one) => one.file === file && one.severity === 'error')
    const place = found?.line === null || found === undefined ? file : `${file}:${found.line}`
    return [[file, `${place}: ${found?.message ?? 'it is not JSON'}; none of its commands runs`]]
  })
}

function unreadableOf(files: readonly File[]): readonly CommandDiagnostic[] {
  return files
    .filter(({ text }) => text === null)
    .map(({ file, message }) => ({ file, line: null, column: null, path: null, severity: 'error', message }))
}

/** None is no mistake; a link that leads nowhere is one. */
function ownFile(path: string): readonly File[] {
  const there = fileAt(path)
  if (there.text !== null || there.message !== NO_FILE) return [there]
  return isLink(path) ? [{ ...there, message: `${path} is a link that leads nowhere` }] : []
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true
}

function fileAt(path: string): File {
  try {
    const file = realpathSync(path)
    const read = readRegular(file, MOST_BYTES)
    return read.ok
      ? { file, text: read.bytes.toString('utf8'), message: '' }
      : { file, text: null, message: `${file} can't be read: ${read.reason}` }
  } catch (error) {
    return { file: path, text: null, message: whyUnreadable(error) }
  }
}

/** The last text of a file that was JSON, over the end of the process. */
function keptText(db: ReaderParts['db']) {
  const known = new Map<string, string | null>()
  const keyOf = (file: string) => `commands.good ${file}`
  const get = (file: string) => {
    if (!known.has(file)) {
      const stored = db.setting(keyOf(file))
      known.set(file, typeof stored === 'string' ? stored : null)
    }
    return known.get(file) ?? null
  }
  return {
    get,
    set(file: string, text: string) {
      if (get(file) === text) return
      known.set(file, text)
      db.setSetting(keyOf(file), text)
    },
  }
}
