/**
 * A person's hook file, made into one piece of code that a worker can run: bundled with what it imports. `@belay/hooks`,
 * `@belay/trace` and `zod` are always the app's own, also where no `node_modules` is near the file.
 * Promises: a file that can't be built is a value that says where and why; nothing is written anywhere.
 */
import { createHash } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BuildFailure, type BuildOptions, type BuildResult, build, type Plugin } from 'esbuild'
import { readRegular } from '../../processes/read-regular'

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

/** Where the app's own packages are seen from: this source file, or the bundle that it has become a part of. */
const here = dirname(fileURLToPath(import.meta.url))
/** A hook and what a person wrote for it is a page or two of code. */
const MOST_BYTES = 1_048_576
/** Packages come bundled themselves now and then. */
const MOST_PACKAGE_BYTES = 16 * 1_048_576
const OURS = /^(?:@belay\/(?:hooks|trace)|zod)(?:\/.*)?$/

export async function bundleHook(file: string): Promise<Bundled> {
  const roots = new Set<string>()
  const entry = readRegular(file, MOST_BYTES)
  if (!entry.ok) return { ok: false, error: { file, line: null, message: entry.reason } }
  try {
    const result = await build(optionsFor(file, roots))
    return bundleFrom(file, result, { roots })
  } catch (error) {
    return { ok: false, error: errorFrom(file, error) }
  }
}

/** A text as if it stood in `file`, which need not be there. What it imports is read from beside that file. */
export async function bundleText(file: string, text: string): Promise<Bundled> {
  if (Buffer.byteLength(text) > MOST_BYTES)
    return { ok: false, error: { file, line: null, message: 'it is larger than 1 MiB' } }
  const roots = new Set<string>()
  const options = optionsFor(file, roots)
  const plugins = [entryText(file, text), ...(options.plugins ?? [])]
  try {
    const result = await build({ ...options, absWorkingDir: existingAbove(file), plugins })
    return bundleFrom(file, result, { roots, text })
  } catch (error) {
    return { ok: false, error: errorFrom(file, error, existingAbove(file)) }
  }
}

function entryText(file: string, text: string): Plugin {
  const loader = /\.m?ts$/.test(file) ? 'ts' : 'js'
  return {
    name: 'entry-text',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /./ }, ({ kind }) => (kind === 'entry-point' ? { path: file, namespace: 'file' } : null))
      onLoad({ filter: /./, namespace: 'file' }, ({ path }) =>
        path === file ? { contents: text, loader, resolveDir: dirname(file) } : null,
      )
    },
  }
}

/** esbuild works in a folder that is there; the first hook of a home comes before its folder. */
function existingAbove(file: string): string {
  const folder = dirname(file)
  return folder === file || existsSync(folder) ? folder : existingAbove(folder)
}

type Options = BuildOptions & { readonly write: false; readonly metafile: true }

function optionsFor(file: string, roots: Set<string>): Options {
  return {
    entryPoints: [file],
    absWorkingDir: dirname(file),
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
    plugins: [ownPackages(roots), regularFiles],
  }
}

/** Whatever is imported is looked at before it is read: esbuild reads devices without end, and waits for pipes. */
const regularFiles: Plugin = {
  name: 'regular-files',
  setup({ onLoad }) {
    onLoad({ filter: /./, namespace: 'file' }, ({ path }) => {
      const stat = statSync(path, { throwIfNoEntry: false })
      if (stat === undefined) return null
      if (!stat.isFile()) return { errors: [{ text: `${path}: it is not a regular file` }] }
      const most = path.includes(`${sep}node_modules${sep}`) ? MOST_PACKAGE_BYTES : MOST_BYTES
      return stat.size > most ? { errors: [{ text: `${path}: it is larger than ${most / 1_048_576} MiB` }] } : null
    })
  },
}

/** Resolves the app's packages from the app's place, and notes their roots. */
function ownPackages(roots: Set<string>): Plugin {
  return {
    name: 'own-packages',
    setup({ onResolve, resolve: resolvePath }) {
      onResolve({ filter: OURS }, async ({ path, kind, pluginData }) => {
        if (pluginData === here) return null
        const found = await resolvePath(path, { kind, resolveDir: here, pluginData: here })
        if (found.errors.length === 0) roots.add(packageRoot(found.path))
        return found
      })
    },
  }
}

/** `…/packages/hooks/src/index.ts` is in `…/packages/hooks/`; what is below `node_modules` needs no root. */
function packageRoot(path: string): string {
  const source = path.lastIndexOf(`${sep}src${sep}`)
  return source < 0 ? dirname(path) + sep : path.slice(0, source + 1)
}

interface Built {
  readonly roots: ReadonlySet<string>
  /** Of the file itself, where it was not read. */
  readonly text?: string
}

function bundleFrom(file: string, result: BuildResult<Options>, { roots, text }: Built): Bundled {
  const folder = text === undefined ? dirname(file) : existingAbove(file)
  const inputs = Object.keys(result.metafile.inputs)
    .map((input) => resolve(folder, input))
    .filter(
      (input) => !input.includes(`${sep}node_modules${sep}`) && ![...roots].some((root) => input.startsWith(root)),
    )
    .sort()
  const outputs = new Map(result.outputFiles.map((output) => [basename(output.path), output.text]))
  const code = outputs.get(`${basename(file)}.bundle.js`) ?? ''
  const map = outputs.get(`${basename(file)}.bundle.js.map`) ?? '{}'
  return { ok: true, file, code, map, inputs, version: versionOf(file, inputs, text) }
}

/** Changes with the content of any file, and with nothing else. `text`: what the file itself holds, where it is not read. */
export function versionOf(file: string, inputs: readonly string[], text?: string): string {
  const hash = createHash('sha256')
  for (const input of inputs) {
    hash.update(`${relative(dirname(file), input)}\0`)
    hash.update(input === file && text !== undefined ? text : contentOf(input))
    hash.update('\0')
  }
  return hash.digest('hex').slice(0, VERSION_LETTERS)
}

function contentOf(input: string): Buffer {
  const read = readRegular(input, MOST_BYTES)
  if (!read.ok) throw new Error(`${input}: ${read.reason}`)
  return read.bytes
}

/** 64 bits: enough that no two versions of a file meet, short enough to read. */
const VERSION_LETTERS = 16

/** `folder`: where esbuild worked, which its places are relative to. */
function errorFrom(file: string, error: unknown, folder = dirname(file)): HookError {
  const first = isBuildFailure(error) ? error.errors[0] : undefined
  if (first === undefined) return { file, line: null, message: error instanceof Error ? error.message : String(error) }
  const { location, text } = first
  if (location === null) return { file, line: null, message: text }
  return { file: join(folder, location.file), line: location.line, message: text }
}

function isBuildFailure(error: unknown): error is BuildFailure {
  return error instanceof Error && 'errors' in error && Array.isArray(error.errors)
}
