import { describe, expect, test } from 'vitest'
import { emptyText } from './empty-text'
import { type ShelfView, WHOLE_SHELF } from './shelf-view'

describe('what an empty list is called', () => {
  const rows: readonly [name: string, view: Partial<ShelfView>, title: string][] = [
    ['the first visit', {}, 'No sessions yet'],
    ['an empty archive', { shelf: 'archived' }, 'Nothing is archived'],
    ['nothing deleted', { shelf: 'deleted' }, 'Nothing was deleted'],
    ['a search', { search: ' tidy ' }, 'No session matches “tidy”'],
    ['a search in the archive', { search: 'tidy', shelf: 'archived' }, 'No archived session matches “tidy”'],
    ['only running', { states: ['running'] }, 'Nothing is running'],
    ['only waiting', { states: ['waiting'] }, 'No session waits for you'],
    ['only bad ends', { states: ['bad'] }, 'No session ended badly'],
    ['only refusals', { refused: true }, 'No hook has refused anything here'],
    ['a folder', { workspace: '/home/me/src/shop' }, 'No session in use works in …/src/shop'],
    ['two states', { states: ['running', 'bad'] }, 'No session in use matches all of these filters'],
    ['several filters', { search: 'x', refused: true }, 'No session in use matches all of these filters'],
  ]
  test.each(rows)('%s', (_, part, title) => {
    expect(emptyText({ ...WHOLE_SHELF, ...part }).title).toBe(title)
  })
})
