/**
 * Builds what the editor of hooks checks types with: the worker, and the declarations that a hook is written against, found by
 * asking the type checker itself what such a file reads. Both under a folder named by their content, to be kept by browsers.
 */
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const web = join(root, 'apps/web')
/** Somewhere else where an argument says so. */
const folder = process.argv[2] ?? join(web, 'public/hook-types')
const require = createRequire(join(web, 'package.json'))
const ts = require('typescript-javascript')
const hooks = join(root, 'packages/hooks/types/belay-hooks.d.ts')
const printer = ts.createPrinter({ removeComments: true })

const declarations = JSON.stringify(collectDeclarations())
const worker = await buildWorker()
const version = createHash('sha256').update(worker).update(declarations).digest('hex').slice(0, 16)
rmSync(folder, { recursive: true, force: true })
mkdirSync(join(folder, version), { recursive: true })
writeFileSync(join(folder, version, 'worker.js'), worker)
writeFileSync(join(folder, version, 'declarations.json'), declarations)
// The pages of built-in hooks, for the page that shows those.
cpSync(join(root, 'docs/hooks'), join(folder, 'docs'), {
  recursive: true,
  filter: (path) => !/\.test\.\w+$/.test(path),
})
writeFileSync(join(folder, 'version.json'), JSON.stringify({ version }))

async function buildWorker() {
  const result = await build({
    entryPoints: [join(web, 'types-worker/main.ts')],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    // The type checker looks for the Node that it may run in.
    define: { process: 'undefined', __filename: '"typescript.js"', __dirname: '"/"' },
    external: ['fs', 'os', 'path', 'inspector', 'perf_hooks', 'source-map-support', 'node:*'],
    logLevel: 'error',
  })
  return result.outputFiles[0].text
}

/** By the path that the worker knows each under. */
function collectDeclarations() {
  const entry = join(web, 'hook-types-entry.ts')
  const host = ts.createCompilerHost({})
  const readSource = host.getSourceFile
  const text = "import { z } from 'zod'\nimport { defineHook } from '@belay/hooks'\nexport { z, defineHook }\n"
  host.getSourceFile = (path, ...rest) =>
    path === entry ? ts.createSourceFile(path, text, ts.ScriptTarget.ES2023) : readSource(path, ...rest)
  host.fileExists = (path) => path === entry || ts.sys.fileExists(path)
  const program = ts.createProgram(
    [entry],
    {
      target: ts.ScriptTarget.ES2023,
      lib: ['lib.es2023.d.ts'],
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      types: ['node'],
      typeRoots: [join(root, 'node_modules/@types')],
      paths: { '@belay/hooks': [hooks] },
    },
    host,
  )
  const files = program.getSourceFiles().filter(({ fileName }) => fileName !== entry)
  return Object.fromEntries(files.map((file) => [knownAs(file.fileName), textOf(file)]).sort())
}

function knownAs(path) {
  if (path === hooks) return '/types/belay-hooks.d.ts'
  if (dirname(path) === dirname(require.resolve('typescript-javascript')))
    return `/lib${path.slice(dirname(path).length)}`
  const at = path.lastIndexOf(`${sep}node_modules${sep}`)
  if (at < 0) throw new Error(`a hook would read ${path}, which no browser has`)
  return path.slice(at).split(sep).join('/')
}

/** The comments of Node's declarations are most of their weight, and stand on its own pages. */
function textOf(file) {
  const isNode = /[\\/](?:@types[\\/]node|undici-types)[\\/]/.test(file.fileName)
  return isNode ? printer.printFile(file) : readFileSync(file.fileName, 'utf8')
}
