import { type CallChain, type RailHook, type RailModel, speakHook } from '@belay/canvas'
import { attachmentId, spanId } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import { railEntries, railItem } from './rail-tree-entries'

const hook = (name: string, set: string | null = null): RailHook => ({
  ...{ key: `tools.before ${name}`, point: 'tools.before', attachment: attachmentId(name), name, source: 'library' },
  ...{ group: null, set, mode: 'enforce', twin: null, telling: null, onFailure: 'open', error: null, stale: null },
  ...{ warning: null, asked: 0, decided: 0, failed: 0, medianMs: null, sign: null, decidedSign: null, reason: null },
  lastSeq: 0,
})
const hooks = [hook('a'), hook('b', 'mine')]
const station = { point: 'tools.before', hooks, sign: null, lastSeq: 0 } as const
const model: RailModel = { turn: null, place: null, stations: [station] }
const pass = { mark: 'pass', ghost: false } as const
const chain: CallChain = {
  ...{ about: spanId('s'), title: 'run · npm test', stops: ['tools.before'], stoppedAt: null },
  steps: [
    { key: 'tools.before b', point: 'tools.before', span: null, sign: pass, words: 'passed', changed: false },
    { key: 'tools.before b', point: 'tools.before', span: null, sign: pass, words: '+ --dry-run', changed: true },
  ],
}
const looked = { model, chain: null, selection: null, picked: [] }
const [, a, b] = railEntries(model.stations)

describe('the items of the rail’s tree', () => {
  it('say what a hook did to the call that is looked at, and nothing of one that was not asked', () => {
    const way =
      'asked as number 1 of 2 about run · npm test: passed, asked as number 2 of 2 about run · npm test: + --dry-run'
    expect(railItem(b, { ...looked, chain }).label).toBe(`${speakHook(hook('b', 'mine'))}, ${way}`)
    expect(railItem(a, { ...looked, chain }).label).toBe(speakHook(hook('a')))
  })

  it('are selected where they are picked, and else where one is', () => {
    const selection = { kind: 'attachment', attachment: attachmentId('a') } as const
    const selected = (picked: readonly string[]) =>
      [a, b].map((entry) => railItem(entry, { ...looked, selection, picked: picked.map(attachmentId) }).selected)
    expect(selected([])).toEqual([true, false])
    expect(selected(['b'])).toEqual([false, true])
  })
})
