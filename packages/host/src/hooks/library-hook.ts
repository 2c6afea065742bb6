/** A hook file as the library shows it: loaded, running in an older version, or not at all. */
import { basename, extname } from 'node:path'
import { showHidden } from '@belay/trace'
import type { HookError } from './files/bundle-hook'
import type { LoadedFile } from './files/loaded-file'
import type { LibraryHook } from './library'

export function loadedHook(
  slug: string,
  file: string,
  { described, defaults, bundle, ...load }: LoadedFile,
): LibraryHook {
  const { name, description, points, matcher, timeoutMs, onFailure, recheck, observe, paramsSchema } = described
  const shape = { slug, name, description, points, matcher, timeoutMs, onFailure, recheck, observe, defaults, file }
  const loaded = { ...shape, paramsSchema, builtIn: false, version: bundle.version, error: null }
  const { stale, at } = load
  return stale === null ? loaded : { ...loaded, stale: stale.since, versionAt: at, error: stale.error }
}

export function brokenHook(slug: string, file: string, error: HookError): LibraryHook {
  return {
    slug,
    name: showHidden(basename(file, extname(file))),
    description: '',
    points: [],
    paramsSchema: null,
    defaults: {},
    builtIn: false,
    file,
    timeoutMs: 0,
    onFailure: 'open',
    recheck: false,
    observe: false,
    version: null,
    error,
  }
}

/** `…/guard.ts:3: what is wrong`. */
export function errorSentence({ file, line, message }: HookError): string {
  const place = [file, line].filter((part) => part !== null).join(':')
  return place === '' ? message : `${place}: ${message}`
}
