/**
 * What programs do to the files among their arguments. Knows the ones that plainly write, remove or move; of all others
 * every word may be read, but where it is only said (`echo`) or searched for (`grep`). Lists, so that one can be added.
 */
import { shellRuns } from '../commands/shell-arguments'
import { ownWords } from '../commands/starter-words'
import { SHELLS } from '../commands/starters'
import { baseName, isFollowed } from '../commands/unwrap'
import { findTouches } from './find'
import { type Act, gitActs } from './git'
import { actsOf, ROWS } from './program-rows'
import { everyWord, hasFlag, operandsOf, type Touched, touching, valuesOf, without } from './touch'

type Args = readonly string[]
type Touches = (args: Args) => readonly Touched[]

/** Their words are text or names of programs, not files. */
const SAYS = [
  'echo',
  'printf',
  'true',
  'false',
  ':',
  'exit',
  'return',
  'sleep',
  'kill',
  'export',
  'unset',
  'date',
  'seq',
]
const SAYS_TOO = ['tr', 'basename', 'dirname', 'which', 'type', 'whereis', 'expr', 'umask', 'set', 'alias', 'man']
/** They look at names and facts of files, not into them. */
const LOOKS = ['ls', 'dir', 'tree', 'stat', 'file', 'du', 'df', 'realpath', 'readlink', 'cd', 'chdir', 'pushd']
/** Their first word is what is searched for, or a script, unless a flag gives it. With the flags that take a value. */
const SEARCHES: Readonly<Record<string, Args>> = {
  ...{ grep: ['-A', '-B', '-C', '-m'], egrep: ['-A', '-B', '-C', '-m'], fgrep: ['-A', '-B', '-C', '-m'] },
  rg: ['-A', '-B', '-C', '-m', '-g', '-t', '-T', '-r', '-j', '--glob', '--type', '--type-not', '--replace'],
  ...{ ag: ['-A', '-B', '-C', '-m', '-G'], ack: ['-A', '-B', '-C', '-m'] },
  ...{ awk: ['-F', '-v'], gawk: ['-F', '-v'], mawk: ['-F', '-v'] },
  ...{ jq: ['--arg', '--argjson', '--indent'], yq: ['-p', '-o'], sed: [], gsed: [] },
}
const EXPRESSIONS = ['-e', '--regexp', '--expression']
const EXPRESSION_FILES = ['-f', '--file', '--from-file']

const TABLE: ReadonlyMap<string, Touches> = new Map<string, Touches>([
  ...[...SAYS, ...SAYS_TOO].map((name) => [name, () => []] as const),
  ...LOOKS.map((name) => [name, (args: Args) => touching('name', operandsOf(args))] as const),
  ...['test', '[', '[['].map((name) => [name, tested] as const),
  ...Object.entries(SEARCHES).map(([name, values]) => [name, searched(values)] as const),
  ...['rm', 'unlink', 'rmdir', 'srm'].map(
    (name) => [name, (args: Args) => touching('remove', operandsOf(args))] as const,
  ),
  ['shred', (args) => touching('remove', operandsOf(args, ['-n', '-s', '--iterations', '--size']))],
  ...['tar', 'bsdtar', 'gtar'].map((name) => [name, packed] as const),
  ...['docker', 'podman', 'nerdctl'].map((name) => [name, contained] as const),
  ...['python', 'python2', 'python3'].map((name) => [name, python] as const),
  ...['perl', 'ruby'].map((name) => [name, (args: Args) => inPlace(args, scriptOf(args))] as const),
  ...['awk', 'gawk'].map((name) => [name, withInPlaceLibrary] as const),
  ...['sed', 'gsed'].map((name) => [name, (args: Args) => inPlace(args, searched([])(args))] as const),
  ...['cp', 'ditto'].map((name) => [name, (args: Args) => copied(args, [])] as const),
  ...['make', 'gmake'].map((name) => [name, installed(name)] as const),
  ...['gh', 'svn', 'hg'].map((name) => [name, fetched(name)] as const),
  ['rsync', (args) => sent(args, RSYNC_VALUES)],
  ['scp', (args) => sent(args, ['-i', '-P', '-o', '-F', '-c', '-J', '-l', '-S'])],
  ['zip', (args) => [...touching('write', operandsOf(args).slice(0, 1)), ...everyWord(args)]],
  ['prettier', (args) => formatted(args, ['-w', '--write'])],
  ['eslint', (args) => formatted(args, ['--fix'])],
  ['gofmt', (args) => formatted(args, ['-w'])],
  ['install', installedFiles],
  ['mv', moved],
  ['ln', linked],
  ['dd', (args) => args.flatMap(ofDd)],
  ['find', findTouches],
])

/** What starts another program is followed by `whatRuns`: its own words are that program's. */
export function programActs(program: string, args: Args): readonly Act[] {
  if (program === 'git') return gitActs(args)
  const row = ROWS.get(program)
  const own = TABLE.get(program)
  if (row !== undefined && own === undefined) return actsOf(row, args)
  if (row !== undefined) return actsOf(row, args).map(({ within }) => ({ within, touched: own?.(args) ?? [] }))
  return [{ within: [], touched: own?.(args) ?? unlisted(program, args) }]
}

function programTouches(program: string, args: Args): readonly Touched[] {
  return programActs(program, args).flatMap(({ touched }) => touched)
}

function unlisted(program: string, args: Args): readonly Touched[] {
  return isFollowed(program) ? [...ownFiles(program, args), ...scriptFile(program, args)] : everyWord(args)
}

/** Of the words that stand before the program that it starts. */
function ownFiles(program: string, args: Args): readonly Touched[] {
  const { folders, writes, reads } = ownWords(program, args)
  return [...touching('name', folders), ...touching('write', writes), ...touching('read', reads)]
}

function scriptFile(program: string, args: Args): readonly Touched[] {
  const runs = SHELLS.has(program) ? shellRuns(args) : null
  return runs?.kind === 'file' ? touching('read', [runs.file]) : []
}

/** Names that mean the same behind a program that nobody knows (`poetry run rm x`). Others are subcommands too often. */
const PLAIN = new Set(['rm', 'mv', 'cp', 'tee', 'truncate', 'shred', 'unlink', 'sed'])

export function touchesBehind(args: Args): readonly Touched[] {
  const at = args.findIndex((word) => PLAIN.has(baseName(word)))
  return at < 0 ? [] : programTouches(baseName(args[at] ?? ''), args.slice(at + 1))
}

function copied(args: Args, valueFlags: Args): readonly Touched[] {
  const { sources, targets, inside } = endsOf(args, valueFlags)
  return [...touching('read', sources), ...touching('write', targets), ...inside]
}

/** What is on another machine (`host:path`) is none of ours. */
function sent(args: Args, valueFlags: Args): readonly Touched[] {
  const { sources, targets, inside } = endsOf(args, valueFlags)
  const here = (words: Args) => words.filter((word) => !/^[^/]+:/.test(word))
  const deletes = args.some((arg) => arg.startsWith('--delete'))
  return [
    ...touching('write', valuesOf(args, RSYNC_WRITES)),
    ...touching('read', here(sources)),
    ...touching(deletes ? 'remove' : 'write', here(targets)),
    ...inside,
  ]
}

const RSYNC_WRITES = ['--log-file', '--backup-dir', '--partial-dir', '--temp-dir', '--write-batch']
const RSYNC_VALUES = [
  ...['-e', '-f', '-T', '-B', '-M', '--rsh', '--filter', '--exclude', '--include', '--exclude-from', '--include-from'],
  ...['--files-from', '--max-size', '--min-size', '--bwlimit', '--timeout', '--port', '--chmod', '--chown', '--suffix'],
  ...RSYNC_WRITES,
]

/** With `-d` it makes folders. */
function installedFiles(args: Args): readonly Touched[] {
  const values = ['-m', '-o', '-g', '--mode', '--owner', '--group']
  return hasFlag(args, 'd', ['--directory']) ? touching('alter', operandsOf(args, values)) : copied(args, values)
}

function moved(args: Args): readonly Touched[] {
  const { sources, targets, inside } = endsOf(args, [])
  return [...touching('remove', sources), ...touching('write', targets), ...inside]
}

/** Another name for a file is another way to write to it. */
function linked(args: Args): readonly Touched[] {
  const isSymbolic = hasFlag(args, 's', ['--symbolic'])
  const [only, second] = operandsOf(args, ['-S', '--suffix'])
  // It gets a name here.
  if (only !== undefined && second === undefined) {
    return [...touching(isSymbolic ? 'name' : 'write', [only]), ...touching('write', [lastName(only)])]
  }
  const { sources, targets, inside } = endsOf(args, [])
  return [...touching(isSymbolic ? 'name' : 'write', sources), ...touching('write', targets), ...inside]
}

interface Ends {
  readonly sources: Args
  readonly targets: Args
  /** What is written where the target is a folder: `cp .env conf` writes `conf/.env`. */
  readonly inside: readonly Touched[]
}

/** The last word is the target, unless a flag names it. */
function endsOf(args: Args, valueFlags: Args): Ends {
  const folders = valuesOf(args, ['-t', '--target-directory'])
  const operands = operandsOf(args, ['-t', '--target-directory', '-S', '--suffix', ...valueFlags])
  const sources = folders.length > 0 ? operands : operands.slice(0, -1)
  const targets = folders.length > 0 ? folders : operands.slice(-1)
  const inside = targets.flatMap((folder) =>
    sources.map((source) => ({ text: `${folder}/${lastName(source)}`, touch: 'write', ifFolder: folder }) as const),
  )
  return { sources, targets, inside: inside.filter(({ text }) => !/\/\.{0,2}$/.test(text)) }
}

/** Of `host:dir/.env` too. */
function lastName(path: string): string {
  return baseName(path.replace(/\/+$/, '')).replace(/^.*:/, '')
}

function searched(valueFlags: Args): Touches {
  return (args) => {
    const operands = operandsOf(args, [...valueFlags, ...EXPRESSIONS, ...EXPRESSION_FILES])
    const scripts = valuesOf(args, EXPRESSION_FILES)
    const given = scripts.length > 0 || valuesOf(args, EXPRESSIONS).length > 0
    return touching('read', [...scripts, ...(given ? operands : operands.slice(1))])
  }
}

/** With `-e` the word behind it is code; without, the first word is the file that holds it. */
function scriptOf(args: Args): readonly Touched[] {
  return touching('read', operandsOf(args.filter((_, at) => !/^-[A-Za-z]*[eE]$/.test(args[at - 1] ?? ''))))
}

function inPlace(args: Args, files: readonly Touched[]): readonly Touched[] {
  const changes = args.some((arg) => /^-[A-Za-z]*i|^--in-place/.test(arg))
  return changes ? files.map(({ text }) => ({ text, touch: 'write' })) : files
}

/** `gawk -i inplace`. */
function withInPlaceLibrary(args: Args): readonly Touched[] {
  const include = ['-i', '--include']
  const files = searched(['-F', '-v', ...include])(args)
  const changes = valuesOf(args, include).some((library) => /^inplace(?:\.awk)?$/.test(baseName(library)))
  return changes ? files.map(({ text }) => ({ text, touch: 'write' })) : files
}

/** Making an archive writes that file; unpacking one writes into a folder. `tar czf x`, `tar -x -f x -C dir`. */
function packed(args: Args): readonly Touched[] {
  const [first = ''] = args
  const letters = [first.startsWith('-') ? '' : first, ...args.filter((arg) => /^-[A-Za-z]/.test(arg))].join('')
  const makes = /[cru]/.test(letters) || args.some((arg) => ['--create', '--append', '--update'].includes(arg))
  const unpacks = letters.includes('x') || args.some((arg) => ['--extract', '--get'].includes(arg))
  const bundled = first.includes('f') && !first.startsWith('--') ? args.slice(1, 2) : []
  const archives = [...bundled, ...valuesOf(args, ['-f', '--file'])]
  const folders = valuesOf(args, ['-C', '--directory'])
  return [
    ...(makes ? touching('write', archives) : []),
    ...(unpacks ? touching(folders.length > 0 ? 'write' : 'alter', folders.length > 0 ? folders : ['.']) : []),
    ...everyWord(first.startsWith('-') ? args : args.slice(1)),
  ]
}

function formatted(args: Args, flags: Args): readonly Touched[] {
  const writes = args.some((arg) => flags.includes(arg))
  return touching(writes ? 'write' : 'read', operandsOf(args))
}

/** What a container is given of this machine; the other words are about its own disk. */
function contained(args: Args): readonly Touched[] {
  const words = operandsOf(args)
  if (words.includes('exec')) return []
  if (words[0] === 'cp') return sent(args.slice(1), [])
  if (!words.includes('run') && !words.includes('create')) return everyWord(args)
  return [
    ...valuesOf(args, ['-v', '--volume']).map(ofVolume),
    ...valuesOf(args, ['--mount']).flatMap(ofMount),
    ...touching('read', valuesOf(args, ['--env-file'])),
  ]
}

/** `HERE:THERE:OPTIONS`. */
function ofVolume(volume: string): Touched {
  const [text = '', , options = ''] = volume.split(':')
  return { text, touch: options.split(',').includes('ro') ? 'read' : 'write' }
}

function ofMount(mount: string): readonly Touched[] {
  const text = /(?:^|,)(?:src|source)=([^,]+)/.exec(mount)?.[1]
  const isReadOnly = /(?:^|,)(?:ro|readonly)(?:=(?:true|1))?(?:,|$)/.test(mount)
  return text === undefined ? [] : [{ text, touch: isReadOnly ? 'read' : 'write' }]
}

function ofDd(arg: string): readonly Touched[] {
  if (arg.startsWith('of=')) return touching('write', [arg.slice(3)])
  return arg.startsWith('if=') ? touching('read', [arg.slice(3)]) : []
}

/** Flags of `[ ]` behind which a file stands, and words between two of them. */
const OF_FILE = /^-[abcdefghkprsuwxGLNOS]$/
const OF_TWO = new Set(['-nt', '-ot', '-ef'])

/** Two texts that are compared are no files. */
function tested(args: Args): readonly Touched[] {
  return touching(
    'name',
    args.filter((_, at) => {
      const before = args[at - 1] ?? ''
      return OF_FILE.test(before) || OF_TWO.has(before) || OF_TWO.has(args[at + 1] ?? '')
    }),
  )
}

/** `-m pip` is pip; code behind `-c` is none of ours. */
function python(args: Args): readonly Touched[] {
  const at = args.indexOf('-m')
  const [module = '', ...rest] = at < 0 ? [] : args.slice(at + 1)
  if (module === 'pip') return programTouches('pip', rest)
  if (module === 'venv' || module === 'virtualenv') return touching('write', operandsOf(rest, ['--prompt']))
  return everyWord(without(args, ['-c', '-m']))
}

/** `PREFIX=/usr` is only named until it is installed there. */
function installed(program: string): Touches {
  return (args) => {
    const places = args.flatMap((arg) => /^(?:DESTDIR|prefix|PREFIX)=(.+)$/s.exec(arg)?.[1] ?? [])
    const rest = args.filter((arg) => !/^(?:DESTDIR|prefix|PREFIX)=/.test(arg))
    const installs = args.some((arg) => /^(?:un)?install/.test(arg))
    return [...touching(installs ? 'write' : 'name', installs ? places : []), ...rowTouches(program, rest)]
  }
}

const FETCHES = ['clone', 'checkout', 'co', 'export']

/** `gh repo clone a/b dir`, `hg clone url dir`: the word behind what is fetched. */
function fetched(program: string): Touches {
  return (args) => {
    const words = operandsOf(args)
    const at = words.findIndex((word) => FETCHES.includes(word))
    const to = at < 0 || at > 1 ? [] : words.slice(at + 2, at + 3)
    return [...touching('write', to), ...rowTouches(program, args)]
  }
}

function rowTouches(program: string, args: Args): readonly Touched[] {
  return actsOf(ROWS.get(program) ?? {}, args).flatMap(({ touched }) => touched)
}
