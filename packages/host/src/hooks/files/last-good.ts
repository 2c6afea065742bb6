/**
 * The last good version of a file, as it is kept and as it comes back. Promises: what comes back was parsed again; what
 * can't be read is no version.
 */
import { statSync } from 'node:fs'
import { asJson } from '@belay/hooks'
import { z } from 'zod'
import { described } from '../workers/worker-reply'
import type { HookError } from './bundle-hook'
import type { LoadedFile } from './hook-files'
import type { KeptCode, KeptVersion } from './kept-code'

export interface StaleCode {
  readonly error: HookError
  /** Since when the file has it, in epoch milliseconds. */
  readonly since: number
}

const keptHook = z.object({ hook: described, defaults: z.record(z.string(), z.json()) })

export function lastGood(kept: KeptCode, key: string, file: string): LoadedFile | null {
  const found = kept.get(key)
  const read = keptHook.safeParse(found?.described)
  if (found === null || !read.success) return null
  const { code, map, inputs, version, at } = found
  const bundle = { ok: true, file, code, map, inputs, version } as const
  return { ok: true, bundle, described: read.data.hook, defaults: read.data.defaults, at, stale: null }
}

export function keptAs({ bundle, described: hook, defaults, at }: LoadedFile): KeptVersion {
  const { version, code, map, inputs } = bundle
  return { version, code, map, inputs, described: asJson({ hook, defaults }) ?? null, at }
}

/** When the youngest of the files was written. */
export function changedAt(files: readonly string[]): number {
  return Math.max(0, ...files.map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0))
}
