/**
 * Text that this browser keeps, by key: what was written and not sent, and what a person chose for themselves. Promises:
 * never throws. Where the browser keeps nothing, or has no room left, the text stands for the life of the page.
 */

interface Unkept {
  /** null: taken away. */
  readonly text: string | null
  /** What the browser had under the key then: when that is another, another tab has written since. */
  readonly over: string | null
}

const unkept = new Map<string, Unkept>()

export function keptText(key: string): string | null {
  const stored = readStored(key)
  const own = unkept.get(key)
  if (own === undefined) return stored
  if (own.over === stored) return own.text
  unkept.delete(key)
  return stored
}

/** null takes it away. */
export function keepText(key: string, text: string | null): void {
  if (writeStored(key, text)) unkept.delete(key)
  else unkept.set(key, { text, over: readStored(key) })
}

function readStored(key: string): string | null {
  try {
    return window.localStorage.getItem(key)
  } catch {
    // Forbidden for this page: nothing is kept.
    return null
  }
}

/** Whether the browser took it. */
function writeStored(key: string, text: string | null): boolean {
  try {
    if (text === null) window.localStorage.removeItem(key)
    else window.localStorage.setItem(key, text)
    return true
  } catch {
    // Forbidden, or full: the page remembers it.
    return false
  }
}
