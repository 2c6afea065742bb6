import { foldAll } from '@belay/trace'
import { describe, expect, test } from 'vitest'
import { sampleSession } from '../testing/sample-session'
import { conversation } from './conversation'
import { guessHeight, revealAt, withHeld } from './row-size'

describe('a row that was picked elsewhere', () => {
  const view = { from: 1_000, to: 1_600 }
  test.each([
    ['stays where it is in view', { from: 1_100, to: 1_200 }, null],
    ['comes to the top where it is above', { from: 400, to: 500 }, 'start'],
    ['comes to the top where its beginning is cut off', { from: 960, to: 1_060 }, 'start'],
    ['comes to the end where it is below', { from: 1_900, to: 2_000 }, 'end'],
    ['comes to the end where its end is cut off', { from: 1_550, to: 1_650 }, 'end'],
    ['stays where it fills the view', { from: 200, to: 3_000 }, null],
    ['shows its beginning where it is longer than the view', { from: 1_500, to: 4_000 }, 'start'],
  ] as const)('%s', (_, row, expected) => {
    expect(revealAt(row, view)).toBe(expected)
  })
})

describe('the guessed height of a row', () => {
  test('is positive for each that there is', () => {
    const items = conversation(foldAll(sampleSession().log.events))
    for (const item of items) expect(guessHeight(item)).toBeGreaterThan(20)
  })

  test('grows with what was said, and not without end', () => {
    const heightOf = (text: string) => {
      const [item] = conversation(foldAll(sampleSession().log.events))
      return item?.kind === 'input' ? guessHeight({ ...item, row: { ...item.row, text } }) : 0
    }
    expect(heightOf('one\ntwo')).toBeGreaterThan(heightOf('one'))
    expect(heightOf('x'.repeat(120))).toBeGreaterThan(heightOf('x'))
    expect(heightOf('x\n'.repeat(1_000_000))).toBe(heightOf('x'.repeat(1_000_000)))
  })
})

test('what is held stays beside what is in view', () => {
  expect(withHeld([4, 5, 6], [900, 5, 1])).toEqual([1, 4, 5, 6, 900])
})
