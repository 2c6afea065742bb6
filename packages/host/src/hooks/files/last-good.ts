/**
 * The last good version of a file, as it is kept and as it comes back. Promises: what comes back was parsed again; what
 * can't be read is no version.
 */
import { statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { asJson } from '@belay/hooks'
import { z } from 'zod'
import { described } from '../workers/worker-reply'
import type { HookError } from './bundle-hook'
import type { KeptCode, KeptVersion } from './kept-code'
import type { LoadedFile } from './loaded-file'

export interface StaleCode {
  readonly error: HookError
  /** Since when the file has it, in epoch milliseconds. */
  readonly since: number
  /** The file itself loads: it is the parameters of an attachment that it does not take. */
  readonly misfit?: true
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
  const { version, code, inputs } = bundle
  return { version, code, map: ownSources(bundle), inputs, described: asJson({ hook, defaults }) ?? null, at }
}

const sourceMap = z.looseObject({ sources: z.array(z.string()), sourcesContent: z.array(z.string().nullable()) })

/** The map without the texts of packages: no mistake is ever shown in them, and one of them is as long as fifty hooks. */
function ownSources({ file, map, inputs }: LoadedFile['bundle']): string {
  const read = sourceMap.safeParse(JSON.parse(map))
  if (!read.success) return map
  const isOwn = (source: string | undefined) => source !== undefined && inputs.includes(resolve(dirname(file), source))
  const { sources, sourcesContent } = read.data
  const own = sourcesContent.map((text, index) => (isOwn(sources[index]) ? text : null))
  return JSON.stringify({ ...read.data, sourcesContent: own })
}

/** When the youngest of the files was written. */
export function changedAt(files: readonly string[]): number {
  return Math.max(0, ...files.map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0))
}

/** As many forms of parameters as a person might have attached a file with; older ones are let go. */
const MOST_EARLIER = 4

/**
 * Versions of a file from before its parameters took another form, the last one first. An attachment whose parameters the
 * file does not take any more goes on in the last of them that does.
 */
export function earlierForms(kept: KeptCode, key: string, file: string): readonly LoadedFile[] {
  return slots(key).flatMap((slot) => lastGood(kept, slot, file) ?? [])
}

/** `before` was replaced by `now`, and is kept where its parameters had another form. */
export function keepForm(kept: KeptCode, key: string, { before, now }: { before: LoadedFile; now: LoadedFile }): void {
  if (formOf(before) === formOf(now)) return
  const older = earlierForms(kept, key, before.bundle.file).filter((one) => formOf(one) !== formOf(before))
  const forms = [before, ...older].slice(0, MOST_EARLIER)
  for (const [at, slot] of slots(key).entries()) {
    const form = forms[at]
    if (form !== undefined) kept.set(slot, keptAs(form))
  }
}

export function forgetForms(kept: KeptCode, key: string): void {
  for (const slot of slots(key)) if (kept.get(slot) !== null) kept.remove(slot)
}

function slots(key: string): readonly string[] {
  return Array.from({ length: MOST_EARLIER }, (_, at) => `earlier-${at}:${key}`)
}

function formOf({ described: { hasParams, paramsSchema } }: LoadedFile): string {
  return JSON.stringify([hasParams, paramsSchema])
}
