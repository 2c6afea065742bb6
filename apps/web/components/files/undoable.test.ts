import { type EventOf, foldAll, type PutBackFile, sessionId } from '@belay/trace'
import { expect, test } from 'vitest'
import { LogWriter } from '../../lib/testing/log-writer'
import { COMPOSITION } from '../../lib/testing/sample-session'
import { undoablePutBack } from './undoable'

const put = (path: string): PutBackFile => ({ path, result: 'restored', reason: null })
const left = (path: string): PutBackFile => ({ path, result: 'kept', reason: 'it was changed since' })
const same = (path: string): PutBackFile => ({ path, result: 'kept', reason: 'it is as it was' })

type Step = readonly ['put' | 'undo', ...(readonly PutBackFile[])]

function after(steps: readonly Step[]) {
  const log = new LogWriter()
  log.create(COMPOSITION)
  log.startTurn('One')
  log.endTurn()
  const turns = log.turn === null ? [] : [log.turn]
  for (const [what, ...files] of steps)
    log.emit({ type: 'files.put_back', turns, files, ...(what === 'undo' ? { undo: true as const } : {}) })
  return foldAll(log.events)
}

const first = (event: EventOf<'files.put_back'> | null) => event?.files[0]?.path ?? null

test.each<[string, readonly Step[], string | null]>([
  ['nothing where nothing was put back', [], null],
  [
    'the last one',
    [
      ['put', put('a')],
      ['put', put('b')],
    ],
    'b',
  ],
  ['nothing where all files were left', [['put', left('a')]], null],
  [
    'nothing where it was taken back',
    [
      ['put', put('a')],
      ['undo', put('a')],
    ],
    null,
  ],
  [
    'the one before where the last was taken back',
    [
      ['put', put('a')],
      ['put', put('b')],
      ['undo', put('b')],
    ],
    'a',
  ],
  [
    'the same again where a file of it was left',
    [
      ['put', put('a'), put('b')],
      ['undo', put('a'), left('b')],
    ],
    'a',
  ],
  [
    'not what stood as it was by itself',
    [
      ['put', put('a'), put('b')],
      ['undo', put('a'), same('b')],
    ],
    null,
  ],
  [
    'the one before where the last was taken back in two goes',
    [
      ['put', put('z')],
      ['put', put('a'), put('b')],
      ['undo', put('a'), left('b')],
      ['undo', put('b')],
    ],
    'z',
  ],
])('what can be taken back is %s', (_, steps, path) => {
  expect(first(undoablePutBack(after(steps)))).toBe(path)
})

test('what a fork took over cannot be taken back in it', () => {
  const state = after([['put', put('a')]])
  const origin = { session: sessionId('ses_0'), title: 'the other', row: 2, turns: 1 }
  if (state.session !== null) state.session = { ...state.session, forkedFrom: origin }
  expect(undoablePutBack(state)).toBeNull()
})
