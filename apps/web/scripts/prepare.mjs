/**
 * Makes a checkout ready to run: installs what is missing and builds what is stale. Plain node without dependencies, since
 * nothing may be installed yet. Everything that it and the tools print goes to stderr: stdout belongs to the caller.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { takeTurns } from './take-turns.mjs'

export const root = fileURLToPath(new URL('../../..', import.meta.url))
const web = join(root, 'apps/web')
const quiet = { NEXT_TELEMETRY_DISABLED: '1', TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' }

const tell = (line) => process.stderr.write(`${line}\n`)

function fail(sentence) {
  tell(sentence)
  process.exit(1)
}

/** Ends the process with a sentence where Belay cannot run at all. */
export function checkMachine() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 9))
    fail(`Belay needs Node 20.9 or newer; this is ${process.version}. Nothing was changed.`)
  if (process.platform === 'win32')
    fail(
      'Belay runs on Linux and macOS. On Windows, use it inside WSL: https://learn.microsoft.com/windows/wsl/install',
    )
}

function run(command, args, environment = {}) {
  const result = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    env: { ...process.env, ...quiet, ...environment },
  })
  return result.status === 0
}

function readJson(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null
}

/** Whether each package of the lock file is installed in its version. Packages for other platforms are left out by npm. */
export function isInstalled() {
  const wanted = readJson(join(root, 'package-lock.json'))?.packages ?? {}
  const present = readJson(join(root, 'node_modules/.package-lock.json'))?.packages
  if (present === undefined) return false
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/')) return true
    const found = present[path]
    return found === undefined ? entry.optional === true || entry.devOptional === true : found.version === entry.version
  })
}

/**
 * The one native module is compiled here, against the headers that came with this Node: nothing is fetched for it beside
 * its package.
 */
function nativeBuild() {
  const folder = dirname(dirname(process.execPath))
  const headers = existsSync(join(folder, 'include/node/node.h')) ? { npm_config_nodedir: folder } : {}
  return { npm_config_build_from_source: 'true', ...headers }
}

export function ensureInstalled() {
  checkMachine()
  if (!isInstalled()) inTurn(install)
}

function install() {
  // Whoever had the turn before may have done it.
  if (isInstalled()) return
  tell('Installing packages (npm ci); the first time this takes a minute or a few …')
  // Next and esbuild are needed to build: also where somebody set NODE_ENV=production.
  if (!run('npm', ['ci', '--include=dev'], nativeBuild()))
    fail('The packages could not be installed; what npm says stands above. Try again with `npm ci`.')
}

const SKIPPED = new Set(['node_modules', 'dist', '.next', '.turbo', 'fixtures', 'test-results', 'hook-types'])

function filesUnder(path) {
  const entries = readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  return entries.flatMap((entry) => {
    const full = join(path, entry.name)
    if (SKIPPED.has(entry.name) || /\.test\.tsx?$|\.tsbuildinfo$/.test(entry.name)) return []
    if (entry.isDirectory()) return filesUnder(full)
    return entry.isFile() ? [full] : []
  })
}

/** Of contents, not of times: a checkout that changed back is not stale. */
function fingerprint(paths) {
  const hash = createHash('sha256').update(process.versions.modules)
  for (const path of paths.map((each) => join(root, each)).filter(existsSync)) {
    const files = readdirSafe(path) ? filesUnder(path) : [path]
    for (const file of files) hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

function readdirSafe(path) {
  try {
    return readdirSync(path).length >= 0
  } catch {
    return false
  }
}

const PAGES = ['app', 'board', 'components', 'lib', 'public', 'next.config.ts', 'package.json', 'tsconfig.json']
const builds = [
  {
    name: 'the pages',
    stamp: join(web, '.next/belay-build'),
    output: join(web, '.next/BUILD_ID'),
    inputs: [
      ...PAGES.map((name) => `apps/web/${name}`),
      'packages/trace/src',
      'packages/canvas/src',
      'package-lock.json',
    ],
    make: buildPages,
  },
  {
    name: 'the server',
    stamp: join(web, 'dist/belay-build'),
    output: join(web, 'dist/server.mjs'),
    inputs: ['apps/web/server', 'apps/web/scripts/bundle.mjs', 'packages', 'prisma-free-db/src', 'package-lock.json'],
    make: buildServer,
  },
  {
    name: 'the types that hooks are written against',
    stamp: join(web, 'public/hook-types/belay-build'),
    output: join(web, 'public/hook-types/version.json'),
    inputs: [
      'apps/web/types-worker',
      'apps/web/scripts/bundle-types.mjs',
      'packages/hooks/types',
      'docs/hooks',
      'package-lock.json',
    ],
    make: buildTypes,
  },
]

function buildPages() {
  // Types of a development server that is gone would fail the build.
  rmSync(join(web, '.next/dev'), { recursive: true, force: true })
  return run(process.execPath, [join(root, 'node_modules/next/dist/bin/next'), 'build', web], {
    NODE_ENV: 'production',
  })
}

function buildServer() {
  return run(process.execPath, [join(web, 'scripts/bundle.mjs')])
}

function buildTypes() {
  return run(process.execPath, [join(web, 'scripts/bundle-types.mjs')])
}

/** Two that start at once must not install or build over each other. */
function inTurn(work) {
  const waiting = (pid) => tell(`Waiting for process ${pid}, which makes this checkout ready …`)
  takeTurns(join(web, 'dist/preparing'), { work, waiting })
}

/** Builds what changed since it was last built. A build that fails leaves no stamp, and is tried again the next time. */
export function ensureBuilt() {
  if (builds.some((each) => staleness(each) !== null)) inTurn(buildStale)
}

/** The fingerprint to build, or null where that is what stands there. */
function staleness({ stamp, output, inputs }) {
  const now = fingerprint(inputs)
  return existsSync(output) && existsSync(stamp) && readFileSync(stamp, 'utf8') === now ? null : now
}

function buildStale() {
  for (const each of builds) {
    const { name, stamp, make } = each
    const now = staleness(each)
    if (now === null) continue
    tell(`Building ${name} …`)
    rmSync(stamp, { force: true })
    if (!make()) fail(`Building ${name} failed; the reason stands above. Nothing was started.`)
    mkdirSync(dirname(stamp), { recursive: true })
    writeFileSync(stamp, now)
  }
}

export const serverBundle = pathToFileURL(join(web, 'dist/server.mjs')).href
