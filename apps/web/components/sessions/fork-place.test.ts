import { type TranscriptRow, turnId } from '@belay/trace'
import { describe, expect, test } from 'vitest'
import { firstTurnAfter, lastRowOf, rowAtSpan, rowBefore, turnsUntil } from './fork-place'

const said = (id: number, turn: string | null): TranscriptRow => ({
  ...{ kind: 'input', id, turn: turn === null ? null : turnId(turn), at: id * 10, replaces: null },
  ...{ text: '', origin: 'person', from: null },
})
/** Two turns of three rows, then a message that belongs to none. */
const state = {
  rows: [said(1, 'one'), said(2, 'one'), said(3, 'one'), said(4, 'two'), said(5, 'two'), said(7, 'two'), said(8, null)],
}

describe('the row before', () => {
  const rows: readonly [name: string, row: number, before: number][] = [
    ['the first: none', 1, 0],
    ['a prompt: the end of the turn before', 4, 3],
    ['a row after a gap', 7, 5],
  ]
  test.each(rows)('%s', (_, row, before) => expect(rowBefore(state, row)).toBe(before))
})

describe('what had been said when a span began', () => {
  const rows: readonly [name: string, start: number, row: number][] = [
    ['before anything', 5, 0],
    ['in the moment of a row', 20, 2],
    ['between two rows', 29, 2],
    ['after all', 1_000, 8],
  ]
  test.each(rows)('%s', (_, start, row) => expect(rowAtSpan(state, { start })).toBe(row))
})

describe('whose files are in question', () => {
  const rows: readonly [name: string, row: number, turn: string | null][] = [
    ['at the end of a turn: those of the next', 3, 'two'],
    ['within a turn: those of the next, since files are kept a turn', 2, 'two'],
    ['before everything: those of the first', 0, 'one'],
    ['at the last row of the last turn: none', 7, null],
  ]
  test.each(rows)('%s', (_, row, turn) => expect(firstTurnAfter(state, row)).toBe(turn))
})

test('turns are counted up to a row, or all', () => {
  expect([0, 1, 3, 4, 8].map((row) => turnsUntil(state, row))).toEqual([0, 1, 1, 2, 2])
  expect(turnsUntil(state, null)).toBe(2)
})

test('the last row of a turn', () => {
  expect(lastRowOf(state, turnId('one'))).toBe(3)
  expect(lastRowOf(state, turnId('never'))).toBeNull()
})
