import { expect, it } from 'vitest'
import { matching, typedCommand } from './typed-command'

it.each([
  ['/', { name: '', text: '', named: false }],
  ['/wo', { name: 'wo', text: '', named: false }],
  ['/work ', { name: 'work', text: '', named: true }],
  ['/work add  two words ', { name: 'work', text: 'add  two words', named: true }],
  ['/work\nadd x', { name: 'work', text: 'add x', named: true }],
  ['/etc/hosts is wrong', null],
  [' /work', null],
  ['mend /work', null],
  ['', null],
])('%j', (message, typed) => {
  expect(typedCommand(message)).toEqual(typed)
})

it('what begins so comes before what has it within', () => {
  const commands = ['rework', 'work', 'world'].map((name) => ({ name }))
  expect(matching(commands, 'wor').map(({ name }) => name)).toEqual(['work', 'world', 'rework'])
  expect(matching(commands, '')).toHaveLength(3)
  expect(matching(commands, 'x')).toEqual([])
})
