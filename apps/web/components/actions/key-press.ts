/** Which key of an action was pressed. Keys are written as on the sheet: `Ctrl+Shift+Z`, where Ctrl is ⌘ on a Mac. */
export interface KeyPress {
  readonly key: string
  /** Where the key is; a letter is found by it on keyboards of other scripts. */
  readonly code: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
}

/** As they stand on a sheet, and as a browser says them. */
const NAMES: Readonly<Record<string, string>> = {
  esc: 'escape',
  space: ' ',
  '←': 'arrowleft',
  '→': 'arrowright',
  '↑': 'arrowup',
  '↓': 'arrowdown',
}

export function isPress(keys: string, press: KeyPress): boolean {
  // The plus that is a key itself stands last.
  const parts = keys.endsWith('+') ? [...keys.slice(0, -1).split('+').filter(Boolean), '+'] : keys.split('+')
  const key = (parts.at(-1) ?? '').toLowerCase()
  const wants = (modifier: string) => parts.slice(0, -1).includes(modifier)
  const commands = press.ctrlKey !== press.metaKey
  if (wants('Ctrl') !== commands || press.altKey !== wants('Alt') || (press.ctrlKey && press.metaKey)) return false
  // A sign such as `?` is typed with Shift on one keyboard and without it on another.
  const isSign = key.length === 1 && key.toLowerCase() === key.toUpperCase()
  return letterOf(press) === (NAMES[key] ?? key) && (isSign || press.shiftKey === wants('Shift'))
}

function letterOf({ key, code }: KeyPress): string {
  const isForeign = key.length === 1 && key > '~'
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  return (isForeign && letter !== undefined ? letter : key).toLowerCase()
}
