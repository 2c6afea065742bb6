import { describe, expect, it } from 'vitest'
import { isPress, type KeyPress } from './key-press'

const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  ...{ key, code: '', ctrlKey: false, metaKey: false, shiftKey: false, altKey: false },
  ...held,
})

const rows: readonly (readonly [says: string, keys: string, pressed: KeyPress, means: boolean])[] = [
  ['a letter', 'V', press('v'), true],
  ['a letter with caps lock on', 'V', press('V'), true],
  ['a letter with Shift is another key', 'V', press('V', { shiftKey: true }), false],
  ['Shift and a letter', 'Shift+V', press('V', { shiftKey: true }), true],
  ['Ctrl and a letter', 'Ctrl+K', press('k', { ctrlKey: true }), true],
  ['the command key is the same', 'Ctrl+K', press('k', { metaKey: true }), true],
  ['both at once are neither', 'Ctrl+K', press('k', { ctrlKey: true, metaKey: true }), false],
  ['a letter with Ctrl is no letter', 'V', press('v', { ctrlKey: true }), false],
  ['Ctrl, Shift and a letter', 'Ctrl+Shift+Z', press('Z', { ctrlKey: true, shiftKey: true }), true],
  ['a sign that this keyboard has on Shift', '?', press('?', { shiftKey: true }), true],
  ['a sign that this keyboard has without', '?', press('?'), true],
  ['the plus sign', '+', press('+'), true],
  ['an arrow', '→', press('ArrowRight'), true],
  ['an arrow with Alt', 'Alt+↑', press('ArrowUp', { altKey: true }), true],
  ['an arrow with Alt is not the arrow', '↑', press('ArrowUp', { altKey: true }), false],
  ['Escape', 'Esc', press('Escape'), true],
  ['Space', 'Space', press(' '), true],
  ['a letter where another script is typed', 'C', press('с', { code: 'KeyC' }), true],
  ['a letter that moved on this keyboard goes by its label', 'A', press('a', { code: 'KeyQ' }), true],
]

describe('which key was pressed', () => {
  it.each(rows)('%s', (_, keys, pressed, means) => {
    expect(isPress(keys, pressed)).toBe(means)
  })
})
