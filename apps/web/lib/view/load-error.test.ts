import { describe, expect, test } from 'vitest'
import type { LibraryHook } from '../api'
import { hooksAt, loadErrorText } from './load-error'

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
