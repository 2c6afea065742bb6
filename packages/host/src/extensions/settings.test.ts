import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { freshFolder } from '../testing/fresh-folder'
import { parseSections, readSections } from './settings'

it.each([
  ['a section each', '{ "a": { "b": 1 } }', { a: { b: 1 } }],
  ['nothing', '', {}],
  ['a byte order mark', '\uFEFF{}', {}],
])('reads %s', (_, text, sections) => {
  expect(parseSections(text, 'extensions.json')).toEqual({ ok: true, sections })
})

it.each([
  ['broken JSON, with its line', '{\n  "a": {\n', /^f:\d is no JSON \(/],
  ['a comment', '// mine\n{}', /^f:1 is no JSON/],
  ['a list', '[]', /^f must hold an object/],
  ['null', 'null', /^f must hold an object/],
])('refuses %s', (_, text, reason) => {
  expect(parseSections(text, 'f')).toMatchObject({ ok: false, reason: expect.stringMatching(reason) })
})

it('a file that is not there is no settings; a folder in its place is a mistake', () => {
  const home = freshFolder()
  expect(readSections(home)).toEqual({ ok: true, sections: {} })
  writeFileSync(join(home, 'extensions.json'), '{ "a": {} }')
  expect(readSections(home)).toEqual({ ok: true, sections: { a: {} } })
  const other = freshFolder()
  mkdirSync(join(other, 'extensions.json'))
  expect(readSections(other)).toMatchObject({ ok: false, reason: expect.stringMatching(/it is a folder$/) })
})
