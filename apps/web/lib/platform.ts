/** What the keyboard in front of this browser calls its keys. */
export function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent)
}

/** `Ctrl+Z`, on a Mac `⌘+Z`. */
export function commandKey(key: string): string {
  return `${isMac() ? '⌘' : 'Ctrl'}+${key}`
}
