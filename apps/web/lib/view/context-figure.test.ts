import { ATTR, foldAll } from '@belay/trace'
import { describe, expect, test } from 'vitest'
import { compositionOf, LogWriter } from '../testing/log-writer'
import { contextFigure, contextText, contextTip } from './context-figure'

function read(window: number | null, purpose?: string) {
  const log = new LogWriter()
  log.create(compositionOf([]))
  const turn = log.startTurn('Go')
  log.end(log.start('model', 'm', turn), 'ok', { [ATTR.inputTokens]: 12_400 })
  if (purpose !== undefined)
    log.end(log.start('model', 'm', turn, { [ATTR.purpose]: purpose }), 'ok', { [ATTR.inputTokens]: 7 })
  const state = foldAll(log.events)
  const shown = state.turns.at(-1)
  if (shown === undefined) throw new Error('no turn has begun')
  return contextFigure(state, shown, [{ id: `${shown.provider}/${shown.model}`, label: 'm', window }])
}

describe('how full the window is', () => {
  test('is what the last request took, of what one may hold', () => {
    const figure = read(32_000)
    expect(figure && [contextText(figure), contextTip(figure)]).toEqual([
      'context 12.4K of 32K',
      'The last request took 12,400 tokens of the 32,000 that one may hold: 39 %.',
    ])
  })

  test.each(['hook', 'compaction'])('is not what a call of a %s took', (purpose) => {
    expect(read(32_000, purpose)?.tokens).toBe(12_400)
  })

  test('is not said where the window is not known', () => expect(read(null)).toBeNull())
})
