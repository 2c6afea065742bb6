import { existsSync, readFileSync, watch } from 'node:fs'
import { dirname } from 'node:path'

/** The text of a file as soon as there is one with a whole line; it may be there already. */
export function untilWritten(file: string): Promise<string> {
  return new Promise((resolve) => {
    const look = () => {
      const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
      if (!text.includes('\n')) return
      watcher.close()
      resolve(text)
    }
    const watcher = watch(dirname(file), look)
    look()
  })
}
