import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { overlaps } from '../box'
import type { DrawItem } from '../draw'
import { bursts, turnOf } from '../testing/sketch-file'
import { type SpanSketch, span } from '../testing/spans'
import type { Viewport } from '../viewport'
import { barsOfRow } from './bars'
import { hitTimeline } from './hit'
import { layoutTimeline } from './layout'
import { leastMsOf, levelAt, rowAtLevel } from './levels'
import { lookUpMarks, marksOfBar } from './mark-lookup'
import { timelineScene } from './scene'

const view = { startMs: 0, msPerPx: 40, top: 0, width: 900, height: 300 }

describe('a zoom level', () => {
  const layout = layoutTimeline(turnOf(2_000))
  const lookup = lookUpMarks(layout, new Map())
  const row = layout.rows.find(({ items }) => items.length > 300)
  if (row === undefined) throw new Error('no full row')

  test.each([0.001, 0.7, 1, 3, 40, 12_345])(
    'at %s ms for a pixel has bars of three pixels, or little more',
    (scale) => {
      expect(leastMsOf(levelAt(scale)) / scale).toBeGreaterThanOrEqual(3 - 1e-6)
      expect(leastMsOf(levelAt(scale)) / scale).toBeLessThan(4.3)
    },
  )

  it('is computed once, however one pans and however little one zooms', () => {
    const first = rowAtLevel(row, levelAt(40))
    barsOfRow(row, { ...view, startMs: 5_000 }, 0)
    barsOfRow(row, { ...view, msPerPx: 40.5 }, 0)
    expect(rowAtLevel(row, levelAt(40.5))).toBe(first)
    expect(rowAtLevel(row, levelAt(400))).not.toBe(first)
  })

  it('merges the same spans wherever the view begins', () => {
    const merged = (startMs: number) =>
      barsOfRow(row, { ...view, startMs }, layout.endMs).map(({ from, to }) => `${from}-${to}`)
    const [here, there] = [merged(20_000), merged(20_013)]
    const shared = here.filter((bar) => there.includes(bar))
    expect(shared.length).toBeGreaterThan(10)
    expect(there.length - shared.length).toBeLessThanOrEqual(2)
  })

  it('sums the marks of a merged bar once', () => {
    const bar = barsOfRow(row, view, layout.endMs).find(({ from, to }) => to - from > 1)
    if (bar === undefined) throw new Error('no merged bar')
    expect(marksOfBar(lookup, bar)).toBe(marksOfBar(lookup, { ...bar }))
  })

  it('says of a crowd how many it stands for', () => {
    const calls = Array.from({ length: 1_234 }, (_, at) =>
      span({ id: `c${at}`, name: `run ${at}`, parent: 'turn', start: 1_000 + at, end: 1_000 + at + 1 }),
    )
    const many = layoutTimeline([span({ id: 'turn', kind: 'turn', start: 0, end: 6_000 }), ...calls])
    const items = timelineScene({
      ...{ layout: many, lookup: lookUpMarks(many, new Map()), nowMs: 6_000 },
      view: { ...view, msPerPx: 6_000 / 900 },
    })
    expect(items.flatMap((item) => (item.kind === 'text' ? [item.text] : []))).toContain('1,234 calls')
  })
})

/** Boxes of what is drawn filled and alone; text and signs are looked at elsewhere. */
function rectsOf(items: readonly DrawItem[]) {
  return items.flatMap((item) => (item.kind === 'rect' && item.fill !== null ? [item] : []))
}

describe('a scene of any shape in any box', () => {
  const time = fc.oneof(
    fc.integer({ min: -10, max: 4_000 }),
    fc.constantFrom(0, -0, 1e15, Number.NaN, Number.POSITIVE_INFINITY, 1e-9),
  )
  const sketch = fc.record({
    parent: fc.option(fc.integer({ min: 0, max: 40 })),
    kind: fc.constantFrom<NonNullable<SpanSketch['kind']>[]>('turn', 'step', 'model', 'tool', 'hook', 'inner'),
    start: time,
    end: fc.option(time),
  })
  const box = fc.record<Viewport>({
    startMs: fc.constantFrom(-500, 0, 700, 1e12, Number.NaN),
    msPerPx: fc.constantFrom(1e-4, 0.3, 4, 1e6),
    top: fc.constantFrom(0, 33, 1e6),
    width: fc.constantFrom(0, 1, 90, 1_400),
    height: fc.constantFrom(0, 1, 120, 900),
  })

  it('is drawn without an exception, inside the view, and no row over another', () => {
    fc.assert(
      fc.property(fc.array(sketch, { maxLength: 50 }), box, (sketches, view) => {
        const spans = sketches.map(({ parent, ...own }, at) =>
          span({ id: `s${at}`, parent: parent === null ? null : `s${parent}`, ...own }),
        )
        const layout = layoutTimeline(spans)
        const picture = { layout, lookup: lookUpMarks(layout, new Map()), view, nowMs: 5_000 }
        for (const { x, y, width, height } of rectsOf(timelineScene(picture))) {
          expect(width).toBeGreaterThanOrEqual(0)
          // What begins left of the view and what ends right of it is cut just outside.
          expect(x).toBeGreaterThanOrEqual(-12)
          expect(x + width).toBeLessThanOrEqual(view.width + 12)
          expect(y + height).toBeGreaterThanOrEqual(-30)
          expect(y).toBeLessThanOrEqual(view.height + 30)
        }
        for (const row of layout.rows) {
          const bars = barsOfRow(row, view, 5_000)
          for (const [at, bar] of bars.entries())
            expect(bar.x0).toBeGreaterThanOrEqual((bars[at - 1]?.x1 ?? Number.NEGATIVE_INFINITY) - 1e-3)
          // Each item of the row is in exactly one stretch of its level.
          const { from, count } = rowAtLevel(row, levelAt(view.msPerPx))
          expect([...from]).toEqual([...new Set(from)].sort((a, b) => a - b))
          expect([from[0] ?? 0, from[count]]).toEqual([0, row.items.length])
        }
        for (const x of [0, view.width / 2, -1]) hitTimeline(picture, x, view.height / 2)
        const rows = layout.rows.map(({ y, height }) => ({ x: 0, y, width: 1, height }))
        for (const [at, row] of rows.entries())
          expect(rows.slice(at + 1).some((below) => overlaps(row, below))).toBe(false)
      }),
      { numRuns: 300 },
    )
  })
})

it('case 51-fifty-thousand-spans: a frame with all in view costs what a screen shows, not what there is', () => {
  const layout = layoutTimeline(bursts(50_000))
  const lookup = lookUpMarks(layout, new Map())
  const picture = { layout, lookup, nowMs: layout.endMs, view: { ...view, msPerPx: layout.endMs / 900 } }
  timelineScene(picture)
  const times = Array.from({ length: 20 }, (_, at) => {
    const before = performance.now()
    timelineScene({ ...picture, view: { ...picture.view, startMs: at * 100 } })
    return performance.now() - before
  })
  expect(Math.min(...times)).toBeLessThan(16)
})
