/**
 * The HTTP server around the operations: the shut door first, then `/healthz`, sign-in, `/api/trpc`, `/api/ws`, and for the
 * rest whatever the caller serves. Never answers a request that the door did not pass.
 */
import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { createHTTPHandler } from '@trpc/server/adapters/standalone'
import type { Operations } from '../operations'
import { appRouter } from '../router/app-router'
import type { RouterContext, ServerFacts } from '../router/trpc'
import { createApiSockets } from './api-sockets'
import { type BrowserSessions, openBrowserSessions } from './browser-sessions'
import { answerExport, EXPORT_PATH } from './export-download'
import { cookieName, type DoorRules, judgeRequest, type Knock, MOST_BODY_BYTES, pathOf } from './judge-request'
import { challengeIn, PROOF_HEADER, proofOf } from './prove-token'
import { createRefusalLog } from './refusal-log'
import { answer, answerBroken, answerRefusal, refuse, refuseUpgrade } from './refuse'
import { setSecurityHeaders } from './security-headers'
import { createSignIn, isFetchedAhead, signInCookie } from './sign-in'

export interface BelayServerOptions {
  readonly operations: Operations
  readonly token: string
  /** Who is signed in; where absent, for as long as the process lives. */
  readonly browsers?: BrowserSessions
  readonly home: string
  readonly version: string
  readonly allowedHosts: readonly string[]
  readonly dev: boolean
  readonly report: (line: string) => void
  /** Pages: whatever is not the API. */
  readonly pages: (request: IncomingMessage, response: ServerResponse) => void
  /** Upgrades that are not the API's. True where somebody took the socket. */
  readonly upgrades: (request: IncomingMessage, socket: Duplex, head: Buffer) => boolean
}

export interface BelayServer {
  /** Rejects with the error of `listen` (`EADDRINUSE`, `EACCES`, …). */
  listen(port: number, host: string): Promise<{ readonly url: string; readonly port: number }>
  signInLink(): string
  /** Takes no more, lets answers that are under way end for a moment, then closes every socket. */
  close(): Promise<void>
}

/** Answers under way get so long at a stop. */
const CLOSING_MS = 1_000
const USED_LINK = 'This link was used already, or is from before the last start. Run `belay url` for a fresh one.'

export function createBelayServer(options: BelayServerOptions): BelayServer {
  const http = createHttpServer()
  const signIn = createSignIn()
  let url = ''
  let port = 0
  const browsers = options.browsers ?? openBrowserSessions(null)
  const rules = (): DoorRules => ({
    ...{ port, allowedHosts: options.allowedHosts, token: options.token, knowsBrowser: browsers.knows },
  })
  const log = createRefusalLog(options.report)
  const facts: ServerFacts = { ...options, signInLink: () => `${url}${signIn.newPath()}` }
  const context: RouterContext = { operations: options.operations, server: facts }
  const api = createApi(context)
  const sockets = createApiSockets(context)

  http.on('request', (request, response) => {
    setSecurityHeaders(response, options.dev)
    const judgement = judgeRequest(knockOf(request, false), rules())
    if (judgement.pass === 'no') return refuse(request, response, { judgement, log })
    const path = pathOf(request.url ?? '')
    if (path === '/healthz') return answerHealth(request, response)
    if (path.startsWith('/sign-in/')) return void redeem(path, request, response)
    if (path.startsWith('/api/trpc/')) return api(request, response)
    if (path.startsWith(EXPORT_PATH)) return void answerExport(request, response, options)
    if (path.startsWith('/api/')) return answer(response, 404, 'There is nothing here.')
    if (!isReadable(path)) return answer(response, 400, 'This address cannot be read: a % in it stands for nothing.')
    options.pages(request, response)
  })
  http.on('upgrade', (request, socket, head) => {
    const judgement = judgeRequest(knockOf(request, true), rules())
    if (judgement.pass === 'no') return refuseUpgrade(request, socket, { judgement, log })
    if (pathOf(request.url ?? '') === '/api/ws') return sockets.accept(request, socket, head)
    if (!options.upgrades(request, socket, head)) socket.destroy()
  })
  const open = new Set<Socket>()
  http.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  http.on('clientError', (error: NodeJS.ErrnoException, socket) => answerBroken(error, socket))

  /** Who asks with a challenge is told that this server knows the token, and never the token. */
  function answerHealth(request: IncomingMessage, response: ServerResponse): void {
    const nonce = challengeIn(request.url ?? '')
    if (nonce !== null) response.setHeader(PROOF_HEADER, proofOf(options.token, nonce, request.headers.host ?? ''))
    answer(response, 200, 'ok')
  }

  async function redeem(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('Cache-Control', 'no-store')
    if (request.method !== 'GET') {
      response.setHeader('Allow', 'GET')
      answer(response, 405, 'Open this link in a browser.')
      return
    }
    if (isFetchedAhead(request)) {
      answer(response, 403, 'This link signs in one browser, once: it cannot be fetched ahead.')
      return
    }
    if (!signIn.redeem(path)) {
      answerRefusal(request, response, { status: 401, text: USED_LINK })
      return
    }
    response.setHeader('Set-Cookie', signInCookie(cookieName(port), browsers.begin()))
    response.setHeader('Location', await landing(options.operations))
    answer(response, 303, 'Signed in.')
  }

  return {
    async listen(wanted, host) {
      await listening(http, wanted, host)
      port = portOf(http)
      url = `http://${authority(host, port, options.allowedHosts)}`
      return { url, port }
    },
    signInLink: facts.signInLink,
    async close() {
      sockets.close()
      await closing(http, open)
    },
  }
}

/** Who has nothing but the tour comes to the tour; everybody else to their sessions. */
async function landing(operations: Operations): Promise<string> {
  try {
    const [first, ...others] = await operations.sessions()
    return first?.tour === true && others.length === 0 ? `/s/${first.id}` : '/'
  } catch {
    // The page says what is wrong with the home, better than a sign-in that fails.
    return '/'
  }
}

/** The pages' own reading of a path fails on what stands for no letter. */
function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

function createApi(context: RouterContext): (request: IncomingMessage, response: ServerResponse) => void {
  return createHTTPHandler({
    router: appRouter,
    basePath: '/api/trpc/',
    createContext: () => context,
    maxBodySize: MOST_BODY_BYTES,
  })
}

function knockOf(request: IncomingMessage, upgrade: boolean): Knock {
  return { method: request.method ?? 'GET', target: request.url ?? '', rawHeaders: request.rawHeaders, upgrade }
}

function listening(http: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    http.once('error', reject)
    http.listen(port, host, () => {
      http.off('error', reject)
      resolve()
    })
  })
}

function portOf(http: Server): number {
  const address: AddressInfo | string | null = http.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** Where nothing narrower is listened on, the link uses a name that the door lets in. */
function authority(host: string, port: number, allowed: readonly string[]): string {
  if (host === '0.0.0.0' || host === '::') {
    const name = allowed[0] ?? '127.0.0.1'
    return /:\d+$/.test(name) ? name : `${name}:${port}`
  }
  return host.includes(':') && !host.startsWith('[') ? `[${host}]:${port}` : `${host}:${port}`
}

/** Sockets that were upgraded, ours and those of others, count as open until somebody ends them. */
function closing(http: Server, open: ReadonlySet<Socket>): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => {
      for (const socket of open) socket.destroy()
    }, CLOSING_MS)
    http.close(() => {
      clearTimeout(cut)
      resolve()
    })
    http.closeIdleConnections()
  })
}
