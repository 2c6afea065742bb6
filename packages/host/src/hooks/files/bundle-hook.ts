/**
 * A person's hook file, made into one piece of code that a worker can run: bundled with what it imports. `@belay/hooks`,
 * `@belay/trace` and `zod` are always the app's own, also where no `node_modules` is near the file.
 * Promises: a file that can't be built is a value that says where and why; the version is that of the very bytes that were
 * bundled, also where a file is replaced meanwhile; nothing is written anywhere.
 */
import { createHash, type Hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { type BuildFailure, type BuildOptions, type BuildResult, build } from 'esbuild'
import { readRegular } from '../../processes/read-regular'
import { AROUND, entryFile, MOST_BYTES, ownPackages, refusing, regularFiles } from './bundle-plugins'

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

export type Bundled = Bundle | { readonly ok: false; readonly error: HookError }

/** A file to be made into one hook. */
export interface HookSource {
  readonly file: string
  /** Code that makes a hook of a file that is none by itself, and what the file must not import. */
  readonly around?: {
    readonly code: string
    /** Refuses an import of a file, in a sentence; null where it may be imported. */
    readonly refuse: (path: string) => string | null
  }
}

export async function bundleHook(source: HookSource): Promise<Bundled> {
  const { file } = source
  const entry = readRegular(file, MOST_BYTES)
  if (!entry.ok) return { ok: false, error: { file, line: null, message: entry.reason } }
  return bundle(source, { folder: dirname(file), roots: new Set(), read: new Map() })
}

/** A text as if it stood in `file`, which need not be there. What it imports is read from beside that file. */
export async function bundleText(file: string, text: string): Promise<Bundled> {
  const bytes = Buffer.from(text)
  if (bytes.length > MOST_BYTES) return { ok: false, error: { file, line: null, message: 'it is larger than 1 MiB' } }
  const built: Built = { folder: existingAbove(file), roots: new Set(), read: new Map([[file, bytes]]), given: true }
  return bundle({ file }, built)
}

/** esbuild works in a folder that is there; the first hook of a home comes before its folder. */
function existingAbove(file: string): string {
  const folder = dirname(file)
  return folder === file || existsSync(folder) ? folder : existingAbove(folder)
}

/** Where it is built, and what is learnt meanwhile: where the app's own packages are, and the person's files as they were read. */
interface Built {
  /** That esbuild works in, and names its places from. */
  readonly folder: string
  readonly roots: Set<string>
  readonly read: Map<string, Buffer>
  /** The file itself is not read: its text was given. */
  readonly given?: true
}

async function bundle(source: HookSource, built: Built): Promise<Bundled> {
  try {
    return bundleFrom(source.file, await build(optionsFor(source, built)), built)
  } catch (error) {
    return { ok: false, error: errorFrom(source.file, error, built.folder) }
  }
}

type Options = BuildOptions & { readonly write: false; readonly metafile: true }

function optionsFor({ file, around }: HookSource, { folder, roots, read, given }: Built): Options {
  const entry =
    around === undefined
      ? { entryPoints: [file] }
      : { stdin: { contents: around.code, resolveDir: dirname(file), sourcefile: AROUND, loader: 'js' as const } }
  return {
    ...entry,
    absWorkingDir: folder,
    outfile: `${file}.bundle.js`,
    bundle: true,
    write: false,
    metafile: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20.9',
    sourcemap: 'external',
    logLevel: 'silent',
    // The worker runs it as a script, which has neither.
    define: { 'import.meta.url': '__belayFileUrl' },
    supported: { 'dynamic-import': false },
    plugins: [
      ...(given === undefined ? [] : [entryFile(file)]),
      ownPackages(roots),
      ...(around === undefined ? [] : [refusing(around.refuse)]),
      regularFiles(read),
    ],
  }
}

function bundleFrom(file: string, result: BuildResult<Options>, { folder, roots, read }: Built): Bundled {
  const inputs = Object.keys(result.metafile.inputs)
    .filter((input) => input !== AROUND)
    .map((input) => resolve(folder, input))
    .filter(
      (input) => !input.includes(`${sep}node_modules${sep}`) && ![...roots].some((root) => input.startsWith(root)),
    )
    .sort()
  const outputs = new Map(result.outputFiles.map((output) => [basename(output.path), output.text]))
  const code = outputs.get(`${basename(file)}.bundle.js`) ?? ''
  const map = outputs.get(`${basename(file)}.bundle.js.map`) ?? '{}'
  const hash = createHash('sha256')
  for (const input of inputs) addInput(hash, relative(dirname(file), input), read.get(input) ?? contentOf(input))
  return { ok: true, file, code, map, inputs, version: textOf(hash) }
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

function addInput(hash: Hash, name: string, bytes: Buffer): void {
  hash.update(`${name}\0`)
  hash.update(bytes)
  hash.update('\0')
}

function textOf(hash: Hash): string {
  return hash.digest('hex').slice(0, VERSION_LETTERS)
}

/** 64 bits: enough that no two versions of a file meet, short enough to read. */
const VERSION_LETTERS = 16

function errorFrom(file: string, error: unknown, folder: string): HookError {
  const first = isBuildFailure(error) ? error.errors[0] : undefined
  if (first === undefined) return { file, line: null, message: error instanceof Error ? error.message : String(error) }
  const { location, text } = first
  if (location?.file === AROUND) return { file, line: null, message: text }
  if (location === null) return { file, line: null, message: text }
  return { file: join(folder, location.file), line: location.line, message: text }
}

function isBuildFailure(error: unknown): error is BuildFailure {
  return error instanceof Error && 'errors' in error && Array.isArray(error.errors)
}
