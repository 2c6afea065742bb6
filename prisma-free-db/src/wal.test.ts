import { statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openClient } from './native'
import { WAL_LIMIT_BYTES } from './open'
import { addSession, freshStore, notice, SESSION } from './testing/store'

/** Looked at once in 512 batches. */
const BATCHES = 512

describe('the write-ahead log', () => {
  it('grows while somebody reads an old state, and is cut once they have let go', () => {
    const store = freshStore()
    addSession(store)
    const reader = openClient(store.path, { readonly: true })
    reader.exec('begin')
    reader.prepare('select count(*) from events').get()
    const text = 'x'.repeat(134_000)
    for (let seq = 2; seq < 2 + BATCHES; seq += 1) store.append(SESSION, [notice(seq, text)])
    expect(store.size().wal).toBeGreaterThan(WAL_LIMIT_BYTES)
    reader.exec('commit')
    reader.close()
    for (let seq = 2 + BATCHES; seq < 2 + 2 * BATCHES; seq += 1) store.append(SESSION, [notice(seq)])
    expect(store.size().wal).toBeLessThanOrEqual(WAL_LIMIT_BYTES)
    expect(store.session(SESSION)?.seq).toBe(1 + 2 * BATCHES)
    store.close()
  })

  it('is nothing after a clean stop', () => {
    const store = freshStore()
    addSession(store)
    store.append(SESSION, [notice(2)])
    store.close()
    expect(statSync(`${store.path}-wal`, { throwIfNoEntry: false })?.size ?? 0).toBe(0)
  })
})
