import { ATTR, type Attributes, foldAll } from '@belay/trace'
import { describe, expect, test } from 'vitest'
import { compositionOf, LogWriter } from '../testing/log-writer'
import { contextFigure, contextText, contextTip } from './context-figure'

function read(window: number | null, purpose?: string, told: Attributes = { [ATTR.inputTokens]: 12_400 }) {
  const log = new LogWriter()
  log.create(compositionOf([]))
  const turn = log.startTurn('Go')
  log.end(log.start('model', 'm', turn), 'ok', told)
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

  test('is estimated, and says so, where no reply told what its request took', () => {
    const figure = read(32_000, undefined, {})
    expect(figure).toMatchObject({ estimated: true })
    expect(figure && contextText(figure)).toMatch(/^context about \d+ of 32K$/)
    expect(figure && contextTip(figure)).toMatch(/does not say what requests take/)
  })

  test('is not said where the window is not known', () => expect(read(null)).toBeNull())
})
