/**
 * Belay's server: operations, API and pages in one process. Prints one sentence and ends with 1 where it cannot start, 2 where
 * it was called wrongly. SIGINT and SIGTERM stop it within a few seconds: turns end, the database is closed, the home is free.
 */
import { join } from 'node:path'
import {
  announceServer,
  type BelayServer,
  createBelayServer,
  type Home,
  homePath,
  type Operations,
  openBelay,
  openBrowserSessions,
  openHome,
  packageFolder,
  VERSION,
} from '@belay/api'
import { announce, explain } from './announce'
import { readArguments, type ServerArguments } from './arguments'
import { openPages, type Pages } from './pages'
import { keepConsoleOff, openServerLog, type ServerLog } from './server-log'

interface Running {
  readonly operations: Operations
  readonly server: BelayServer
  readonly pages: Pages
  readonly log: ServerLog
}

async function main(): Promise<void> {
  const read = readArguments(process.argv.slice(2))
  if (!read.ok) return leave(2, read.message)
  try {
    await start(read.args)
  } catch (error) {
    leave(1, explain(error, read.args))
  }
}

async function start(args: ServerArguments): Promise<void> {
  const told: string[] = []
  const home = openHome(homePath(args.home), (line) => told.push(line))
  const log = openServerLog(join(home.logs, 'server.log'))
  keepConsoleOff(args.dev ? (line) => process.stderr.write(`${line}\n`) : log.line)
  const tell = (line: string) => {
    log.line(line)
    process.stderr.write(`${line}\n`)
  }
  for (const line of told) tell(line)
  let opening = true
  const operations = await openBelay({
    home: home.root,
    log: (line) => (opening ? tell(line) : log.line(line)),
    commandThread: new URL('./command-thread.mjs', import.meta.url),
  })
  opening = false
  try {
    await serve(args, { home, log, operations })
  } catch (error) {
    await operations.close()
    throw error
  }
}

interface Opened {
  readonly home: Home
  readonly log: ServerLog
  readonly operations: Operations
}

async function serve(args: ServerArguments, { home, log, operations }: Opened): Promise<void> {
  const pages = openPages({ folder: packageFolder('@belay/web', import.meta.url), dev: args.dev, report: log.line })
  const server = createBelayServer({
    ...{ operations, home: home.root, token: home.token, version: VERSION, dev: args.dev, report: log.line },
    browsers: openBrowserSessions(home.browsers),
    ...{ allowedHosts: args.allowedHosts, pages: pages.serve, upgrades: pages.upgrade },
  })
  const { url } = await server.listen(args.port, args.host)
  await pages.ready
  announceServer(home, url)
  await showTour(operations, log)
  log.line(`serves ${home.root} at ${url}`)
  stopOnSignal({ operations, server, pages, log })
  if (args.dev) await warmPages(url, home.token)
  await announce(args, { url, signIn: server.signInLink(), home: home.root })
}

/**
 * In development Next answers its own sockets only after the first page: tabs that were open over a restart would not hear
 * of changes any more.
 */
async function warmPages(url: string, token: string): Promise<void> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
  await response.arrayBuffer()
}

/** A home without its tour still works. */
async function showTour(operations: Operations, log: ServerLog): Promise<void> {
  try {
    await operations.beginTour()
  } catch (error) {
    log.line(`the tour could not begin: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** A second signal does not wait. */
function stopOnSignal(running: Running): void {
  let stopping = false
  const stop = (code: number) => {
    if (stopping) process.exit(code)
    stopping = true
    void shutDown(running).then(() => process.exit(code))
  }
  process.on('SIGINT', () => stop(130))
  process.on('SIGTERM', () => stop(0))
}

async function shutDown({ operations, server, pages, log }: Running): Promise<void> {
  await Promise.all([server.close(), operations.close()])
  log.line('stopped')
  log.close()
  await pages.close()
}

function leave(code: number, sentence: string): void {
  process.stderr.write(`${sentence}\n`)
  process.exitCode = code
  // Next may have left timers and watchers behind.
  setTimeout(() => process.exit(code), 50)
}

await main()
