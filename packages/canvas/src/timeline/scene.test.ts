import { type Span, spanId } from '@belay/trace'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import overlapping from '../../fixtures/50-overlapping-parallel-calls.json'
import { overlaps } from '../box'
import type { DrawItem, RectItem } from '../draw'
import type { MarkSign } from '../mark'
import { bursts, spansOf, turnOf } from '../testing/sketch-file'
import { span } from '../testing/spans'
import { toPx } from '../time-scale'
import { clampView, fitView, type Viewport } from '../viewport'
import { barsOfRow, visibleRows } from './bars'
import { boxOfSpan, hitTimeline } from './hit'
import { layoutTimeline, rowShowing } from './layout'
import { lookUpMarks } from './mark-lookup'
import { LEAST_BAR_PX, MARK_PX } from './metrics'
import { gridScene, type TimelinePicture, timelineScene } from './scene'

const size = { startMs: 0, msPerPx: 1, top: 0, width: 800, height: 400 }

function pictureOf(
  spans: readonly Span[],
  given: {
    readonly view?: Partial<Viewport>
    readonly marks?: Readonly<Record<string, MarkSign>>
    readonly nowMs?: number
  } = {},
): TimelinePicture {
  const layout = layoutTimeline(spans)
  const extent = { endMs: Math.max(layout.endMs, given.nowMs ?? 0), height: layout.height }
  const fit = fitView(size, { fromMs: 0, toMs: extent.endMs }, extent)
  const marks = new Map(Object.entries(given.marks ?? {}).map(([id, sign]) => [spanId(id), sign]))
  return {
    layout,
    lookup: lookUpMarks(layout, marks),
    view: { ...fit, ...given.view },
    nowMs: given.nowMs ?? extent.endMs,
  }
}

const texts = (items: readonly DrawItem[]) => items.flatMap((item) => (item.kind === 'text' ? [item.text] : []))
const glyphs = (items: readonly DrawItem[]) => items.flatMap((item) => (item.kind === 'glyph' ? [item] : []))
const rects = (items: readonly DrawItem[]) => items.filter((item): item is RectItem => item.kind === 'rect')
const block: MarkSign = { mark: 'block', ghost: false }
const ask: MarkSign = { mark: 'ask', ghost: false }

describe('case 50-overlapping-parallel-calls', () => {
  const picture = pictureOf(spansOf(overlapping))

  test.each([
    ['t0', 1],
    ['t1', 3],
    ['t2', 4],
  ])('at t = 4.2 s the pointer finds %s in its lane', (id, row) => {
    const y = (picture.layout.rows[row]?.y ?? 0) + 8
    const hit = hitTimeline(picture, toPx(picture.view, 4_200), y)
    expect(hit?.kind === 'span' ? picture.layout.tree.spans[hit.index]?.id : null).toBe(id)
  })

  it('finds the group of 40 calls, and says how many it stands for', () => {
    const hit = hitTimeline(picture, toPx(picture.view, 7_000), (picture.layout.rows[2]?.y ?? 0) + 8)
    expect(hit?.kind === 'group' ? hit.group.label : null).toBe('40 × Read')
    expect(texts(timelineScene(picture))).toContain('40 × Read')
  })

  it('draws the child that outlives the turn beyond it, with a notch where the turn ended', () => {
    const notch = rects(timelineScene(picture)).find(({ width, fill }) => width === 2 && fill === 'muted')
    expect(notch?.x).toBeCloseTo(toPx(picture.view, 9_000) - 1)
    expect(boxOfSpan(picture, spanId('bg'))?.width).toBeCloseTo(9_000 / picture.view.msPerPx)
  })
})

describe('what a row shows', () => {
  const spans = turnOf(2_000)
  const layout = layoutTimeline(spans)
  const extent = { endMs: layout.endMs, height: layout.height }

  it('is bars that are wide enough and never overlap, each span in exactly one, at any zoom', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: -4, max: 6, noNaN: true }),
        (at, zoom) => {
          const view = clampView({ ...size, startMs: at * layout.endMs, msPerPx: 10 ** zoom }, extent)
          for (const row of layout.rows) {
            const bars = barsOfRow(row, view, layout.endMs)
            for (const [place, bar] of bars.entries()) {
              expect(bar.x1 - bar.x0).toBeGreaterThanOrEqual(LEAST_BAR_PX - 1e-6)
              expect(bar.x0).toBeGreaterThanOrEqual((bars[place - 1]?.x1 ?? Number.NEGATIVE_INFINITY) - 1e-6)
              expect(bar.from).toBe(bars[place - 1]?.to ?? bar.from)
            }
            expect(bars.length).toBeLessThan(view.width / LEAST_BAR_PX + 3)
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  it('costs what is in view: merged when all is in view, few when little is', () => {
    const many = pictureOf(bursts(50_000))
    const items = timelineScene(many)
    expect(items.length).toBeLessThan(visibleRows(many.layout, many.view).length * 400)
    const near = {
      ...many,
      view: clampView(
        { ...many.view, startMs: 1_000_000, msPerPx: 1 },
        { endMs: many.layout.endMs, height: many.layout.height },
      ),
    }
    expect(timelineScene(near).length).toBeLessThan(200)
  })

  it('shows a span without length as a tick that a pointer finds', () => {
    const picture = pictureOf([
      span({ id: 'a', start: 0, end: 1_000 }),
      span({ id: 'tick', parent: 'a', start: 500, end: 500 }),
    ])
    const box = boxOfSpan(picture, spanId('tick'))
    expect(box?.width).toBe(LEAST_BAR_PX)
    expect(hitTimeline(picture, (box?.x ?? 0) + 1, (box?.y ?? 0) + 5)).toMatchObject({ kind: 'span', index: 1 })
    expect(hitTimeline(picture, (box?.x ?? 0) - 3, (box?.y ?? 0) + 5)).toMatchObject({ kind: 'span', index: 1 })
    expect(hitTimeline(picture, (box?.x ?? 0) - 30, (box?.y ?? 0) + 5)).toBeNull()
  })

  it('draws what runs up to now and no further', () => {
    const picture = pictureOf([span({ id: 'a', start: 0, end: null })], { nowMs: 400 })
    expect(boxOfSpan(picture, spanId('a'))?.width).toBeCloseTo(400 / picture.view.msPerPx)
    expect(rowShowing(picture.layout, 0)?.ends[0]).toBe(Number.POSITIVE_INFINITY)
  })

  it('shows the worst of the spans that a merged bar stands for, and finds that one', () => {
    const spans = [
      span({ id: 'a', start: 0, end: 1e6 }),
      ...Array.from({ length: 9 }, (_, at) =>
        span({ id: `h${at}`, parent: 'a', kind: 'hook', start: 10 * at, end: 10 * at + 1 }),
      ),
    ]
    const picture = pictureOf(spans, { marks: { h2: ask, h4: block, h5: ask } })
    expect(glyphs(timelineScene(picture))).toMatchObject([{ mark: 'block', count: 3 }])
    const box = boxOfSpan(picture, spanId('h4'))
    expect(hitTimeline(picture, (box?.x ?? 0) + 1, (box?.y ?? 0) + 5)).toMatchObject({
      kind: 'span',
      index: 5,
      merged: 9,
    })
  })
})

describe('marks', () => {
  it('that would touch become one with a count; others stand alone', () => {
    const spans = [0, 10, 500].map((start, at) => span({ id: `h${at}`, kind: 'hook', start, end: start + 2 }))
    const picture = pictureOf(spans, { marks: { h0: ask, h1: block, h2: ask } })
    expect(glyphs(timelineScene(picture)).map(({ mark, count }) => [mark, count])).toEqual([
      ['block', 2],
      ['ask', 1],
    ])
  })

  const kinds = ['tool', 'hook', 'model'] as const
  const crowds = fc.record({
    spans: fc.array(
      fc.record({
        kind: fc.constantFrom(...kinds),
        start: fc.integer({ min: 0, max: 3_000 }),
        length: fc.oneof(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 900 })),
        sign: fc.option(fc.constantFrom(ask, block)),
      }),
      { minLength: 1, maxLength: 60 },
    ),
    startMs: fc.integer({ min: -100, max: 2_000 }),
    msPerPx: fc.constantFrom(0.2, 1, 4, 9),
    live: fc.boolean(),
  })

  it('and words are never written over each other, for any spans in any view', () => {
    fc.assert(
      fc.property(crowds, ({ spans, startMs, msPerPx, live }) => {
        const named = spans.map(({ kind, start, length }, at) =>
          span({ id: `s${at}`, name: `files.read ${at}`, kind, start, end: live && at === 0 ? null : start + length }),
        )
        const marks = Object.fromEntries(spans.flatMap(({ sign }, at) => (sign === null ? [] : [[`s${at}`, sign]])))
        const picture = pictureOf(named, { marks, view: { startMs, msPerPx } })
        const written = timelineScene(picture).flatMap((item) => {
          const height = 8
          if (item.kind === 'text') return [{ x: item.x, y: item.y - 4, width: item.maxWidth, height }]
          if (item.kind !== 'glyph') return []
          const width = MARK_PX + (item.count > 1 ? 2 + String(item.count).length * 6.8 : 0)
          return [{ x: item.x - MARK_PX / 2, y: item.y - 4, width, height }]
        })
        const ticks = gridScene(picture.view, 300).labels.flatMap((item) =>
          item.kind === 'text' ? [{ x: item.x, y: -90, width: item.text.length * 6, height: 8 }] : [],
        )
        const now = { x: 268, y: -90, width: 25, height: 8 }
        const boxes = [...written, ...ticks, now]
        for (const [at, box] of boxes.entries())
          expect(boxes.slice(at + 1).filter((other) => overlaps(box, other))).toEqual([])
      }),
      { numRuns: 200 },
    )
  })

  it('of a narrow bar push the words of the next one to the right', () => {
    const spans = [
      span({ id: 'a', kind: 'hook', name: 'scan', start: 100, end: 102 }),
      span({ id: 'b', kind: 'hook', name: 'loops', start: 102, end: 1_000 }),
    ]
    const items = timelineScene(pictureOf(spans, { marks: { a: ask } }))
    const [mark] = glyphs(items)
    const label = items.find((item) => item.kind === 'text')
    expect(label).toMatchObject({ text: 'loops' })
    expect(label?.kind === 'text' ? label.x : 0).toBeGreaterThan((mark?.x ?? 0) + MARK_PX / 2)
  })

  it('stand inside a wide bar and after a narrow one, where they can be clicked', () => {
    const picture = pictureOf(
      [
        span({ id: 'a', start: 0, end: 500 }),
        span({ id: 'b', kind: 'hook', parent: 'a', start: 100, end: 101 }),
        span({ id: 'end', start: 600, end: 1_000 }),
      ],
      {
        marks: { a: ask, b: block },
      },
    )
    const [inside, after] = glyphs(timelineScene(picture))
    const [wide, narrow] = [boxOfSpan(picture, spanId('a')), boxOfSpan(picture, spanId('b'))]
    expect(inside?.x).toBeLessThan((wide?.x ?? 0) + (wide?.width ?? 0))
    expect(after?.x).toBeGreaterThan((narrow?.x ?? 0) + (narrow?.width ?? 0))
    expect(hitTimeline(picture, (after?.x ?? 0) + 3, (narrow?.y ?? 0) + 5)).toMatchObject({ index: 1 })
  })

  it('of hidden spans stand on their group', () => {
    const picture = pictureOf(spansOf(overlapping), { marks: { p3: ask, p4: block } })
    expect(glyphs(timelineScene(picture))).toMatchObject([{ mark: 'block', count: 2 }])
  })
})

describe('bars', () => {
  test.each([
    [
      'of a call that was refused is an outline',
      { status: 'refused' as const },
      { fill: 'raised', stroke: 'block', dashed: false },
    ],
    [
      'of a call that waits is a dashed outline',
      { status: 'waiting' as const },
      { fill: 'raised', stroke: 'ask', dashed: true },
    ],
    [
      'of a failed call keeps its colour in an outline',
      { status: 'error' as const },
      { fill: 'tool', stroke: 'failed' },
    ],
    [
      'of a call that did not run is faint',
      { status: 'not_run' as const },
      { stroke: 'muted', dashed: true, alpha: 0.55 },
    ],
    [
      'of a hook in shadow is hollow',
      { kind: 'hook' as const, attributes: { 'belay.hook.mode': 'shadow' } },
      { fill: 'raised', stroke: 'hook' },
    ],
    ['of a model call has its colour', { kind: 'model' as const }, { fill: 'model', stroke: null }],
  ])('%s', (_name, sketch, expected) => {
    expect(rects(timelineScene(pictureOf([span({ id: 'a', start: 0, end: 100, ...sketch })])))[0]).toMatchObject(
      expected,
    )
  })

  it('keep their label in view when they begin left of it', () => {
    const picture = pictureOf([span({ id: 'a', name: 'files.read', start: 0, end: 10_000 })])
    const zoomed = { ...picture, view: { ...picture.view, startMs: 4_000, msPerPx: 1 } }
    const label = timelineScene(zoomed).find((item) => item.kind === 'text')
    expect(label).toMatchObject({ text: 'files.read', x: 7 })
  })
})
