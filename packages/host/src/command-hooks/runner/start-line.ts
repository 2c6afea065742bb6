/**
 * The line that a waiting shell evaluates to become a command. Promises: the command sees exactly the folder, environment
 * and arguments that were asked for, whatever they hold, as if it had been started with them; the shell replaces itself
 * by it and leaves no variable behind. The line holds no line break: the shell reads up to the first.
 */
import type { CommandProgram } from '../run'

export type Env = Readonly<Record<string, string>>

const PLAIN_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/
/** Names that some `sh` refuses to set, or sets itself, and ours: they go by way of `env`. */
const OWN_NAMES =
  /^(?:IFS|OPTIND|PPID|E?UID|GROUPS|SHELLOPTS|LINENO|S?RANDOM|SECONDS|EPOCH\w*|HISTCMD|FUNCNAME|DIRSTACK|BASH\w*|_belay_\w*)$/
/** Names that the shell keeps by itself as it goes along. */
const KEPT_NAMES = /^(?:PWD|OLDPWD)$/
/** Linux takes no longer argument or variable; the bytes of its end are one of them. */
const MOST_ARGUMENT_BYTES = 131_071

/** What of an environment a waiting shell is started with, so that less has to be told to it later. */
export function waitingEnv(env: Env): Env {
  return Object.fromEntries(Object.entries(env).filter(([name]) => isPlain(name) && !KEPT_NAMES.test(name)))
}

function isPlain(name: string): boolean {
  return PLAIN_NAME.test(name) && !OWN_NAMES.test(name)
}

/** Why no system could start it, or null. */
export function cannotStart({ line, args, cwd, env }: CommandProgram, platform = process.platform): string | null {
  const pairs = Object.entries(env).map(([name, value]) => `${name}=${value}`)
  const words = [line, ...(args ?? []), cwd, ...pairs]
  if (words.some((word) => word.includes('\0'))) return 'the command, its folder or its environment holds a NUL byte'
  if (!cwd.startsWith('/')) return `its folder ${cwd} is not absolute`
  if (Object.keys(env).some((name) => name === '' || name.includes('=')))
    return 'its environment holds a name that is empty or has a = in it'
  if (args !== null && line === '') return 'it names no program'
  const longest = platform === 'linux' ? MOST_ARGUMENT_BYTES : Number.POSITIVE_INFINITY
  // A UTF-16 unit is three bytes at most: measured only where it may matter.
  const tooLong = words.some((word) => word.length * 3 > longest && Buffer.byteLength(word) > longest)
  return tooLong ? 'the command or a variable is longer than the system takes (128 KiB)' : null
}

/** What differs from the environment that the shell waits with. */
export function envChange(env: Env, waiting: Env): string {
  const gone = Object.keys(waiting).filter((name) => env[name] === undefined)
  const set = Object.entries(env).filter(([name, value]) => isPlain(name) && waiting[name] !== value)
  for (const name of ['PWD', 'OLDPWD']) if (env[name] === undefined) gone.push(name)
  const unset = gone.length === 0 ? '' : `unset ${gone.join(' ')};`
  return set.length === 0 ? unset : `${unset}export ${set.map(([name, value]) => `${name}=${quote(value)}`).join(' ')};`
}

export function startLine(program: CommandProgram, change: string): string {
  const { line, args, cwd } = program
  const start = `cd -P ${quote(cwd)}||exit;${change}`
  const byWay = byEnv(program)
  if (args === null && byWay === '' && isShellsOwn(line)) return `${start}trap - 0;${line}\n`
  const command = args === null ? `/bin/sh -c ${quote(line)}` : [line, ...args].map(quote).join(' ')
  return `${start}exec ${byWay}${command};_belay_no\n`
}

const OWN_WORD = String.raw`(?:'[^'\n]*'|[\w./:=,%+-]+)`
const OWN_COMMAND = String.raw`(?:true|false|:|exit(?: \d{1,3})?|echo(?: +${OWN_WORD})*)(?: *1?>&2)?`
const OWN_LINE = new RegExp(String.raw`^ *${OWN_COMMAND}(?: *(?:;|&&|\|\|) *${OWN_COMMAND})* *$`)
const MOST_OWN_CHARS = 4_096

/**
 * A line such as `echo 'no' >&2; exit 2`, of words that every shell has of its own and with nothing to expand, means the same
 * to the shell that waits as to another one: it needs none, which is half of what it would cost.
 */
function isShellsOwn(line: string): boolean {
  return line.length <= MOST_OWN_CHARS && OWN_LINE.test(line)
}

/** `env` sets what a shell can't, and takes away what it adds; a command for a shell has its own shell add it again. */
function byEnv({ args, env }: CommandProgram): string {
  const odd = Object.entries(env).filter(([name]) => !isPlain(name) || (args !== null && /^(?:SHLVL|_)$/.test(name)))
  if (odd.length === 0 && args === null) return ''
  const added = args === null ? [] : ['_', 'SHLVL', 'PWD', 'OLDPWD'].filter((name) => env[name] === undefined)
  const words = [...added.map((name) => `-u ${name}`), ...odd.map(([name, value]) => quote(`${name}=${value}`))]
  return `/usr/bin/env ${words.join(' ')} `
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''").replaceAll('\n', `'"$_belay_nl"'`)}'`
}

/**
 * What a waiting shell runs. The first line that it is told is a word of its own, which it says on stderr when it can't
 * become the command: no command can know it. Then it makes a pipe for the command's stdin (a here-document is one), says on
 * stdout that it waits, and reads the start line; `read` takes no byte beyond its line. At end of file it goes.
 *
 * dash leaves by way of the trap when `exec` fails; bash forgets the trap but goes on, when it is asked to.
 */
export const WAITING_SHELL = `_belay_nl='
'
_belay_no() { trap - 0; printf '\\n%s' "$_belay_word" >&2; exit 126; }
(shopt -s execfail) 2>/dev/null && shopt -s execfail
IFS= read -r _belay_word || exit
exec 3<<STDIN
.
STDIN
printf .
IFS= read -r _belay_line || exit
trap _belay_no 0
eval "$_belay_line"`
