import { turnId } from '@belay/trace'
import { expect, test } from 'vitest'
import { addSession, COMPOSITION, event, freshStore, SESSION } from './testing/store'

const hash = (start: string) => start.padEnd(64, '0')
const change = {
  session: SESSION,
  turn: 't1',
  path: '/w/a',
  at: 1,
  before: hash('ab'),
  mode: 0o644,
  after: 'x',
  movedAt: 1,
}

function started() {
  const store = freshStore()
  addSession(store)
  const turn = { type: 'turn.started', composition: COMPOSITION.hash, provider: 'p', model: 'm' } as const
  store.append(SESSION, [
    event(2, { ...turn, turn: turnId('t1'), number: 1 }),
    event(3, { ...turn, turn: turnId('t2'), number: 2 }),
  ])
  return store
}

test('the first change of a turn to a file keeps what was before, later ones only move what is after', () => {
  const store = started()
  store.setFileChange(change)
  store.setFileChange({ ...change, at: 5, before: hash('cd'), mode: 0o600, after: 'y', movedAt: 5 })
  expect(store.fileChangesOf(SESSION, 't1')).toEqual([{ ...change, after: 'y', movedAt: 5 }])
  expect(store.fileChangesOf(SESSION, 't2')).toEqual([])
  store.removeFileChange(change)
  expect(store.fileChange(change)).toBe(null)
})

test('turns are found from one on, and a turn of another session is none', () => {
  const store = started()
  expect(store.turnsFrom(SESSION, 2)).toEqual([{ id: 't2', number: 2 }])
  expect([store.turnNumber(SESSION, 't1'), store.turnNumber('other', 't1')]).toEqual([1, null])
})

test('what putting back overwrote is the last until it is used up', () => {
  const store = started()
  const row = { session: SESSION, path: '/w/a', turns: [turnId('t1')], before: hash('cd'), mode: 0o644, after: null }
  store.addPutBackFile({ ...row, number: 1 })
  store.addPutBackFile({ ...row, number: 2 })
  expect(store.lastPutBack(SESSION)).toBe(2)
  expect(store.putBackFiles(SESSION, 2)).toEqual([{ ...row, number: 2 }])
  store.removePutBackFile({ ...row, number: 2 })
  expect(store.lastPutBack(SESSION)).toBe(1)
})

test('contents are referred to by changes and by what putting back overwrote, of hashes that begin alike', () => {
  const store = started()
  store.setFileChange(change)
  store.setFileChange({ ...change, path: '/w/new', before: null, mode: null })
  const row = { session: SESSION, number: 1, path: '/w/a', turns: [], mode: null, after: null }
  store.addPutBackFile({ ...row, before: hash('abff') })
  store.addPutBackFile({ ...row, path: '/w/b', before: hash('ac') })
  expect(store.keptHashes('ab')).toEqual(new Set([hash('ab'), hash('abff')]))
  expect(store.keptHashes('ff')).toEqual(new Set())
})
