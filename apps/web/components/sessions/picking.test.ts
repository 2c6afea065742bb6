import { sessionId } from '@belay/trace'
import { describe, expect, test } from 'vitest'
import { NOTHING, type Picked, pick, pickAll, stillThere } from './picking'

const order = ['a', 'b', 'c', 'd', 'e'].map(sessionId)
const toggle = (id: string) => (picked: Picked) => pick(picked, sessionId(id), 'toggle', order)
const range = (id: string) => (picked: Picked) => pick(picked, sessionId(id), 'range', order)

describe('what is picked', () => {
  const rows: readonly [name: string, steps: ((picked: Picked) => Picked)[], ids: string][] = [
    ['one with ctrl', [toggle('b')], 'b'],
    ['two with ctrl', [toggle('b'), toggle('d')], 'b d'],
    ['the same twice is none', [toggle('b'), toggle('b')], ''],
    ['shift alone is that one', [range('c')], 'c'],
    ['shift after ctrl is all between', [toggle('b'), range('d')], 'b c d'],
    ['upwards too', [toggle('d'), range('b')], 'b c d'],
    ['a second shift starts at the same row', [toggle('b'), range('c'), range('a')], 'a b c'],
    ['what was picked before stays', [toggle('a'), toggle('d'), range('e')], 'a d e'],
  ]
  test.each(rows)('%s', (_, steps, ids) => {
    const picked = steps.reduce((now, step) => step(now), NOTHING)
    expect(order.filter((id) => picked.ids.has(id)).join(' ')).toBe(ids)
  })
})

test('all are picked, and those that went are let go', () => {
  const all = pickAll(order)
  expect(all.ids.size).toBe(5)
  expect([...stillThere(all, order.slice(0, 2)).ids]).toEqual(['a', 'b'])
  expect(stillThere(all, order)).toBe(all)
})

test('a range from a row that went starts where it ends', () => {
  const picked = { ids: new Set<never>(), from: sessionId('gone') }
  expect([...pick(picked, sessionId('c'), 'range', order).ids]).toEqual(['c'])
})
