/** The hosts that git talks to: as its words name them, or as the remotes of the repository say. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { readGitCall } from '../commands/git-call'
import { hasFlag, operandsOf, valuesOf } from '../paths/touch'
import { type Address, remotePlace } from './addresses'
import { SOMEWHERE, type Words } from './clients'
import { remotesAt } from './git-remotes'

const TALKS = new Set(['clone', 'fetch', 'pull', 'push', 'ls-remote', 'fetch-pack', 'send-pack', 'remote', 'lfs'])
/** Where they go stands in files of the repository, or in a person's settings. */
const SOMEWHERE_ELSE = new Set(['svn', 'send-email', 'imap-send', 'p4', 'cvsimport'])
const VALUES = [
  ...[
    '-b',
    '--branch',
    '-o',
    '--origin',
    '-u',
    '--upload-pack',
    '-c',
    '--config',
    '-j',
    '--jobs',
    '--depth',
    '--filter',
  ],
  ...['--receive-pack', '--exec', '--push-option', '--shallow-since', '--shallow-exclude', '--reference', '--template'],
  ...['-s', '--strategy', '-X', '--strategy-option', '--sort', '--server-option', '--separate-git-dir'],
]
const REMOTE_TALKS = new Set(['update', 'show', 'prune', 'set-head'])
const LFS_TALKS = new Set(['fetch', 'pull', 'push', 'clone', 'ls-remote', 'lock', 'unlock', 'locks'])

export function gitReach(words: Words, folders: Words): readonly Address[] {
  const { name, args, settings, gitDir, folders: within } = readGitCall(words)
  const [first = '', ...rest] = operandsOf(args, VALUES)
  if (SOMEWHERE_ELSE.has(name)) return [SOMEWHERE]
  if (name === 'submodule') return first === 'update' || first === 'add' ? [SOMEWHERE, ...rest.flatMap(placesIn)] : []
  if (name === 'archive') return valuesOf(args, ['--remote']).flatMap((word) => remotePlace(word) ?? SOMEWHERE)
  if (!TALKS.has(name)) return []
  if (name === 'remote' && !REMOTE_TALKS.has(first) && !(first === 'add' && hasFlag(args, 'f', ['--fetch']))) return []
  if (name === 'lfs' && !LFS_TALKS.has(first)) return []
  // They may say that an address is another one.
  const turned = settings.some((setting) => /^(?:remote|url|http|core\.sshcommand|core\.gitproxy|ssh)/i.test(setting))
  const asked = name === 'remote' || name === 'lfs' ? rest : [first, ...valuesOf(args, ['--repo'])]
  const places = folders.map((folder) => within.reduce((at, step) => resolve(at, step), folder))
  const from = gitDir === null ? places : places.map((place) => resolve(place, gitDir))
  const all = name === 'remote' || (hasFlag(args, '', ['--all', '--multiple']) && name !== 'push')
  const said = { words: asked.filter((word) => word !== ''), all, name }
  const found = from.flatMap((folder) => repositories(folder, said))
  return turned ? [...found, SOMEWHERE] : found
}

interface Asked {
  readonly words: Words
  readonly all: boolean
  readonly name: string
}

/** Of `git fetch a b` the second word is a branch. */
function repositories(folder: string, { words, all, name }: Asked): readonly Address[] {
  const [word] = words
  if (name === 'clone') return word === undefined ? [] : remoteAt(folder, word)
  const remotes = remotesAt(folder)
  if (remotes === null) return [SOMEWHERE]
  const { urls, usual } = remotes
  if (all) return [...urls.values()].flat().flatMap(placesIn)
  const meant = word === undefined ? usual : [word]
  return meant.flatMap((name) => urls.get(name)?.flatMap(placesIn) ?? remoteAt(folder, name))
}

function placesIn(word: string): readonly Address[] {
  const place = remotePlace(word)
  return place === null ? [] : [place]
}

/** A repository of this machine is nothing to talk to. */
function remoteAt(folder: string, word: string): readonly Address[] {
  const place = remotePlace(word)
  if (place !== null) return [place]
  const isHere = /^(?:\.{0,2}\/|\.{1,2}$|~|file:)/.test(word) || existsSync(resolve(folder, word))
  return isHere ? [] : [{ ...SOMEWHERE, shown: word }]
}
