/** What git does to the files that it is told about. Its own folder is its own: a commit writes to `.git`, and may. */
import { type PuttingBack, puttingBack } from './put-back'
import { hasFlag, operandsOf, type Touched, touching, valuesOf, without } from './touch'

type Args = readonly string[]

/** Where a program works, one folder from the other, and what it touches from there. */
export interface Act {
  readonly within: Args
  readonly touched: readonly Touched[]
}

/** Before the subcommand, with a value. */
const GLOBAL_VALUES = ['-C', '-c', '--git-dir', '--work-tree', '--namespace', '--exec-path', '--super-prefix']
/** They only look, with or without words behind them. */
const LOOKS = ['status', 'log', 'diff', 'show', 'blame', 'grep', 'ls-files', 'ls-tree', 'ls-remote', 'rev-parse']
const LOOKS_TOO = ['rev-list', 'describe', 'shortlog', 'cat-file', 'merge-base', 'for-each-ref', 'reflog', 'help']
/** They look as long as no word is behind them. */
const LISTS = ['branch', 'tag', 'remote', 'config']
const LOOKING = new Set([...LOOKS, ...LOOKS_TOO, 'name-rev', 'var', 'version', 'count-objects', 'fsck', 'diff-tree'])

export function gitActs(args: Args): readonly Act[] {
  const { folders, trees, own, rest } = readGlobals(args)
  const [name = '', ...words] = rest
  const works = touching(isLooking(name, words) ? 'name' : 'alter', ['.', ...own, ...trees])
  const touched = rest.length === 0 ? [] : subcommand(name, words)
  const acts = [{ within: folders, touched: [...works, ...touched] }]
  // Paths are within the tree, or go on from here: whichever it is depends on where that is.
  return [...acts, ...trees.map((tree) => ({ within: [...folders, tree], touched }))]
}

function isLooking(name: string, words: Args): boolean {
  return name === '' || LOOKING.has(name) || (LISTS.includes(name) && operandsOf(words).length === 0)
}

interface Globals {
  /** `-C`, each from the one before. */
  readonly folders: Args
  readonly trees: Args
  /** Where it keeps its own. */
  readonly own: Args
  /** The subcommand and its words. */
  readonly rest: Args
}

function readGlobals(args: Args): Globals {
  let at = 0
  while (args[at]?.startsWith('-')) at += GLOBAL_VALUES.includes(args[at] ?? '') ? 2 : 1
  const globals = args.slice(0, at)
  const folders = globals.filter((_, at) => globals[at - 1] === '-C')
  const [trees, own] = [valuesOf(globals, ['--work-tree']), valuesOf(globals, ['--git-dir'])]
  return { folders, trees, own, rest: args.slice(at) }
}

/** Flags with a file that is written, whatever the subcommand. */
const OUTPUTS = ['--output', '--output-directory', '--separate-git-dir']

function subcommand(name: string, args: Args): readonly Touched[] {
  return [...touching('write', valuesOf(args, OUTPUTS)), ...wordsOf(name, without(args, OUTPUTS))]
}

function wordsOf(name: string, args: Args): readonly Touched[] {
  const paths = operandsOf(args, ['-m', '-F', '-b', '-B', '-s', '--source', '--pathspec-from-file', '-e', '--exclude'])
  switch (name) {
    case 'checkout':
    case 'switch':
      return [
        ...(name === 'checkout' ? putBack(paths, namesCommit(args, paths)) : []),
        ...(discards(args) ? WHOLE : []),
      ]
    case 'reset': {
      const other = paths.some((path) => path !== 'HEAD')
      return args.some((arg) => arg === '--hard' || arg === '--merge') ? whole({ whole: true, other }) : []
    }
    case 'stash':
      return STASHES.has(paths[0] ?? 'push') ? stashed(args, paths[0] === 'save' ? [] : paths.slice(1)) : []
    case 'checkout-index':
      return hasFlag(args, 'f', ['--force']) ? WHOLE : []
    case 'restore': {
      const onlyStaged = hasFlag(args, 'S', ['--staged']) && !hasFlag(args, 'W', ['--worktree'])
      return onlyStaged ? touching('name', paths) : putBack(paths, hasFlag(args, 's', ['--source']))
    }
    case 'rm':
      return touching(args.includes('--cached') ? 'name' : 'remove', paths)
    case 'mv':
      return [...touching('remove', paths.slice(0, -1)), ...touching('write', paths.slice(-1))]
    case 'clean':
      // Without `x` it leaves alone what is ignored, and without `f` it does nothing.
      return touching(hasFlag(args, 'xX') && hasFlag(args, 'f', ['--force']) ? 'clean' : 'name', orHere(paths))
    case 'clone':
      return cloned(operandsOf(args, CLONE_VALUES))
    case 'init':
    case 'worktree':
      return touching('write', paths)
    case 'submodule':
      return touching('write', paths.slice(2))
    case 'bundle':
      return touching(paths[0] === 'create' ? 'write' : 'read', paths.slice(1, 2))
    case 'format-patch':
    case 'archive': {
      const outputs = valuesOf(args, ['-o'])
      return [...touching('write', outputs), ...touching('read', operandsOf(args, ['-o']))]
    }
    case 'config':
      return touching(
        paths.length > 1 || hasFlag(args, '', ['--unset']) ? 'write' : 'read',
        valuesOf(args, ['-f', '--file']),
      )
    case 'show':
      // `HEAD:.env` is what the file was.
      return touching(
        'read',
        paths.map((path) => path.slice(path.indexOf(':') + 1)),
      )
    case 'add':
    case 'diff':
    case 'blame':
    case 'apply':
    case 'am':
    case 'hash-object':
      return touching('read', paths)
    default:
      // Branches, messages, remotes: no files, or none outside of what it keeps.
      return []
  }
}

const CLONE_VALUES = ['-b', '--branch', '-o', '--origin', '-u', '-c', '--config', '-j', '--jobs', '--depth', '--filter']

/** From another place on this machine it is read. */
function cloned([from, ...to]: Args): readonly Touched[] {
  return [...touching('read', from === undefined ? [] : [from]), ...touching('write', to)]
}

function orHere(paths: Args): Args {
  return paths.length === 0 ? ['.'] : paths
}

/** `git stash -p` asks, but takes the same. */
const STASHES = new Set(['push', 'save'])
const whole = (back: PuttingBack): readonly Touched[] => [{ text: '.', touch: 'write', reach: puttingBack(back) }]
const WHOLE = whole({ whole: true, other: false })

/** Files that are named, and what git keeps in folders that are. */
function putBack(paths: Args, other: boolean): readonly Touched[] {
  const reach = puttingBack({ whole: false, other })
  return [...touching('write', paths), ...paths.map((text) => ({ text, touch: 'write', reach }) as const)]
}

/** `git checkout main -- src`: of several words the first may be one. */
function namesCommit(args: Args, paths: Args): boolean {
  const end = args.indexOf('--')
  return end < 0 ? paths.length > 1 : operandsOf(args.slice(0, end)).length > 0
}

function discards(args: Args): boolean {
  return hasFlag(args, 'f', ['--force', '--discard-changes'])
}

/** With `-a` also what git does not keep. */
function stashed(args: Args, paths: Args): readonly Touched[] {
  const all = hasFlag(args, 'a', ['--all']) ? touching('clean', orHere(paths)) : []
  return [...all, ...(paths.length === 0 ? whole({ whole: true, other: false }) : putBack(paths, false))]
}
