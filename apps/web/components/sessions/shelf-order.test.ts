import { sessionId } from '@belay/trace'
import { describe, expect, test } from 'vitest'
import { freshOrder, heldOrder, type Order } from './shelf-order'
import { summary } from './testing/summary'

/** Noon, so that hours around it are the same day everywhere. */
const NOON = new Date(2030, 4, 15, 12).getTime()
const HOUR = 3_600_000
const DAY = 24 * HOUR

const said = ({ places }: Order) =>
  places.map(({ group, session, gone }) => `${group}: ${session.title}${gone ? ' (gone)' : ''}`)
const active = { shelf: 'active', nowMs: NOON } as const

describe('where a session stands', () => {
  const rows: readonly [name: string, session: Parameters<typeof summary>[1], group: string][] = [
    ['this minute', { updatedAt: NOON }, 'Today'],
    ['at the first moment of today', { updatedAt: NOON - 12 * HOUR }, 'Today'],
    ['a moment before midnight', { updatedAt: NOON - 12 * HOUR - 1 }, 'Yesterday'],
    ['36 hours ago, which is midnight', { updatedAt: NOON - 36 * HOUR }, 'Yesterday'],
    ['before that', { updatedAt: NOON - 36 * HOUR - 1 }, 'Earlier'],
    ['last year', { updatedAt: NOON - 400 * DAY }, 'Earlier'],
    ['pinned, however old', { updatedAt: NOON - 400 * DAY, pinned: true }, 'Pinned'],
    ['by a clock that runs ahead', { updatedAt: NOON + HOUR }, 'Today'],
  ]
  test.each(rows)('%s', (_, facts, group) => {
    expect(said(freshOrder([summary('a', facts)], active))).toEqual([`${group}: a`])
  })
})

test('groups stand in their order, and in each the latest first', () => {
  const sessions = [
    summary('old', { updatedAt: NOON - 5 * DAY }),
    summary('now', { updatedAt: NOON }),
    summary('pinned', { updatedAt: NOON - 9 * DAY, pinned: true }),
    summary('before', { updatedAt: NOON - HOUR }),
    summary('pinned now', { updatedAt: NOON, pinned: true }),
  ]
  expect(said(freshOrder(sessions, active))).toEqual([
    'Pinned: pinned now',
    'Pinned: pinned',
    'Today: now',
    'Today: before',
    'Earlier: old',
  ])
})

test('deleted sessions stand by when they were deleted, pinned or not', () => {
  const sessions = [
    summary('worked in today', { updatedAt: NOON, deletedAt: NOON - DAY, pinned: true }),
    summary('deleted today', { updatedAt: NOON - 9 * DAY, deletedAt: NOON }),
  ]
  expect(said(freshOrder(sessions, { shelf: 'deleted', nowMs: NOON }))).toEqual([
    'Today: deleted today',
    'Yesterday: worked in today',
  ])
})

describe('while nothing may move', () => {
  const before = freshOrder([summary('a', { updatedAt: NOON }), summary('b', { updatedAt: NOON - DAY })], active)
  const rows: readonly [name: string, sessions: ReturnType<typeof summary>[], places: string[], waiting: number][] = [
    ['nothing changed', [summary('a'), summary('b')], ['Today: a', 'Yesterday: b'], 0],
    [
      'the lower one is the latest now',
      [summary('b', { updatedAt: NOON }), summary('a')],
      ['Today: a', 'Yesterday: b'],
      0,
    ],
    ['a new one came', [summary('c'), summary('a'), summary('b')], ['Today: a', 'Yesterday: b'], 1],
    ['one went', [summary('b')], ['Today: a (gone)', 'Yesterday: b'], 0],
    ['one went and two came', [summary('c'), summary('d'), summary('b')], ['Today: a (gone)', 'Yesterday: b'], 2],
  ]
  test.each(rows)('%s', (_, sessions, places, waiting) => {
    const held = heldOrder(before, sessions)
    expect(said(held)).toEqual(places)
    expect(held.waiting).toBe(waiting)
  })

  test('what a row says goes on changing', () => {
    const held = heldOrder(before, [summary('a', { status: 'running' }), summary('b')])
    expect(held.places[0]?.session.status).toBe('running')
  })

  test('one that comes back is there again', () => {
    const gone = heldOrder(before, [summary('b')])
    expect(said(heldOrder(gone, [summary('a'), summary('b')]))).toEqual(['Today: a', 'Yesterday: b'])
  })

  test('a place about which nothing is new is the same object, so that its row is not drawn again', () => {
    const [a, b] = before.places
    const sessions = [a, b].flatMap((place) => (place === undefined ? [] : [place.session]))
    expect(heldOrder(before, sessions).places[0]).toBe(a)
  })
})

test('ids are what tells sessions apart, not titles', () => {
  const twin = { ...summary('a'), id: sessionId('ses_twin') }
  const order = freshOrder([summary('a', { updatedAt: NOON })], active)
  expect(heldOrder(order, [twin]).waiting).toBe(1)
})
