import { type AttachmentId, attachmentId, type PointId } from '@belay/trace'
import { describe, expect, it, test } from 'vitest'
import { attachment } from '../testing/spans'
import { AT_REST, stepDrag } from './machine'
import { shownHooks } from './pending'
import { applyPlan, planAt, planOff } from './plan'
import { refusalAt } from './refusal'
import { sayTarget } from './say-plan'
import { applySeveral, type SharedChange } from './several'
import type { DragSource } from './table'
import { entry, tableOf } from './testing'

const a = attachment({ name: 'a', points: ['tools.before', 'stop.done'] })
const b = attachment({ name: 'b', points: ['tools.before'] })
const c = attachment({ name: 'c', points: ['guard.onInput'] })
const d = attachment({ name: 'd', points: ['tools.before'], set: 'careful' })
const hooks = [a, b, c, d]
const library = [
  entry('a', ['tools.before', 'stop.done', 'tools.after']),
  entry('b', ['tools.before', 'tools.after']),
  entry('c', ['guard.onInput']),
  entry('d', ['tools.before', 'tools.after']),
]
const table = tableOf(hooks, library)
const ids = (...names: readonly string[]): readonly AttachmentId[] => names.map((name) => attachmentId(`att_${name}`))
const taken = (name: string, picked: readonly string[], point: PointId = 'tools.before'): DragSource => ({
  from: 'node',
  attachment: attachmentId(`att_${name}`),
  point,
  picked: ids(...picked),
})
const order = (after: readonly { readonly name: string }[]) => after.map(({ name }) => name).join('')

describe('several hooks that are dragged', () => {
  test.each([
    ['to the front', 'd', ['b', 'd'], 'tools.before', 0, 'bdac'],
    ['behind the others', 'a', ['a', 'b'], 'tools.before', 1, 'cdab'],
    ['those of them alone that stand at the station', 'b', ['b', 'c'], 'tools.before', 2, 'acdb'],
    ['one that was not picked goes alone', 'a', ['b', 'd'], 'tools.before', 2, 'bcda'],
  ] as const)('go together, in their order: %s', (_, name, picked, point, index, after) => {
    expect(order(applyPlan(hooks, planAt(table, taken(name, picked), { point, index }), null))).toBe(after)
  })

  it('stay without a word where they stood', () => {
    expect(planAt(table, taken('a', ['a', 'b']), { point: 'tools.before', index: 0 })).toEqual({
      kind: 'nothing',
      reason: null,
    })
  })

  it('go to another station as one, and only where each of them can stand', () => {
    const plan = planAt(table, taken('b', ['a', 'b']), { point: 'tools.after', index: 0 })
    expect(plan).toMatchObject({ kind: 'several', change: { from: 'tools.before', to: 'tools.after' } })
    expect(applyPlan(hooks, plan, null).map(({ points }) => points.join('+'))).toEqual([
      'tools.after+stop.done',
      'tools.after',
      'guard.onInput',
      'tools.before',
    ])
    expect(refusalAt(table, taken('b', ['a', 'b']), 'stop.done')).toBe('a already stands at stop.done.')
    expect(refusalAt(table, taken('b', ['b', 'd']), 'stop.done')).toMatch(/^b judges calls before they run/)
  })

  it('leave their station off the rail, and what stands elsewhere too stays there', () => {
    const plan = planOff(table, taken('b', ['a', 'b', 'c']))
    expect(applyPlan(hooks, plan, null).map(({ name, points }) => [name, ...points])).toEqual([
      ['a', 'stop.done'],
      ['c', 'guard.onInput'],
      ['d', 'tools.before'],
    ])
  })

  it('are left alone where a program brought one of them', () => {
    const known = { hooks: [{ ...a, source: 'program' as const, hook: 'careful/a' }, b, c, d], library }
    const held = { kind: 'nothing', reason: expect.stringContaining('comes with the program careful') }
    expect(planOff(known, taken('b', ['a', 'b']))).toEqual(held)
    expect(planAt(known, taken('b', ['a', 'b']), { point: 'tools.before', index: 1 })).toEqual(held)
  })

  it('are counted under the pointer', () => {
    const at = { x: 0, y: 0, ground: 'page' } as const
    const source = taken('b', ['a', 'b', 'c'])
    const pressed = stepDrag(AT_REST, { type: 'press', pointer: 1, at: { ...at, x: 60 }, source }, table)
    const state = stepDrag(pressed, { type: 'move', pointer: 1, at }, table)
    expect(state.phase === 'dragging' ? sayTarget(state, table) : '').toBe('Take 2 off tools.before')
  })
})

describe('what is asked of several and is not on the record yet', () => {
  test.each<readonly [string, SharedChange, (typeof hooks)[number]['name'][]]>([
    ['a mode', { do: 'mode', mode: 'off' }, ['a', 'b', 'c', 'd']],
    ['a set', { do: 'set', set: null }, ['a', 'b', 'c', 'd']],
    ['a detaching', { do: 'detach' }, ['b', 'c']],
    ['a move', { do: 'move', position: 1 }, ['b', 'a', 'd', 'c']],
  ])('%s is shown, twice as once', (_, change, after) => {
    const several = { attachments: ids('a', 'd'), change }
    const shown = shownHooks({ change: { kind: 'several', ...several }, base: hooks, made: null }, hooks)
    expect(shown.map(({ name }) => name)).toEqual(after)
    expect(applySeveral(shown, several)).toEqual(shown)
    if (change.do === 'mode') expect(shown.map(({ mode }) => mode)).toEqual(['off', 'enforce', 'enforce', 'off'])
    if (change.do === 'set') expect(shown[3]).not.toHaveProperty('set')
  })
})
