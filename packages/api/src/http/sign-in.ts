/** Links that sign a browser in. Each carries a code that works once; the installation's token never stands in a URL. */
import { randomBytes } from 'node:crypto'

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

/** A year: the token lives as long as the installation. */
const COOKIE_SECONDS = 31_536_000

export function signInCookie(name: string, token: string): string {
  return `${name}=${token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${COOKIE_SECONDS}`
}
