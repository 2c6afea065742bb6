/** What package managers, containers and clouds reach by their words. */
import { operandsOf, valuesOf } from '../paths/touch'
import { type Address, addressOf } from './addresses'
import { type Reads, SOMEWHERE, type Words } from './clients'
import { OUTGOING, type Outgoing } from './package-rows'

const CONTAINERS = new Set(['docker', 'podman', 'nerdctl', 'skopeo', 'crane'])

export const PACKAGE_PROGRAMS: ReadonlyMap<string, Reads> = new Map<string, Reads>([
  ...Object.entries(OUTGOING).map(([name, outgoing]) => [name, (args: Words) => reached(args, outgoing)] as const),
  ...[...CONTAINERS].map((name) => [name, images] as const),
  ['pacman', (args) => (args.some((arg) => /^-[A-Za-z]*S[A-Za-z]*$|^--sync$/.test(arg)) ? [SOMEWHERE] : [])],
  ['yay', () => [SOMEWHERE]],
  ['npx', npx],
])

const SAYS_ONLY = ['--help', '--version', '-h', '-V', '--offline']

function reached(args: Words, outgoing: Outgoing): readonly Address[] {
  const { goes, stays = [], bare = false, hosts = [], places = [], specs = false } = outgoing
  const [first, ...words] = operandsOf(args, [...places, '-C', '--prefix', '--cwd', '--dir'])
  if (args.some((arg) => SAYS_ONLY.includes(arg))) return []
  if (first === undefined ? !bare : stays.includes(first) || goes?.includes(first) === false) return []
  const named = valuesOf(args, places)
  const elsewhere = [...named, ...words].flatMap((word) => addressOf(word) ?? [])
  const lies = specs ? words.flatMap(specOf) : []
  // Another place takes the place of the usual one; a package from elsewhere may need others from there.
  const usual = named.length > 0 && elsewhere.length > 0 ? [] : hosts.map((host) => ({ host, shown: host }))
  const found = [...elsewhere, ...lies, ...usual]
  return found.length > 0 ? found : [SOMEWHERE]
}

/** `github:user/repo`, `user/repo`. */
function specOf(word: string): readonly Address[] {
  const [, host] = /^(github|gitlab|bitbucket|gist):/.exec(word) ?? []
  if (host !== undefined)
    return [at(host === 'bitbucket' ? 'bitbucket.org' : host === 'gist' ? 'gist.github.com' : `${host}.com`)]
  return /^[A-Za-z\d][\w-]*\/[\w.-]+(?:#.*)?$/.test(word) ? [at('github.com')] : []
}

function at(host: string): Address {
  return { host, shown: host }
}

/** A program that is here already is started as it is; only what is asked for by its version is fetched. */
function npx(args: Words): readonly Address[] {
  const [first = ''] = operandsOf(args, ['-p', '--package', '-c', '--call', '-w'])
  const fetches = args.some((arg) => /^(?:-y|--yes|-p|--package(?:=.*)?)$/.test(arg)) || /.@/.test(first)
  return fetches ? [at('registry.npmjs.org'), ...specOf(first)] : []
}

const IMAGE_GOES = new Set(['pull', 'push', 'login', 'logout', 'search', 'copy', 'inspect', 'digest'])

/** `docker pull host/image`: the part before the first slash where it looks like a host. */
function images(args: Words): readonly Address[] {
  const remote = valuesOf(args, ['-H', '--host']).flatMap((word) => addressOf(word) ?? [])
  const [first = '', ...words] = operandsOf(args, [
    '-H',
    '--host',
    '--context',
    '-c',
    '--config',
    '-u',
    '-p',
    '--username',
    '--password',
    '--platform',
  ])
  if (first === 'compose')
    return words.some((word) => word === 'pull' || word === 'push') ? [SOMEWHERE, ...remote] : remote
  const [name = '', ...images] = first === 'image' ? words : [first, ...words]
  if (!IMAGE_GOES.has(name) || (name === 'inspect' && first !== 'inspect')) return remote
  if (name === 'inspect' && images.every((word) => !word.includes('://'))) return remote
  const registries = images.map((word) => {
    const bare = word.replace(/^docker:\/\//, '')
    const [before = ''] = bare.split('/')
    const isHost = (bare.includes('/') || name === 'login' || name === 'logout') && /[.:]|^localhost$/.test(before)
    return at(isHost ? before.replace(/:\d+$/, '') : 'docker.io')
  })
  return [...remote, ...(registries.length > 0 ? registries : [at('docker.io')])]
}
