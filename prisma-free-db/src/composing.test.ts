import type { Composition, CompositionChangeKind } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import { addSession, event, freshStore, SESSION } from './testing/store'

const composition = (hash: string): Composition => ({
  ...{ hash, extensions: [], hooks: [], rewrites: 'first', stopAtFirstBlock: false },
})

const change = (seq: number, after: string, more: { kind?: CompositionChangeKind; name?: string } = {}) =>
  event(seq, { type: 'composition.changed', composition: composition(after), change: 'x', ...more })

describe('the edits of hooks', () => {
  it('are read in order, each with what ruled before it, also where several came in one batch', () => {
    const store = freshStore()
    addSession(store)
    const first = store.session(SESSION)?.composition ?? ''
    store.append(SESSION, [change(2, 'b', { kind: 'edit', name: 'attach x' })])
    store.append(SESSION, [
      change(3, 'c'),
      change(4, 'd', { kind: 'refresh' }),
      change(5, first, { kind: 'undo', name: 'y' }),
    ])
    expect(store.compositionChanges(SESSION)).toEqual([
      { seq: 2, kind: 'edit', name: 'attach x', before: first, after: 'b' },
      { seq: 3, kind: 'edit', name: null, before: 'b', after: 'c' },
      { seq: 4, kind: 'refresh', name: null, before: 'c', after: 'd' },
      { seq: 5, kind: 'undo', name: 'y', before: 'd', after: first },
    ])
    expect(store.compositionChanges('ses_other')).toEqual([])
    store.close()
  })
})

describe('sets of hooks', () => {
  it('are kept by name, replaced and removed', () => {
    const store = freshStore()
    const set = { name: 'b', description: 'two', hooks: [{ hook: 'x' }, { hook: 'y' }], savedAt: 1 }
    store.keepHookSet(set)
    store.keepHookSet({ ...set, name: 'a', hooks: [] })
    expect(store.hookSets().map(({ name }) => name)).toEqual(['a', 'b'])
    expect(store.hookSet('b')).toEqual(set)
    store.keepHookSet({ ...set, description: 'one', savedAt: 2 })
    expect(store.hookSet('b')).toEqual({ ...set, description: 'one', savedAt: 2 })
    expect([store.removeHookSet('b'), store.removeHookSet('b')]).toEqual([true, false])
    expect(store.hookSet('b')).toBeNull()
    store.close()
  })
})
