import { type Attachment, attachmentId } from '@belay/trace'
import { expect, test } from 'vitest'
import type { TraceLine } from '../api'
import { traceRows, traceText } from './trace-rows'

const hook = (id: string, part: Partial<Attachment> = {}): Attachment => ({
  ...{ id: attachmentId(id), hook: 'guard', name: 'guard', source: 'library', points: ['tools.before'] },
  ...{ mode: 'enforce', onFailure: 'open', params: {}, version: 'v', error: null },
  ...part,
})
const line = (part: Partial<TraceLine>): TraceLine => ({
  ...{ point: 'tools.before', hook: null, mode: null, asked: 3, default: 2, failures: 1, medianMs: 0.2, p95Ms: 12 },
  ...{ decisions: { block: 1 }, lastFailures: ['boom', 'boom'], lastFailureSeqs: [4, 5] },
  ...part,
})

test('two hooks of one name have the numbers that the rail gives them, and each failure is told once', () => {
  const lines = [
    line({}),
    line({ hook: 'guard', hookId: 'att_1', mode: 'enforce' }),
    line({ hook: 'guard', hookId: 'att_2', mode: 'shadow' }),
  ]
  const rows = traceRows(lines, [hook('att_1'), hook('att_2')])
  expect(rows.map((row) => [row.hook, row.failed])).toEqual([
    [null, []],
    ['guard #1', ['boom']],
    ['guard #2', ['boom']],
  ])
})

test('a hook that does not load has a line below its point, also where nobody was asked there', () => {
  const broken = hook('att_9', { name: 'mine', version: null, error: 'mine.ts:3: unexpected }' })
  expect(traceRows([], [broken]).map(({ point, hook: name, failed }) => [point, name, failed])).toEqual([
    ['tools.before', null, []],
    ['tools.before', 'mine', ['does not load: mine.ts:3: unexpected }']],
  ])
})

test('a hook whose last good version runs has none of its own', () => {
  expect(traceRows([], [hook('att_9', { error: 'mine.ts:3: unexpected }' })])).toEqual([])
})

test('as text its columns stand below each other, and the failures at the end', () => {
  const rows = traceRows([line({}), line({ hook: 'guard', hookId: 'att_1', mode: 'enforce' })], [hook('att_1')])
  expect(traceText(rows).split('\n')).toEqual([
    'point / hook  mode     asked  default  failed  median    p95  decided',
    'tools.before               3        2       1  0.2 ms  12 ms  block 1',
    '  guard       enforce      3        2       1  0.2 ms  12 ms  block 1',
    '',
    'last failures:',
    '  guard at tools.before: boom',
  ])
})
