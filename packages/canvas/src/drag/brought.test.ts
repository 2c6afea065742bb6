import { attachmentId, type PointId } from '@belay/trace'
import { describe, expect, test } from 'vitest'
import { attachment } from '../testing/spans'
import { type DragPlan, planAt, planOff } from './plan'
import { stationsFor } from './refusal'
import type { DragSource } from './table'
import { entry } from './testing'

const before = { ...attachment({ name: 'before', points: ['tools.before'] }), ...ofProgram('tools.before') }
const after = { ...attachment({ name: 'after', points: ['tools.after'] }), ...ofProgram('tools.after') }
const fence = attachment({ name: 'fence', points: ['tools.before'] })
const table = { hooks: [before, after, fence], library: [entry('fence', ['tools.before', 'tools.after'])] }

function ofProgram(point: PointId) {
  return { source: 'program', name: 'careful', hook: `careful/${point}` } as const
}
const node = (name: string, point: PointId): DragSource => ({
  from: 'node',
  attachment: attachmentId(`att_${name}`),
  point,
})
const reasonOf = (plan: DragPlan) => (plan.kind === 'nothing' ? plan.reason : plan.kind)

const HELD =
  'careful/tools.before comes with the program careful, which says where and when it is asked: switch it off or to shadow, or take the program off the session.'

describe('a hook that a program brought', () => {
  test('cannot be dragged off', () => expect(reasonOf(planOff(table, node('before', 'tools.before')))).toBe(HELD))

  test.each([
    ['cannot be dragged to another station', { point: 'tools.after', index: 0 } as const],
    ['cannot be asked later', { point: 'tools.before', index: 1 } as const],
  ])('%s', (_, slot) => expect(reasonOf(planAt(table, node('before', 'tools.before'), slot))).toBe(HELD))

  test('stays without a word where it is dropped on its own place', () => {
    expect(reasonOf(planAt(table, node('before', 'tools.before'), { point: 'tools.before', index: 0 }))).toBeNull()
  })

  test('stands at its own station alone', () => {
    expect(stationsFor(table, node('before', 'tools.before'))).toEqual(['tools.before'])
  })
})

describe('before the hooks that a program brought nobody else is asked', () => {
  const early = 'The hooks of the program careful are asked before those that you attach.'
  test('no hook that stands there', () => {
    expect(reasonOf(planAt(table, node('fence', 'tools.before'), { point: 'tools.before', index: 0 }))).toBe(early)
  })

  test('no new one', () => {
    const slot = { point: 'tools.after', index: 0 } as const
    expect(reasonOf(planAt(table, { from: 'palette', hook: 'fence' }, slot))).toBe(early)
  })

  test('behind them one may stand', () => {
    const slot = { point: 'tools.after', index: 1 } as const
    expect(planAt(table, { from: 'palette', hook: 'fence' }, slot)).toMatchObject({ kind: 'attach', position: 3 })
  })
})
