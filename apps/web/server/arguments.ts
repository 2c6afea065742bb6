/** The arguments of the server, read once. A mistake is a sentence, and exit code 2. */
import { parseArgs } from 'node:util'

export interface ServerArguments {
  readonly port: number
  readonly host: string
  readonly open: boolean
  readonly home: string | undefined
  readonly json: boolean
  readonly dev: boolean
  readonly allowedHosts: readonly string[]
}

export type ReadArguments =
  | { readonly ok: true; readonly args: ServerArguments }
  | { readonly ok: false; readonly message: string }

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost'])
const DEFAULT_PORT = '4747'

export function readArguments(argv: readonly string[]): ReadArguments {
  try {
    return check(parse(argv))
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) }
  }
}

function parse(argv: readonly string[]) {
  return parseArgs({
    args: [...argv],
    options: {
      port: { type: 'string', default: DEFAULT_PORT },
      host: { type: 'string', default: '127.0.0.1' },
      home: { type: 'string' },
      'no-open': { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      dev: { type: 'boolean', default: false },
      'allow-host': { type: 'string', multiple: true, default: [] },
    },
  }).values
}

function check(values: ReturnType<typeof parse>): ReadArguments {
  const port = Number(values.port)
  if (!/^\d+$/.test(values.port) || port > 65_535)
    return { ok: false, message: `--port takes a number from 0 to 65535, not \`${values.port}\`.` }
  const { host, home, json, dev, 'allow-host': allowedHosts } = values
  if (home === '') return { ok: false, message: '--home names a folder; here it names nothing.' }
  const named = LOOPBACK.has(host) || allowedHosts.length > 0
  if (!named) return { ok: false, message: unnamedHost(host) }
  return { ok: true, args: { port, host, home, json, dev, allowedHosts, open: !values['no-open'] } }
}

function unnamedHost(host: string): string {
  return `--host ${host} makes Belay reachable from other machines. Say under which name with --allow-host NAME.`
}
