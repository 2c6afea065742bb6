/**
 * The operations of a home, whoever holds it: its running server, else this process. A note of a server counts only while
 * somebody holds the home's lock: what answers on the port of a server that was killed is not that server.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { takeLock } from '@belay/db'
import { openBelay } from '../composition-root'
import { findHomeServer } from '../home/home'
import type { OpenBelayOptions } from '../open'
import { OperationError, type Operations } from '../operations'
import { connectBelay, type ServerAddress } from './connect'
import { acquaintance, stranger } from './prove'

/** Another command holds a home for as long as its turn takes; a short one is waited for. */
const MOST_WAIT_MS = 10_000
const LOOK_EVERY_MS = 100

export interface UsedHome {
  readonly operations: Operations
  /** This process holds the home: turns end with it. */
  readonly own: boolean
}

export async function useBelay(options: OpenBelayOptions): Promise<Operations> {
  return (await useHome(options)).operations
}

export async function useHome(options: OpenBelayOptions): Promise<UsedHome> {
  const until = Date.now() + MOST_WAIT_MS
  for (;;) {
    try {
      return { operations: await openBelay(options), own: true }
    } catch (error) {
      if (!(error instanceof OperationError) || error.code !== 'conflict') throw error
      const server = await knownServer(options.home)
      if (server !== null) return { operations: await connectBelay(server), own: false }
      if (Date.now() > until) throw error
    }
    await sleep(LOOK_EVERY_MS)
  }
}

/** The server of a home, where one runs. Makes nothing. */
export async function findServer(root: string): Promise<ServerAddress | null> {
  const server = findHomeServer(root)
  return server === null || !isHeld(server.lock) ? null : knownServer(root)
}

/** Of a home that somebody holds. Null while nobody answers: it is a command, or a server that starts or stops. */
async function knownServer(root: string): Promise<ServerAddress | null> {
  const server = findHomeServer(root)
  if (server === null) return null
  switch (await acquaintance(server)) {
    case 'known':
      return { url: server.url, token: server.token }
    case 'stranger':
      throw stranger(server.url)
    case 'silent':
      return null
  }
}

function isHeld(path: string): boolean {
  const lock = takeLock(path)
  lock?.release()
  return lock === null
}
