/** Hooks of the library that do not load: they are shown where they would stand, never left out. */
import type { LibraryHook } from '../api'
import { shortenPath } from '../format'

/** `…/hooks/fence.ts:3: no such name`. */
export function loadErrorText({ file, line, message }: NonNullable<LibraryHook['error']>): string {
  if (file === null) return message
  return `${shortenPath(file)}${line === null ? '' : `:${line}`}: ${message}`
}

/** Those that load first. One that does not load may not know its points: then it stands at every one. */
export function hooksAt(library: readonly LibraryHook[], point: LibraryHook['points'][number]): readonly LibraryHook[] {
  const here = library.filter(({ points, error }) => points.includes(point) || (error !== null && points.length === 0))
  return brokenLast(here)
}

export function brokenLast(hooks: readonly LibraryHook[]): readonly LibraryHook[] {
  return [...hooks.filter(({ error }) => error === null), ...hooks.filter(({ error }) => error !== null)]
}
