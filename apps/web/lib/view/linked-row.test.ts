import { foldAll, type SpanId, spanId } from '@belay/trace'
import { describe, expect, test } from 'vitest'
import { LogWriter } from '../testing/log-writer'
import { COMPOSITION } from '../testing/sample-session'
import { conversation } from './conversation'
import { pickedBy, rowOfSpan } from './linked-row'

function session() {
  const log = new LogWriter()
  log.create(COMPOSITION)
  log.startTurn('Earlier')
  log.endTurn()
  const turn = log.startTurn('List it')
  const asked = log.ask('guard.onInput', turn, [{ hook: 'house-rules' }])
  const step = log.start('step', '1', turn)
  const call = log.call('files.ls', { path: '.' })
  const model = log.model(step, 'I will look.', [call])
  const tool = log.startCall(step, call, '.')
  const judged = log.ask('tools.before', tool, [{ hook: 'dry-run' }])
  const inner = log.start('inner', 'readdir', tool)
  log.result(call, 'src/')
  log.end(tool)
  log.endTurn()
  const state = foldAll(log.events)
  const spans = { turn, step, model, tool, inner, 'house-rules': asked[0], 'dry-run': judged[0] }
  return { state, items: conversation(state), spans }
}

describe('the row of a span', () => {
  const { state, items, spans } = session()
  test.each([
    ['a call is its card', 'tool', 'call'],
    ['what a call did is its card', 'inner', 'call'],
    ['a hook about a call is that call', 'dry-run', 'call'],
    ['a model call is its reply', 'model', 'reply'],
    ['a step is what it began with', 'step', 'reply'],
    ['a turn is what it was asked', 'turn', 'input'],
    ['a hook about the input is the input', 'house-rules', 'input'],
  ] as const)('%s', (_, name, kind) => {
    const id = spans[name]
    const item = items[rowOfSpan(state, items, id ?? spanId('none'))]
    expect([item?.kind, item?.turn]).toEqual([kind, state.turns[1]?.id])
  })

  test('a span that nobody knows has no row', () => {
    expect(rowOfSpan(state, items, spanId('spn_gone'))).toBe(-1)
  })

  test('every row that is about something picks a span which leads back to its turn', () => {
    const picked = items.map((item): readonly [string, SpanId | null] => [item.kind, pickedBy(state, item)])
    const turns = picked.map(([kind, span]) => [kind, span === null ? null : state.spans.get(span)?.turn])
    const [first, second] = state.turns.map(({ id }) => id)
    expect(turns).toEqual([
      ['input', first],
      ['ending', first],
      ['input', second],
      ['reply', second],
      ['call', second],
      ['ending', second],
    ])
  })
})
