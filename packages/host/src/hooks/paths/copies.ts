/** Programs whose last word is where the ones before it go: `cp`, `mv`, `ln`, `install`, `rsync`, `scp`. */
import { baseName } from '../commands/unwrap'
import { hasFlag, operandsOf, type Touched, touching, valuesOf } from './touch'

type Args = readonly string[]

/** A copy: the last word is written, the ones before it are read. */
export function copied(args: Args, valueFlags: Args): readonly Touched[] {
  const { sources, targets, inside } = endsOf(args, valueFlags)
  return [...touching('read', sources), ...touching('write', targets), ...inside]
}

/** What is on another machine (`host:path`) is none of ours. */
export function sent(args: Args, valueFlags: Args): readonly Touched[] {
  const { sources, targets, inside } = endsOf(args, valueFlags)
  const here = (words: Args) => words.filter((word) => !/^[^/]+:/.test(word))
  const deletes = args.some((arg) => arg.startsWith('--delete'))
  return [
    ...touching('write', valuesOf(args, RSYNC_WRITES)),
    ...touching('read', [...valuesOf(args, RSYNC_READS), ...here(sources)]),
    ...touching(deletes ? 'remove' : 'write', here(targets)),
    ...inside,
  ]
}

const RSYNC_WRITES = ['--log-file', '--backup-dir', '--partial-dir', '--temp-dir', '--write-batch']
const RSYNC_READS = ['--files-from', '--exclude-from', '--include-from', '--password-file']
export const RSYNC_VALUES = [
  ...['-e', '-f', '-T', '-B', '-M', '--rsh', '--filter', '--exclude', '--include'],
  ...['--max-size', '--min-size', '--bwlimit', '--timeout', '--port', '--chmod', '--chown', '--suffix'],
  ...RSYNC_WRITES,
  ...RSYNC_READS,
]

/** `install`; with `-d` it makes folders. */
export function installedFiles(args: Args): readonly Touched[] {
  const values = ['-m', '-o', '-g', '--mode', '--owner', '--group']
  return hasFlag(args, 'd', ['--directory']) ? touching('alter', operandsOf(args, values)) : copied(args, values)
}

export function moved(args: Args): readonly Touched[] {
  const { sources, targets, inside } = endsOf(args, [])
  return [...touching('remove', sources), ...touching('write', targets), ...inside]
}

/** Another name for a file is another way to write to it. */
export function linked(args: Args): readonly Touched[] {
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
