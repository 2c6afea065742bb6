/**
 * Where the remotes of a repository are, as its own settings say. Promises: reads two files at most and runs nothing; null
 * where they can't be read. What a person's own settings make of an address (`insteadOf`) is not seen.
 */
import { existsSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { bytesOfRegular } from '../../processes/read-regular'

export interface Remotes {
  /** By name; where it pushes to comes after where it fetches from. */
  readonly urls: ReadonlyMap<string, readonly string[]>
  /** Those that are meant where none is named: names, or addresses. */
  readonly usual: readonly string[]
}

/** Far longer than any settings. */
const LARGEST_BYTES = 1_000_000

export function remotesAt(folder: string): Remotes | null {
  try {
    const found = foldersOf(folder)
    if (found === null) return { urls: new Map(), usual: [] }
    const config = join(found.common, 'config')
    const head = textOf(join(found.own, 'HEAD'))
    return readRemotes(textOf(config), /^ref: refs\/heads\/(.+)$/m.exec(head)?.[1] ?? null)
  } catch {
    return null
  }
}

interface GitFolders {
  /** Where `HEAD` is. */
  readonly own: string
  /** Where the settings are. */
  readonly common: string
}

function foldersOf(folder: string): GitFolders | null {
  for (let at = folder; ; at = dirname(at)) {
    const git = join(at, '.git')
    if (existsSync(git)) return behind(git)
    // A repository without a working tree.
    if (existsSync(join(at, 'HEAD')) && existsSync(join(at, 'refs'))) return { own: at, common: at }
    if (dirname(at) === at) return null
  }
}

/** Of a second working tree `.git` is a file that says where it is, and there `commondir` where the settings are. */
function behind(git: string): GitFolders {
  if (statSync(git).isDirectory()) return { own: git, common: git }
  const own = resolve(dirname(git), /^gitdir: (.+)$/m.exec(textOf(git))?.[1] ?? '.git')
  const common = join(own, 'commondir')
  return { own, common: existsSync(common) ? resolve(own, textOf(common).trim()) : own }
}

/** Throws for a pipe, a device, or what is too large: a checkout may hold anything. */
function textOf(path: string): string {
  return bytesOfRegular(path, LARGEST_BYTES).toString('utf8')
}

interface Setting {
  readonly section: string
  readonly name: string
  readonly key: string
  readonly value: string
}

function readRemotes(text: string, branch: string | null): Remotes {
  const urls = new Map<string, readonly string[]>()
  const followed: string[] = []
  const pushed: string[] = []
  for (const { section, name, key, value } of settingsIn(text)) {
    if (section === 'remote' && (key === 'url' || key === 'pushurl')) urls.set(name, [...(urls.get(name) ?? []), value])
    if (section === 'branch' && name === branch && (key === 'remote' || key === 'pushremote')) followed.push(value)
    if (section === 'remote' && key === 'pushdefault') pushed.push(value)
  }
  const own = urls.has('origin') ? ['origin'] : [...urls.keys()]
  return { urls, usual: [...(followed.length > 0 ? followed : own), ...pushed] }
}

function settingsIn(text: string): readonly Setting[] {
  let [section, name] = ['', '']
  return text.split('\n').flatMap((line) => {
    const [head, kind, called = ''] = /^\s*\[([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\]/.exec(line) ?? []
    if (kind !== undefined) [section, name] = [kind.toLowerCase(), called.replace(/\\(.)/g, '$1')]
    const [, key, value = ''] = /^\s*([\w-]+)\s*=\s*(.*?)\s*$/.exec(line.slice(head?.length ?? 0)) ?? []
    return key === undefined ? [] : [{ section, name, key: key.toLowerCase(), value: value.replace(/^"(.*)"$/, '$1') }]
  })
}
