/**
 * What runs in the process that bundles, as text: it has to be found under tsx, in tests and in a bundle alike. Plain
 * JavaScript that imports node's own modules, and esbuild from the place that it is told.
 *
 * Takes `{ id, do: 'bundle' | 'transform', esbuild, here, … }`, one at a time; says `{ esbuild: pid }` once, and answers
 * `{ id, ok: true, … }` or `{ id, ok: false, error: { file, line, message } }`. Ends, with esbuild, when its parent is gone.
 *
 * Does otherwise than esbuild alone: only regular files of bounded size are read, the app's own packages come from the
 * app, a file may be known without standing on the disk, and an import that stands for many files is refused. No two
 * plugins may ask each other.
 */
import { MOST_BYTES, MOST_PACKAGE_BYTES } from './bundle-limits'

/** How the code around a file is called where esbuild names its inputs: no file is. */
export const AROUND = 'belay:around'

export const BUNDLER_SOURCE = String.raw`
'use strict'
const childProcess = require('node:child_process')
const { closeSync, constants, fstatSync, openSync, readSync, statSync } = require('node:fs')
const { SourceMap } = require('node:module')
const { basename, dirname, extname, join, resolve, sep } = require('node:path')

const AROUND = ${JSON.stringify(AROUND)}
const MOST_BYTES = ${MOST_BYTES}
const MOST_PACKAGE_BYTES = ${MOST_PACKAGE_BYTES}
const OURS = /^(?:@belay\/(?:hooks|trace)|zod)(?:\/.*)?$/
/** What is no package. */
const BY_PATH = /^(?:\.|\/|\w:)/

process.on('disconnect', () => {
  try {
    if (process.platform !== 'win32') process.kill(-process.pid, 'SIGKILL')
  } finally {
    process.exit(0)
  }
})

const { spawn } = childProcess
childProcess.spawn = (...args) => {
  const child = spawn(...args)
  process.send({ esbuild: child.pid ?? 0 })
  // Without it nothing is bundled any more: a new process begins anew.
  child.on('exit', () => process.exit(1))
  return child
}

const sizeText = (bytes) => Math.floor(bytes / 1048576) + ' MiB'

/** Opened without waiting for somebody who writes. */
function readRegular(path) {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    const stat = fstatSync(file)
    if (stat.isDirectory()) return { why: 'it is a folder' }
    if (!stat.isFile()) return { why: 'it is not a regular file' }
    const bytes = Buffer.alloc(Math.min(Math.max(stat.size, 65536), MOST_BYTES) + 1)
    let read = 0
    for (let more = 1; more > 0 && read < bytes.length; read += more) more = readSync(file, bytes, read, bytes.length - read, null)
    if (read > MOST_BYTES || stat.size > MOST_BYTES) return { why: 'it is larger than ' + sizeText(MOST_BYTES) }
    return { bytes: bytes.subarray(0, read) }
  } finally {
    closeSync(file)
  }
}

/** Null where it is not there. */
function readNamed(path) {
  try {
    return readRegular(path)
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
    if (error.code === 'ENXIO') return { why: 'it is not a regular file' }
    if (error.code === 'EACCES' || error.code === 'EPERM') return { why: 'it may not be read by this user' }
    if (error.code === 'ELOOP') return { why: 'its links lead in a circle' }
    return { why: "it can't be read (the system says " + (error.code || error.message) + ')' }
  }
}

/** Undefined where it is not there, or can't be looked at: esbuild says that better. */
function statOf(path) {
  try {
    return statSync(path)
  } catch {
    return undefined
  }
}

/** What is wrong with a file that esbuild is to read by itself; null where nothing is. */
function oddFile(path) {
  const stat = statOf(path)
  if (stat === undefined) return null
  if (!stat.isFile()) return path + ': it is not a regular file'
  return stat.size > MOST_PACKAGE_BYTES ? path + ': it is larger than ' + sizeText(MOST_PACKAGE_BYTES) : null
}

/** What esbuild reads of the folders above a file before it asks anybody. */
const OF_FOLDERS = ['package.json', '.pnp.data.json', '.pnp.cjs', '.pnp.js']

function folderLook() {
  const seen = new Map()
  return function oddAbove(folder) {
    if (seen.has(folder)) return seen.get(folder)
    const odd = OF_FOLDERS.map((name) => join(folder, name))
      .filter((path) => statOf(path)?.isDirectory() !== true)
      .map((path) => oddFile(path))
      .find((why) => why !== null)
    const why = odd ?? (dirname(folder) === folder ? null : oddAbove(dirname(folder)))
    seen.set(folder, why)
    return why
  }
}

/** It is known, and need not be there. */
const entryFile = (file) => ({
  name: 'entry-file',
  setup({ onResolve }) {
    onResolve({ filter: /./ }, ({ kind, path }) => kind === 'entry-point' && path === file ? { path: file, namespace: 'file' } : null)
  },
})

/** Resolves the app's packages from the app's place, and notes their roots. */
const ownPackages = (roots, here) => ({
  name: 'own-packages',
  setup({ onResolve, resolve: resolvePath }) {
    onResolve({ filter: OURS }, async ({ path, kind, pluginData }) => {
      if (pluginData === here) return null
      const found = await resolvePath(path, { kind, resolveDir: here, pluginData: here })
      if (found.errors.length === 0) roots.add(packageRoot(found.path))
      return found
    })
  },
})

/** .../packages/hooks/src/index.ts is in .../packages/hooks/; what is below node_modules needs no root. */
function packageRoot(path) {
  const source = path.lastIndexOf(sep + 'src' + sep)
  return source < 0 ? dirname(path) + sep : path.slice(0, source + 1)
}

/** Says no to imports of files; esbuild adds the line. */
const refusedImports = (alone, oddAbove) => ({
  name: 'refused-imports',
  setup({ onResolve, resolve: resolvePath }) {
    onResolve({ filter: BY_PATH }, async ({ path, kind, importer, resolveDir, pluginData }) => {
      if (pluginData === AROUND) return null
      const at = resolve(resolveDir, path)
      const odd = oddAbove(dirname(at)) ?? oddAbove(at)
      if (odd !== null) return { errors: [{ text: odd }] }
      if (alone === null || basename(importer) === AROUND || kind === 'entry-point') return null
      const found = await resolvePath(path, { kind, importer, resolveDir, pluginData: AROUND })
      if (found.errors.length > 0 || found.namespace !== 'file' || dirname(found.path) !== alone) return null
      return { errors: [{ text: 'it imports its neighbour ' + basename(found.path) + '; a hook file of a program stands by itself' }] }
    })
  },
})

const LOADERS = { '.ts': 'ts', '.mts': 'ts', '.cts': 'ts', '.tsx': 'tsx', '.js': 'js', '.mjs': 'js', '.cjs': 'js', '.jsx': 'jsx', '.json': 'json' }

/** Whatever is imported is looked at before it is read: esbuild reads devices without end, and waits for pipes. */
const regularFiles = (esbuild, read) => ({
  name: 'regular-files',
  setup({ onLoad }) {
    onLoad({ filter: /./, namespace: 'file' }, async ({ path }) => {
      const loader = LOADERS[extname(path)]
      if (path.includes(sep + 'node_modules' + sep) || loader === undefined) {
        const odd = oddFile(path)
        return odd === null ? null : { errors: [{ text: odd }] }
      }
      const given = read.get(path)
      const file = given === undefined ? readNamed(path) : { bytes: given }
      if (file === null) return null
      if (file.why !== undefined) return { errors: [{ text: path + ': ' + file.why }] }
      read.set(path, file.bytes)
      const many = loader === 'json' ? null : await manyFiles(esbuild, file.bytes.toString('utf8'), loader)
      if (many !== null) return { errors: [{ text: MANY, location: { file: path, line: many } }] }
      return { contents: file.bytes, loader, resolveDir: dirname(path) }
    })
  },
})

const MANY = 'it imports a path that is made up while it runs, which would bundle every file that might be meant; write an import for each file'
const COMMENTS = /(?:\s|\/\*(?:[^*]|\*(?!\/))*\*\/|\/\/[^\n]*\n)*/.source
const MAYBE_MANY = new RegExp('\\b(?:import|require)' + COMMENTS + '\\(')
/** As esbuild writes it: a path beside the file that is put together of parts. */
const MANY_FILES = new RegExp('\\b(?:import|require)\\(' + COMMENTS + /(?:\x60\.{1,2}\/[^\x60]*?\$\{|"\.{1,2}\/[^"\n]*"\s*\+)/.source)

/** The line of an import that esbuild takes to be one of every file that fits; null where there is none. */
async function manyFiles(esbuild, text, loader) {
  if (!MAYBE_MANY.test(text) || !/\x60\.|['"]\.{1,2}\//.test(text)) return null
  const written = await esbuild.transform(text, { loader, logLevel: 'silent', sourcemap: 'external', tsconfigRaw: '{}' }).catch(() => null)
  const match = written === null ? null : MANY_FILES.exec(written.code)
  if (match === null) return null
  const before = written.code.slice(0, match.index).split('\n')
  const entry = new SourceMap(JSON.parse(written.map)).findEntry(before.length - 1, before[before.length - 1].length)
  return 'originalLine' in entry ? entry.originalLine + 1 : 1
}

async function bundle({ file, folder, text, around, here }, esbuild) {
  const roots = new Set()
  const read = new Map(text === null ? [] : [[file, Buffer.from(text)]])
  const oddAbove = folderLook()
  const odd = oddAbove(folder)
  if (odd !== null) return { ok: false, error: { file, line: null, message: odd } }
  const entry = around === null ? { entryPoints: [file] } : { stdin: { contents: around.code, resolveDir: dirname(file), sourcefile: AROUND, loader: 'js' } }
  const { metafile, outputFiles } = await esbuild.build({
    ...entry,
    absWorkingDir: folder,
    outfile: file + '.bundle.js',
    bundle: true,
    write: false,
    metafile: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20.9',
    sourcemap: 'external',
    logLevel: 'silent',
    // None is looked for: esbuild would read whatever is called so, on the way up.
    tsconfigRaw: '{}',
    // The worker runs it as a script, which has neither.
    define: { 'import.meta.url': '__belayFileUrl' },
    supported: { 'dynamic-import': false },
    plugins: [
      ...(text === null ? [] : [entryFile(file)]),
      ownPackages(roots, here),
      refusedImports(around === null ? null : around.alone, oddAbove),
      regularFiles(esbuild, read),
    ],
  })
  const inputs = Object.keys(metafile.inputs)
    .filter((input) => input !== AROUND)
    .map((input) => resolve(folder, input))
    .filter((input) => !input.includes(sep + 'node_modules' + sep) && ![...roots].some((root) => input.startsWith(root)))
    .sort()
  const output = (end) => outputFiles.find(({ path }) => basename(path) === basename(file) + end)?.text
  return {
    ok: true,
    code: output('.bundle.js') ?? '',
    map: output('.bundle.js.map') ?? '{}',
    inputs: inputs.map((path) => ({ path, bytes: read.get(path) ?? null })),
  }
}

async function transform({ file, text }, esbuild) {
  const options = { loader: 'ts', format: 'esm', target: 'node20.9', sourcemap: 'external', sourcefile: file, logLevel: 'silent' }
  const { code, map } = await esbuild.transform(text, options)
  return { ok: true, code, map }
}

function errorFrom({ file, folder }, error) {
  const first = Array.isArray(error?.errors) ? error.errors[0] : undefined
  if (first === undefined) return { file, line: null, message: error instanceof Error ? error.message : String(error) }
  const { location } = first
  const message = plain(first.text)
  if (location === null || location.file === AROUND || folder === undefined) return { file, line: null, message }
  return { file: resolve(folder, location.file), line: location.line, message }
}

/** What esbuild says in the words of its own options. */
function plain(text) {
  return /^Top-level await is currently not supported/.test(text) ? 'it awaits outside of its functions; a hook file is loaded in one go, so await inside of run (or of a function that run calls)' : text
}

process.on('message', async (job) => {
  const { id } = job
  try {
    const esbuild = require(job.esbuild)
    process.send({ id, ...(await (job.do === 'bundle' ? bundle(job, esbuild) : transform(job, esbuild))) })
  } catch (error) {
    // esbuild is gone, which is no fault of the file.
    if (/^The service (?:was stopped|is no longer running)/.test(error?.message)) process.exit(1)
    process.send({ id, ok: false, error: errorFrom(job, error) })
  }
})
`
