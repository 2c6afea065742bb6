import { describe, expect, it, test } from 'vitest'
import overlapping from '../../fixtures/50-overlapping-parallel-calls.json'
import { spansOf } from '../testing/sketch-file'
import { span } from '../testing/spans'
import { layoutTimeline, rowShowing } from './layout'
import { layoutUntil } from './layout-until'
import { outlineOf } from './outline'

const turn = { id: 'turn', kind: 'turn', start: 0, end: 900 } as const
const first = { id: 'first', parent: 'turn', start: 10, end: 400 }
const beside = { id: 'beside', parent: 'turn', start: 100, end: 300 }
const after = { id: 'after', parent: 'turn', start: 500, end: 800 }
const whole = layoutTimeline([turn, first, beside, after].map(span))

/** The rows from the top, each with its spans and their ends. */
function rowsAt(spans: Parameters<typeof span>[0][]) {
  const layout = layoutUntil(whole, spans.map(span))
  return layout.rows.map(({ items, ends }) =>
    [...items].map((item, at) => `${layout.tree.spans[item]?.id} ${ends[at]}`),
  )
}

describe('a timeline as far as its turn had come', () => {
  test.each([
    ['nothing has begun', [], [[], [], []]],
    ['the turn has begun', [{ ...turn, end: null }], [['turn Infinity'], [], []]],
    [
      'a call runs, and one beside it',
      [
        { ...turn, end: null },
        { ...first, end: null },
        { ...beside, end: null },
      ],
      [['turn Infinity'], ['first Infinity'], ['beside Infinity']],
    ],
    [
      'the end of a call is told after the start of the next',
      [{ ...turn, end: null }, { ...first, end: null }, beside, { ...after, end: null }],
      [['turn Infinity'], ['first 500', 'after Infinity'], ['beside 300']],
    ],
    ['all is over', [turn, first, beside, after], [['turn 900'], ['first 400', 'after 800'], ['beside 300']]],
  ])('when %s', (_name, spans, rows) => {
    expect(rowsAt(spans)).toEqual(rows)
  })

  it('keeps the place of every row, and knows when it ends so far', () => {
    const layout = layoutUntil(whole, [span({ ...turn, end: null }), span({ ...first, end: null })])
    expect(layout.rows.map(({ y }) => y)).toEqual(whole.rows.map(({ y }) => y))
    expect([layout.height, layout.endMs, layout.running]).toEqual([whole.height, 10, true])
    expect(outlineOf(layout).count).toBe(2)
  })

  it('keeps zero where the earliest span was told late', () => {
    const late = [span({ id: 'call', start: 50, end: 60 }), span({ id: 'turn', kind: 'turn', start: 0, end: 90 })]
    const layout = layoutUntil(layoutTimeline(late), late.slice(0, 1))
    expect([layout.tree.baseMs, layout.tree.start[0]]).toEqual([0, 50])
  })

  it('of case 50-overlapping-parallel-calls counts in a group what had begun', () => {
    const spans = spansOf(overlapping)
    const all = layoutTimeline(spans)
    const members = all.groups[0]?.members ?? new Int32Array()
    const until = (count: number) => layoutUntil(all, spans.slice(0, count)).groups[0]
    const third = (members[2] ?? 0) + 1
    expect(until(third)?.label).toBe('3 × Read')
    expect(until(members[0] ?? 0)?.members).toHaveLength(0)
    expect(rowShowing(layoutUntil(all, spans.slice(0, third)), members[2] ?? 0)?.items).toContain(-1)
    expect(layoutUntil(all, spans).groups[0]).toEqual(all.groups[0])
  })
})
