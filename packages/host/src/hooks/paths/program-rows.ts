/**
 * Which arguments of a program are written, as a table: a program that only writes what it is told to needs a row here and
 * nothing else. Words that no row speaks of may be read.
 */
import type { Act } from './git'
import { everyWord, hasFlag, operandsOf, type Touch, type Touched, touching, valuesOf, without } from './touch'

type Args = readonly string[]

export interface Row {
  /** Flags whose value is no path: a separator, a number, code. */
  readonly values?: Args
  /** Flags with a file or folder that it writes. */
  readonly writes?: Args
  /** Flags with a file that it reads. */
  readonly reads?: Args
  /** Flags with the folder that it works in; without one, that is where it is started. */
  readonly folders?: Args
  /** Flags with a place that is only named, such as where something is installed later. */
  readonly names?: Args
  /** What becomes of the words that are no flags; else each may be read. */
  readonly operands?: Touch
  /** Letters and names with which its words are only read: it prints instead. */
  readonly prints?: readonly [string, Args]
  /** Changes the folder where it is started; where letters or names are given, only with them. */
  readonly here?: true | readonly [string, Args]
  /** Its first words are no files that it writes, but read. */
  readonly skip?: number
}

const all = (names: string, row: Row) => names.split(' ').map((name) => [name, row] as const)

export const ROWS: ReadonlyMap<string, Row> = new Map<string, Row>([
  // Making and marking.
  ...all('mkdir', { operands: 'alter', values: ['-m', '--mode'] }),
  ...all('chmod chgrp', { operands: 'alter' }),
  ...all('mktemp', { operands: 'alter', writes: ['-p', '--tmpdir'] }),
  ...all('chown', { operands: 'alter', values: ['--from'] }),
  ...all('mkfifo mknod', { operands: 'write', values: ['-m', '--mode'] }),
  ...all('touch', { operands: 'write', values: ['-d', '-t', '-r', '--date', '--reference'] }),
  ...all('truncate', { operands: 'write', values: ['-s', '-r', '--size', '--reference'] }),
  ...all('tee sponge link dos2unix unix2dos chattr setfacl virtualenv', { operands: 'write' }),
  ...all('ed', { operands: 'write', values: ['-p'] }),
  ...all('ex', { operands: 'write', values: ['-c'], reads: ['-S'] }),
  ...all('csplit', { writes: ['-f', '--prefix'], values: ['-b', '-n'] }),
  ...all('split', { operands: 'write', skip: 1, values: ['-b', '-l', '-n', '-a', '-C'] }),
  ...all('uniq', { operands: 'write', skip: 1, values: ['-f', '-s', '-w'] }),
  ...all('patch', {
    ...{ operands: 'write', values: ['-p', '-F', '-D', '-V', '-g', '-Y', '-z', '-B'], reads: ['-i', '--input'] },
    ...{ writes: ['-o', '--output', '-r', '--reject-file'], folders: ['-d', '--directory'] },
  }),
  // Packing.
  ...all('gzip gunzip bzip2 bunzip2 xz unxz lzma zstd unzstd', {
    ...{ operands: 'write', values: ['-S', '-T'], writes: ['-o'], prints: ['ct', ['--stdout', '--to-stdout']] },
  }),
  ...all('unzip', { writes: ['-d'], values: ['-P'], here: true }),
  ...all('7z 7za 7zz', { writes: ['-o'], here: true }),
  // Fetching.
  ...all('curl', {
    values: ['-H', '--header', '-X', '--request', '-u', '--user', '-A', '--user-agent', '-e', '--referer', '-w'],
    writes: [
      ...['-o', '--output', '--output-dir', '-D', '--dump-header', '-c', '--cookie-jar', '--trace', '--trace-ascii'],
      ...['--stderr', '--etag-save', '--hsts', '--alt-svc'],
    ],
    here: ['O', ['--remote-name', '--remote-name-all']],
  }),
  ...all('wget', {
    values: ['-U', '--user-agent', '--header'],
    writes: [
      ...['-O', '--output-document', '-o', '--output-file', '-a', '--append-output', '-P', '--directory-prefix'],
      ...['--save-cookies', '--warc-file'],
    ],
    here: true,
  }),
  ...all('aria2c', { writes: ['-d', '--dir', '-o', '--out', '-l', '--log'], here: true }),
  ...all('gh glab', { writes: ['-D', '--dir', '-O', '--output'] }),
  // Keys and compilers.
  ...all('gcc g++ cc c++ clang clang++ ld', { writes: ['-o', '--output'] }),
  ...all('rustc', { writes: ['-o', '--out-dir'] }),
  ...all('openssl', { writes: ['-out', '-keyout'] }),
  ...all('ssh-keygen', { writes: ['-f'] }),
  ...all('gpg', { writes: ['-o', '--output'] }),
  ...all('sort', { writes: ['-o', '--output'], values: ['-t', '-k', '-S'] }),
  // Builds and packages: they work in a folder.
  ...all('make gmake', { folders: ['-C', '--directory'], values: ['-j', '-l'] }),
  ...all('ninja meson', { folders: ['-C'], names: ['--prefix', '--libdir', '--sysconfdir'] }),
  ...all('cmake', { writes: ['-B', '--prefix', '--build', '--install'], names: ['-DCMAKE_INSTALL_PREFIX'] }),
  ...all('configure', {
    names: [
      ...['--prefix', '--exec-prefix', '--bindir', '--sbindir', '--libexecdir', '--sysconfdir', '--sharedstatedir'],
      ...['--localstatedir', '--runstatedir', '--libdir', '--includedir', '--datarootdir', '--datadir', '--infodir'],
      ...['--localedir', '--mandir', '--docdir', '--htmldir'],
    ],
  }),
  ...all('just', { folders: ['-d', '--working-directory'] }),
  ...all('npm', { folders: ['--prefix', '-C'], writes: ['--cache', '--pack-destination'] }),
  ...all('pnpm', { folders: ['--prefix', '-C', '--dir'] }),
  ...all('yarn bun', { folders: ['--cwd'] }),
  ...all('pip pip3', {
    writes: [
      '-t',
      '--target',
      '--prefix',
      '--root',
      '-d',
      '--dest',
      '-w',
      '--wheel-dir',
      '--src',
      '--cache-dir',
      '--log',
    ],
  }),
  ...all('uv', { folders: ['--directory', '--project'], writes: ['-o', '--target', '--prefix', '-t'] }),
  ...all('poetry', { folders: ['-C', '--directory', '-P', '--project'] }),
  ...all('composer', { folders: ['-d', '--working-dir'] }),
  ...all('go', { folders: ['-C'], writes: ['-o'] }),
  ...all('cargo', { folders: ['-C'], writes: ['--target-dir', '--root', '--out-dir', '--artifact-dir'] }),
  ...all('gradle gradlew', { folders: ['-p', '--project-dir'] }),
  ...all('bundle gem', { writes: ['-i', '--install-dir', '--path', '-n', '--bindir'] }),
  ...all('terraform tofu', { folders: ['-chdir'] }),
  ...all('hg', { folders: ['-R', '--repository', '--cwd'] }),
  // They rewrite what they are given.
  ...all('black isort rustfmt autopep8', { operands: 'write', prints: ['', ['--check', '--diff']] }),
  // Their words are code.
  ...all('cut', { values: ['-d', '-f', '-c', '-b'] }),
  ...all('paste', { values: ['-d'] }),
  ...all('column', { values: ['-s', '-o'] }),
  ...all('head tail', { values: ['-n', '-c'] }),
  ...all('node', { values: ['-e', '-p', '--eval', '--print'] }),
  ...all('tsx', { values: ['-e', '--eval'] }),
  ...all('deno lua', { values: ['-e'] }),
  ...all('php', { values: ['-r'] }),
])

export function actsOf(row: Row, args: Args): readonly Act[] {
  const { folders = [] } = row
  const within = valuesOf(args, folders).slice(-1)
  return [{ within, touched: touchesOf(row, without(args, folders), folders.length > 0) }]
}

function touchesOf(row: Row, args: Args, worksHere: boolean): readonly Touched[] {
  const { values = [], writes = [], reads = [], names = [] } = row
  const written = valuesOf(args, writes)
  const left = without(args, [...writes, ...reads, ...names])
  return [
    ...touching('write', written),
    ...touching('read', valuesOf(args, reads)),
    ...(worksHere || (written.length === 0 && isHere(row, args)) ? touching('alter', ['.']) : []),
    ...operandTouches(row, left, values),
  ]
}

function operandTouches({ operands, prints, skip = 0 }: Row, args: Args, values: Args): readonly Touched[] {
  if (operands === undefined) return everyWord(without(args, values))
  const words = operandsOf(args, values)
  if (prints !== undefined && hasFlag(args, ...prints)) return touching('read', words)
  return [...touching('read', words.slice(0, skip)), ...touching(operands, words.slice(skip))]
}

function isHere({ here }: Row, args: Args): boolean {
  return here === true || (here !== undefined && hasFlag(args, ...here))
}
