/** The extensions of a new session, as a person picks them. */
import { describe, expect, it } from 'vitest'
import { chosenOf, neededBy, switchesOf, switchOne } from './chosen-extensions'

const one = (name: string, enabled: boolean, ...requires: readonly string[]) => ({ name, enabled, requires })
const ALL = [
  one('files', true),
  one('commands', true),
  one('skills', true, 'commands'),
  one('hooks', false),
  one('extra', false, 'hooks'),
]
const names = (text: string) => text.split(' ').filter((name) => name !== '')

describe('a switch', () => {
  it.each([
    ['nothing', '', 'files commands skills'],
    ['one that is on', 'files', 'commands skills'],
    ['one that is off', 'hooks', 'files commands skills hooks'],
    ['one with what it requires', 'extra', 'files commands skills hooks extra'],
    ['one twice', 'files files', 'files commands skills'],
  ])('of %s', (_, pressed, chosen) => {
    const switched = names(pressed).reduce<readonly string[]>((before, name) => switchOne(ALL, before, name), [])
    expect(chosenOf(ALL, switched)).toEqual(names(chosen))
  })

  it('is told who needs it, as long as that one is on', () => {
    expect(neededBy(ALL, [], 'commands')).toEqual(['skills'])
    expect(neededBy(ALL, ['skills'], 'commands')).toEqual([])
  })
})

it.each<[string, string, object]>([
  ['nothing', '', { enable: undefined, disable: undefined }],
  ['what is not there any more', 'gone', { enable: undefined, disable: undefined }],
  ['some of each', 'files hooks', { enable: ['hooks'], disable: ['files'] }],
  ['who needs another first', 'commands skills', { enable: undefined, disable: ['skills', 'commands'] }],
])('sends %s', (_, switched, sent) => {
  expect(switchesOf(ALL, names(switched))).toEqual(sent)
})
