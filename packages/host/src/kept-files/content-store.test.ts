import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freshFolder } from '../testing/fresh-folder'
import { createContentStore, hashOf } from './content-store'

const bytes = (text: string) => Buffer.from(text)
const signal = new AbortController().signal

test('a content is there, whole and private, when it is referred to, and stands once', async () => {
  const folder = join(freshFolder(), 'files')
  const store = createContentStore(folder)
  const hash = hashOf(bytes('one'))
  const place = join(folder, hash.slice(0, 2), hash)
  const referred: string[] = []
  for (let time = 0; time < 2; time += 1)
    await store.keep(bytes('one'), (kept) => {
      expect(readFileSync(place, 'utf8')).toBe('one')
      referred.push(kept)
    })
  expect(referred).toEqual([hash, hash])
  expect(readdirSync(join(folder, hash.slice(0, 2)))).toEqual([hash])
  expect(statSync(place).mode & 0o777).toBe(0o600)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(statSync(join(folder, hash.slice(0, 2))).mode & 0o777).toBe(0o700)
  expect(store.read(hash)).toEqual({ ok: true, content: bytes('one') })
})

test('a damaged content is said to be, and written anew when it is kept again', async () => {
  const folder = freshFolder()
  const store = createContentStore(folder)
  const hash = hashOf(bytes('one'))
  await store.keep(bytes('one'), () => undefined)
  writeFileSync(join(folder, hash.slice(0, 2), hash), 'two')
  expect(store.read(hash)).toEqual({ ok: false, reason: 'what was kept of it is damaged' })
  await store.keep(bytes('one'), () => undefined)
  expect(store.read(hash)).toEqual({ ok: true, content: bytes('one') })
  expect(store.read(hashOf(bytes('never')))).toEqual({ ok: false, reason: 'what was kept of it is gone' })
})

test('what cannot be written is thrown before anybody refers to it, and leaves no draft', async () => {
  const folder = freshFolder()
  const store = createContentStore(folder)
  const hash = hashOf(bytes('one'))
  // A file where the folder would be: no user may write there, root neither.
  writeFileSync(join(folder, hash.slice(0, 2)), '')
  const referred: string[] = []
  await expect(store.keep(bytes('one'), (kept) => referred.push(kept))).rejects.toThrow()
  expect(referred).toEqual([])
  expect(readdirSync(folder)).toEqual([hash.slice(0, 2)])
})

test('a sweep removes what nothing refers to and drafts of a dead process, within its bound', async () => {
  const folder = freshFolder()
  const store = createContentStore(folder)
  const kept: string[] = []
  for (let index = 0; index < 20; index += 1) await store.keep(bytes(`${index}`), (hash) => kept.push(hash))
  const [needed = ''] = kept
  const draft = join(folder, needed.slice(0, 2), `${needed}.0123.tmp`)
  writeFileSync(draft, 'half')
  const referredTo = (start: string) => new Set(kept.slice(0, 1).filter((hash) => hash.startsWith(start)))
  expect(await store.sweep({ referredTo, signal, most: 5 })).toEqual({ removed: 5 })
  expect(await store.sweep({ referredTo, signal, most: 100 })).toEqual({ removed: 15 })
  expect(existsSync(draft)).toBe(false)
  expect(kept.filter((hash) => store.read(hash).ok)).toEqual([needed])
})

test('a content that is being kept is not swept before it is referred to', async () => {
  const folder = freshFolder()
  const store = createContentStore(folder)
  const referred = new Set<string>()
  const sweep = () => store.sweep({ referredTo: () => referred, signal, most: 100 })
  const keeping = Promise.all(
    Array.from({ length: 40 }, (_, index) => store.keep(bytes(`${index}`), (hash) => referred.add(hash))),
  )
  for (let round = 0; round < 10; round += 1) await sweep()
  await keeping
  await sweep()
  expect([...referred].filter((hash) => store.read(hash).ok)).toHaveLength(40)
})

test('a folder that is no content folder is left alone', async () => {
  const folder = freshFolder()
  mkdirSync(join(folder, 'notes'))
  writeFileSync(join(folder, 'notes', 'x'), '')
  chmodSync(join(folder, 'notes'), 0o700)
  await createContentStore(folder).sweep({ referredTo: () => new Set(), signal, most: 100 })
  expect(existsSync(join(folder, 'notes', 'x'))).toBe(true)
})
