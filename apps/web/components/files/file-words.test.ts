import type { FileChange } from '@belay/api'
import type { PutBackFile } from '@belay/trace'
import { expect, it } from 'vitest'
import {
  changedSince,
  countTouched,
  fateGroups,
  foretell,
  putBackSentence,
  splitPath,
  stateText,
  turnsText,
} from './file-words'

const file = (changes: Partial<FileChange>): FileChange => ({
  path: '/w/a',
  existed: true,
  now: 'as_left',
  by: null,
  held: null,
  ...changes,
})

it.each<[string, Partial<FileChange>, string, string]>([
  ['Edited; is as the turn left it', {}, 'restore', 'restore'],
  ['Edited by scout; is as the turn left it', { by: 'scout' }, 'restore', 'restore'],
  ['Created; is as the turn left it', { existed: false }, 'remove', 'remove'],
  ['Edited; is as it was before', { now: 'as_before' }, 'nothing', 'nothing'],
  ['Created; is gone again', { existed: false, now: 'as_before' }, 'nothing: gone', 'nothing: gone'],
  ['Edited; was changed since', { now: 'changed_since' }, 'leave: changed since', 'restore: changed since'],
  [
    'Created; was changed since',
    { existed: false, now: 'changed_since' },
    'leave: changed since',
    'remove: changed since',
  ],
  ['Edited; was removed since', { now: 'gone' }, 'leave: removed since', 'restore: removed since'],
  [
    'Edited; it is a folder by now',
    { now: 'changed_since', held: 'it is a folder by now' },
    'leave: it is a folder by now',
    'leave: it is a folder by now',
  ],
])('%s', (said, changes, asked, overwriting) => {
  const change = file(changes)
  const told = (overwrite: boolean) => {
    const { fate, note } = foretell(change, overwrite)
    return note === null ? fate : `${fate}: ${note}`
  }
  expect(stateText(change)).toBe(said)
  expect([told(false), told(true)]).toEqual([asked, overwriting])
})

it('puts files that fare alike together, f2 before f10', () => {
  const files = [
    file({ path: '/w/f10', now: 'as_before' }),
    file({ path: '/w/f2', now: 'as_before' }),
    file({ path: '/w/mine', now: 'changed_since' }),
    file({ path: '/w/f3' }),
  ]
  const drawn = (overwrite: boolean) =>
    fateGroups(files, overwrite).map(({ fate, files }) => `${fate}: ${files.map(({ path }) => path).join(' ')}`)
  expect(drawn(false)).toEqual(['restore: /w/f3', 'leave: /w/mine', 'nothing: /w/f2 /w/f10'])
  expect(drawn(true)).toEqual(['restore: /w/f3 /w/mine', 'nothing: /w/f2 /w/f10'])
  expect([countTouched(files, false), countTouched(files, true)]).toEqual([1, 2])
})

it('counts only files that a person can say yes to', () => {
  const files = [file({}), file({ now: 'gone' }), file({ now: 'changed_since', held: 'it is a link by now' })]
  expect(changedSince({ turns: [], files, unseen: [], origin: null })).toEqual([files[1]])
})

const done = (result: PutBackFile['result'], reason: string | null = null): PutBackFile => ({
  path: '/w/a',
  result,
  reason,
})

it.each([
  ['Put back 1 file of turn 3.', [done('restored')], [3], false],
  [
    'Put back 2 files and removed 1 file of turns 3 to 5.',
    [done('restored'), done('restored'), done('removed')],
    [3, 4, 5],
    false,
  ],
  ['Removed 1 file of turn 3; 1 file was left.', [done('removed'), done('kept', 'it was changed since')], [3], false],
  ['Put back nothing of turn 3: all is as it was.', [done('kept', 'it is as it was')], [3], false],
  ['Put back nothing of turn 3; 1 file was left.', [done('kept', 'it was changed since')], [3], false],
  ['Took back what was put back of turn 3: 1 file.', [done('restored')], [3], true],
  [
    'Could not take back what was put back of turn 3; 1 file was left.',
    [done('kept', 'it was changed since')],
    [3],
    true,
  ],
])('%s', (sentence, files, numbers, undo) => {
  expect(putBackSentence(files, numbers, undo)).toBe(sentence)
})

it('names turns and splits paths', () => {
  expect([turnsText([2]), turnsText([2, 3, 4])]).toEqual(['turn 2', 'turns 2 to 4'])
  expect(splitPath('/w/src/a.ts', '/w')).toEqual({ name: 'a.ts', folder: 'src/' })
  expect(splitPath('/w/a.ts', '/w')).toEqual({ name: 'a.ts', folder: '' })
  expect(splitPath('/etc/hosts', '/w')).toEqual({ name: 'hosts', folder: '/etc/' })
  expect(splitPath('/x', '/w')).toEqual({ name: 'x', folder: '/' })
})
