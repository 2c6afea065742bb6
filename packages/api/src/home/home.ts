/**
 * The home folder: its places, its token, and the note of who serves it. Folders are for their owner alone (0700), files
 * too (0600).
 */
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { makeFolder, writePrivate } from '@belay/host'
import { OperationError } from '../operations'

export interface Home {
  readonly root: string
  readonly database: string
  readonly lock: string
  readonly server: string
  readonly hooks: string
  readonly scripts: string
  readonly logs: string
  readonly tour: string
  /** Contents of files as they were before turns, each under its hash. */
  readonly files: string
  /** Which drafts stand in people's folders right now. */
  readonly drafts: string
  /** Conversations as command hooks read them. */
  readonly transcripts: string
  /** Who is signed in. */
  readonly browsers: string
  readonly token: string
}

export function homePath(home: string | undefined): string {
  const named = home ?? process.env.BELAY_HOME ?? ''
  return named === '' ? join(homedir(), '.belay') : resolve(named)
}

/** Where things are; what of them is there is for others to see. */
function placesIn(root: string): Omit<Home, 'token'> {
  const at = (name: string) => join(root, name)
  return {
    root,
    database: at('belay.db'),
    lock: at('lock.db'),
    server: at('server.json'),
    hooks: at('hooks'),
    scripts: at('scripts'),
    logs: at('logs'),
    tour: at('tour'),
    files: at('files'),
    drafts: at('drafts.jsonl'),
    transcripts: at('transcripts'),
    browsers: at('browsers.json'),
  }
}

/** Whether anything of Belay's is there, or something that a home cannot be: that is for `openHome` to say. */
export function isHomeThere(root: string): boolean {
  const { database, server, hooks, scripts } = placesIn(root)
  const stat = statSync(root, { throwIfNoEntry: false })
  if (stat === undefined) return false
  return (
    !stat.isDirectory() ||
    [database, server, hooks, scripts, join(root, 'token'), join(root, 'hooks.json')].some((path) => existsSync(path))
  )
}

/** Who serves a home and the key to it; null where nobody says that they do. Makes nothing. */
export function findHomeServer(root: string): HomeServer | null {
  const { server, lock } = placesIn(root)
  const url = readServerNote(server)?.url ?? null
  const token = join(root, 'token')
  if (url === null || !existsSync(token) || !existsSync(lock)) return null
  return { url, lock, token: readFileSync(token, 'utf8').trim() }
}

/** Signs every browser out, also of a server that runs: it looks. Pages that are open lose their sockets at the next drop. */
export function signOutBrowsers(root: string): void {
  rmSync(placesIn(root).browsers, { force: true })
}

export interface HomeServer {
  readonly url: string
  readonly token: string
  readonly lock: string
}

/**
 * Creates what is missing; changes nothing that is there but the permissions of the root, and a token that opens the door to
 * whoever guesses it: that one is replaced, and `tell` hears of it.
 */
export function openHome(root: string, tell: (line: string) => void = () => undefined): Home {
  const places = placesIn(root)
  try {
    for (const folder of [root, places.hooks, places.scripts, places.logs, places.tour]) makeFolder(folder, 0o700)
    chmodSync(root, 0o700)
    return { ...places, token: readOrMakeToken(join(root, 'token'), tell) }
  } catch (error) {
    throw new OperationError('bad_input', `The home folder ${root} cannot be used: ${reasonOf(error)}.`)
  }
}

/** What `randomBytes` of 24 or more makes. */
const TOKEN = /^[A-Za-z0-9_-]{32,}$/

function readOrMakeToken(path: string, tell: (line: string) => void): string {
  const found = existsSync(path) ? readFileSync(path, 'utf8').trim() : null
  if (found !== null && TOKEN.test(found)) {
    chmodSync(path, 0o600)
    return found
  }
  writePrivate(path, `${randomBytes(32).toString('base64url')}\n`)
  if (found !== null) tell(`The token in ${path} was empty, too short or damaged. It was replaced by a fresh one.`)
  return readFileSync(path, 'utf8').trim()
}

/** Who holds the home. */
export interface ServerNote {
  readonly pid: number
  readonly url: string | null
}

/** `url` is null for a command that opened the home for itself. */
export function announceServer(home: Home, url: string | null): void {
  writePrivate(home.server, `${JSON.stringify({ pid: process.pid, url } satisfies ServerNote)}\n`)
}

export function readServerNote(path: string): ServerNote | null {
  try {
    const note: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (typeof note !== 'object' || note === null || !('pid' in note) || typeof note.pid !== 'number') return null
    return { pid: note.pid, url: 'url' in note && typeof note.url === 'string' ? note.url : null }
  } catch {
    // No file, or one that is not ours: nobody says that they serve this home.
    return null
  }
}

export function removeServerNote(home: Home): void {
  if (readServerNote(home.server)?.pid === process.pid) rmSync(home.server, { force: true })
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
