/**
 * Secrets in the files that a command reads and may send away. Promises: bounded, in how many and how much of each; a file
 * that a program proves itself with (`ssh -i key`) is what it is for, and is not looked at.
 */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import type { HookCall } from '@belay/hooks'
import { whatCallRuns } from '../commands/call-command'
import { commandOf } from '../paths/argument-paths'
import { callPaths } from '../paths/call-paths'
import { placeOf, shownPath } from '../paths/place'
import { type Home, WordSpreader } from '../paths/shell-words'
import { valuesOf } from '../paths/touch'
import type { FoundSecrets } from '../secrets/find-secrets'

/** More is not looked at: some milliseconds each. */
const MOST_FILES = 40
/** Of each, as much as a person would hide a key in; settings and keys are far smaller. */
const MOST_BYTES = 262_144

/** Flags whose file stays here: it proves who asks. */
const PROVES: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    ['ssh', 'scp', 'sftp', 'rsync', 'ssh-copy-id', 'mosh', 'autossh'].map((name) => [name, ['-i', '-F']]),
  ),
  curl: [
    '-E',
    '--cert',
    '--key',
    '--cacert',
    '--capath',
    '--netrc-file',
    '-K',
    '--config',
    '-b',
    '--cookie',
    '--proxy-cert',
    '--proxy-key',
  ],
  wget: ['--certificate', '--private-key', '--ca-certificate', '--load-cookies'],
  openssl: ['-key', '-cert', '-CAfile'],
  kubectl: ['--kubeconfig', '--client-key', '--client-certificate', '--certificate-authority'],
  helm: ['--kubeconfig'],
}

export interface InFiles {
  readonly workspace: string
  readonly world: Home
  readonly search: () => FoundSecrets
}

export interface SecretFile {
  readonly shown: string
  readonly what: string
}

export function secretsInFiles(call: HookCall, { workspace, world, search }: InFiles): SecretFile | null {
  const proofs = proofsOf(call)
  const words = new WordSpreader()
  const seen = new Set<string>()
  for (const { path, folder, touch, isWord } of callPaths(call, workspace, world).paths) {
    if (touch !== 'read' || !isWord || proofs.has(path)) continue
    for (const word of words.spread(path, folder)) {
      const [real] = placeOf(word, folder).real
      if (real === undefined || seen.has(real)) continue
      seen.add(real)
      if (seen.size > MOST_FILES) return null
      const text = textOf(real)
      const found = text === null ? null : search().in(text)
      if (found !== null && !found.isEmpty) return { shown: shownPath(real, workspace), what: found.said() }
    }
  }
  return null
}

function proofsOf(call: HookCall): ReadonlySet<string> {
  const command = commandOf(call)
  if (command === null) return new Set()
  const { invocations } = whatCallRuns(command)
  return new Set(
    invocations.flatMap(({ program, args }) =>
      valuesOf(args, (Object.hasOwn(PROVES, program) && PROVES[program]) || []),
    ),
  )
}

/** The beginning of a plain file; null for anything else. */
function textOf(path: string): string | null {
  let file: number | null = null
  try {
    // Without it opening a pipe waits for somebody who writes.
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    if (!fstatSync(file).isFile()) return null
    const bytes = Buffer.alloc(Math.min(MOST_BYTES, fstatSync(file).size))
    return bytes.toString('utf8', 0, readSync(file, bytes, 0, bytes.length, 0))
  } catch {
    // Not there, or not to be read: nothing of it leaves.
    return null
  } finally {
    if (file !== null) closeSync(file)
  }
}
