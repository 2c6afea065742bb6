/** Bundles the server and the thread that it starts commands from: our own packages into one file each, everything from npm left where it is. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const web = join(root, 'apps/web')
const own = [
  ...readdirSync(join(root, 'packages')).map((name) => [`@belay/${name}`, join(root, 'packages', name)]),
  ['@belay/db', join(root, 'prisma-free-db')],
]
const entries = own
  .map(([name, folder]) => [name, join(folder, 'src/index.ts')])
  .filter(([, entry]) => existsSync(entry))

await build({
  entryPoints: {
    server: join(web, 'server/main.ts'),
    'command-thread': join(root, 'packages/host/src/command-hooks/runner/thread/main.ts'),
  },
  outdir: join(web, 'dist'),
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.9',
  packages: 'external',
  alias: Object.fromEntries(entries),
  sourcemap: true,
  logLevel: 'warning',
})
