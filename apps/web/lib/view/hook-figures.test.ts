import { type Attachment, attachmentId, foldAll, type TurnState } from '@belay/trace'
import { describe, expect, test } from 'vitest'
import { compositionOf, LogWriter, type SaidVerdict } from '../testing/log-writer'
import { hookFigures, lastFailures, versionSince } from './hook-figures'

const FENCE = 'att_fence'

function turnsOf(...said: readonly (readonly Partial<SaidVerdict>[])[]): readonly TurnState[] {
  const log = new LogWriter()
  log.create(compositionOf([{ name: 'fence', points: ['tools.before'] }]))
  for (const verdicts of said) {
    const turn = log.startTurn('go')
    for (const verdict of verdicts) log.ask('tools.before', turn, [{ hook: 'fence', ...verdict }, { hook: 'other' }])
    log.endTurn()
  }
  return foldAll(log.events).turns
}

const block = { status: 'answered', decision: 'block' } as const
const timeout = { status: 'failed', error: { kind: 'timeout', message: 'no answer within 30 s' } } as const

describe('the figures of a hook', () => {
  const rows: readonly [name: string, said: readonly Partial<SaidVerdict>[], figures: object][] = [
    ['that was never asked', [], { asked: 0, decided: 0, failed: 0, medianMs: null, p95Ms: null }],
    ['that passed', [{}, {}], { asked: 2, decided: 0, failed: 0 }],
    ['that blocked', [{}, block], { asked: 2, decided: 1 }],
    ['that failed', [timeout, {}], { asked: 2, decided: 0, failed: 1 }],
    ['that answered what does not fit', [{ status: 'malformed' }], { asked: 1, decided: 0, failed: 1 }],
    [
      'that was ended with its turn',
      [{ status: 'failed', error: { kind: 'cancelled', message: 'the turn was stopped' } }],
      { asked: 1, failed: 0 },
    ],
    ['that was off', [{ status: 'not_asked', notAsked: 'off' }], { asked: 0 }],
    [
      'that took its time once in twenty',
      Array.from({ length: 20 }, (_, at) => ({ durationMs: at + 1 })),
      { medianMs: 10.5, p95Ms: 19 },
    ],
  ]
  test.each(rows)('%s', (_, said, figures) => {
    expect(hookFigures(turnsOf(said), FENCE)).toMatchObject(figures)
  })

  test('add up over turns, and go on with a turn that runs', () => {
    const turns = turnsOf([block], [{}, timeout])
    expect(hookFigures(turns, FENCE)).toMatchObject({ asked: 3, decided: 1, failed: 1 })
    const [, second] = turns
    const again = second?.verdicts[0]
    if (second !== undefined && again !== undefined) second.verdicts.push(again)
    expect(hookFigures(turns, FENCE).asked).toBe(4)
  })

  test('the last failures come first, no more than three', () => {
    const failures = lastFailures(turnsOf([timeout], [timeout, timeout], [timeout]), FENCE)
    expect(failures.map(({ turn }) => turn)).toEqual([3, 2, 2])
  })
})

describe('since when a hook has its version', () => {
  const hook = (version: string): Attachment => {
    const [only] = compositionOf([{ name: 'fence', points: ['tools.before'] }]).hooks
    if (only === undefined) throw new Error('no hook')
    return { ...only, version }
  }

  /** One turn for each version. */
  function sessionOf(versions: readonly string[]) {
    const log = new LogWriter()
    log.create({ ...compositionOf([]), hash: 'none' })
    for (const version of versions) {
      const composition = { ...compositionOf([]), hooks: version === '' ? [] : [hook(version)], hash: `c${version}` }
      log.emit({ type: 'composition.changed', composition, change: 'changed' })
      log.startTurn('go', composition.hash)
      log.endTurn()
    }
    return foldAll(log.events)
  }

  const rows: readonly [name: string, versions: readonly string[], since: number | null][] = [
    ['from the first turn', ['b', 'b'], 1],
    ['since its parameters were changed', ['a', 'b', 'b'], 2],
    ['since it came back to it', ['b', 'a', 'b'], 3],
    ['since it was attached', ['', 'b'], 2],
    ['no turn has run with it yet', ['a', 'a'], null],
    ['no turn has run at all', [], null],
  ]
  test.each(rows)('%s', (_, versions, since) => {
    expect(versionSince(sessionOf(versions), { ...hook('b'), id: attachmentId(FENCE) })).toBe(since)
  })
})
