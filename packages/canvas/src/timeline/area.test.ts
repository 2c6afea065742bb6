/** What is asked of a timeline by hand: sums of an area, the next verdict, a search, pinned lanes. */
import { ATTR, spanId } from '@belay/trace'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import overlapping from '../../fixtures/50-overlapping-parallel-calls.json'
import type { MarkSign } from '../mark'
import { spansOf } from '../testing/sketch-file'
import { span } from '../testing/spans'
import { areaBetween, areaOfSpans, joinAreas, sayArea, sumArea } from './area'
import { findSpans, hitSlices, hitsBetween } from './find-spans'
import { layoutTimeline } from './layout'
import { lookUpMarks } from './mark-lookup'
import { MOST_PINNED, pinnedStrip, pinOf, togglePin } from './pinned'
import { nextStop, stopsOf } from './stops'

const turn = { id: 'turn', kind: 'turn', start: 0, end: 1_000 } as const
const layout = layoutTimeline(
  [
    turn,
    {
      ...{ id: 'm', kind: 'model' as const, parent: 'turn', start: 0, end: 400 },
      attributes: { [ATTR.inputTokens]: 1_200, [ATTR.outputTokens]: 30 },
    },
    { id: 'a', name: 'run', parent: 'turn', start: 400, end: 800 },
    { id: 'b', name: 'files.read', parent: 'turn', start: 500, end: 900 },
    { id: 'h', kind: 'hook' as const, name: 'fence', parent: 'a', start: 400, end: 410 },
  ].map(span),
)
const names = (indices: Iterable<number>) => [...indices].map((index) => layout.tree.spans[index]?.id)

describe('an area', () => {
  it('sums what it touches, what is side by side once, and says so', () => {
    const sums = sumArea(layout, { fromMs: 300, toMs: 700, rows: null }, 1_000)
    expect(sums.kinds).toEqual([
      { kind: 'turn', count: 1, ms: 400 },
      { kind: 'model', count: 1, ms: 100 },
      { kind: 'tool', count: 2, ms: 300 },
      { kind: 'hook', count: 1, ms: 10 },
    ])
    expect([sums.count, sums.hookMs, sums.tokens]).toEqual([5, 10, { input: 1_200, output: 30 }])
    expect(sayArea(sums)).toBe(
      '400 ms from 300 ms, 5 spans, 1 turn 400 ms, 1 model call 100 ms, 2 tool calls 300 ms, 1 hook call 10 ms, 1,200 tokens in, 30 out',
    )
  })

  it('drawn over some lanes leaves the others out', () => {
    const row = layout.rows[layout.rowOf[2] ?? 0]
    const area = areaBetween({ ms: 950, y: (row?.y ?? 0) + 2 }, { ms: 0, y: (row?.y ?? 0) + 9 }, 'some')
    expect(sumArea(layout, area, 1_000).kinds.map(({ kind }) => kind)).toEqual(['tool'])
    expect([area.fromMs, area.toMs]).toEqual([0, 950])
  })

  it('of case 50-overlapping-parallel-calls says how many are hidden in a group', () => {
    const many = layoutTimeline(spansOf(overlapping))
    expect(sumArea(many, { fromMs: 6_200, toMs: 6_300, rows: null }, 9_000)).toMatchObject({ count: 43, hidden: 40 })
  })

  it('measures a span, and grows by another', () => {
    const [m, b] = ['m', 'b'].map((id) => areaOfSpans(layout, [spanId(id)], 1_000))
    expect(m).toEqual({ fromMs: 0, toMs: 400, rows: null })
    expect(m != null && b != null ? joinAreas(m, b) : null).toEqual({ fromMs: 0, toMs: 900, rows: null })
    expect(areaOfSpans(layout, [spanId('nobody')], 0)).toBeNull()
  })
})

describe('going from stop to stop', () => {
  const block: MarkSign = { mark: 'block', ghost: false }
  const spans = [
    turn,
    { id: 'a', parent: 'turn', start: 100, end: 200, status: 'refused' as const },
    { id: 'ha', kind: 'hook' as const, parent: 'a', start: 100, end: 110 },
    { id: 'b', parent: 'turn', start: 300, end: 400, status: 'refused' as const },
    { id: 'hb', kind: 'hook' as const, parent: 'b', start: 300, end: 310 },
    { id: 'hc', kind: 'hook' as const, parent: 'turn', start: 500, end: 510 },
  ].map(span)
  const stopped = layoutTimeline(spans)
  const marks = new Map<string, MarkSign>([
    ['a', block],
    ['ha', block],
    ['b', block],
    ['hb', { mark: 'block', ghost: true }],
    ['hc', { mark: 'context', ghost: false }],
  ])
  const lookup = lookUpMarks(stopped, new Map([...marks].map(([id, sign]) => [spanId(id), sign])))

  test.each([
    ['verdict', ['ha', 'hb', 'hc']],
    // A call that its hook refused is told by the hook; one that a person refused by itself.
    ['refusal', ['ha', 'b']],
  ] as const)('each %s is one', (kind, expected) => {
    expect([...stopsOf(stopped, lookup, kind)].map((index) => stopped.tree.spans[index]?.id)).toEqual(expected)
  })

  test.each([
    ['from nowhere, forward', null, 1, 'ha', false],
    ['from nowhere, back', null, -1, 'hc', false],
    ['from one to the next', 'ha', 1, 'hb', false],
    ['from what is none, forward', 'b', 1, 'hb', false],
    ['from what is none, back', 'b', -1, 'ha', false],
    ['round the end', 'hc', 1, 'ha', true],
    ['round the beginning', 'ha', -1, 'hc', true],
  ] as const)('%s', (_name, from, step, to, wrapped) => {
    const at = from === null ? null : (stopped.tree.indexOf.get(spanId(from)) ?? null)
    const stop = nextStop(stopped, stopsOf(stopped, lookup, 'verdict'), at, step)
    expect([stopped.tree.spans[stop?.index ?? -1]?.id, stop?.wrapped]).toEqual([to, wrapped])
  })

  it('goes nowhere where there is none', () => {
    expect(nextStop(stopped, new Int32Array(), null, 1)).toBeNull()
  })
})

describe('a search', () => {
  it('finds names, labels and what belongs to a span, in order of time', () => {
    expect(names(findSpans(layout, 'READ').hits)).toEqual(['b'])
    expect(names(findSpans(layout, 'secret', ({ id }) => (id === 'a' ? 'the secret path' : null)).hits)).toEqual(['a'])
    expect(findSpans(layout, '  ').hits).toHaveLength(0)
  })

  it('counts the hits of any stretch of a row, those in a group on the group', () => {
    const many = layoutTimeline(spansOf(overlapping))
    const found = findSpans(many, 'read')
    const row = many.rows.find(({ items }) => items.some((item) => item < 0))
    expect(row === undefined ? 0 : hitsBetween(many, found, { row, from: 0, to: row.items.length })).toBe(40)
    expect([...hitSlices(many, found, 10, 15_000)]).toEqual([0, 0, 0, 0, 1, 0, 0, 0, 0, 0])
  })
})

describe('pinned lanes', () => {
  it('stand in the order in which they were pinned, and are unpinned by any span in them', () => {
    const pins = togglePin(layout, togglePin(layout, [], spanId('h')) ?? [], spanId('m')) ?? []
    const strip = pinnedStrip(layout, pins)
    expect(strip?.layout.rows.map(({ y, items }) => [y, names(items)])).toEqual([
      [0, ['h']],
      [18, ['m']],
    ])
    expect(pinOf(layout, pins, spanId('a'))).toBeNull()
    expect(togglePin(layout, pins, spanId('m'))).toEqual([spanId('h')])
    expect(pinnedStrip(layout, [spanId('gone')])).toBeNull()
  })

  it('never overlap and are at most so many, whatever is pinned', () => {
    const many = layoutTimeline(spansOf(overlapping))
    const ids = many.tree.spans.map(({ id }) => id)
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...ids, spanId('gone')), { maxLength: 20 }), (spans) => {
        let pins: ReturnType<typeof togglePin> = []
        for (const span of spans) pins = togglePin(many, pins ?? [], span) ?? pins
        const rows = pinnedStrip(many, pins ?? [])?.layout.rows ?? []
        expect(rows.length).toBeLessThanOrEqual(MOST_PINNED)
        for (const [at, row] of rows.entries())
          expect(row.y).toBeGreaterThanOrEqual((rows[at - 1]?.y ?? -99) + (rows[at - 1]?.height ?? 0))
      }),
    )
  })
})
