/** `belay serve`: the app. Starts what `npm start` starts, so that both build what is stale and refuse the same things. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Command } from 'commander'
import type { Context } from '../context'
import { type ExitCode, failed } from '../failure'
import { readCount } from '../input/numbers'
import type { Start } from '../start'
import { refuseUnknown } from './excess'

interface ServeOptions {
  readonly port?: number
  readonly host?: string
  readonly allowHost?: readonly string[]
  readonly open: boolean
}

const LAST_PORT = 65_535

export function addServe(program: Command, start: Start): void {
  program
    .command('serve', { isDefault: true })
    .description('start the app and print its address')
    .option('--port <number>', 'the port, 4747 by default; 0 takes a free one', readCount('--port', 0, LAST_PORT))
    .option('--host <address>', 'the address to listen on, 127.0.0.1 by default')
    .option('--allow-host <name>', 'another name that the app may be reached by', (name, before: string[] = []) => [
      ...before,
      name,
    ])
    .option('--no-open', 'leave the browser alone')
    .allowExcessArguments()
    .action((options: ServeOptions, command: Command) => {
      refuseUnknown(command)
      return start.toItsEnd(command, (context) => serve(context, options))
    })
}

/** In this very process: a signal then reaches the server once, from whomever it comes. */
async function serve(context: Context, options: ServeOptions): Promise<ExitCode> {
  const script = join(context.root, 'apps/web/scripts/start.mjs')
  if (!existsSync(script)) throw failed(`the app is not in this checkout: ${script} is missing`)
  process.argv = [process.execPath, script, ...argumentsOf(context, options)]
  await import(pathToFileURL(script).href)
  // The server ends the process itself.
  return new Promise(() => undefined)
}

function argumentsOf({ home, json }: Context, { port, host, open, allowHost = [] }: ServeOptions): string[] {
  return [
    ...['--home', home],
    ...(port === undefined ? [] : ['--port', String(port)]),
    ...(host === undefined ? [] : ['--host', host]),
    ...allowHost.flatMap((name) => ['--allow-host', name]),
    ...(open ? [] : ['--no-open']),
    ...(json ? ['--json'] : []),
  ]
}
