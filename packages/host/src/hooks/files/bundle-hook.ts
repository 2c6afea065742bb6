/**
 * A person's hook file, made into one piece of code that a worker can run: bundled with what it imports. `@belay/hooks`,
 * `@belay/trace` and `zod` are always the app's own, also where no `node_modules` is near the file.
 * Promises: a file that can't be built is a value that says where and why; the version is that of the very bytes that were
 * bundled, also where a file is replaced meanwhile; nothing is written anywhere.
 */
import { createHash, type Hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { z } from 'zod'
import { readRegular } from '../../processes/read-regular'
import { MOST_BYTES } from './bundle-limits'
import type { Bundler } from './bundler'

export interface HookError {
  readonly file: string | null
  readonly line: number | null
  readonly message: string
}

export interface Bundle {
  readonly ok: true
  readonly file: string
  readonly code: string
  /** Source map, JSON. */
  readonly map: string
  /** The person's own files in it: the hook's and what it imports beside it. */
  readonly inputs: readonly string[]
  /** Hash of the contents of `inputs`. */
  readonly version: string
}

export type Bundled =
  | Bundle
  | {
      readonly ok: false
      readonly error: HookError
      /** It took more time or memory than it may, and would again. */
      readonly ended?: boolean
    }

/** A file to be made into one hook. */
export interface HookSource {
  readonly file: string
  /** Code that makes a hook of a file that is none by itself, and the folder (its real path) none of whose files may be imported. */
  readonly around?: { readonly code: string; readonly alone: string }
}

export async function bundleHook(bundler: Bundler, source: HookSource): Promise<Bundled> {
  const { file } = source
  const entry = readRegular(file, MOST_BYTES)
  if (!entry.ok) return { ok: false, error: { file, line: null, message: entry.reason } }
  return bundle(bundler, source, null)
}

/** A text as if it stood in `file`, which need not be there. What it imports is read from beside that file. */
export async function bundleText(bundler: Bundler, file: string, text: string): Promise<Bundled> {
  if (Buffer.byteLength(text) > MOST_BYTES)
    return { ok: false, error: { file, line: null, message: 'it is larger than 1 MiB' } }
  return bundle(bundler, { file }, text)
}

/** esbuild works in a folder that is there; the first hook of a home comes before its folder. */
function existingAbove(file: string): string {
  const folder = dirname(file)
  return folder === file || existsSync(folder) ? folder : existingAbove(folder)
}

const answered = z.object({
  code: z.string(),
  map: z.string(),
  inputs: z.array(z.object({ path: z.string(), bytes: z.instanceof(Uint8Array).nullable() })),
})

async function bundle(bundler: Bundler, { file, around }: HookSource, text: string | null): Promise<Bundled> {
  const answer = await bundler.run({ do: 'bundle', file, folder: existingAbove(file), text, around: around ?? null })
  if (!answer.ok) return answer
  const { code, map, inputs } = answered.parse(answer.value)
  const hash = createHash('sha256')
  try {
    for (const { path, bytes } of inputs) addInput(hash, relative(dirname(file), path), bytes ?? contentOf(path))
  } catch (error) {
    return { ok: false, error: { file, line: null, message: error instanceof Error ? error.message : String(error) } }
  }
  return { ok: true, file, code, map, inputs: inputs.map(({ path }) => path), version: textOf(hash) }
}

/** Changes with the content of any file, and with nothing else. */
export function versionOf(file: string, inputs: readonly string[]): string {
  const hash = createHash('sha256')
  for (const input of inputs) addInput(hash, relative(dirname(file), input), contentOf(input))
  return textOf(hash)
}

function contentOf(input: string): Buffer {
  const read = readRegular(input, MOST_BYTES)
  if (!read.ok) throw new Error(`${input}: ${read.reason}`)
  return read.bytes
}

function addInput(hash: Hash, name: string, bytes: Uint8Array): void {
  hash.update(`${name}\0`)
  hash.update(bytes)
  hash.update('\0')
}

function textOf(hash: Hash): string {
  return hash.digest('hex').slice(0, VERSION_LETTERS)
}

/** 64 bits: enough that no two versions of a file meet, short enough to read. */
const VERSION_LETTERS = 16
