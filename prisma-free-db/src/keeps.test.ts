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
