import { ATTR, spanId } from '@belay/trace'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import overlapping from '../../fixtures/50-overlapping-parallel-calls.json'
import { chain, spansOf, turnOf } from '../testing/sketch-file'
import { type SpanSketch, span } from '../testing/spans'
import { criticalPath } from './critical-path'
import { layoutTimeline } from './layout'
import { lookUpMarks } from './mark-lookup'
import { pathScene } from './path-scene'
import { pathShares, sayPath } from './say-path'
import { buildTree } from './span-tree'

/** `id from-to`, in order of time. */
function told(sketches: readonly SpanSketch[], nowMs = 10_000): readonly string[] {
  const tree = buildTree(sketches.map(span))
  return criticalPath(tree, nowMs).parts.map(
    ({ index, kind, fromMs, toMs }) => `${tree.spans[index]?.id} ${kind} ${fromMs}-${toMs}`,
  )
}

const turn = { id: 'turn', kind: 'turn', start: 0, end: 100 } as const

describe('the critical path', () => {
  test.each<[string, readonly SpanSketch[], readonly string[]]>([
    ['of nothing is nothing', [], []],
    ['of a turn alone is its own time', [turn], ['turn between 0-100']],
    [
      'goes through what follows each other, and the time between',
      [
        turn,
        { id: 'm', kind: 'model', parent: 'turn', start: 0, end: 40 },
        { id: 'c', parent: 'turn', start: 50, end: 100 },
      ],
      ['m model 0-40', 'turn between 40-50', 'c tool 50-100'],
    ],
    [
      'follows the one of several that ended last, and what ran before it began',
      [
        turn,
        { id: 'short', parent: 'turn', start: 0, end: 60 },
        { id: 'last', parent: 'turn', start: 40, end: 100 },
        { id: 'beside', parent: 'turn', start: 70, end: 90 },
      ],
      ['short tool 0-40', 'last tool 40-100'],
    ],
    [
      'goes into a call: its hook first, then its own time',
      [
        turn,
        { id: 'c', parent: 'turn', start: 0, end: 100 },
        { id: 'h', kind: 'hook', parent: 'c', start: 0, end: 30 },
      ],
      ['h hook 0-30', 'c tool 30-100'],
    ],
    [
      'leaves out what outlives the turn: nothing waited for it',
      [turn, { id: 'bg', parent: 'turn', start: 10, end: 500 }, { id: 'c', parent: 'turn', start: 0, end: 100 }],
      ['c tool 0-100'],
    ],
    [
      'tells waiting for a person from the work of a tool',
      [turn, { id: 'c', parent: 'turn', start: 0, end: 100, attributes: { [ATTR.toolStarted]: 80 } }],
      ['c wait 0-80', 'c tool 80-100'],
    ],
    [
      'counts what runs up to now',
      [
        { ...turn, end: null },
        { id: 'q', parent: 'turn', start: 5, end: null, status: 'waiting' },
      ],
      ['turn between 0-5', 'q wait 5-10000'],
    ],
  ])('%s', (_name, sketches, parts) => {
    expect(told(sketches)).toEqual(parts)
  })

  const sketch = fc.record({
    parent: fc.option(fc.integer({ min: 0, max: 30 })),
    kind: fc.constantFrom<NonNullable<SpanSketch['kind']>[]>('turn', 'step', 'model', 'tool', 'hook', 'inner'),
    start: fc.oneof(fc.integer({ min: 0, max: 90 }), fc.constant(Number.NaN)),
    length: fc.option(fc.integer({ min: 0, max: 40 })),
  })

  it('has neither gap nor overlap, adds up to the turn, and is drawn, for any forest', () => {
    fc.assert(
      fc.property(fc.array(sketch, { maxLength: 40 }), (sketches) => {
        const spans = [
          span({ id: 'root', kind: 'turn', start: 0, end: 100 }),
          ...sketches.map(({ parent, kind, start, length }, at) =>
            span({
              id: `s${at}`,
              parent: parent === null ? 'root' : `s${parent}`,
              kind: kind === 'turn' ? 'step' : kind,
              start,
              end: length === null ? null : start + length,
            }),
          ),
        ]
        const layout = layoutTimeline(spans)
        const path = criticalPath(layout.tree, 120)
        const root = layout.tree.indexOf.get(spanId('root')) ?? 0
        let at = layout.tree.start[root] ?? 0
        for (const { fromMs, toMs } of path.parts) {
          expect(fromMs).toBe(at)
          expect(toMs).toBeGreaterThan(fromMs)
          at = toMs
        }
        expect(path.totalMs).toBeCloseTo(100)
        expect(Object.values(path.sums).reduce((sum, ms) => sum + ms, 0)).toBeCloseTo(path.totalMs)
        const view = { startMs: 0, msPerPx: 0.3, top: 0, width: 400, height: 300 }
        const items = pathScene({ layout, lookup: lookUpMarks(layout, new Map()), view, nowMs: 120 }, path)
        for (const item of items) if (item.kind === 'rect') expect(item.width).toBeGreaterThan(0)
      }),
      { numRuns: 200 },
    )
  })

  it('of cases 48-deep-parent-chain and 50-overlapping-parallel-calls ends, and of 100,000 spans within a second', () => {
    expect(criticalPath(buildTree(chain(20_000)), 1e9).totalMs).toBe(40_000)
    const tree = buildTree(spansOf(overlapping))
    expect(criticalPath(tree, 1e6).parts.map(({ index }) => tree.spans[index]?.id)).toEqual(['t0', 't1', 't3'])
    const large = buildTree(turnOf(100_000))
    const before = performance.now()
    criticalPath(large, 1e12)
    expect(performance.now() - before).toBeLessThan(1_000)
  })

  it('is said in a sentence: what took longest, and what hooks cost', () => {
    const tree = buildTree(
      [
        { ...turn, end: 10_000 },
        { id: 'm', kind: 'model' as const, name: 'scripted/tour', parent: 'turn', start: 0, end: 6_000 },
        { id: 'c', name: 'run', parent: 'turn', start: 6_000, end: 10_000 },
        { id: 'h', kind: 'hook' as const, parent: 'c', start: 6_000, end: 6_300 },
      ].map(span),
    )
    const path = criticalPath(tree, 10_000)
    expect(sayPath(tree, path)).toBe(
      'Mostly model calls: 6.0 s of 10.0 s. Longest: scripted/tour, 6.0 s. Hooks held it up for 300 ms (3 %).',
    )
    expect(pathShares(path).map(({ name, share }) => `${name} ${share}`)).toEqual([
      'model calls 60 %',
      'tools 37 %',
      'hooks 3 %',
    ])
    expect(sayPath(buildTree([]), criticalPath(buildTree([]), 0))).toBe('Nothing took any time here.')
  })
})
