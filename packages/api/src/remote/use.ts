/** The operations of a home, whoever holds it: its running server, else this process. */
import { setTimeout as sleep } from 'node:timers/promises'
import { openBelay } from '../composition-root'
import { findHomeServer } from '../home/home'
import type { OpenBelayOptions } from '../open'
import { OperationError, type Operations } from '../operations'
import { connectBelay, type ServerAddress } from './connect'

/** Another command holds a home for as long as its turn takes; a short one is waited for. */
const MOST_WAIT_MS = 10_000
const LOOK_EVERY_MS = 100

export async function useBelay(options: OpenBelayOptions): Promise<Operations> {
  const until = Date.now() + MOST_WAIT_MS
  for (;;) {
    const server = await findServer(options.home)
    if (server !== null) return connectBelay(server)
    try {
      return await openBelay(options)
    } catch (error) {
      if (!(error instanceof OperationError) || error.code !== 'conflict' || Date.now() > until) throw error
    }
    await sleep(LOOK_EVERY_MS)
  }
}

/** The server of a home, where one answers. Makes nothing. */
export async function findServer(root: string): Promise<ServerAddress | null> {
  const server = findHomeServer(root)
  if (server === null) return null
  try {
    const response = await fetch(`${server.url}/healthz`, { signal: AbortSignal.timeout(2_000) })
    return response.ok ? server : null
  } catch {
    // A note of a server that was killed: nobody answers there any more.
    return null
  }
}
