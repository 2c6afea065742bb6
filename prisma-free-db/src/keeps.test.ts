import { ATTR, type Attributes, spanId, turnId } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import { addSession, event, freshStore, SESSION } from './testing/store'

describe('kept code', () => {
  it('is the last that was kept of a file, until it is dropped', () => {
    const db = freshStore()
    const first = {
      ...{ file: '/home/hooks/a.ts', version: '1', at: 5, code: 'one', map: '{}' },
      ...{ inputs: ['/home/hooks/a.ts'], described: { name: 'a' } },
    }
    expect(db.keptCode(first.file)).toBeNull()
    db.keepCode(first)
    db.keepCode({ ...first, version: '2', at: 6, code: 'two' })
    db.keepCode({ ...first, file: '/home/hooks/b.ts' })
    expect(db.keptCode(first.file)).toEqual({ ...first, version: '2', at: 6, code: 'two' })
    db.dropCode(first.file)
    expect(db.keptCode(first.file)).toBeNull()
    expect(db.keptCode('/home/hooks/b.ts')?.code).toBe('one')
    db.close()
  })
})

describe('whether somebody chose the model', () => {
  it('is said when the session is made, and whenever its model is changed', () => {
    const store = freshStore()
    addSession(store, { modelChosen: false })
    store.append(SESSION, [event(2, { type: 'session.changed', title: 'another' })])
    expect(store.session(SESSION)?.modelChosen).toBe(false)
    store.append(SESSION, [event(3, { type: 'session.changed', model: 'scripted/y' })])
    expect(store.session(SESSION)?.modelChosen).toBe(true)
    store.append(SESSION, [event(4, { type: 'session.changed', title: 'a third' })])
    expect(store.session(SESSION)?.modelChosen).toBe(true)
    store.close()
  })
})

describe('what hooks keep', () => {
  it('is there by whose it is, and outlives its sessions', () => {
    const store = freshStore()
    addSession(store)
    expect(store.hookValue('hook a', 'k')).toBeUndefined()
    expect(store.setHookValue('hook a', { key: 'k', value: { n: 1 }, at: 1 }, 5)).toBe(true)
    store.setHookValue('hook b', { key: 'k', value: null, at: 1 }, 5)
    store.removeSession(SESSION)
    expect(store.hookValue('hook a', 'k')).toEqual({ n: 1 })
    expect(store.hookValue('hook b', 'k')).toBeNull()
    store.removeHookValue('hook a', 'k')
    expect(store.hookValue('hook a', 'k')).toBeUndefined()
    store.close()
  })

  it('takes no key more than it has room for, and goes on changing those that are there', () => {
    const store = freshStore()
    const set = (key: string, value: number) => store.setHookValue('hook a', { key, value, at: 1 }, 2)
    expect([set('x', 1), set('y', 2), set('z', 3), set('x', 4)]).toEqual([true, true, false, true])
    expect(['x', 'y', 'z'].map((key) => store.hookValue('hook a', key))).toEqual([4, 2, undefined])
    store.removeHookValue('hook a', 'y')
    expect(set('z', 5)).toBe(true)
    store.close()
  })
})

describe('model calls beside the conversation', () => {
  const ended = (seq: number, id: string, attributes: Attributes) =>
    event(seq, { type: 'span.ended', id: spanId(id), end: 5, status: 'ok', attributes })

  it('count to what the session used, those that did not say as such', () => {
    const store = freshStore()
    addSession(store)
    const used = (input: number | null, output: number | null, purpose?: string): Attributes => ({
      ...{ [ATTR.inputTokens]: input, [ATTR.outputTokens]: output },
      ...(purpose === undefined ? {} : { [ATTR.purpose]: purpose }),
    })
    store.append(SESSION, [
      ended(2, 'a', used(10, 5, 'hook')),
      ended(3, 'b', used(100, null, 'compaction')),
      ended(4, 'c', used(1_000, 1_000)),
    ])
    expect(store.session(SESSION)).toMatchObject({
      ...{ besideCalls: 2, besideInput: 110, besideOutput: 5, besideUnreported: 1, tokens: 115 },
    })
    store.close()
  })
})

describe('edits of the view', () => {
  it('are there in their order, and go with their session', () => {
    const store = freshStore()
    addSession(store)
    const rewind = { do: 'rewind', tag: 1, upTo: 4 } as const
    const collapse = { do: 'collapse', from: 1, to: 3, summary: 's', upTo: 4 } as const
    store.append(SESSION, [
      event(2, { type: 'history.edited', turn: turnId('t'), edit: rewind, by: 'tidy' }),
      event(3, { type: 'history.edited', turn: null, edit: collapse, by: null }),
    ])
    expect(store.historyEdits(SESSION)).toEqual([
      { turn: 't', edit: rewind },
      { turn: null, edit: collapse },
    ])
    store.removeSession(SESSION)
    expect(store.historyEdits(SESSION)).toEqual([])
    store.close()
  })
})
