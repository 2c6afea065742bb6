/**
 * Which hosts a call would reach, as far as its words say. Promises: total and bounded; where a host can't be told it says
 * so; what no word says (scripts in files, settings, redirections of servers) is not seen.
 */
import { type HookCall, isJsonObject } from '@belay/hooks'
import type { Json, JsonObject } from '@belay/trace'
import { type CommandCall, whatCallRuns } from '../commands/call-command'
import type { Invocation, Running } from '../commands/unwrap'
import { commandOf } from '../paths/argument-paths'
import type { Home } from '../paths/shell-words'
import { whereItRuns } from '../paths/where-it-runs'
import { type Address, addressesWithin, addressOf, addressOrHost, hostOf } from './addresses'
import { CLIENTS, type Words } from './clients'
import { gitReach } from './git-reach'
import { PACKAGE_PROGRAMS } from './package-programs'

export interface Reach extends Address {
  /** The program, or the tool. */
  readonly by: string
  /** Null where no program of a command does it. */
  readonly invocation: Invocation | null
}

export interface Reaches {
  readonly reaches: readonly Reach[]
  /** Why it could not be read to its end, as the end of a sentence that begins with "it"; or null. */
  readonly unread: string | null
}

export interface ReachWorld {
  readonly workspace: string
  readonly home: Home
}

/** What works on this machine and in this session alone, whatever stands among its arguments. */
const OWN = /^(?:run$|files\.|agents\.)/

export function callReaches(call: Pick<HookCall, 'name' | 'args'>, world: ReachWorld): Reaches {
  const command = commandOf(call)
  const said = OWN.test(call.name) ? [] : argumentReaches(call)
  if (command === null) return { reaches: said, unread: null }
  const running = whatCallRuns(command)
  const among = commandReaches(running, command, world)
  return { reaches: [...said, ...among], unread: running.unread }
}

/** Only what goes there: programs that read, search or print an address do not. */
const TEXT = new Set([
  ...[
    'echo',
    'printf',
    'grep',
    'egrep',
    'fgrep',
    'rg',
    'ag',
    'ack',
    'sed',
    'awk',
    'gawk',
    'tr',
    'cut',
    'test',
    '[',
    '[[',
  ],
  ...[
    'export',
    'declare',
    'local',
    'readonly',
    'typeset',
    'set',
    'read',
    'alias',
    'man',
    'which',
    'logger',
    'jq',
    'yq',
  ],
  ...['notify-send', 'git', 'touch', 'mkdir', 'case', 'for', 'basename', 'dirname', 'return', 'exit', 'ln', 'cat'],
])
const SOCKET_FILE = /^\/dev\/(?:tcp|udp)\/([^/]*)/
const PROXY = /^(?:https?|all|ftp)_proxy$/i

function commandReaches(running: Running, command: CommandCall, { workspace, home }: ReachWorld): readonly Reach[] {
  const { placed } = whereItRuns(running, command, { workspace, home })
  const programs = placed.flatMap(({ invocation, folders }) =>
    programReach(invocation.program, invocation.args, folders).map((address) => ({
      ...address,
      by: invocation.program,
      invocation,
    })),
  )
  const sockets = [...running.outputs, ...running.inputs].flatMap((file): Reach[] => {
    const host = SOCKET_FILE.exec(file)?.[1]
    return host === undefined ? [] : [{ host: hostOf(host), shown: host, by: 'the shell', invocation: null }]
  })
  const proxies = Object.entries(command.env).flatMap(([name, value]): Reach[] => {
    const address = PROXY.test(name) && value !== '' ? addressOrHost(value) : null
    return address === null ? [] : [{ ...address, by: name, invocation: null }]
  })
  return [...programs, ...sockets, ...proxies]
}

function programReach(program: string, args: Words, folders: Words): readonly Address[] {
  if (program === 'git') return gitReach(args, folders)
  const module = /^python[\d.]*$/.test(program) ? args.indexOf('-m') : -1
  if (module >= 0) return programReach(args[module + 1] ?? '', args.slice(module + 2), folders)
  const read = CLIENTS.get(program) ?? PACKAGE_PROGRAMS.get(program)
  if (program === 'bun' || program === 'deno')
    return [...(PACKAGE_PROGRAMS.get(program)?.(args) ?? []), ...addresses(args)]
  if (read !== undefined) return read(args)
  return TEXT.has(program) ? [] : addresses(args)
}

/** Whole words, and values of flags: `--server=https://…`. */
function addresses(args: Words): readonly Address[] {
  return args.flatMap((arg) => addressOf(arg) ?? addressOf(/^--?[\w-]+=(.*)$/s.exec(arg)?.[1] ?? '') ?? [])
}

/** Arguments that are called like an address are one also without a scheme. */
const CALLED = /(?:^|[_-])(?:url|uri|href|host|hostname|endpoint|origin|server|domain|website|link)s?$/i
/** Nobody nests arguments deeper, and no more of them are looked at. */
const DEEPEST = 20
const MOST_VALUES = 5_000

function argumentReaches({ name, args }: Pick<HookCall, 'name' | 'args'>): readonly Reach[] {
  const found: Address[] = []
  let left = MOST_VALUES
  const look = (value: Json, key: string, depth: number): void => {
    left -= 1
    if (left < 0 || depth > DEEPEST) return
    if (typeof value === 'string') found.push(...addressesOf(value, CALLED.test(snake(key))))
    else if (isList(value)) for (const item of value) look(item, key, depth + 1)
    else if (isJsonObject(value)) for (const [inner, item] of entries(value)) look(item, inner, depth + 1)
  }
  look(args, '', 0)
  return found.map((address) => ({ ...address, by: name, invocation: null }))
}

function entries(value: JsonObject): readonly (readonly [string, Json])[] {
  return Object.entries(value).flatMap(([key, item]) => (item === undefined ? [] : [[key, item] as const]))
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}

function snake(key: string): string {
  return key.replace(/([a-z])([A-Z])/g, '$1_$2')
}

function addressesOf(text: string, isCalledSo: boolean): readonly Address[] {
  const word = text.trim()
  if (/\s/.test(word)) return isCalledSo ? addressesWithin(word) : []
  const address = addressOf(word)
  if (address !== null) return [address]
  const isHost = isCalledSo && /^[\w-]+(?:\.[\w-]+)+(?:[:/?#]|$)|^localhost(?:[:/]|$)/.test(word)
  const bare = isHost ? addressOrHost(word) : null
  return bare === null ? [] : [bare]
}
