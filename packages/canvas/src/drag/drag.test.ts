import { attachmentId, type PointId } from '@belay/trace'
import { describe, expect, it, test } from 'vitest'
import type { Spot } from '../box'
import { attachment } from '../testing/spans'
import { opensAt } from './aimed'
import { askingPosition } from './asking-order'
import { edgePush } from './edge-push'
import { AT_REST, type DragEvent, type DragGround, type DragState, stepDrag } from './machine'
import { shownHooks } from './pending'
import { dropPlaces, gapBox, placeUnder, slotUnder } from './places'
import { applyPlan, planAt, planOff } from './plan'
import { refusalAt, stationsFor } from './refusal'
import { sayTarget } from './say-plan'
import type { DragSource, DragTable } from './table'
import { entry, sceneOf, tableOf } from './testing'

const rules = attachment({ name: 'rules', points: ['guard.onInput', 'tools.before'] })
const fence = attachment({ name: 'fence', points: ['tools.before'] })
const notes = attachment({ name: 'notes', points: ['tools.after'] })
const asks = attachment({ name: 'asks', points: ['tools.before'] })
const hooks = [rules, fence, notes, asks]
const library = [
  entry('rules', ['guard.onInput', 'tools.before', 'stop.done']),
  entry('fence', ['tools.before']),
  entry('notes', ['tools.after', 'tools.before']),
  entry('asks', ['tools.before', 'memory.keep']),
  entry('broken', [], 'broken.ts:3: no such name'),
]
const table = tableOf(hooks, library)
const node = (name: string, point: PointId): DragSource => ({
  from: 'node',
  attachment: attachmentId(`att_${name}`),
  point,
})
const fresh = (hook: string): DragSource => ({ from: 'palette', hook })

describe('the place in the asking order', () => {
  // rules 0, fence 1, notes 2, asks 3; at tools.before stand rules, fence and asks.
  test.each([
    ['a new hook before the first goes to the front', null, 'tools.before', 0, 0],
    ['a new hook between two goes as late as it may', null, 'tools.before', 2, 3],
    ['a new hook behind the last goes to the end', null, 'tools.before', 3, 4],
    ['a new hook at a station without hooks goes to the end', null, 'stop.done', 0, 4],
    ['the last hook to the front', 'asks', 'tools.before', 0, 0],
    ['the last hook between the first two', 'asks', 'tools.before', 1, 1],
    ['the first hook behind the second passes no more than that one', 'rules', 'tools.before', 1, 1],
    ['the first hook behind the last', 'rules', 'tools.before', 2, 3],
    ['a hook that stays where it is keeps its place', 'fence', 'tools.before', 1, 1],
    ['a hook that goes to a station without hooks keeps its place', 'fence', 'stop.done', 0, 1],
    ['a hook of elsewhere that fits where it is keeps its place', 'notes', 'tools.before', 2, 2],
  ] as const)('%s', (_name, moving, point, index, position) => {
    const id = moving === null ? [] : [attachmentId(`att_${moving}`)]
    expect(askingPosition(hooks, id, { point, index })).toBe(position)
  })
})

describe('where a hook can be put', () => {
  test.each([
    ['a new hook at its point', fresh('fence'), 'tools.before', null],
    [
      'a new hook elsewhere',
      fresh('fence'),
      'stop.done',
      'fence judges calls before they run: it can stand at tools.before.',
    ],
    [
      'a new hook of several points elsewhere',
      fresh('notes'),
      'stop.done',
      'notes judges calls before they run and reads results: it can stand at tools.before and tools.after.',
    ],
    ['a broken hook', fresh('broken'), 'stop.done', 'broken does not load: broken.ts:3: no such name'],
    ['a hook that has gone from the library', fresh('gone'), 'stop.done', 'gone is not in the library any more.'],
    ['a second of a hook that stands there', fresh('rules'), 'tools.before', null],
    ['a node at its own station', node('rules', 'tools.before'), 'tools.before', null],
    ['a node at another of its points', node('notes', 'tools.after'), 'tools.before', null],
    [
      'a node where it stands already',
      node('rules', 'tools.before'),
      'guard.onInput',
      'rules already stands at guard.onInput.',
    ],
    ['a node that is not attached', node('gone', 'tools.before'), 'stop.done', 'It is not attached any more.'],
  ] as const)('%s', (_name, source, point, refusal) => {
    expect(refusalAt(table, source, point)).toBe(refusal)
  })

  it('a hook in shadow cannot go to where the history is edited', () => {
    const shadow = { ...asks, mode: 'shadow' } as const
    const known = { hooks: [shadow], library }
    expect(refusalAt(known, node('asks', 'tools.before'), 'memory.keep')).toMatch(/is in shadow/)
    expect(refusalAt({ hooks: [asks], library }, node('asks', 'tools.before'), 'memory.keep')).toBeNull()
  })

  it('lists the stations of a node in the order of the loop, its own among them', () => {
    expect(stationsFor(table, node('rules', 'tools.before'))).toEqual(['stop.done', 'tools.before'])
  })
})

describe('what a drop means', () => {
  test.each([
    [
      'a hook of the palette is attached',
      planAt(table, fresh('notes'), { point: 'tools.before', index: 1 }),
      { kind: 'attach', hook: 'notes', point: 'tools.before', points: ['tools.before'], position: 1 },
    ],
    [
      'a node between others is asked there',
      planAt(table, node('asks', 'tools.before'), { point: 'tools.before', index: 0 }),
      { kind: 'reorder', attachment: 'att_asks', position: 0 },
    ],
    [
      'a node where it stands changes nothing',
      planAt(table, node('fence', 'tools.before'), { point: 'tools.before', index: 1 }),
      { kind: 'nothing', reason: null },
    ],
    [
      'a node at another station leaves the one it came from, and no other',
      planAt(table, node('rules', 'tools.before'), { point: 'stop.done', index: 0 }),
      { kind: 'move', attachment: 'att_rules', points: ['guard.onInput', 'stop.done'], position: 0, to: 'stop.done' },
    ],
    [
      'a node off the rail leaves its station',
      planOff(table, node('rules', 'tools.before')),
      { kind: 'detach', attachment: 'att_rules', from: 'tools.before', left: ['guard.onInput'] },
    ],
    [
      'a node off its last station is detached',
      planOff(table, node('fence', 'tools.before')),
      { kind: 'detach', attachment: 'att_fence', from: 'tools.before', left: [] },
    ],
    [
      'a hook of the palette off the rail is nothing',
      planOff(table, fresh('fence')),
      { kind: 'nothing', reason: null },
    ],
  ])('%s', (_name, plan, wanted) => {
    expect(plan).toEqual(wanted)
  })

  it('is shown at once and not twice when the record has it', () => {
    const at = ['tools.before'] as const
    const change = { kind: 'attach', hook: 'fence', point: 'tools.before', points: at, position: 0 } as const
    const made = { ...fence, id: attachmentId('att_pending') }
    const pending = { change, base: hooks, made }
    expect(shownHooks(pending, hooks).map(({ id }) => id)).toEqual(['att_pending', ...hooks.map(({ id }) => id)])
    const real = { ...fence, id: attachmentId('att_real') }
    expect(shownHooks(pending, [real, ...hooks])).toEqual([real, ...hooks])
    // Somebody else's hook meanwhile is no answer to ours.
    expect(shownHooks(pending, [...hooks, { ...notes, id: attachmentId('att_other') }])).toHaveLength(6)
  })

  it('a hook that works with all of its points stands at all of them or at none', () => {
    const breaker = attachment({ name: 'breaker', points: ['tools.before', 'tools.after'] })
    const known = {
      hooks: [breaker],
      library: [{ ...entry('breaker', [...breaker.points, 'stop.done']), together: true }],
    }
    expect(planAt(known, fresh('breaker'), { point: 'tools.after', index: 0 })).toMatchObject({
      points: ['tools.before', 'tools.after', 'stop.done'],
    })
    expect(planOff(known, node('breaker', 'tools.after'))).toMatchObject({ kind: 'detach', left: [] })
    expect(refusalAt(known, node('breaker', 'tools.after'), 'stop.done')).toMatch(/all of its points together/)
    expect(refusalAt(known, node('breaker', 'tools.after'), 'tools.after')).toBeNull()
  })

  it('does nothing to a hook that is gone by then', () => {
    const change = { kind: 'reorder', attachment: fence.id, position: 3 } as const
    expect(applyPlan([rules, asks], change, null)).toEqual([rules, asks])
  })
})

const at = ({ x, y }: Spot, ground: DragGround = 'rail') => ({ x, y, ground })
const place = (point: PointId, of: DragTable = table) => {
  const found = of.places.find((one) => one.point === point)
  if (found === undefined) throw new Error(`no place at ${point}`)
  return found
}
const opened = (point: PointId) => place(point, { ...table, places: dropPlaces(sceneOf(hooks, point)) })
const press = (source: DragSource, spot: Spot, pointer = 1): DragEvent => ({
  type: 'press',
  pointer,
  source,
  at: at(spot),
})
const run = (events: readonly DragEvent[], on: DragTable = table): DragState =>
  events.reduce((state, event) => stepDrag(state, event, on), AT_REST)

describe('places on the rail', () => {
  it('each station is found where it is drawn, and by its plus', () => {
    for (const { point, mark } of table.places) expect(placeUnder(table.places, mark)?.point).toBe(point)
  })

  it('a column is found beside and below its cards', () => {
    const { card, cardsY } = place('tools.before')
    for (const y of [cardsY + 5, cardsY + 900])
      expect(placeUnder(table.places, { x: card.x + card.width - 1, y })?.point).toBe('tools.before')
  })

  it('snaps to the nearest gap, without the hook that moves', () => {
    const column = place('tools.before')
    const middles = column.cards.map(({ box }) => box.y + box.height / 2)
    const x = column.card.x + 10
    const slots = (moving: string | null) =>
      middles.flatMap((y) =>
        [y - 3, y + 3].map((one) => slotUnder(column, { x, y: one }, moving === null ? [] : [attachmentId(moving)])),
      )
    expect(slots(null)).toEqual([0, 1, 1, 2, 2, 3])
    expect(slots('att_fence')).toEqual([0, 1, 1, 1, 1, 2])
    expect(slotUnder(column, column.mark, [])).toBe(3)
  })

  it('shows a gap between cards as a line, and behind the last as room for one', () => {
    const column = place('tools.before')
    expect(gapBox(column, 1, [])?.height).toBe(0)
    expect(gapBox(opened('tools.before'), 3, [])?.height).toBeGreaterThan(20)
    expect(gapBox(opened('stop.done'), 0, [])?.y).toBe(column.cardsY)
  })

  test.each([
    ['behind the last card', fresh('fence'), 'tools.before', 1, 'tools.before'],
    ['between two cards there is a line', fresh('fence'), 'tools.before', 0, null],
    ['at a station without cards', fresh('rules'), 'stop.done', 0, 'stop.done'],
    ['not where it can not stand', fresh('fence'), 'stop.done', 0, null],
    ['not for the last card, which is there already', node('asks', 'tools.before'), 'tools.before', 1, null],
    ['behind the last for the first', node('rules', 'tools.before'), 'tools.before', 1, 'tools.before'],
  ] as const)('makes room only where it is needed: %s', (_, source, point, down, opens) => {
    const { card, cards, cardsY } = place(point)
    const bottom = cards.at(-1)?.box
    const y = down === 0 || bottom === undefined ? cardsY + 2 : bottom.y + bottom.height - 1
    const at = { x: card.x + 20, y, ground: 'rail' } as const
    const from = { x: card.x + 20, y: y + 90, ground: 'rail' } as const
    const pressed = stepDrag(AT_REST, { type: 'press', pointer: 1, at: from, source }, table)
    const state = stepDrag(pressed, { type: 'move', pointer: 1, at }, table)
    expect(state.phase === 'dragging' ? opensAt(state, table) : 'no drag').toBe(opens)
  })
})

describe('a drag', () => {
  const start = { x: place('tools.before').card.x + 20, y: place('tools.before').cardsY + 10 }
  const source = node('rules', 'tools.before')

  test.each([
    ['that moved less than a hand trembles is a click', 3, 'clicked'],
    ['that moved further is a drop', 5, 'dropped'],
  ])('%s', (_name, by, phase) => {
    const there = { x: start.x + by, y: start.y }
    const state = run([press(source, start), { type: 'release', pointer: 1, at: at(there) }])
    expect(state.phase).toBe(phase)
  })

  it('trembles on the screen, not in the scene', () => {
    const there = at({ x: start.x + 8, y: start.y })
    const small = { ...table, scale: 0.25 }
    expect(run([press(source, start), { type: 'move', pointer: 1, at: there }], small).phase).toBe('pressed')
  })

  test.each([
    ['Escape', { type: 'abort', reason: 'escape' }, 'escape'],
    ['lost focus', { type: 'abort', reason: 'focus lost' }, 'focus lost'],
    ['a lost pointer', { type: 'abort', reason: 'pointer lost' }, 'pointer lost'],
    ['another button', { type: 'abort', reason: 'other button' }, 'other button'],
    ['a second pointer', press(fresh('fence'), start, 2), 'second pointer'],
  ] as const)('%s ends it with nothing done, and nothing comes after', (_name, event, reason) => {
    const end = { type: 'release', pointer: 1, at: at(place('stop.done').mark) } as const
    const state = run([press(source, start), { ...end, type: 'move' }, event, end])
    expect(state).toEqual({ phase: 'aborted', source, reason })
  })

  it('a node that another page took away ends it', () => {
    const dragged = run([press(source, start), { type: 'move', pointer: 1, at: at(place('stop.done').mark) }])
    const without = tableOf([fence, notes, asks], library)
    expect(stepDrag(dragged, { type: 'changed', at: null }, without)).toMatchObject({
      phase: 'aborted',
      reason: 'gone',
    })
  })

  it('a change meanwhile is dropped into as it is then', () => {
    const last = place('tools.before').cards.at(-1)?.box
    if (last === undefined) throw new Error('no card')
    const there = at({ x: last.x + 5, y: last.y + last.height - 2 })
    const dragged = run([press(fresh('notes'), start), { type: 'move', pointer: 1, at: there }])
    expect(dragged).toMatchObject({ plan: { kind: 'attach', position: 4 } })
    const after = stepDrag(dragged, { type: 'changed', at: null }, tableOf([rules, fence], library))
    expect(after).toMatchObject({ plan: { kind: 'attach', position: 2 } })
  })

  it('another pointer neither moves nor ends it', () => {
    const there = at(place('stop.done').mark)
    const state = run([press(source, start), { type: 'move', pointer: 1, at: there }])
    expect(stepDrag(state, { type: 'release', pointer: 2, at: at({ x: 0, y: 0 }, 'page') }, table)).toBe(state)
  })

  test.each([
    ['on a station that takes it', at(place('stop.done').mark), 'move'],
    ['on one that does not', at(place('context.build').mark), 'nothing'],
    ['off the rail', at({ x: 5, y: 5 }, 'page'), 'detach'],
    ['out of the window', at({ x: 5, y: 5 }, 'away'), 'nothing'],
    ['on the ground between', at({ x: 2, y: 2 }), 'nothing'],
    ['on its own station', at(place('tools.before').mark), 'nothing'],
  ])('a node dropped %s: %s', (_name, there, kind) => {
    const state = run([press(source, start), { type: 'release', pointer: 1, at: there }])
    expect(state).toMatchObject({ phase: 'dropped', plan: { kind } })
  })

  test.each([
    [node('rules', 'tools.before'), at(place('stop.done').mark), 'Move to stop.done'],
    [node('rules', 'tools.before'), at({ x: 0, y: 0 }, 'page'), 'Take off tools.before'],
    [node('fence', 'tools.before'), at({ x: 0, y: 0 }, 'page'), 'Detach'],
    [fresh('fence'), at(place('tools.before').mark), 'Attach at tools.before'],
    [fresh('fence'), at(place('stop.done').mark), 'fence judges calls before they run: it can stand at tools.before.'],
    [fresh('fence'), at({ x: 0, y: 0 }, 'page'), 'Drop it on a station'],
  ] as const)('says what a drop would do: %#', (dragged, there, words) => {
    const state = run([press(dragged, start), { type: 'move', pointer: 1, at: there }])
    expect(state.phase === 'dragging' ? sayTarget(state, table) : state.phase).toBe(words)
  })
})

test.each([
  ['in the middle it rests', { x: 500, y: 200 }, [0, 0]],
  ['outside it rests', { x: 500, y: 409 }, [0, 0]],
  ['a few pixels past the edge it moves as at the edge', { x: 500, y: 405 }, [0, 12]],
  ['at the very edge it moves fastest', { x: 0, y: 400 }, [-12, 12]],
] as const)('the rail under a drag: %s', (_name, spot, [x, y]) => {
  expect(edgePush(spot, { width: 1_000, height: 400 })).toEqual({ x, y })
})
