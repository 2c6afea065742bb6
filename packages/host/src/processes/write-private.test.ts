import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { freshFolder } from '../testing/fresh-folder'
import { writePrivate } from './write-private'

const draftOf = (file: string) => `${file}.${process.pid}.tmp`

it.each<[string, (file: string, elsewhere: string) => void]>([
  ['nothing stands there', () => undefined],
  ['others may read what stands there', (file) => writeFileSync(file, 'old', { mode: 0o644 })],
  ['a killed process left half of it, open to others', (file) => writeFileSync(draftOf(file), 'half', { mode: 0o644 })],
  ['a link waits where it is written', (file, elsewhere) => symlinkSync(elsewhere, draftOf(file))],
])('is whole, for its owner alone and in its place where %s', (_, prepare) => {
  const folder = freshFolder()
  const [file, elsewhere] = [join(folder, 'file'), join(folder, 'elsewhere')]
  writeFileSync(elsewhere, 'untouched')
  prepare(file, elsewhere)
  writePrivate(file, 'new')
  expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual(['new', 0o600])
  expect(readFileSync(elsewhere, 'utf8')).toBe('untouched')
  expect(readdirSync(folder)).toEqual(['elsewhere', 'file'])
})

it('leaves what stands there where it can’t be written', () => {
  const file = join(freshFolder(), 'file')
  mkdirSync(draftOf(file))
  writeFileSync(file, 'old')
  expect(() => writePrivate(file, 'new')).toThrow()
  expect(readFileSync(file, 'utf8')).toBe('old')
})
