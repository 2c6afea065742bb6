/** Hooks of the library that do not load: they are shown where they would stand, never left out. */
import type { Attachment } from '@belay/trace'
import type { LibraryHook } from '../api'
import { formatMinute, shortenPath } from '../format'
import { policyText } from './policy-text'

/** `…/hooks/fence.ts:3: no such name`. */
export function loadErrorText({ file, line, message }: NonNullable<LibraryHook['error']>): string {
  if (file === null) return message
  return `${shortenPath(file)}${line === null ? '' : `:${line}`}: ${message}`
}

/** It does not load, and no version of it that did is left: it is not asked. */
export function isBroken({ version, error }: { readonly version: string | null; readonly error: unknown }): boolean {
  return error !== null && version === null
}

/** Its file has an error, and its last good version goes on running. */
export function isStale({ version, error }: { readonly version: string | null; readonly error: unknown }): boolean {
  return error !== null && version !== null
}

/** `has an error in line 3; its version of 10:41 goes on running`. */
export function staleText(line: number | null, versionAt: number | undefined): string {
  const place = line === null ? '' : ` in line ${line}`
  const which = versionAt === undefined ? 'its last good version' : `its version of ${formatMinute(versionAt)}`
  return `has an error${place}; ${which} goes on running`
}

/** Its file loads, and does not take all of what was attached. */
export function unfitText({ version, unfit, onFailure, points }: Attachment): string {
  const gone = unfit?.points ?? []
  if (version === null)
    return `Its file does not take it any more, so it is not asked. ${policyText(onFailure, points)}.`
  if (gone.length === 0)
    return 'Its file does not take its parameters any more; the last version that did goes on running.'
  return `It is not asked at ${gone.join(', ')} any more. ${policyText(onFailure, gone)}.`
}

/** Those that load first. One that does not load may not know its points: then it stands at every one. */
export function hooksAt(library: readonly LibraryHook[], point: LibraryHook['points'][number]): readonly LibraryHook[] {
  const here = library.filter(({ points, error }) => points.includes(point) || (error !== null && points.length === 0))
  return brokenLast(here)
}

export function brokenLast(hooks: readonly LibraryHook[]): readonly LibraryHook[] {
  return [...hooks.filter((hook) => !isBroken(hook)), ...hooks.filter(isBroken)]
}
