import { ATTR, type Span, spanId } from '@belay/trace'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import overlapping from '../../fixtures/50-overlapping-parallel-calls.json'
import { bursts, chain, comb, spansOf, turnOf } from '../testing/sketch-file'
import { type SpanSketch, span } from '../testing/spans'
import { layoutTimeline, type TimelineLayout } from './layout'

const case50 = spansOf(overlapping)

/** The names in each row, top first; groups in brackets. */
function picture({ rows, groups, tree }: TimelineLayout): readonly string[] {
  return rows.map(({ items }) =>
    [...items].map((item) => (item < 0 ? `[${groups[-1 - item]?.label}]` : String(tree.spans[item]?.id))).join(' '),
  )
}

/** Every bar as a rectangle in time and pixels. */
function rectangles({ rows }: TimelineLayout): { row: number; from: number; to: number; y: number; bottom: number }[] {
  return rows.flatMap(({ y, height, starts, ends }, row) =>
    [...starts].map((from, at) => ({ row, from, to: ends[at] ?? 0, y, bottom: y + height })),
  )
}

function expectApart(layout: TimelineLayout): void {
  for (const [at, row] of layout.rows.entries()) {
    expect(row.y).toBeGreaterThanOrEqual((layout.rows[at - 1]?.y ?? -99) + (layout.rows[at - 1]?.height ?? 0))
    for (let item = 1; item < row.items.length; item += 1) {
      expect(row.starts[item]).toBeGreaterThanOrEqual(row.ends[item - 1] ?? Number.NaN)
      expect(row.starts[item]).toBeGreaterThan(row.starts[item - 1] ?? Number.NaN)
    }
  }
}

describe('case 50-overlapping-parallel-calls', () => {
  const layout = layoutTimeline(case50)

  it('packs the turn`s children into lanes, greedy and stable', () => {
    expect(picture(layout)).toEqual(['turn', 't0 bg', '[40 × Read]', 't1 t3', 't2'])
  })

  it('lets no two rectangles intersect', () => {
    const all = rectangles(layout)
    for (const [at, a] of all.entries()) {
      for (const b of all.slice(at + 1)) {
        expect(a.from < b.to && b.from < a.to && a.y < b.bottom && b.y < a.bottom).toBe(false)
      }
    }
  })

  it('folds 40 calls under one parent into a group with their count', () => {
    const [group] = layout.groups
    expect(group).toMatchObject({ label: '40 × Read', hidden: 40, open: false, start: 6_100, end: 9_217 })
    const hidden = layout.tree.indexOf.get(spanId('p7')) ?? -1
    expect(layout.rowOf[hidden]).toBe(-1)
  })

  it('shows them all in lanes below the group once it is open', () => {
    const open = layoutTimeline(case50, new Set(layout.groups.map(({ key }) => key)))
    expect(open.rows).toHaveLength(5 + 40)
    expect(picture(open).slice(1, 5)).toEqual(['t0 bg', '[40 × Read]', 'p0', 'p1'])
    expect(open.groups[0]?.open).toBe(true)
    expectApart(open)
  })

  it('gives the same lanes whatever came later', () => {
    const early = layoutTimeline(case50.slice(0, 5))
    expect(picture(early)).toEqual(['turn', 't0 t3', 't1', 't2'])
    expect(
      picture(layoutTimeline([...case50, span({ id: 'late', parent: 'turn', start: 20_000, end: 21_000 })]))[1],
    ).toBe('t0 bg late')
  })
})

describe('the layout', () => {
  test.each<[string, readonly SpanSketch[], readonly string[]]>([
    ['of nothing has no rows', [], []],
    [
      'gives hooks compact rows of their own below what they are about',
      [
        { id: 'call', start: 0, end: 9 },
        { id: 'h1', kind: 'hook', parent: 'call', start: 0, end: 1 },
        { id: 'h2', kind: 'hook', parent: 'call', start: 1, end: 2 },
        { id: 'inner', kind: 'inner', parent: 'call', start: 2, end: 3 },
      ],
      ['call', 'h1 h2', 'inner'],
    ],
    [
      'gives agents lanes of their own, below the calls beside them',
      [
        { id: 'step', kind: 'step', start: 0, end: 50 },
        { id: 'explore', name: 'agents.spawn', parent: 'step', start: 0, end: 40 },
        { id: 'read', name: 'files.read', parent: 'step', start: 1, end: 9 },
        { id: 'known', name: 'Task', parent: 'step', start: 41, end: 49, attributes: { [ATTR.childSession]: 'ses_1' } },
        { id: 'late', name: 'files.read', parent: 'step', start: 42, end: 44 },
      ],
      ['step', 'read late', 'explore known'],
    ],
    [
      'shares rows between steps that take turns',
      [
        { id: 's1', kind: 'step', start: 0, end: 10 },
        { id: 'm1', kind: 'model', parent: 's1', start: 0, end: 4 },
        { id: 'c1', parent: 's1', start: 5, end: 9 },
        { id: 'd1', parent: 's1', start: 6, end: 10 },
        { id: 's2', kind: 'step', start: 10, end: 20 },
        { id: 'm2', kind: 'model', parent: 's2', start: 10, end: 14 },
        { id: 'c2', parent: 's2', start: 15, end: 19 },
      ],
      ['s1 s2', 'm1 m2', 'c1 c2', 'd1'],
    ],
    [
      'keeps what still runs out of the way of what comes',
      [
        { id: 'bg', start: 0, end: null },
        { id: 'a', start: 1, end: 2 },
        { id: 'b', start: 3, end: 4 },
      ],
      ['bg', 'a b'],
    ],
    [
      'gives two instants that coincide a lane each',
      [
        { id: 'a', start: 5, end: 5 },
        { id: 'b', start: 5, end: 5 },
        { id: 'c', start: 5, end: 9 },
      ],
      ['a', 'b', 'c'],
    ],
    [
      'keeps a sibling clear of a child that outlives its parent',
      [
        { id: 'a', start: 0, end: 5 },
        { id: 'late', parent: 'a', start: 1, end: 12 },
        { id: 'b', start: 6, end: 8 },
      ],
      ['a', 'late', 'b'],
    ],
    [
      'takes an unknown parent, itself as parent and a cycle as roots',
      [
        { id: 'lost', parent: 'nobody', start: 0, end: 1 },
        { id: 'self', parent: 'self', start: 2, end: 3 },
        { id: 'x', parent: 'y', start: 4, end: 9 },
        { id: 'y', parent: 'x', start: 5, end: 8 },
      ],
      ['lost self y', 'x'],
    ],
    [
      'bears times that are none and an end before its start',
      [
        { id: 'nan', start: Number.NaN, end: Number.NaN },
        { id: 'back', start: 8, end: 3 },
      ],
      ['nan', 'back'],
    ],
  ])('%s', (_name, sketches, expected) => {
    const layout = layoutTimeline(sketches.map(span))
    expect(picture(layout)).toEqual(expected)
    expectApart(layout)
  })

  it('folds only the stretch that is too parallel, not what came before it', () => {
    const storm = Array.from({ length: 13 }, (_, at) => ({ id: `p${at}`, parent: 'turn', start: 100 + at, end: 200 }))
    const layout = layoutTimeline(
      [
        { id: 'turn', kind: 'turn' as const, start: 0, end: 300 },
        { id: 'before', parent: 'turn', start: 0, end: 50 },
        ...storm,
        { id: 'after', parent: 'turn', start: 250, end: 260 },
      ].map(span),
    )
    expect(picture(layout)).toEqual(['turn', 'before [13 calls] after'])
  })

  it('never puts two in one place, and places every span, for any forest', () => {
    const sketch = fc.record({
      parent: fc.option(fc.integer({ min: 0, max: 30 })),
      kind: fc.constantFrom('turn', 'step', 'model', 'tool', 'hook', 'compaction', 'inner') as fc.Arbitrary<
        Span['kind']
      >,
      start: fc.integer({ min: 0, max: 60 }),
      length: fc.option(fc.integer({ min: 0, max: 20 })),
    })
    fc.assert(
      fc.property(fc.array(sketch, { maxLength: 60 }), fc.boolean(), (sketches, opened) => {
        const spans = sketches.map(({ parent, kind, start, length }, at) =>
          span({
            id: `s${at}`,
            parent: parent === null ? null : `s${parent}`,
            kind,
            start,
            end: length === null ? null : start + length,
          }),
        )
        const closed = layoutTimeline(spans)
        const layout = opened ? layoutTimeline(spans, new Set(closed.groups.map(({ key }) => key))) : closed
        expectApart(layout)
        const shown = layout.rows.flatMap(({ items }) => [...items].filter((item) => item >= 0))
        const hidden = layout.groups.filter(({ open }) => !open).reduce((sum, group) => sum + group.hidden, 0)
        expect(new Set(shown).size).toBe(shown.length)
        expect(shown.length + hidden).toBe(spans.length)
        expect(layout.groups.every(({ row }) => row >= 0)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })
})

/** The best of a few: what the code costs, not what else the machine does. */
function timed(run: () => unknown): number {
  const times = Array.from({ length: 3 }, () => {
    const before = performance.now()
    run()
    return performance.now() - before
  })
  return Math.min(...times)
}

describe('the layout of many spans', () => {
  it('of case 48-deep-parent-chain costs in proportion, and does not run out of stack', () => {
    const [short, long] = [chain(2_000), chain(20_000)]
    const small = timed(() => layoutTimeline(short))
    const large = timed(() => layoutTimeline(long))
    // Below 10 ms the machine's other work is most of what is measured; what is not in proportion takes seconds.
    expect(large).toBeLessThan(15 * Math.max(small, 10))
    expect(layoutTimeline(long).rows).toHaveLength(20_000)
    expect(layoutTimeline(comb(40)).tree.below[0]).toBe(119)
  })

  it.each([
    ['2,000 spans of a turn', turnOf(2_000), 60],
    ['case 51-fifty-thousand-spans', bursts(50_000), 1_000],
    ['100,000 spans of a turn', turnOf(100_000), 1_000],
  ] as const)('%s is quick', (_name, spans, mostMs) => {
    const took = timed(() => layoutTimeline(spans))
    expect(took).toBeLessThan(mostMs)
  })
})
