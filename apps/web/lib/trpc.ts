/**
 * The wire: queries and mutations over HTTP, subscriptions over one WebSocket that comes back by itself.
 * Made on first use, in the browser only.
 */

import type { AppRouter } from '@belay/api'
import { createTRPCClient, createWSClient, httpBatchLink, splitLink, wsLink } from '@trpc/client'
import superjson from 'superjson'
import { connectionNow, setConnection } from './connection'
import { takeBackUnreachable } from './errors'
import { markSignedOut } from './sign-in'

/** A dropped socket is tried again at once, then ever slower, but never slower than this. */
const SLOWEST_RETRY_MS = 1_500
const FIRST_RETRY_MS = 150
/** How long a break lasts before the page says so. */
const PATIENCE_MS = 800

type Client = ReturnType<typeof createTRPCClient<AppRouter>>
let client: Client | null = null

export function trpc(): Client {
  client ??= makeClient()
  return client
}

function makeClient(): Client {
  return createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: (operation) => operation.type === 'subscription',
        true: wsLink({ client: makeSocket(), transformer: superjson }),
        false: httpBatchLink({ url: '/api/trpc', transformer: superjson, fetch: fetchSignedIn, maxURLLength: 4_000 }),
      }),
    ],
  })
}

function makeSocket() {
  const scheme = window.location.protocol === 'https:' ? 'wss' : 'ws'
  let patience: ReturnType<typeof setTimeout> | undefined
  return createWSClient({
    url: `${scheme}://${window.location.host}/api/ws`,
    retryDelayMs: (attempt) => Math.min(SLOWEST_RETRY_MS, FIRST_RETRY_MS * 2 ** attempt),
    keepAlive: { enabled: true, intervalMs: 10_000, pongTimeoutMs: 4_000 },
    onOpen() {
      clearTimeout(patience)
      setConnection('live')
      takeBackUnreachable()
    },
    onClose() {
      clearTimeout(patience)
      if (connectionNow() === 'live') patience = setTimeout(() => setConnection('reconnecting'), PATIENCE_MS)
    },
  })
}

async function fetchSignedIn(input: RequestInfo | URL | string, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init)
  if (response.status === 401) markSignedOut()
  return response
}
