#!/usr/bin/env node
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
/**
 * Starts the command line: bundles `src/main.ts` where something in it changed, then imports the bundle. When nothing
 * changed it only compares times and sizes of files. A build is complete before anything points to it, so two commands
 * that start at once do not disturb each other.
 */
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))
const folder = resolve(here, '..')
const root = resolve(folder, '../..')
const dist = join(folder, 'dist')
const pointer = join(dist, 'current.json')
const oldestNode = [20, 9]
const anHourMs = 3_600_000

function fail(sentence) {
  process.stderr.write(`belay: ${sentence}\n`)
  process.exit(1)
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const [needMajor, needMinor] = oldestNode
  if (major > needMajor || (major === needMajor && minor >= needMinor)) return
  fail(`Node ${oldestNode.join('.')} or newer is needed, this is ${process.versions.node}.`)
}

function checkInstalled() {
  const require = createRequire(import.meta.url)
  for (const name of ['commander', 'esbuild', '@belay/api/package.json']) {
    try {
      require.resolve(name)
    } catch (error) {
      if (error.code === 'ERR_PACKAGE_PATH_NOT_EXPORTED') continue
      fail(`Its packages are not installed here; run "npm ci" in ${root} first (or "npm start", which does it).`)
    }
  }
}

function stamp(path) {
  const { mtimeMs, size } = statSync(path)
  return `${mtimeMs} ${size}`
}

/** The entry of the current build, or null where there is none or a source changed since. */
function freshEntry() {
  try {
    const { entry, inputs } = JSON.parse(readFileSync(pointer, 'utf8'))
    const path = join(dist, entry)
    const same = Object.entries(inputs).every(([input, was]) => stamp(resolve(root, input)) === was)
    return same && existsSync(path) ? path : null
  } catch (error) {
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return null
    throw error
  }
}

/** The workspace's own packages are source and belong into the bundle; everything else is left to node. */
const bundleOwnPackages = {
  name: 'own-packages',
  setup(build) {
    build.onResolve({ filter: /^@belay\// }, ({ path }) => {
      const [, name, ...rest] = path.split('/')
      const home = name === 'db' ? join(root, 'prisma-free-db') : join(root, 'packages', name)
      const exported = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')).exports
      const target = exported[rest.length === 0 ? '.' : `./${rest.join('/')}`]
      return target === undefined ? null : { path: join(home, target) }
    })
  },
}

async function bundle() {
  const { build } = await import('esbuild')
  const name = `build-${Date.now().toString(36)}-${process.pid}`
  const { metafile } = await build({
    entryPoints: { main: join(folder, 'src/main.ts') },
    outdir: join(dist, name),
    absWorkingDir: root,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: `node${oldestNode.join('.')}`,
    packages: 'external',
    sourcemap: 'linked',
    metafile: true,
    logLevel: 'silent',
    plugins: [bundleOwnPackages],
  })
  const files = [...Object.keys(metafile.inputs), relative(root, fileURLToPath(import.meta.url))]
  const inputs = Object.fromEntries(files.map((input) => [input, stamp(resolve(root, input))]))
  point({ entry: join(name, 'main.js'), inputs }, name)
  return join(dist, name, 'main.js')
}

function point(build, name) {
  const previous = existsSync(pointer) ? dirname(JSON.parse(readFileSync(pointer, 'utf8')).entry) : null
  const draft = join(dist, `${name}.json`)
  writeFileSync(draft, JSON.stringify(build))
  renameSync(draft, pointer)
  // A command that runs from an older build may still load a part of it, and another may be building now.
  for (const old of readdirSync(dist)) {
    const path = join(dist, old)
    const inUse = old === name || old === previous || Date.now() - statSync(path).mtimeMs < anHourMs
    if (old.startsWith('build-') && !inUse) rmSync(path, { recursive: true, force: true })
  }
}

async function freshOrBuilt() {
  const fresh = freshEntry()
  if (fresh !== null) return fresh
  checkInstalled()
  try {
    mkdirSync(dist, { recursive: true })
    return await bundle()
  } catch (error) {
    if (error.code === 'EACCES' || error.code === 'EROFS') {
      return fail(`The command line has to be built once, and ${dist} cannot be written; run it once as its owner.`)
    }
    return fail(`The command line could not be built: ${String(error.message ?? error)}`)
  }
}

async function load(entry) {
  try {
    return await import(pathToFileURL(entry).href)
  } catch (error) {
    if (error.code === 'ERR_MODULE_NOT_FOUND') checkInstalled()
    throw error
  }
}

checkNode()
if (process.argv.includes('--debug')) process.setSourceMapsEnabled(true)
const { main } = await load(await freshOrBuilt())
await main(process.argv.slice(2), root)
