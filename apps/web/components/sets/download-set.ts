/** A set as a file of this browser's downloads. */
import { api } from '../../lib/api'
import { sayError } from '../../lib/errors'

export async function downloadSet(name: string): Promise<void> {
  try {
    const text = await api.exportSet(name)
    const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
    const link = document.createElement('a')
    link.href = url
    link.download = fileNameOf(name)
    link.click()
    // The browser has taken it over by the next task.
    setTimeout(() => URL.revokeObjectURL(url), 0)
  } catch (error) {
    sayError(error)
  }
}

/** `my hooks` as `my-hooks.hooks.json`: names of sets have no character that a file may not. */
export function fileNameOf(name: string): string {
  return `${name.trim().replace(/\s+/g, '-')}.hooks.json`
}
