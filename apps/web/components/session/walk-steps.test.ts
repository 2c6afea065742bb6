import { describe, expect, test } from 'vitest'
import { walkStep } from './walk-steps'

describe('where a key leads, of 40 events', () => {
  const rows: readonly [name: string, key: string, shift: boolean, at: number | null, to: number | null][] = [
    ['→ goes on', 'ArrowRight', false, 7, 8],
    ['← goes back', 'ArrowLeft', false, 7, 6],
    ['shift takes ten', 'ArrowRight', true, 7, 17],
    ['and no more than there are', 'ArrowRight', true, 35, 40],
    ['nor less than the first', 'ArrowLeft', true, 7, 1],
    ['→ begins at the first', 'ArrowRight', false, null, 1],
    ['← begins before the last', 'ArrowLeft', false, null, 39],
    ['. and , are the same wherever one is', '.', false, 7, 8],
    [', goes back', ',', false, 7, 6],
    ['Home is the first', 'Home', false, 7, 1],
    ['End is the last', 'End', false, 7, 40],
    ['Home begins nothing', 'Home', false, null, null],
    ['↓ is no such key', 'ArrowDown', false, 7, null],
  ]
  test.each(rows)('%s', (_, key, shiftKey, at, to) => expect(walkStep({ key, shiftKey }, at, 40)).toBe(to))

  test('a turn without events is not walked through', () => {
    expect(walkStep({ key: 'ArrowRight', shiftKey: false }, null, 0)).toBeNull()
  })
})
