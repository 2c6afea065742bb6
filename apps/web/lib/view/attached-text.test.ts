import type { Composition } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import { attachedText, compositionText } from './attached-text'

const none = composition('1850c8b45f14', 0)
const five = composition('d04669b37084', 5)

describe('the hooks of the status bar', () => {
  it.each([
    ['before the first turn', { attached: five, ruling: null, turn: null }, '5 hooks', 'composition d04669b'],
    ['where the same ruled the turn', { attached: five, ruling: five, turn: 1 }, '5 hooks', 'composition d04669b'],
    [
      'where others ruled the turn',
      { attached: five, ruling: none, turn: 1 },
      '5 hooks · 0 in turn 1',
      'composition d04669b · 1850c8b in turn 1',
    ],
    ['of a turn as it was', { attached: none, ruling: none, turn: 1 }, '0 hooks', 'composition 1850c8b'],
    ['while nothing is known', { attached: null, ruling: null, turn: null }, '0 hooks', null],
  ])('%s', (_, shown, hooks, hash) => {
    expect(attachedText(shown)).toBe(hooks)
    expect(compositionText(shown)).toBe(hash)
  })
})

function composition(hash: string, hooks: number): Composition {
  const attachments = Array.from({ length: hooks }, (_, at) => ({ id: `att_${at}` }))
  return { hash, hooks: attachments, rewrites: 'chain', stopAtFirstBlock: false } as unknown as Composition
}
