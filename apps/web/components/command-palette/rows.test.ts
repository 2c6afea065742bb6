import { expect, it } from 'vitest'
import type { Action, Place } from '../actions/action'
import { paletteRows, USED_LAST } from './rows'

const nothing = () => undefined
const actions: readonly Action[] = [
  { id: 'timeline.pin', title: 'Pin the lane on top', group: 'Timeline', run: nothing },
  { id: 'page.undo', title: 'Undo', group: 'Page', unavailable: () => 'Nothing was changed', run: nothing },
  { id: 'page.theme', title: 'Light theme', group: 'Page', keys: ['L'], run: nothing },
]
const places: readonly Place[] = Array.from({ length: 9 }, (_, at) => ({
  ...{ id: `turn.${at}`, title: `Turn ${at}: tidy`, kind: 'Turns', detail: 'completed', go: nothing },
}))

it('untouched, it has what was used last, then the parts of the page, what can be done now first, then some places', () => {
  const { rows, hidden } = paletteRows({ actions, places, used: ['timeline.pin', 'page.undo', 'gone'] }, ' ')
  expect(rows.map(({ id, group }) => `${group}: ${id}`)).toEqual([
    `${USED_LAST}: timeline.pin`,
    'Page: page.theme',
    'Page: page.undo',
    'Timeline: timeline.pin',
    ...[0, 1, 2, 3, 4, 5].map((at) => `Turns: turn.${at}`),
  ])
  expect(hidden).toBe(3)
  expect(rows.find(({ id }) => id === 'page.undo')?.reason).toBe('Nothing was changed')
})

it('what is typed finds actions and places by name, and by the part of the page', () => {
  const found = (typed: string) => paletteRows({ actions, places, used: [] }, typed).rows.map(({ id }) => id)
  expect(found('turn 7')).toEqual(['turn.7'])
  expect(found('timeline pin')).toEqual(['timeline.pin'])
  expect(found('no such thing')).toEqual([])
})
