/**
 * The shut door: whether a request or an upgrade may come in at all. Judged before anything else looks at it, from what is
 * on the wire; forwarded headers count for nothing. Pure.
 */
import { createHash, timingSafeEqual } from 'node:crypto'

export interface DoorRules {
  /** The port that is listened on. */
  readonly port: number
  /** Names beside loopback, as `--allow-host` gave them: `name` or `name:port`. */
  readonly allowedHosts: readonly string[]
  /** For programs, as a bearer. Never empty. */
  readonly token: string
  /** Whether a cookie is of a browser that is signed in. The token is none. */
  readonly knowsBrowser: (value: string) => boolean
}

export interface Knock {
  readonly method: string
  /** The request target, as sent. */
  readonly target: string
  /** Names and values in turn, as sent: a header that stands twice is seen twice. */
  readonly rawHeaders: readonly string[]
  readonly upgrade: boolean
}

export type Judgement =
  | { readonly pass: 'open' | 'signed-in' }
  | { readonly pass: 'no'; readonly status: 400 | 401 | 403 | 413 | 415; readonly text: string }

/** A prompt has at most 1 MiB of text; JSON may write it in six times as many bytes. */
export const MOST_BODY_BYTES = 8 * 1_048_576

export function judgeRequest(knock: Knock, rules: DoorRules): Judgement {
  return judgeAddress(knock, rules) ?? judgeSite(knock) ?? judgeBody(knock) ?? judgeToken(knock, rules)
}

function no(status: Extract<Judgement, { pass: 'no' }>['status'], text: string): Judgement {
  return { pass: 'no', status, text }
}

function judgeAddress(knock: Knock, rules: DoorRules): Judgement | null {
  const hosts = headersOf(knock, 'host')
  const [host] = hosts
  if (host === undefined || host === '' || hosts.length > 1) return no(400, 'A request needs one Host header.')
  if (!knock.target.startsWith('/')) return no(400, 'The request target must be a path.')
  const own = ownHosts(rules)
  if (!own.has(host.toLowerCase())) return no(403, 'This address is not one of this server. `--allow-host` adds one.')
  const origins = headersOf(knock, 'origin')
  if (origins.length > 1) return no(400, 'A request has at most one Origin header.')
  const [origin] = origins
  if (origin !== undefined && !isOwnOrigin(origin, own))
    return no(403, 'Pages of another origin may not speak to this server.')
  return null
}

/** Exact: no trailing dot, no missing port, nothing that only begins or ends like it. */
export function ownHosts({ port, allowedHosts }: Pick<DoorRules, 'port' | 'allowedHosts'>): ReadonlySet<string> {
  const loopback = ['localhost', '127.0.0.1', '[::1]']
  const named = allowedHosts.map((host) => host.toLowerCase())
  const withPort = [...loopback, ...named.filter((host) => !hasPort(host))].map((host) => `${host}:${port}`)
  const exact = named.filter(hasPort)
  const bare = port === 80 ? [...loopback, ...named] : []
  return new Set([...withPort, ...exact, ...bare])
}

function hasPort(host: string): boolean {
  return (
    /:\d+$/.test(host) && (host.startsWith('[') ? host.includes(']:') : host.indexOf(':') === host.lastIndexOf(':'))
  )
}

/** `https` where something in front of an allowed host speaks it. */
function isOwnOrigin(origin: string, own: ReadonlySet<string>): boolean {
  const match = /^(https?):\/\/([^/]+)$/.exec(origin.toLowerCase())
  if (match === null) return false
  const [, scheme, host = ''] = match
  const loopback = /^(?:localhost|127\.0\.0\.1|\[::1\]):/.test(host)
  return own.has(host) && (scheme === 'http' || !loopback)
}

/**
 * A cookie does not tell the ports of one machine apart, and a picture that a page of another port loads brings no Origin: browsers
 * say here whose page asked. What a person types or a program opens (`none`) leads to pages, never into the API. Programs say nothing.
 */
function judgeSite(knock: Knock): Judgement | null {
  if (!knock.upgrade && !isApi(knock.target)) return null
  const foreign = headersOf(knock, 'sec-fetch-site').some((site) => site.trim().toLowerCase() !== 'same-origin')
  return foreign ? no(403, 'Only pages of this server may speak to its API.') : null
}

function judgeBody(knock: Knock): Judgement | null {
  const length = Number(headersOf(knock, 'content-length')[0] ?? 0)
  if (length > MOST_BODY_BYTES) return no(413, `A request has at most ${MOST_BODY_BYTES} bytes.`)
  if (!isApi(knock.target) || !changes(knock.method)) return null
  const type = headersOf(knock, 'content-type')[0]?.split(';', 1)[0]?.trim().toLowerCase()
  return type === 'application/json' ? null : no(415, 'Send application/json.')
}

function changes(method: string): boolean {
  return method !== 'GET' && method !== 'HEAD'
}

function judgeToken(knock: Knock, rules: DoorRules): Judgement {
  const path = pathOf(knock.target)
  if (!knock.upgrade && (path === '/healthz' || path.startsWith('/sign-in/'))) return { pass: 'open' }
  const token = bearer(knock)
  if (token !== null && rules.token !== '' && sameText(token, rules.token)) return { pass: 'signed-in' }
  const browser = cookie(knock, cookieName(rules.port))
  if (browser !== null && browser !== '' && rules.knowsBrowser(browser)) return { pass: 'signed-in' }
  return no(401, 'Open the link that Belay printed when it started, or run `belay url` for a fresh one.')
}

export function pathOf(target: string): string {
  return target.split('?', 1)[0] ?? ''
}

export function isApi(target: string): boolean {
  return pathOf(target).startsWith('/api/')
}

/** Cookies do not tell ports apart: two servers on one machine would sign each other's browser out. */
export function cookieName(port: number): string {
  return `belay-${port}`
}

function bearer(knock: Knock): string | null {
  const match = /^Bearer ([^\s]+)$/i.exec(headersOf(knock, 'authorization')[0] ?? '')
  return match?.[1] ?? null
}

function cookie(knock: Knock, name: string): string | null {
  const pairs = headersOf(knock, 'cookie').flatMap((header) => header.split(';'))
  const found = pairs.map((pair) => pair.trim()).find((pair) => pair.startsWith(`${name}=`))
  return found === undefined ? null : found.slice(name.length + 1)
}

/** In the same time whatever the texts are. */
function sameText(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}

function headersOf({ rawHeaders }: Knock, name: string): readonly string[] {
  const values: string[] = []
  for (let i = 0; i + 1 < rawHeaders.length; i += 2)
    if (rawHeaders[i]?.toLowerCase() === name) values.push(rawHeaders[i + 1] ?? '')
  return values
}
