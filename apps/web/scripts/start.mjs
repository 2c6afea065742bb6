/** `npm start`: makes the checkout ready, then serves the app. Arguments go on to the server. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, root, serverBundle } from './prepare.mjs'

process.env.NEXT_TELEMETRY_DISABLED = '1'
process.env.DO_NOT_TRACK = '1'

ensureInstalled()
if (process.argv.includes('--dev')) serveDev()
else await serve()

async function serve() {
  ensureBuilt()
  // Programs that the server starts get what it was before.
  process.env.BELAY_NODE_ENV = process.env.NODE_ENV ?? ''
  process.env.NODE_ENV = 'production'
  await import(serverBundle)
}

/** Starts anew when a source of the server changes; Next does the same for the pages by itself. */
function serveDev() {
  const tsx = join(root, 'node_modules/tsx/dist/cli.mjs')
  const main = join(root, 'apps/web/server/main.ts')
  const child = spawn(process.execPath, [tsx, 'watch', '--clear-screen=false', main, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'development' },
  })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code) => process.exit(code ?? 1))
}
