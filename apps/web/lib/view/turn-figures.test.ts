import { hookCost, layoutTimeline } from '@belay/canvas'
import { ATTR, foldAll, type SessionState, type Span, type TurnState } from '@belay/trace'
import { describe, expect, test } from 'vitest'
import { LogWriter, type SaidVerdict } from '../testing/log-writer'
import { COMPOSITION } from '../testing/sample-session'
import {
  costText,
  failedText,
  type TurnFigures,
  tokensText,
  turnDurationMs,
  turnFigures,
  turnTokens,
} from './turn-figures'

describe('which figure a verdict adds to', () => {
  const notLoaded = { status: 'not_asked', notAsked: 'failed to load' } as const
  const rows: readonly [name: string, verdicts: readonly SaidVerdict[], figures: Partial<TurnFigures>][] = [
    ['one that passed', [{ hook: 'a' }], { asked: 1, failed: 0, malformed: 0, unloaded: 0 }],
    [
      'one that ran out of time has failed',
      [{ hook: 'a', status: 'failed', error: { kind: 'timeout', message: 'no answer' } }],
      { asked: 1, failed: 1 },
    ],
    [
      'one that was ended with the turn has not',
      [{ hook: 'a', status: 'failed', error: { kind: 'cancelled', message: 'the turn was stopped' } }],
      { asked: 1, failed: 0 },
    ],
    [
      'a malformed answer is a failure, too',
      [{ hook: 'a', status: 'malformed', error: { kind: 'bad_answer', message: 'answered with a number' } }],
      { asked: 1, failed: 1, malformed: 1 },
    ],
    [
      'hooks that do not load fail whenever they would have been asked, and are counted once each',
      [
        { hook: 'a', ...notLoaded },
        { hook: 'a', ...notLoaded },
        { hook: 'b', ...notLoaded },
      ],
      { asked: 0, failed: 3, unloaded: 2 },
    ],
    ['one that is off is none of these', [{ hook: 'a', status: 'not_asked', notAsked: 'off' }], { unloaded: 0 }],
  ]
  test.each(rows)('%s', (_, verdicts, figures) => {
    const log = begin()
    log.ask('tools.before', log.start('step', '1', null), verdicts)
    expect(read(log)).toMatchObject(figures)
  })
})

test('what failures were is said where they were no errors', () => {
  expect(failedText({ malformed: 0, unloaded: 0 })).toBeNull()
  expect(failedText({ malformed: 2, unloaded: 1 })).toBe('2 answered in a wrong form, 1 hook does not load')
})

test('a turn took as long as its bar, whatever its events say; while it runs nothing is said', () => {
  const log = new LogWriter()
  log.create(COMPOSITION)
  const span = log.startTurn('Go')
  log.wait(33)
  log.end(span)
  const running = stateOf(log)
  expect(turnDurationMs(running.state, running.turn)).toBeNull()
  log.wait(1)
  log.endTurn()
  const { state, turn } = stateOf(log)
  expect(turnDurationMs(state, turn)).toBe(33)
})

test('the time of hooks is the one that the timeline says: asked side by side it counts once', () => {
  const log = begin()
  const step = log.start('step', '1', null)
  const [first, second] = [log.start('hook', 'a', step), log.start('hook', 'b', step)]
  log.wait(4)
  log.end(first)
  log.wait(6)
  log.end(second)
  const { state, turn } = stateOf(log)
  const timeline = layoutTimeline(
    turn.spans.map((id) => state.spans.get(id)).filter((span): span is Span => span !== undefined),
  ).tree
  const now = log.now - timeline.baseMs
  expect(turnFigures(state, turn, log.now).hookMs).toBe(10)
  expect(turnFigures(state, turn, log.now).hookMs).toBe(hookCost(timeline, now).hookMs)
})

describe('the tokens of a turn', () => {
  const said = { [ATTR.inputTokens]: 600, [ATTR.outputTokens]: 60 }
  const rows: readonly [name: string, second: (log: LogWriter) => void, text: string][] = [
    ['all said', () => undefined, '660 tokens'],
    ['one that did not say', (log) => log.end(log.start('model', 'm', null)), '≥ 660 tokens'],
    [
      'one that failed took none that is counted',
      (log) => log.end(log.start('model', 'm', null), 'error'),
      '660 tokens',
    ],
    ['one that still runs', (log) => log.start('model', 'm', null), '660 tokens'],
  ]
  test.each(rows)('%s', (_, second, text) => {
    const log = begin()
    log.end(log.start('model', 'm', null), 'ok', said)
    second(log)
    const { state, turn } = stateOf(log)
    expect(tokensText(turnTokens(state, turn))).toBe(text)
  })
})

function begin(): LogWriter {
  const log = new LogWriter()
  log.create(COMPOSITION)
  log.startTurn('Go')
  return log
}

function stateOf(log: LogWriter): { readonly state: SessionState; readonly turn: TurnState } {
  const state = foldAll(log.events)
  const turn = state.turns.at(-1)
  if (turn === undefined) throw new Error('no turn has begun')
  return { state, turn }
}

function read(log: LogWriter): TurnFigures {
  const { state, turn } = stateOf(log)
  return turnFigures(state, turn, log.now)
}

test.each([
  [0, '$0.00'],
  [0.000412, '$0.00041'],
  [0.1234, '$0.12'],
  [1.5, '$1.50'],
  [12.345, '$12.35'],
])('%d dollars are told as %s', (dollars, text) => {
  expect(costText(dollars)).toBe(text)
})
