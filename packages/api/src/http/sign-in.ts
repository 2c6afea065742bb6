/**
 * Links that sign a browser in. Each carries a code that works once; the installation's token never stands in a URL. A link is
 * for a person who opens it: what fetches it ahead, looks at its head or sends to it does not use it up.
 */
import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { SESSION_SECONDS } from './browser-sessions'

export interface SignIn {
  /** The path of a fresh link. */
  newPath(): string
  /** True once for each code that was given out. */
  redeem(path: string): boolean
}

/** Links that nobody used are forgotten beyond this many, the oldest first. */
const MOST_OPEN = 64

export function createSignIn(): SignIn {
  const open = new Set<string>()
  return {
    newPath() {
      const code = randomBytes(24).toString('base64url')
      open.add(code)
      for (const oldest of open) {
        if (open.size <= MOST_OPEN) break
        open.delete(oldest)
      }
      return `/sign-in/${code}`
    },
    redeem: (path) => open.delete(path.slice('/sign-in/'.length)),
  }
}

/** Browsers and previewers say so where nobody has asked for the page yet. */
export function isFetchedAhead({ headers }: IncomingMessage): boolean {
  return [headers.purpose, headers['sec-purpose'], headers['x-purpose'], headers['x-moz']].some(
    (value) => value !== undefined && /prefetch|prerender|preview/i.test(String(value)),
  )
}

export function signInCookie(name: string, session: string): string {
  return `${name}=${session}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${SESSION_SECONDS}`
}
