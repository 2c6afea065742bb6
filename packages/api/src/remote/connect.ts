/**
 * The same operations over the wire, of a server that runs. Calls go over HTTP, streams over one WebSocket that is opened
 * when the first is asked for and resumes by itself after a drop. The token goes in a header, never in a URL, and only to a server
 * that has proved to know it.
 */

import type { SessionId } from '@belay/trace'
import {
  createTRPCClient,
  createWSClient,
  type HTTPLinkOptions,
  httpBatchLink,
  splitLink,
  type TRPCWebSocketClient,
  wsLink,
} from '@trpc/client'
import superjson from 'superjson'
import { WebSocket } from 'ws'
import type { EventBatch, Operations } from '../operations'
import type { AppRouter } from '../router/app-router'
import { type Call, type Client, operationCalls } from './calls'
import { commandConfigCalls } from './command-config-calls'
import { commandHookCalls } from './command-hook-calls'
import { exportCalls } from './export'
import { extensionCalls } from './extension-calls'
import { hookFileCalls } from './hook-file-calls'
import { meet } from './prove'
import { stream } from './stream'
import { refusedAtDoor, toldError, unreachable } from './told-error'
import { whyCalls } from './why-calls'

export interface ServerAddress {
  readonly url: string
  readonly token: string
}

type Part<K extends keyof Operations> = Pick<Operations, K>

/** A server that is being restarted is back by then; one that is gone is not waited for. */
const MOST_LOST_MS = 15_000
const SLOWEST_RETRY_MS = 1_500

export async function connectBelay(address: ServerAddress): Promise<Operations> {
  const line = openLine(address)
  const client = openClient(address, line.socket)
  const call: Call = async (run) => {
    try {
      return await run()
    } catch (error) {
      throw toldError(address.url, error)
    }
  }
  return {
    ...(await operationCalls(client, call)),
    ...exportCalls(address),
    ...whyCalls(client, call),
    ...hookFileCalls(client, call),
    ...commandHookCalls(client, call),
    ...extensionCalls(client, call),
    ...commandConfigCalls(client, call),
    ...streams(client, line),
    close: () => line.socket.close(),
  }
}

/** A link that signs one browser in to that server. */
export async function signInLink(address: ServerAddress): Promise<string> {
  const line = openLine(address)
  try {
    return await openClient(address, line.socket).app.signInLink.mutate()
  } catch (error) {
    throw toldError(address.url, error)
  } finally {
    await line.socket.close()
  }
}

function openClient(address: ServerAddress, socket: TRPCWebSocketClient): Client {
  const headers = headersOf(address)
  return createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: (operation) => operation.type === 'subscription',
        true: wsLink<AppRouter>({ client: socket, transformer: superjson }),
        false: httpBatchLink<AppRouter>({
          url: `${address.url}/api/trpc`,
          headers,
          transformer: superjson,
          fetch: fetchFrom(address),
        }),
      }),
    ],
  })
}

function fetchFrom(address: ServerAddress): NonNullable<HTTPLinkOptions<never>['fetch']> {
  return async (input, init) => {
    await meet(address)
    const response = await fetch(input, { ...init, signal: init?.signal ?? null })
    const refused = refusedAtDoor(address.url, response.status)
    if (refused !== null) throw refused
    return response
  }
}

function headersOf({ token }: ServerAddress): { readonly authorization: string } {
  return { authorization: `Bearer ${token}` }
}

/** The socket, and who must hear that it has been gone for too long. */
interface Line {
  readonly url: string
  readonly socket: TRPCWebSocketClient
  onLost(hear: () => void): () => void
}

function openLine(address: ServerAddress): Line {
  const listeners = new Set<() => void>()
  let lostSince: number | null = null
  const lost = () => {
    lostSince ??= Date.now()
    if (Date.now() - lostSince > MOST_LOST_MS) for (const hear of listeners) hear()
  }
  class SignedSocket extends WebSocket {
    constructor(url: string | URL) {
      super(url, { headers: headersOf(address), perMessageDeflate: false })
    }
  }
  const socket = createWSClient({
    url: async () => {
      try {
        await meet(address)
      } catch (error) {
        lost()
        throw error
      }
      return `${address.url.replace(/^http/, 'ws')}/api/ws`
    },
    WebSocket: SignedSocket as unknown as typeof globalThis.WebSocket,
    lazy: { enabled: true, closeMs: 0 },
    retryDelayMs: (attempt) => Math.min(SLOWEST_RETRY_MS, 100 * 2 ** attempt),
    onOpen: () => {
      lostSince = null
    },
    onClose: lost,
    onError: lost,
  })
  return {
    url: address.url,
    socket,
    onLost(hear) {
      listeners.add(hear)
      return () => listeners.delete(hear)
    },
  }
}

function streams(client: Client, line: Line): Part<'events' | 'changes'> {
  return {
    events: (id, after, signal) => eventBatches(client, line, { id, after, signal }),
    changes: (signal) =>
      stream<{ session: SessionId }>((listener) => {
        const off = line.onLost(() => listener.onError(unreachable(line.url)))
        const onError = (error: unknown) => listener.onError(toldError(line.url, error))
        const subscription = client.sessions.changes.subscribe(undefined, { ...listener, onError })
        return unsubscribing(subscription, off)
      }, signal),
  }
}

interface Following {
  readonly id: SessionId
  readonly after: number
  readonly signal: AbortSignal
}

/** The server resumes after the last batch that came; what overlaps is dropped here. */
async function* eventBatches(client: Client, line: Line, { id, after, signal }: Following): AsyncGenerator<EventBatch> {
  let last = after
  const batches = stream<Pick<EventBatch, 'events' | 'live'>>((listener) => {
    const off = line.onLost(() => listener.onError(unreachable(line.url)))
    const subscription = client.sessions.events.subscribe(
      { id, after },
      {
        onData: ({ data: { packed, live } }) => listener.onData({ events: JSON.parse(packed), live }),
        onError: (error) => listener.onError(toldError(line.url, error)),
        onComplete: listener.onComplete,
      },
    )
    return unsubscribing(subscription, off)
  }, signal)
  for await (const { events, live } of batches) {
    const fresh = events.filter((event) => event.seq > last)
    last = fresh.at(-1)?.seq ?? last
    yield { events: fresh, live, last }
  }
}

function unsubscribing(subscription: { unsubscribe(): void }, off: () => void): { unsubscribe(): void } {
  return {
    unsubscribe() {
      off()
      subscription.unsubscribe()
    },
  }
}
