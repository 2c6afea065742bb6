import type { FileChange } from '@belay/api'
import type { PutBackFile } from '@belay/trace'
import { expect, it } from 'vitest'
import { changedSince, foretell, putBackSentence, splitPath, stateText, turnsText } from './file-words'

const file = (changes: Partial<FileChange>): FileChange => ({
  path: '/w/a',
  existed: true,
  now: 'as_left',
  by: null,
  held: null,
  ...changes,
})

it.each<[string, Partial<FileChange>, string, string]>([
  ['Edited; is as the turn left it', {}, 'put back as it was', 'put back as it was'],
  ['Edited by scout; is as the turn left it', { by: 'scout' }, 'put back as it was', 'put back as it was'],
  [
    'Created; is as the turn left it',
    { existed: false },
    'removed: the turn created it',
    'removed: the turn created it',
  ],
  ['Edited; is as it was before', { now: 'as_before' }, 'already as it was', 'already as it was'],
  ['Created; is gone again', { existed: false, now: 'as_before' }, 'already gone', 'already gone'],
  [
    'Edited; was changed since',
    { now: 'changed_since' },
    'left: changed since',
    'changed since, and put back all the same',
  ],
  [
    'Created; was changed since',
    { existed: false, now: 'changed_since' },
    'left: changed since',
    'changed since, and removed all the same',
  ],
  ['Edited; was removed since', { now: 'gone' }, 'left: removed since', 'removed since, and put back all the same'],
  [
    'Edited; it is a folder by now',
    { now: 'changed_since', held: 'it is a folder by now' },
    'left: it is a folder by now',
    'left: it is a folder by now',
  ],
])('%s', (said, changes, asked, overwriting) => {
  const change = file(changes)
  expect(stateText(change)).toBe(said)
  expect(foretell(change, false).text).toBe(asked)
  expect(foretell(change, true).text).toBe(overwriting)
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
  expect(splitPath('/w/src/a.ts', '/w')).toEqual({ name: 'a.ts', folder: 'src' })
  expect(splitPath('/w/a.ts', '/w')).toEqual({ name: 'a.ts', folder: '' })
  expect(splitPath('/etc/hosts', '/w')).toEqual({ name: 'hosts', folder: '/etc' })
  expect(splitPath('/x', '/w')).toEqual({ name: 'x', folder: '/' })
})
