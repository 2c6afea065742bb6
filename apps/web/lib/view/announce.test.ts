import { expect, test } from 'vitest'
import { LogWriter, type SaidVerdict } from '../testing/log-writer'
import { COMPOSITION } from '../testing/sample-session'
import { announce } from './announce'

function eventsOf(verdicts: readonly SaidVerdict[]) {
  const log = new LogWriter()
  log.create(COMPOSITION)
  const turn = log.startTurn('Go.', COMPOSITION.hash)
  log.ask('tools.before', turn, verdicts)
  return log.events
}

const no = (hook: string): SaidVerdict => ({ hook, status: 'answered', decision: 'block', reason: 'no' })
const many = (count: number, hook = 'guard') => Array.from({ length: count }, () => no(hook))

test.each([
  ['what passed is not told', [{ hook: 'quiet' }], ''],
  ['a few are told to the letter', [no('guard')], 'guard blocked: no.'],
  ['many are counted, with their hooks', many(12), '12 verdicts: 12 blocked (guard).'],
  [
    'what weighs more comes first',
    [
      ...many(2),
      ...Array.from(
        { length: 3 },
        (): SaidVerdict => ({ hook: 'slow', status: 'failed', error: { kind: 'timeout', message: 'late' } }),
      ),
    ],
    '5 verdicts: 2 blocked (guard); 3 failed (slow).',
  ],
  ['of many hooks some are named', ['a', 'b', 'c', 'd', 'e'].map(no), '5 verdicts: 5 blocked (a, b, c and 2 more).'],
])('%s', (_, verdicts, said) => {
  expect(announce(eventsOf(verdicts))).toEqual({ polite: said, urgent: '' })
})

test('480 calls of two seconds are one sentence', () => {
  expect(announce(eventsOf(many(480))).polite.length).toBeLessThan(80)
})
