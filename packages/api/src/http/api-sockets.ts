/** Subscriptions over WebSocket: sockets that the door passed, bounded in what they may send and in what waits for them. */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { getWSConnectionHandler } from '@trpc/server/adapters/ws'
import { WebSocket, WebSocketServer } from 'ws'
import { appRouter } from '../router/app-router'
import type { RouterContext } from '../router/trpc'

/** Subscriptions are asked for in a few hundred bytes. */
const MOST_SOCKET_BYTES = 262_144
/** A reader that has more than this to take in is sent no more of the past until it has. */
const MOST_WAITING_BYTES = 1_048_576
const LOOK_EVERY_MS = 10
/** Answers under way get so long at a stop. */
const CLOSING_MS = 500
const PING_MS = 30_000
const PONG_MS = 10_000

export interface ApiSockets {
  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void
  close(): void
}

export function createApiSockets(context: RouterContext): ApiSockets {
  const server = new WebSocketServer({ noServer: true, maxPayload: MOST_SOCKET_BYTES, perMessageDeflate: false })
  const connect = getWSConnectionHandler({
    wss: server,
    router: appRouter,
    createContext: ({ res }) => ({ ...context, drained: () => drained(res) }),
    keepAlive: { enabled: true, pingMs: PING_MS, pongWaitMs: PONG_MS },
  })
  const clients = new Set<WebSocket>()
  return {
    accept(request, socket, head) {
      server.handleUpgrade(request, socket, head, (client) => {
        clients.add(client)
        client.once('close', () => clients.delete(client))
        connect(client, request)
      })
    },
    close() {
      // 1012: the service restarts. The page comes back by itself.
      for (const client of clients) client.close(1012)
      setTimeout(() => {
        for (const client of clients) client.terminate()
      }, CLOSING_MS).unref()
    },
  }
}

async function drained(client: WebSocket): Promise<void> {
  while (client.readyState === WebSocket.OPEN && client.bufferedAmount > MOST_WAITING_BYTES) await sleep(LOOK_EVERY_MS)
}
