import { describe, expect, test } from 'vitest'
import { undoKey } from './undo-key'

describe('which way a key goes', () => {
  const rows: readonly [pressed: string, way: 'undo' | 'redo' | null][] = [
    ['ctrl z', 'undo'],
    ['meta z', 'undo'],
    ['ctrl shift Z', 'redo'],
    ['meta shift Z', 'redo'],
    ['ctrl y', 'redo'],
    ['meta y', null],
    ['z', null],
    ['ctrl alt z', null],
    ['ctrl meta z', null],
    ['ctrl a', null],
  ]
  test.each(rows)('%s', (pressed, way) => {
    const parts = pressed.split(' ')
    const has = (name: string) => parts.includes(name)
    const modifiers = { ctrlKey: has('ctrl'), metaKey: has('meta'), shiftKey: has('shift'), altKey: has('alt') }
    expect(undoKey({ key: parts.at(-1) ?? '', ...modifiers })).toBe(way)
  })
})
