import type { Change } from '../changes'
import { oneLine } from './text'

/** Two lines a change: what was and what is now. */
export function changeLines(changes: readonly Change[], indent = '  '): readonly string[] {
  return changes.flatMap(({ path, was, now }) => {
    const name = path === '' ? '' : `${path}: `
    return [
      ...(was === undefined ? [] : [`${indent}- ${name}${oneLine(JSON.stringify(was))}`]),
      ...(now === undefined ? [] : [`${indent}+ ${name}${oneLine(JSON.stringify(now))}`]),
    ]
  })
}
