import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Meaning, NOT_PRESSED, type PressEvent, type PressState, press } from './press'

const at = (x: number, y = 0) => ({ x, y })
const down = (pointer: number, x: number, more: { own?: boolean; middle?: boolean } = {}): PressEvent => ({
  ...{ type: 'down', pointer, at: at(x), own: false, middle: false },
  ...more,
})
const move = (pointer: number, x: number, held = true): PressEvent => ({ type: 'move', pointer, at: at(x), held })
const up = (pointer: number, x: number): PressEvent => ({ type: 'up', pointer, at: at(x) })
const lost = (pointer: number): PressEvent => ({ type: 'lost', pointer })
const abort: PressEvent = { type: 'abort' }

function play(...events: readonly PressEvent[]): { readonly state: PressState; readonly means: readonly Meaning[] } {
  return events.reduce(
    ({ state, means }, event) => {
      const next = press(state, event)
      return { state: next.state, means: [...means, ...next.means] }
    },
    { state: NOT_PRESSED, means: [] as readonly Meaning[] },
  )
}

const words = (means: readonly Meaning[]) =>
  means.map((one) => (one.do === 'drop' ? (one.kept ? 'kept' : 'not kept') : one.do)).join(' ')

describe('what pointers mean', () => {
  test.each([
    ['a press and a release', [down(1, 0), up(1, 0)], 'click'],
    ['a hand that trembles', [down(1, 0), move(1, 3), up(1, 3)], 'click'],
    ['a pointer that nothing is pressed on', [move(1, 5)], 'hover'],
    ['a drag', [down(1, 0), move(1, 9), move(1, 12), up(1, 12)], 'pan pan'],
    ['the middle button, let go where it was', [down(1, 0, { middle: true }), up(1, 0)], ''],
    ['a drag of the stage’s own', [down(1, 0, { own: true }), move(1, 9), up(1, 9)], 'drag kept'],
    [
      'its own, and Escape',
      [down(1, 0, { own: true }), move(1, 9), abort, move(1, 12), up(1, 12)],
      'drag not kept hover',
    ],
    ['its own, and the pointer is lost', [down(1, 0, { own: true }), move(1, 9), lost(1)], 'drag not kept'],
    ['its own, and the release was elsewhere', [down(1, 0, { own: true }), move(1, 9, false)], 'not kept'],
    ['its own, and another button', [down(1, 0, { own: true }), down(1, 2), move(1, 9), up(1, 9)], 'not kept'],
    ['its own, and a second finger', [down(1, 0, { own: true }), down(2, 50), move(2, 60)], 'not kept zoom pan'],
    ['two fingers, and one that is left', [down(1, 0), down(2, 50), up(2, 50), move(1, 20), up(1, 20)], ''],
    ['a drag, and Escape', [down(1, 0), move(1, 9), abort, move(1, 30)], 'pan hover'],
    ['a press, and Escape: the release clicks nothing', [down(1, 0), abort, up(1, 0)], ''],
    ['another pointer is lost', [down(1, 0, { own: true }), lost(9), up(1, 0)], 'kept'],
    ['a release that nobody pressed', [up(3, 0)], ''],
  ])('%s', (_, events, meaning) => {
    expect(words(play(...events).means)).toBe(meaning)
  })

  test('a drag pans by what the pointer moved, from where it was pressed', () => {
    const { means } = play(down(1, 10), move(1, 12), move(1, 20), move(1, 25))
    expect(means).toEqual([
      { do: 'pan', by: { x: -10, y: 0 } },
      { do: 'pan', by: { x: -5, y: 0 } },
    ])
  })

  test('what is between two fingers stays there', () => {
    const { means } = play(down(1, 0), down(2, 100), move(2, 200))
    expect(means).toEqual([
      { do: 'zoom', factor: 0.5, at: { x: 100, y: 0 } },
      { do: 'pan', by: { x: -50, y: 0 } },
    ])
  })
})

const event = fc.oneof(
  fc.record({
    ...{ type: fc.constant('down' as const), pointer: fc.integer({ min: 1, max: 3 }) },
    ...{ at: fc.record({ x: fc.integer(), y: fc.integer() }), own: fc.boolean(), middle: fc.boolean() },
  }),
  fc.record({
    ...{ type: fc.constant('move' as const), pointer: fc.integer({ min: 1, max: 3 }) },
    ...{ at: fc.record({ x: fc.integer(), y: fc.integer() }), held: fc.boolean() },
  }),
  fc.record({
    ...{ type: fc.constant('up' as const), pointer: fc.integer({ min: 1, max: 3 }) },
    at: fc.record({ x: fc.integer(), y: fc.integer() }),
  }),
  fc.record({ type: fc.constant('lost' as const), pointer: fc.integer({ min: 1, max: 3 }) }),
  fc.constant(abort),
)

test('whatever comes in whatever order: what was begun is dropped once, and nothing is dropped that was not begun', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40 }), (events) => {
      const { state, means } = play(...events, abort)
      expect(state).toEqual(NOT_PRESSED)
      let open = 0
      let begun = 0
      let now = NOT_PRESSED
      for (const one of [...events, abort]) {
        const next = press(now, one)
        if (next.state.drag?.own === true && now.drag?.own !== true) {
          begun += 1
          open += 1
        }
        open -= next.means.filter((each) => each.do === 'drop').length
        expect(open).toBe(next.state.drag?.own === true ? 1 : 0)
        now = next.state
      }
      expect(means.filter((each) => each.do === 'drop')).toHaveLength(begun)
      expect(means.every((each) => each.do !== 'zoom' || (Number.isFinite(each.factor) && each.factor > 0))).toBe(true)
    }),
    { seed: 7, numRuns: 400 },
  )
})
