/** What git does to the files that it is told about. Its own folder is its own: a commit writes to `.git`, and may. */
import { hasFlag, operandsOf, type Touched, touching } from './touch'

/** Before the subcommand, with a value. */
const GLOBAL_VALUES = ['-C', '-c', '--git-dir', '--work-tree', '--namespace', '--exec-path']

/** Where it works (`-C`), or null for where it is started. */
export function gitFolder(args: readonly string[]): string | null {
  const at = args.indexOf('-C')
  const before = args.findIndex((arg, at) => !arg.startsWith('-') && !GLOBAL_VALUES.includes(args[at - 1] ?? ''))
  return at >= 0 && (before < 0 || at < before) ? (args[at + 1] ?? null) : null
}

export function gitTouches(args: readonly string[]): readonly Touched[] {
  const at = args.findIndex((arg, at) => !arg.startsWith('-') && !GLOBAL_VALUES.includes(args[at - 1] ?? ''))
  const folder = gitFolder(args)
  const where = touching('name', folder === null ? [] : ['.'])
  return at < 0 ? where : [...where, ...subcommand(args[at] ?? '', args.slice(at + 1))]
}

function subcommand(name: string, args: readonly string[]): readonly Touched[] {
  const paths = operandsOf(args, ['-m', '-F', '-b', '-B', '-s', '--source', '--pathspec-from-file', '-e', '--exclude'])
  switch (name) {
    case 'checkout':
      return touching('write', paths)
    case 'restore': {
      const onlyStaged = hasFlag(args, 'S', ['--staged']) && !hasFlag(args, 'W', ['--worktree'])
      return touching(onlyStaged ? 'name' : 'write', paths)
    }
    case 'rm':
      return touching(args.includes('--cached') ? 'name' : 'remove', paths)
    case 'mv':
      return [...touching('remove', paths.slice(0, -1)), ...touching('write', paths.slice(-1))]
    case 'clean':
      // Without `x` it leaves alone what is ignored, and without `f` it does nothing.
      return touching(hasFlag(args, 'xX') && hasFlag(args, 'f', ['--force']) ? 'clean' : 'name', orHere(paths))
    case 'clone':
    case 'init':
    case 'worktree':
      return touching('write', paths)
    case 'show':
      // `HEAD:.env` is what the file was.
      return touching(
        'read',
        paths.map((path) => path.slice(path.indexOf(':') + 1)),
      )
    case 'add':
    case 'diff':
    case 'blame':
    case 'stash':
    case 'apply':
    case 'am':
    case 'archive':
    case 'hash-object':
      return touching('read', paths)
    default:
      // Branches, messages, remotes: no files, or none outside of what it keeps.
      return []
  }
}

function orHere(paths: readonly string[]): readonly string[] {
  return paths.length === 0 ? ['.'] : paths
}
