/** Which way a key goes: Ctrl or Cmd with Z, Shift+Z or Y. Held down it goes on. */
export interface PressedKey {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
}

export function undoKey({ key, ctrlKey, metaKey, shiftKey, altKey }: PressedKey): 'undo' | 'redo' | null {
  if (ctrlKey === metaKey || altKey) return null
  const letter = key.toLowerCase()
  if (letter === 'z') return shiftKey ? 'redo' : 'undo'
  return letter === 'y' && ctrlKey && !shiftKey ? 'redo' : null
}
