/**
 * What the bundling of hook files does otherwise than esbuild alone: only regular files of bounded size are read, the app's own
 * packages come from the app, and a file may be known without standing on the disk. No two plugins may ask each other.
 */
import { statSync } from 'node:fs'
import { basename, dirname, extname, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Loader, Plugin } from 'esbuild'
import { readRegular } from '../../processes/read-regular'

/** Where the app's own packages are seen from: this source file, or the bundle that it has become a part of. */
const here = dirname(fileURLToPath(import.meta.url))
const MIB = 1_048_576
/** A hook and what a person wrote for it is a page or two of code. */
export const MOST_BYTES = MIB
/** Packages come bundled themselves now and then. */
const MOST_PACKAGE_BYTES = 16 * MIB
const OURS = /^(?:@belay\/(?:hooks|trace)|zod)(?:\/.*)?$/

/** How the code around a file is called where esbuild names its inputs: no file is. */
export const AROUND = 'belay:around'

/** It is known, and need not be there. */
export function entryFile(file: string): Plugin {
  return {
    name: 'entry-file',
    setup({ onResolve }) {
      onResolve({ filter: /./ }, ({ kind, path }) =>
        kind === 'entry-point' && path === file ? { path: file, namespace: 'file' } : null,
      )
    },
  }
}

const LOADERS: Readonly<Record<string, Loader>> = {
  ...{ '.ts': 'ts', '.mts': 'ts', '.cts': 'ts', '.tsx': 'tsx', '.js': 'js', '.mjs': 'js', '.cjs': 'js', '.jsx': 'jsx' },
  '.json': 'json',
}

/** Whatever is imported is looked at before it is read: esbuild reads devices without end, and waits for pipes. */
export function regularFiles(read: Map<string, Buffer>): Plugin {
  return {
    name: 'regular-files',
    setup({ onLoad }) {
      onLoad({ filter: /./, namespace: 'file' }, ({ path }) => {
        const loader = LOADERS[extname(path)]
        if (path.includes(`${sep}node_modules${sep}`) || loader === undefined) return oddFile(path)
        const given = read.get(path)
        const file = given === undefined ? readRegular(path, MOST_BYTES) : ({ ok: true, bytes: given } as const)
        if (!file.ok) return file.found ? { errors: [{ text: `${path}: ${file.reason}` }] } : null
        read.set(path, file.bytes)
        return { contents: file.bytes, loader, resolveDir: dirname(path) }
      })
    },
  }
}

/** What esbuild is to read by itself, where nothing is wrong with it. */
function oddFile(path: string) {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return null
  if (!stat.isFile()) return { errors: [{ text: `${path}: it is not a regular file` }] }
  return stat.size > MOST_PACKAGE_BYTES
    ? { errors: [{ text: `${path}: it is larger than ${MOST_PACKAGE_BYTES / MIB} MiB` }] }
    : null
}

/** What is no package. Packages are resolved by another plugin, and the two must not ask each other. */
const BY_PATH = /^(?:\.|\/|\w:)/

/** Says no to imports of files; esbuild adds the line. */
export function refusing(refuse: (path: string) => string | null): Plugin {
  return {
    name: 'refused-imports',
    setup({ onResolve, resolve: resolvePath }) {
      onResolve({ filter: BY_PATH }, async ({ path, kind, importer, resolveDir, pluginData }) => {
        if (pluginData === AROUND || basename(importer) === AROUND || kind === 'entry-point') return null
        const found = await resolvePath(path, { kind, importer, resolveDir, pluginData: AROUND })
        const why = found.errors.length === 0 && found.namespace === 'file' ? refuse(found.path) : null
        return why === null ? null : { errors: [{ text: why }] }
      })
    },
  }
}

/** Resolves the app's packages from the app's place, and notes their roots. */
export function ownPackages(roots: Set<string>): Plugin {
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
