import { describe, expect, it, vi } from 'vitest'
import type { Action } from './action'
import { ActionList } from './action-list'

const action = (id: string, title = id): Action => ({ id, title, group: 'Page', run: () => undefined })

describe('the actions of a page', () => {
  it('come and go with the part that contributed them', () => {
    const list = new ActionList()
    const [board, composer] = [Symbol('board'), Symbol('composer')]
    list.put(board, [action('fit')])
    list.put(composer, [action('write')])
    expect(list.all.map(({ id }) => id)).toEqual(['fit', 'write'])
    list.drop(board)
    expect(list.all.map(({ id }) => id)).toEqual(['write'])
  })

  it('are told anew when something of them shows, and do the latest either way', () => {
    const list = new ActionList()
    const [board, heard, run] = [Symbol('board'), vi.fn(), vi.fn()]
    list.put(board, [action('fit')])
    list.subscribe(heard)
    list.put(board, [{ ...action('fit'), run }])
    expect(heard).not.toHaveBeenCalled()
    list.find('fit')?.run()
    expect(run).toHaveBeenCalledOnce()
    list.put(board, [action('fit', 'Fit all')])
    expect(heard).toHaveBeenCalledOnce()
  })

  it('of one id the part that came last is asked', () => {
    const list = new ActionList()
    list.put(Symbol('page'), [action('search', 'Search sessions')])
    list.put(Symbol('dialog'), [action('search', 'Search folders')])
    expect(list.all.map(({ title }) => title)).toEqual(['Search folders'])
  })

  it('places are made when somebody asks, and not before', () => {
    const list = new ActionList()
    const make = vi.fn(() => [])
    list.putPlaces(Symbol('turns'), make)
    expect(make).not.toHaveBeenCalled()
    list.places()
    expect(make).toHaveBeenCalledOnce()
  })
})
