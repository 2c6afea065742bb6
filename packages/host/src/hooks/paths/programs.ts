/**
 * What programs do to the files among their arguments. Knows the ones that plainly write, remove or move; of all others
 * every word may be read, but where it is only said (`echo`) or searched for (`grep`). What only writes what it is told to
 * is a row of `program-rows`; here are those whose words mean something by where they stand.
 */
import { shellRuns } from '../commands/shell-arguments'
import { ownWords } from '../commands/starter-words'
import { SHELLS } from '../commands/starters'
import { baseName, isFollowed } from '../commands/unwrap'
import { contained } from './containers'
import { copied, installedFiles, linked, moved, RSYNC_VALUES, sent } from './copies'
import { findTouches } from './find'
import { type Act, gitActs } from './git'
import { actsOf, ROWS } from './program-rows'
import { inPlace, SEARCHES, scriptOf, searched, withInPlaceLibrary } from './searches'
import { everyWord, operandsOf, type Touched, touching, valuesOf, without } from './touch'

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
  ...['gh', 'svn', 'hg', 'uv', 'cargo', 'poetry'].map((name) => [name, fetched(name)] as const),
  ...['aws', 'gsutil'].map((name) => [name, stored] as const),
  ['rsync', (args) => sent(args, RSYNC_VALUES)],
  ['scp', (args) => sent(args, ['-i', '-P', '-o', '-F', '-c', '-J', '-l', '-S'])],
  ['zip', (args) => [...touching('write', operandsOf(args).slice(0, 1)), ...everyWord(args)]],
  ...['prettier', 'gofmt', 'shfmt', 'biome'].map((name) => [name, formatted(['-w', '--write', '--fix'])] as const),
  ...['eslint', 'stylelint', 'ruff'].map((name) => [name, formatted(['--fix'])] as const),
  ...['clang-format', 'yq'].map((name) => [name, formatted(['-i', '--inplace'])] as const),
  ...['ffmpeg', 'convert', 'magick'].map((name) => [name, made] as const),
  ...['7z', '7za', '7zz'].map((name) => [name, packedSeven] as const),
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
  const ends = program === 'script' ? operandsOf(args, ['-c', '--command', '-E', '-o', '-m']) : []
  // `parallel rm ::: x`.
  const handed = program === 'parallel' ? args.slice(args.findIndex((arg) => arg.startsWith(':::')) + 1) : []
  return [
    ...touching('name', folders),
    ...touching('write', [...writes, ...ends]),
    ...touching('read', [...reads, ...handed]),
  ]
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

/** Making an archive writes that file; unpacking one writes into a folder. `tar czf x`, `tar -x -f x -C dir`. */
function packed(args: Args): readonly Touched[] {
  const [first = ''] = args
  const letters = [first.startsWith('-') ? '' : first, ...args.filter((arg) => /^-[A-Za-z]/.test(arg))].join('')
  const makes = /[cru]/.test(letters) || args.some((arg) => ['--create', '--append', '--update'].includes(arg))
  const unpacks = letters.includes('x') || args.some((arg) => ['--extract', '--get'].includes(arg))
  const bundled = first.includes('f') && !first.startsWith('--') ? args.slice(1, 2) : []
  const archives = [...bundled, ...valuesOf(args, ['-f', '--file'])]
  const folders = valuesOf(args, ['-C', '--directory', '--one-top-level'])
  return [
    ...(makes ? touching('write', archives) : []),
    ...(unpacks ? touching(folders.length > 0 ? 'write' : 'alter', folders.length > 0 ? folders : ['.']) : []),
    ...everyWord(first.startsWith('-') ? args : args.slice(1)),
  ]
}

function formatted(flags: Args): Touches {
  return (args) => touching(args.some((arg) => flags.includes(arg)) ? 'write' : 'read', operandsOf(args))
}

/** The last word is what they make. */
function made(args: Args): readonly Touched[] {
  return [...touching('write', args.slice(-1)), ...everyWord(args)]
}

function packedSeven(args: Args): readonly Touched[] {
  const [verb = '', archive = ''] = operandsOf(args)
  return [...touching('write', ['a', 'd', 'u', 'rn'].includes(verb) ? [archive] : []), ...rowTouches('7z', args)]
}

/** `aws s3 cp FROM TO`: what is stored elsewhere has an address. */
function stored(args: Args): readonly Touched[] {
  const at = args.findIndex((arg) => ['cp', 'mv', 'sync', 'rsync'].includes(arg))
  return at < 0 ? everyWord(args) : sent(args.slice(at + 1), ['--exclude', '--include', '--profile', '--region'])
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
    return [...touching('write', installs ? places : []), ...rowTouches(program, rest)]
  }
}

const FETCHES = ['clone', 'checkout', 'co', 'export']
const MAKES = ['new', 'init', 'venv']

/** `gh repo clone a/b dir`, `hg clone url dir`: the word behind what is fetched. */
function fetched(program: string): Touches {
  return (args) => {
    const words = operandsOf(args)
    const at = words.findIndex((word) => FETCHES.includes(word))
    const to = at < 0 || at > 1 ? [] : words.slice(at + 2, at + 3)
    const made = MAKES.includes(words[0] ?? '') ? words.slice(1) : []
    return [...touching('write', [...to, ...made]), ...rowTouches(program, args)]
  }
}

function rowTouches(program: string, args: Args): readonly Touched[] {
  return actsOf(ROWS.get(program) ?? {}, args).flatMap(({ touched }) => touched)
}
