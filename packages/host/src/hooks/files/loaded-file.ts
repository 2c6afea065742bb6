/** A hook file that loaded, or why it did not. */
import type { JsonObject } from '@belay/trace'
import type { Described } from '../workers/worker-reply'
import type { Bundle, HookError } from './bundle-hook'
import type { StaleCode } from './last-good'

export interface LoadedFile {
  readonly ok: true
  readonly bundle: Bundle
  readonly described: Described
  readonly defaults: JsonObject
  /** Since when it is known to load, in epoch milliseconds. */
  readonly at: number
  /** What is wrong with the file now, where this is an older version of it. */
  readonly stale: StaleCode | null
}

export type FileLoad = LoadedFile | { readonly ok: false; readonly error: HookError }
export type CheckedParams =
  | { readonly ok: true; readonly params: JsonObject }
  | { readonly ok: false; readonly message: string }
