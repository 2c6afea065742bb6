/**
 * Browsers that are signed in. A cookie goes to every port of this machine, so it never holds the installation's token: it holds
 * a random value of which only the hash is kept, and which ends. The file in the home outlives the server; removing it signs
 * every browser out.
 */
import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { writePrivate } from '@belay/host'

export interface BrowserSessions {
  /** The value for the cookie of a browser that signs in now. */
  begin(): string
  knows(value: string): boolean
}

/** 30 days: who comes by once a month stays signed in. */
export const SESSION_SECONDS = 2_592_000
/** Signing in again and again must not grow the file; the oldest go first. */
const MOST_SESSIONS = 100
const LEAST_VALUE_CHARS = 32

interface Session {
  readonly hash: string
  /** Epoch milliseconds. */
  readonly until: number
}

/** Where `path` is null they last as long as the process. */
export function openBrowserSessions(path: string | null, now: () => number = Date.now): BrowserSessions {
  const store = path === null ? inMemory() : inFile(path)
  const current = () => store.read().filter((session) => session.until > now())
  return {
    begin() {
      const value = randomBytes(32).toString('base64url')
      const session = { hash: hashOf(value), until: now() + SESSION_SECONDS * 1_000 }
      store.write([...current(), session].slice(-MOST_SESSIONS))
      return value
    },
    knows(value) {
      if (value.length < LEAST_VALUE_CHARS) return false
      // Hashes are compared: how long that takes tells nothing of the value.
      const hash = hashOf(value)
      return current().some((session) => session.hash === hash)
    },
  }
}

interface Store {
  read(): readonly Session[]
  write(sessions: readonly Session[]): void
}

function inMemory(): Store {
  let all: readonly Session[] = []
  return {
    read: () => all,
    write: (sessions) => {
      all = sessions
    },
  }
}

/** Read again where the file has changed: whoever removes it wants to be obeyed at once. */
function inFile(path: string): Store {
  let known: { readonly stamp: string; readonly sessions: readonly Session[] } = { stamp: '', sessions: [] }
  return {
    read() {
      const stamp = stampOf(path)
      if (stamp !== known.stamp) known = { stamp, sessions: stamp === '' ? [] : parse(path) }
      return known.sessions
    },
    write: (sessions) => writePrivate(path, `${JSON.stringify(sessions)}\n`),
  }
}

function stampOf(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false, bigint: true })
  return stat === undefined ? '' : `${stat.ino} ${stat.mtimeNs} ${stat.size}`
}

/** A file that cannot be read signs nobody in: everybody takes a fresh link. */
function parse(path: string): readonly Session[] {
  try {
    const all: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return Array.isArray(all) ? all.filter(isSession) : []
  } catch {
    return []
  }
}

function isSession(value: unknown): value is Session {
  if (typeof value !== 'object' || value === null || !('hash' in value) || !('until' in value)) return false
  return typeof value.hash === 'string' && typeof value.until === 'number'
}

function hashOf(value: string): string {
  return createHash('sha256').update(value).digest('hex')
}
