/** Where the last good version of each hook file is kept, so that it goes on running while the file has an error. */
import type { Json } from '@belay/trace'

/** A version that loaded. */
export interface KeptVersion {
  /** Content hash of `inputs` as they were. */
  readonly version: string
  /** What a worker runs, and the source map of it. */
  readonly code: string
  readonly map: string
  /** The person's own files that it was made of, absolute. */
  readonly inputs: readonly string[]
  /** What it said of itself. Whoever keeps it looks into nothing of it. */
  readonly described: Json
  /** When it was first known to load, in epoch milliseconds. */
  readonly at: number
}

/** By the absolute path of the file. What can't be read is null, and what can't be kept is nobody's failure. */
export interface KeptCode {
  get(file: string): KeptVersion | null
  set(file: string, version: KeptVersion): void
  /** The file is gone. */
  remove(file: string): void
}

/** As long as this process. */
export function keptInMemory(): KeptCode {
  const kept = new Map<string, KeptVersion>()
  return {
    get: (file) => kept.get(file) ?? null,
    set: (file, version) => void kept.set(file, version),
    remove: (file) => void kept.delete(file),
  }
}
