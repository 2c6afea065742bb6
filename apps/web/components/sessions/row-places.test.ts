import { describe, expect, test } from 'vitest'
import { HEIGHTS, linesInView, placeLines, scrollTo } from './row-places'
import type { Place } from './shelf-order'
import { summary } from './testing/summary'

const place = (title: string, group: Place['group'], refusal: string | null = null): Place => ({
  group,
  session: summary(title, { lastRefusal: refusal }),
  gone: false,
})
const { head, row, refused } = HEIGHTS

test('a group has a heading with its count, and a refusal takes a line more', () => {
  const { placed, height } = placeLines([place('a', 'Pinned'), place('b', 'Today', 'no'), place('c', 'Today')])
  expect(placed.map(({ line, top }) => [line.kind === 'head' ? `${line.group} ${line.count}` : line.key, top])).toEqual(
    [
      ['Pinned 1', 0],
      ['a', head],
      ['Today 2', head + row],
      ['b', 2 * head + row],
      ['c', 2 * head + row + refused],
    ],
  )
  expect(height).toBe(2 * head + 2 * row + refused)
})

const many = placeLines(Array.from({ length: 1_000 }, (_, at) => place(`s${at}`, 'Today')))
const topOf = (at: number) => head + at * row

describe('which lines of 1,000 sessions are drawn', () => {
  const rows: readonly [name: string, top: number, first: string, last: string][] = [
    ['at the top', 0, 'Today', 's23'],
    ['in the middle', topOf(500), 's489', 's524'],
    ['at the end', topOf(1_000) - 800, 's975', 's999'],
    ['scrolled beyond the end', topOf(1_000), 's989', 's999'],
  ]
  test.each(rows)('%s', (_, top, first, last) => {
    const shown = linesInView(many, { top, height: 800 }, null)
    expect(shown[0]?.line.key).toBe(first)
    expect(shown.at(-1)?.line.key).toBe(last)
    expect(shown.length).toBeLessThan(40)
  })

  test('the row with the focus is drawn wherever it is', () => {
    const shown = linesInView(many, { top: topOf(500), height: 800 }, 's3')
    expect(shown[0]?.line.key).toBe('s3')
    expect(linesInView(many, { top: topOf(500), height: 800 }, 's999').at(-1)?.line.key).toBe('s999')
  })

  test('a row that is gone from the list is not drawn', () => {
    expect(linesInView(many, { top: 0, height: 800 }, 'nobody').length).toBeLessThan(40)
  })
})

describe('where to scroll for a row', () => {
  const view = { top: topOf(100), height: 800 }
  const rows: readonly [name: string, key: string, to: number | null][] = [
    ['it is in view: nowhere', 's105', null],
    ['it is hidden under the heading: up by that', 's100', topOf(100) - head],
    ['it is above', 's50', topOf(50) - head],
    ['it is below: just into view', 's200', topOf(201) - 800],
    ['the first one: to the very top', 's0', 0],
    ['it is not there', 'nobody', null],
  ]
  test.each(rows)('%s', (_, key, to) => {
    expect(scrollTo(many, view, key)).toBe(to)
  })
})
