/**
 * The pages, served by Next inside this process. Next gets an HTTP server of its own that never listens: it attaches an
 * upgrade listener to the one it is given, which must not see the API's sockets, and in development it has to be the one
 * that answers its own. Sockets that nobody takes are closed, so that a browser does not wait on them.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import next from 'next'

export interface Pages {
  /** Resolves when pages can be served; requests that come before wait. */
  readonly ready: Promise<void>
  serve(request: IncomingMessage, response: ServerResponse): void
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean
  close(): Promise<void>
}

export interface PagesOptions {
  /** The folder of the web app. */
  readonly folder: string
  readonly dev: boolean
  readonly report: (line: string) => void
}

export function openPages({ folder, dev, report }: PagesOptions): Pages {
  const inner = createServer()
  const app = next({ dev, dir: folder, httpServer: inner, quiet: true })
  const ready = app.prepare()
  // Whoever awaits it hears of a failure; a start that fails earlier must not end in two messages.
  ready.catch(() => undefined)
  const handle = app.getRequestHandler()
  return {
    ready,
    serve(request, response) {
      ready
        .then(() => handle(request, response))
        .catch((error: unknown) => {
          report(`a page failed: ${error instanceof Error ? error.stack : String(error)}`)
          if (!response.headersSent) response.statusCode = 500
          response.end()
        })
    },
    upgrade: (request, socket, head) => inner.emit('upgrade', request, socket, head),
    close: () => app.close(),
  }
}
