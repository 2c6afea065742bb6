import { foldAll, type Outcome } from '@belay/trace'
import { describe, expect, test } from 'vitest'
import { LogWriter, type SaidVerdict } from '../testing/log-writer'
import { COMPOSITION } from '../testing/sample-session'
import { conversation } from './conversation'
import { verdictMark } from './mark'
import { joinSentences } from './sentences'
import { silenceText, spokenOf } from './spoken'

const NOT_LOADED = {
  hook: 'fence',
  status: 'not_asked',
  notAsked: 'failed to load',
  error: { kind: 'not_started', message: 'fence.ts:3: no such name' },
} as const

describe('what hooks said', () => {
  const rows: readonly [name: string, verdict: SaidVerdict, outcome: Partial<Outcome>, said: readonly string[]][] = [
    ['a hook that passed says nothing', { hook: 'fence' }, {}, []],
    ['one that does not load is said', NOT_LOADED, {}, ['failed: does not load: fence.ts:3: no such name']],
    [
      'one that does not load, under a policy that refuses',
      NOT_LOADED,
      { decision: 'block', by: 'fence' },
      ['failed: does not load: fence.ts:3: no such name; by its policy that was refused'],
    ],
    [
      'one that failed, under a policy that refuses',
      { hook: 'fence', status: 'failed', error: { kind: 'threw', message: 'oh' } },
      { decision: 'block', by: 'fence' },
      ['failed: failed (threw): oh; by its policy that was refused'],
    ],
    ['a note is said', { hook: 'fence', notes: ['a large edit'] }, {}, ['pass: noted: a large edit']],
    [
      'one that was ended with the turn says nothing',
      { hook: 'fence', status: 'failed', error: { kind: 'cancelled', message: 'stopped' } },
      {},
      [],
    ],
  ]
  test.each(rows)('%s', (_, verdict, outcome, said) => {
    const turn = turnOf(asked([verdict], outcome))
    expect(spokenOf(turn).map(({ entry, text }) => `${verdictMark(entry.verdict)}: ${text}`)).toEqual(said)
  })

  test('the same said twice is one line', () => {
    const turn = turnOf(asked([NOT_LOADED, NOT_LOADED]))
    expect(spokenOf(turn).map(({ count }) => count)).toEqual([2])
  })
})

describe('where nothing was said', () => {
  const rows: readonly [name: string, verdicts: readonly SaidVerdict[], ended: boolean, text: string][] = [
    ['a turn that runs and asked nobody', [], false, 'No hook was asked yet.'],
    ['a turn that runs and asked', [{ hook: 'fence' }], false, 'Nothing so far.'],
    ['a turn that asked and ended', [{ hook: 'fence' }], true, 'Hooks were asked and let everything pass.'],
    [
      'hooks that were not asked let nothing pass',
      [{ hook: 'fence', status: 'not_asked', notAsked: 'matcher' }],
      true,
      'No hook was asked: those that stand there are off, or do not match.',
    ],
  ]
  test.each(rows)('%s', (_, verdicts, ended, text) => {
    const log = asked(verdicts)
    if (ended) log.endTurn()
    expect(silenceText(turnOf(log))).toBe(text)
  })
})

test('a hook that does not load is said once a turn in the conversation', () => {
  const log = asked([NOT_LOADED])
  log.ask('tools.before', log.start('step', '2', null), [NOT_LOADED])
  const notes = conversation(foldAll(log.events)).filter((item) => item.kind === 'note')
  expect(notes.map(({ text }) => text)).toEqual([
    'fence does not load, so it is not asked; the turn goes on without it: fence.ts:3: no such name',
  ])
})

test('sentences that are joined end in one mark each', () => {
  expect(joinSentences(['It ended', 'May it run?', 'It may.'])).toBe('It ended. May it run? It may.')
})

function asked(verdicts: readonly SaidVerdict[], outcome: Partial<Outcome> = {}): LogWriter {
  const log = new LogWriter()
  log.create(COMPOSITION)
  log.startTurn('Go')
  if (verdicts.length > 0) log.ask('tools.before', log.start('step', '1', null), verdicts, outcome)
  return log
}

function turnOf(log: LogWriter) {
  const turn = foldAll(log.events).turns.at(-1)
  if (turn === undefined) throw new Error('no turn has begun')
  return turn
}
