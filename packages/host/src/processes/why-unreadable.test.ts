import { lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { freshFolder } from '../testing/fresh-folder'
import { readRegular } from './read-regular'
import { whyUnreadable } from './why-unreadable'

let folder = ''
beforeEach(() => {
  folder = freshFolder()
  writeFileSync(join(folder, 'file'), '')
  mkdirSync(join(folder, 'inside'))
  symlinkSync(join(folder, 'b'), join(folder, 'a'))
  symlinkSync(join(folder, 'a'), join(folder, 'b'))
})

it.each([
  ['what is not there', 'gone', 'there is no such file', false],
  ['what stands below a file', 'file/below', 'a part of its path is no folder', false],
  ['a folder', 'inside', 'it is a folder', true],
  ['links that lead to each other', 'a', 'its links lead in a circle', true],
  ['a name of 400 letters', 'x'.repeat(400), 'its name is too long', true],
  ['a NUL', 'a\0b', 'it is no path', true],
])('%s is said in words, and without its path', (_, name, reason, found) => {
  expect(readRegular(join(folder, name), 100)).toEqual({ ok: false, found, reason })
})

it.each([
  [1_024, '1 KiB'],
  [262_144, '256 KiB'],
  [2_097_152, '2 MiB'],
])('a file of more than %s bytes is larger than %s', (most, size) => {
  writeFileSync(join(folder, 'file'), Buffer.alloc(most + 1))
  expect(readRegular(join(folder, 'file'), most)).toMatchObject({ ok: false, reason: `it is larger than ${size}` })
})

it.each([
  ['the code of what is not foreseen', new Error('x', {}), 'the system says Error: x'],
  ['a code', Object.assign(new Error('EXDEV: cross-device'), { code: 'EXDEV' }), 'the system says EXDEV'],
])('%s is told as it is', (_, error, reason) => expect(whyUnreadable(error)).toBe(reason))

it('whoever throws it', () => {
  const thrown = (run: () => unknown) => {
    try {
      return run()
    } catch (error) {
      return whyUnreadable(error)
    }
  }
  expect(thrown(() => lstatSync('\0'))).toBe('it is no path')
  expect(thrown(() => readFileSync(folder))).toBe('it is a folder')
})
