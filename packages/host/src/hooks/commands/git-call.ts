/** A call of git: what stands before its subcommand, and what stands behind it. */

/** Before the subcommand, with a value. */
const VALUES = ['-C', '-c', '--git-dir', '--work-tree', '--namespace', '--exec-path', '--super-prefix', '--config-env']

export interface GitCall {
  /** `-C`, each from the one before. */
  readonly folders: readonly string[]
  /** `-c name=value`. */
  readonly settings: readonly string[]
  /** `--git-dir`: it works on a repository that is somewhere else. */
  readonly gitDir: string | null
  /** The subcommand, or nothing. */
  readonly name: string
  readonly args: readonly string[]
}

export function readGitCall(words: readonly string[]): GitCall {
  let at = 0
  while (words[at]?.startsWith('-')) at += VALUES.includes(words[at] ?? '') ? 2 : 1
  const globals = words.slice(0, at)
  const valuesOf = (flag: string) => globals.filter((_, at) => globals[at - 1] === flag)
  const glued = globals.find((word) => word.startsWith('--git-dir='))?.slice('--git-dir='.length)
  return {
    folders: valuesOf('-C'),
    settings: valuesOf('-c'),
    gitDir: valuesOf('--git-dir')[0] ?? glued ?? null,
    name: words[at] ?? '',
    args: words.slice(at + 1),
  }
}
