/**
 * One process a home folder. The lock is an exclusive transaction that stays open on a file of its own: the operating
 * system lets go of it when the process ends, however it ends.
 */
import { createPrivate, isBusy, openClient } from './native'

export interface HomeLock {
  release(): void
}

/** Null where another process holds it. */
export function takeLock(path: string): HomeLock | null {
  createPrivate(path)
  const client = openClient(path, { timeout: 0 })
  try {
    client.pragma('journal_mode = DELETE')
    client.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    client.close()
    if (isBusy(error)) return null
    throw error
  }
  return { release: () => client.close() }
}
