/** What is read off a layout: the minimap, the outline, the cost of hooks, the words. */
import { ATTR, type Span } from '@belay/trace'
import { describe, expect, it, test } from 'vitest'
import overlapping from '../../fixtures/50-overlapping-parallel-calls.json'
import { chain, spansOf } from '../testing/sketch-file'
import { ended, sessionWith, span, started, TURN } from '../testing/spans'
import { hookCost, hookCostOfTurn } from './hook-cost'
import { layoutTimeline } from './layout'
import { outlineOf } from './outline'
import { busySlices, viewAtOverview, viewOnOverview } from './overview'
import { describeSpan, labelOf, speakSpan } from './say-span'

describe('the minimap', () => {
  const view = { startMs: 2_500, msPerPx: 5, top: 0, width: 1_000, height: 100 }

  const around = [
    span({ id: 'turn', kind: 'turn', start: 0, end: 1_000 }),
    span({ id: 'step', kind: 'step', parent: 'turn', start: 0, end: 1_000 }),
  ]
  const slicesOf = (spans: readonly Span[], count = 10) => [...busySlices(layoutTimeline(spans), count, 1_000)]

  it('is high where much began, low where something was at work, and empty where nothing was', () => {
    const calls = Array.from({ length: 8 }, (_, at) =>
      span({ id: `c${at}`, parent: 'step', start: 610 + at, end: 620 + at }),
    )
    const model = span({ id: 'model', kind: 'model', parent: 'step', start: 0, end: 590 })
    const [first = 0, second = 0, ...others] = slicesOf([...around, model, ...calls])
    expect(first).toBeGreaterThan(second)
    expect(second).toBeGreaterThan(0)
    expect(others.slice(0, 4)).toEqual(Array(4).fill(second))
    expect(others.slice(4)).toEqual([1, 0, 0, 0])
  })

  test.each([
    ['a turn and its steps', around],
    ['a call while it waits for a person', [span({ id: 'q', start: 0, end: null, status: 'waiting' })]],
    [
      'a call while one inside of it is at work',
      [
        span({ id: 'out', kind: 'tool', start: 0, end: 1_000 }),
        span({ id: 'in', kind: 'inner', parent: 'out', start: 0, end: 40 }),
      ],
    ],
  ])('is no solid comb for %s', (_name, spans) => {
    expect(slicesOf(spans).slice(1)).toEqual(Array(9).fill(0))
  })

  it('sees a span that runs, and one without length', () => {
    const spans = [span({ id: 'a', start: 0, end: 0 }), span({ id: 'b', start: 900, end: null })]
    expect(slicesOf(spans).map((busy) => busy > 0)).toEqual([true, ...Array(8).fill(false), true])
  })

  it('shows the stretch in view and moves it', () => {
    expect(viewOnOverview(view, 200, 10_000)).toEqual({ x: 50, width: 100 })
    expect(viewOnOverview({ ...view, msPerPx: 0.001 }, 200, 10_000).width).toBe(6)
    expect(viewAtOverview(view, { px: 150, width: 200, endMs: 10_000 }).startMs).toBe(5_000)
  })
})

describe('the outline', () => {
  it('of case 50-overlapping-parallel-calls lists spans below their parents, the group for what it hides', () => {
    const layout = layoutTimeline(spansOf(overlapping))
    const outline = outlineOf(layout)
    const names = [...outline.items].map((item) =>
      item < 0 ? layout.groups[-1 - item]?.label : layout.tree.spans[item]?.id,
    )
    expect(names).toEqual(['turn', 't0', 't1', 't2', 'bg', '40 × Read', 't3'])
    expect([...outline.depth]).toEqual([0, 1, 1, 1, 1, 2, 1])
    expect([outline.nth[4], outline.of[4], outline.above[5]]).toEqual([4, 5, 4])
  })

  it('lists the members of an open group below it', () => {
    const closed = layoutTimeline(spansOf(overlapping))
    const outline = outlineOf(layoutTimeline(spansOf(overlapping), new Set(closed.groups.map(({ key }) => key))))
    expect(outline.items).toHaveLength(47)
    expect(outline.depth[6]).toBe(3)
  })

  it('of case 48-deep-parent-chain reaches row 19,999', () => {
    const outline = outlineOf(layoutTimeline(chain(20_000)))
    expect(outline.items[19_999]).toBe(19_999)
    expect(outline.depth[19_999]).toBe(19_999)
  })
})

describe('the cost of hooks', () => {
  const turn = span({ id: 'turn', kind: 'turn', start: 0, end: 9_800 })
  const hook = (id: string, start: number, end: number | null) => span({ id, kind: 'hook', parent: 'turn', start, end })

  test.each([
    ['one after another', [hook('a', 0, 100), hook('b', 100, 300)], 300],
    ['side by side, counted once', [hook('a', 0, 100), hook('b', 0, 300), hook('c', 50, 60)], 300],
    ['one that still runs, up to now', [hook('a', 9_000, null)], 800],
    ['none', [], 0],
  ])('asked %s', (_name, hooks, expected) => {
    expect(hookCost(layoutTimeline([turn, ...hooks]).tree, 9_800)).toEqual({ hookMs: expected, totalMs: 9_800 })
  })

  it('is the same read from the session, while the turn runs and after', () => {
    const over = { type: 'turn.ended', turn: TURN, status: 'completed', code: null, reason: null, answer: '' } as const
    const bodies = [
      started({ id: 'turn', kind: 'turn', start: 100, end: null }),
      started({ id: 'a', kind: 'hook', parent: 'turn', start: 110, end: null }),
      started({ id: 'b', kind: 'hook', parent: 'turn', start: 120, end: null }),
      ended('b', 'ok', 150),
    ]
    const costs = [bodies, [...bodies, ended('a', 'ok', 160), ended('turn', 'ok', 400), over]].map((told) => {
      const state = sessionWith([], told)
      const turn = state.turnById.get(TURN)
      if (turn === undefined) throw new Error('no turn')
      const { tree } = layoutTimeline([...state.spans.values()])
      return [hookCostOfTurn(state, turn, 300), hookCost(tree, (turn.endedAt === null ? 300 : 400) - tree.baseMs)]
    })
    expect(costs[0]).toEqual(Array(2).fill({ hookMs: 190, totalMs: 200 }))
    expect(costs[1]).toEqual(Array(2).fill({ hookMs: 50, totalMs: 300 }))
  })

  it('of a turn without spans is nothing', () => {
    const state = sessionWith([], [])
    const [turn] = state.turnById.values()
    expect(turn === undefined ? null : hookCostOfTurn(state, turn, 9)).toEqual({ hookMs: 0, totalMs: 0 })
  })
})

describe('spans in words', () => {
  test.each([
    ['a turn', { kind: 'turn', name: 'Tidy the repo', attributes: { [ATTR.turnNumber]: 4 } }, 'turn 4 · Tidy the repo'],
    ['a step that runs', { kind: 'step', name: '3', end: null }, 'step 3 · live'],
    [
      'a model call',
      { kind: 'model', name: 'scripted/tour', attributes: { [ATTR.outputTokens]: 1_240 } },
      'scripted/tour · 1,240 tok',
    ],
    [
      'a call with a subject',
      { name: 'files.read', attributes: { [ATTR.toolSubject]: 'package.json' } },
      'files.read package.json',
    ],
    ['a hook', { kind: 'hook', name: 'workspace-fence' }, 'workspace-fence'],
  ] as const)('%s', (_name, sketch, label) => {
    expect(labelOf(span({ id: 'a', start: 0, end: 9, ...sketch }))).toBe(label)
  })

  it('say duration, status and verdict, for the eye and for the ear', () => {
    const call = span({ id: 'a', name: 'run', start: 0, end: 2_400, status: 'refused' })
    expect(describeSpan(call, { mark: 'block', ghost: false }, 0).facts).toEqual(['2.4 s', 'refused', 'blocked'])
    const hook = span({
      id: 'h',
      kind: 'hook',
      name: 'fence',
      start: 0,
      end: 0.3,
      attributes: { [ATTR.point]: 'tools.before' },
    })
    expect(speakSpan(hook, null, 0)).toBe('hook fence, 0.3 ms, passed, tools.before')
    expect(speakSpan(span({ id: 'z', start: 5, end: 5 }), null, 0)).toBe('z, 0 ms, done')
    expect(speakSpan(span({ id: 'r', start: 5, end: null }), null, 2_005)).toBe('r, 2.0 s so far, running')
  })
})
