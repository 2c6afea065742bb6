/** Trust in a folder, in sentences. */
import { expect, it } from 'vitest'
import { listed, trustText } from './trust-words'

it.each<[boolean | null, string, RegExp]>([
  [true, 'AGENTS.md', /^You trust this folder: its AGENTS\.md can be read/],
  [true, '', /brings nothing for models now\.$/],
  [null, 'AGENTS.md', /^You don’t trust this folder: its AGENTS\.md is not read\.$/],
  [false, 'AGENTS.md CLAUDE.md .agents/skills', /its AGENTS\.md, CLAUDE\.md and \.agents\/skills are not read\.$/],
])('trusted %s, with %s', (trusted, names, text) => {
  const brings = names.split(' ').filter((name) => name !== '')
  expect(trustText({ trusted, brings })).toMatch(text)
})

it('names one as it is', () => {
  expect([listed([]), listed(['a']), listed(['a', 'b'])]).toEqual(['', 'a', 'a and b'])
})
