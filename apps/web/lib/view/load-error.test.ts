import { type Attachment, attachmentId } from '@belay/trace'
import { describe, expect, test } from 'vitest'
import type { LibraryHook } from '../api'
import { hooksAt, loadErrorText, unfitText } from './load-error'

const HOOK: LibraryHook = {
  ...{ slug: 'fence', name: 'fence', description: '', points: ['tools.before'], paramsSchema: null, defaults: {} },
  ...{ builtIn: false, file: null, timeoutMs: 30_000, onFailure: 'open', recheck: false, observe: false },
  ...{ version: 'v1', error: null },
}
const ERROR = { file: '/home/ana/.belay/hooks/torn.ts', line: 3, message: 'no such name' }
const TORN: LibraryHook = { ...HOOK, slug: 'torn', points: [], version: null, error: ERROR }

test('a hook that does not load stands at every station, after those that do', () => {
  expect(hooksAt([TORN, HOOK], 'tools.before').map(({ slug }) => slug)).toEqual(['fence', 'torn'])
  expect(hooksAt([TORN, HOOK], 'stop.done').map(({ slug }) => slug)).toEqual(['torn'])
})

describe('what is wrong with it', () => {
  test.each([
    ['with file and line', ERROR, '…/hooks/torn.ts:3: no such name'],
    ['without a line', { ...ERROR, line: null }, '…/hooks/torn.ts: no such name'],
    ['without a file', { ...ERROR, file: null }, 'no such name'],
  ])('%s', (_, error, text) => expect(loadErrorText(error)).toBe(text))
})

test.each([
  ['some points are gone', 'v1', ['tools.before'], /^It is not asked at tools.before any more\. /],
  [
    'an older version runs',
    'v1',
    [],
    /^Its file does not take its parameters any more; the last version that did goes/,
  ],
  ['nothing runs', null, ['tools.before', 'tools.after'], /^Its file does not take it any more, so it is not asked\. /],
] as const)('what is said of an attachment that its file does not take: %s', (_, version, points, said) => {
  const attached: Attachment = {
    ...{
      id: attachmentId('a'),
      hook: 'fence',
      name: 'fence',
      source: 'library',
      points: ['tools.before', 'tools.after'],
    },
    ...{ mode: 'enforce', onFailure: 'open', params: {}, version, error: null, unfit: { why: 'no', points } },
  }
  expect(unfitText(attached)).toMatch(said)
})
