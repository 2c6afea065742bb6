import { describe, expect, test } from 'vitest'
import type { CallNote, ConversationItem, NoteItem } from './conversation'
import { againText, beyondFirst, foldNotes } from './fold-notes'

const notes = (count: number, from: NoteItem['from'] = 'hook'): readonly NoteItem[] =>
  Array.from({ length: count }, (_, at) => {
    return { kind: 'note', key: `${from}-${at}`, turn: null, text: `note ${at}`, from, count: 1 }
  })

const shapeOf = (items: readonly ConversationItem[]) =>
  items.map((item) => (item.kind === 'notes' ? `+${item.notes.length}` : item.kind)).join(' ')

describe('notes of hooks below each other', () => {
  test.each([
    ['that are few stand there', notes(4), 'note note note note'],
    ['of a flood stand behind their number', notes(500), 'note note note +497'],
    ['of the app are all told', notes(6, 'app'), 'note note note note note note'],
    [
      'begin anew behind what is none',
      [...notes(5), ...notes(1, 'app'), ...notes(5)],
      'note note note +2 note note note note +2',
    ],
  ])('%s', (_, items, shape) => expect(shapeOf(foldNotes(items))).toBe(shape))

  test('are lost nowhere', () => {
    const all = foldNotes(notes(500)).flatMap((item): readonly ConversationItem[] =>
      item.kind === 'notes' ? item.notes : [item],
    )
    expect(all).toEqual(notes(500))
  })
})

test('a single one is not folded', () => expect(beyondFirst([1, 2, 3, 4])).toEqual([]))

test('what stands above is one line', () => {
  const again = (text: string, count = 1): CallNote => ({ text, count, again: true })
  expect(againText([again('a')])).toBe('same note as above')
  expect(againText([again('a', 3)])).toBe('same note as above, 3×')
  expect(againText([again('a'), again('b')])).toBe('the same 2 notes as above')
})
