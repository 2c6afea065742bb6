/** What the words of `git commit`, `git push` and their like say, for rules about them. */
import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { UNKNOWN } from '../commands/build-commands'
import { hasFlag, operandsOf, valuesOf, without } from '../paths/touch'

type Args = readonly string[]

/** They make commits on the branch that is checked out. */
const COMMITS = new Set(['commit', 'merge', 'cherry-pick', 'revert', 'am'])
/** Flags of a commit that have a value. */
const COMMIT_VALUES = [
  ...['-m', '--message', '-F', '--file', '-C', '--reuse-message', '-c', '--reedit-message', '--author', '--date', '-t'],
  ...['--template', '--fixup', '--squash', '--cleanup', '--pathspec-from-file', '--trailer'],
]
/** The letters among them. */
const VALUE_LETTERS = 'mFCct'
const MERGE_VALUES = ['-m', '--message', '-F', '--file', '-s', '--strategy', '-X', '--strategy-option', '--into-name']
const PUSH_VALUES = ['-o', '--push-option', '--repo', '--receive-pack', '--exec']
const GOES_ON = ['--abort', '--quit', '--skip', '--show-current-patch']

export interface Committing {
  readonly does: 'commit'
  readonly name: string
  readonly noVerify: boolean
  /** The message as it would be; null where the words do not tell it, undefined where it is not a new one. */
  readonly message: string | null | undefined
  /** Whether it also takes in what is not staged. */
  readonly takesMore: boolean
}

export interface Pushing {
  readonly does: 'push'
  readonly noVerify: boolean
  readonly force: 'no' | 'lease' | 'yes'
  /** Branches that it would write to; null: those that are checked out or follow. */
  readonly branches: readonly string[] | null
  /** Whether it may write to any. */
  readonly all: boolean
}

/** Null where it makes no commit and pushes nothing. */
export function readCommitOrPush(name: string, args: Args, folder: string): Committing | Pushing | null {
  if (name === 'push') return readPush(args)
  if (!COMMITS.has(name) || args.some((arg) => GOES_ON.includes(arg))) return null
  const values = name === 'commit' ? COMMIT_VALUES : MERGE_VALUES
  const flags = without(args, values)
  if (hasFlag(flags, '', ['--dry-run', '--no-commit', '--help']) || (name === 'commit' && isShowing(flags))) return null
  if ((name === 'cherry-pick' || name === 'revert') && hasFlag(flags, 'n')) return null
  const letters = lettersOf(args)
  const noVerify = flags.some(isNoVerify) || (name === 'commit' && letters.includes('n'))
  const stages =
    hasFlag(flags, '', ['--all', '--include', '--only']) || [...'aio'].some((letter) => letters.includes(letter))
  const takesMore = name === 'commit' && (stages || operandsOf(args, values).length > 0)
  return { does: 'commit', name, noVerify, message: messageOf(name, args, folder), takesMore }
}

/** Of a commit's short flags; one with a value takes the rest of its word, or the next one: `-am text`. */
function lettersOf(args: Args): string {
  let letters = ''
  for (let at = 0; at < args.length && args[at] !== '--'; at++) {
    const arg = args[at] ?? ''
    if (arg.startsWith('--')) at += COMMIT_VALUES.includes(arg) ? 1 : 0
    if (!/^-[A-Za-z]/.test(arg)) continue
    const end = [...arg].findIndex((letter, place) => place > 0 && VALUE_LETTERS.includes(letter))
    letters += end < 0 ? arg.slice(1) : arg.slice(1, end)
    if (end === arg.length - 1) at += 1
  }
  return letters
}

function isShowing(flags: Args): boolean {
  return hasFlag(flags, '', ['--short', '--porcelain', '--long'])
}

/** git takes long names cut short, as far as they stay apart. */
function isNoVerify(flag: string): boolean {
  return flag.length >= '--no-veri'.length && '--no-verify'.startsWith(flag)
}

/** Of a message that somebody else gave before, or that git makes, nothing is asked. */
function messageOf(name: string, args: Args, folder: string): string | null | undefined {
  if (name !== 'commit' && name !== 'merge') return undefined
  const said = valuesOf(args, ['-m', '--message'])
  const files = valuesOf(args, ['-F', '--file'])
  const made = valuesOf(args, ['-C', '--reuse-message', '--fixup', '--squash']).length > 0
  const flags = without(args, COMMIT_VALUES)
  const isKept = hasFlag(flags, '', ['--no-edit', '--amend']) || name === 'merge'
  if (said.length > 0) return told(said.join('\n\n'))
  if (files[0] !== undefined) return fileText(files[0], folder)
  return made || isKept ? undefined : null
}

function told(message: string): string | null {
  return message.includes(UNKNOWN) || /\$(?:\w|\{)/.test(message) ? null : message
}

/** Longer than any message. */
const LONGEST_MESSAGE = 100_000

function fileText(file: string, folder: string): string | null {
  try {
    const path = resolve(folder, file)
    return statSync(path).isFile() && statSync(path).size <= LONGEST_MESSAGE ? readFileSync(path, 'utf8') : null
  } catch {
    // Not there, or from a pipe.
    return null
  }
}

function readPush(args: Args): Pushing | null {
  const flags = without(args, PUSH_VALUES)
  if (hasFlag(flags, 'n', ['--dry-run', '--help'])) return null
  const [, ...specs] = operandsOf(args, PUSH_VALUES)
  const forced = hasFlag(flags, 'f', ['--force', '--mirror']) || specs.some((spec) => spec.startsWith('+'))
  const leased = hasFlag(flags, '', ['--force-with-lease', '--force-if-includes'])
  const tags = hasFlag(flags, '', ['--tags'])
  return {
    does: 'push',
    noVerify: flags.some(isNoVerify),
    force: forced ? 'yes' : leased ? 'lease' : 'no',
    branches: specs.length > 0 ? specs.flatMap(targetOf) : tags ? [] : null,
    all: hasFlag(flags, '', ['--all', '--mirror', '--branches']) || specs.some((spec) => /\*|^\+?:$/.test(spec)),
  }
}

/** `HEAD` stands for the branch that is checked out. */
function targetOf(spec: string): readonly string[] {
  const bare = spec.replace(/^\+/, '')
  const to = bare.includes(':') ? bare.slice(bare.lastIndexOf(':') + 1) : bare
  if (to.startsWith('refs/tags/') || to === '') return []
  return [to === '@' ? 'HEAD' : to.replace(/^(?:refs\/)?heads\//, '')]
}

/** The branch that these words check out, for what comes after them in the same command. */
export function checksOut(name: string, args: Args): string | null {
  if (name !== 'checkout' && name !== 'switch') return null
  const made = valuesOf(args, ['-b', '-B', '-c', '-C', '--create', '--force-create', '--orphan'])[0]
  const [first] = operandsOf(args.includes('--') ? args.slice(0, args.indexOf('--')) : args, ['-b', '-B', '-c', '-C'])
  return made ?? first ?? null
}

/** What stages more, for a commit that comes after it in the same command. */
export function stagesMore(name: string): boolean {
  return name === 'add' || name === 'stage' || name === 'apply' || name === 'rm' || name === 'mv'
}
