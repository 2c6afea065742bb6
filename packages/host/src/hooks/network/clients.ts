/** Programs whose words name the hosts that they reach: what fetches, what logs in, what looks up. */
import { afterFlags } from '../commands/read-flags'
import { SSH } from '../commands/starters'
import { operandsOf, valuesOf } from '../paths/touch'
import { type Address, addressesWithin, addressOf, addressOrHost, hostOf, remotePlace } from './addresses'

export type Words = readonly string[]
/** What a program reaches by these arguments; nothing where it only works here. */
export type Reads = (args: Words) => readonly Address[]

/** Somewhere, but the words do not say where. */
export const SOMEWHERE: Address = { host: null, shown: 'a host that its words do not tell' }

/** Flags with a value. One that is missing here makes its value count as a host, which is asked about. */
const CURL_LETTERS = [...'AbcCdDeEFHKmoPQrtTuUwxXyYz'].map((letter) => `-${letter}`)
const CURL_NAMES = [
  ...['data', 'data-ascii', 'data-binary', 'data-raw', 'data-urlencode', 'json', 'form', 'form-string', 'header'],
  ...['user', 'user-agent', 'referer', 'request', 'output', 'output-dir', 'upload-file', 'cookie', 'cookie-jar'],
  ...['max-time', 'connect-timeout', 'retry', 'retry-delay', 'retry-max-time', 'range', 'continue-at', 'write-out'],
  ...['dump-header', 'limit-rate', 'max-redirs', 'max-filesize', 'cacert', 'capath', 'cert', 'cert-type', 'key'],
  ...[
    'key-type',
    'pass',
    'ciphers',
    'tls13-ciphers',
    'tls-max',
    'interface',
    'local-port',
    'speed-limit',
    'speed-time',
  ],
  ...['time-cond', 'expect100-timeout', 'keepalive-time', 'proxy-user', 'proxy-header', 'noproxy', 'netrc-file'],
  ...['stderr', 'trace', 'trace-ascii', 'oauth2-bearer', 'aws-sigv4', 'url-query', 'variable', 'unix-socket'],
  ...['abstract-unix-socket', 'proto', 'proto-redir', 'proto-default', 'quote', 'mail-from', 'mail-rcpt', 'crlfile'],
  ...['etag-compare', 'etag-save', 'rate', 'parallel-max', 'create-file-mode', 'service-name', 'engine'],
].map((name) => `--${name}`)
const CURL_PROXIES = [
  '-x',
  '--proxy',
  '--preproxy',
  '--socks4',
  '--socks4a',
  '--socks5',
  '--socks5-hostname',
  '--doh-url',
]
/** They change where an address leads. */
const CURL_TURNS = ['-K', '--config', '--resolve', '--connect-to', '--dns-servers']

const curl: Reads = (args) => {
  const values = [...CURL_LETTERS, ...CURL_NAMES, ...CURL_PROXIES, ...CURL_TURNS, '--url']
  const named = [...operandsOf(args, values), ...valuesOf(args, ['--url', ...CURL_PROXIES])]
  const turned = valuesOf(args, CURL_TURNS).map(() => SOMEWHERE)
  return [...named.flatMap((word) => addressOrHost(word) ?? []), ...turned]
}

const WGET_VALUES = [
  ...[...'OoaPUtTwQlARDIXeiB'].map((letter) => `-${letter}`),
  ...[
    '--output-document',
    '--output-file',
    '--directory-prefix',
    '--user-agent',
    '--header',
    '--post-data',
    '--post-file',
  ],
  ...['--body-data', '--body-file', '--method', '--tries', '--timeout', '--wait', '--user', '--password', '--level'],
  ...[
    '--accept',
    '--reject',
    '--domains',
    '--input-file',
    '--base',
    '--limit-rate',
    '--load-cookies',
    '--save-cookies',
  ],
  ...['--referer', '--ca-certificate', '--certificate', '--private-key', '--quota', '--execute', '--cut-dirs'],
]
const wget: Reads = (args) => {
  const listed = valuesOf(args, ['-i', '--input-file', '-e', '--execute']).map(() => SOMEWHERE)
  return [...operandsOf(args, WGET_VALUES).flatMap((word) => addressOrHost(word) ?? []), ...listed]
}

/** `http POST host/path name=value`: the first word that is no method. */
const httpie: Reads = (args) => {
  const words = operandsOf(args, ['-a', '--auth', '-o', '--output', '--session', '--proxy', '--timeout', '--verify'])
  const word = words.find((word) => !/^[A-Z]+$/.test(word))
  if (word === undefined) return []
  const address = addressOrHost(word.startsWith(':') ? `localhost${word.replace(/^:(?=\/|$)/, '')}` : word)
  return address === null ? [] : [address]
}

/** Every word that is an address, or looks like a host. */
const fetcher: Reads = (args) => {
  const found = operandsOf(args).flatMap((word) => (/[.:]/.test(word) ? (addressOrHost(word) ?? []) : []))
  return found.length > 0 || args.length === 0 ? found : [SOMEWHERE]
}

const JUMPS = /^(?:proxyjump|proxycommand|hostname|include|match)\b/i
const ssh: Reads = (args) => {
  const [host] = afterFlags(args, SSH)
  if (host === undefined) return []
  const options = valuesOf(args, ['-o'])
  const jumps = [...valuesOf(args, ['-J']).flatMap((list) => list.split(',')), host]
  const turned = options.some((option) => JUMPS.test(option)) || valuesOf(args, ['-F']).length > 0
  return [...jumps.flatMap((word) => addressOrHost(word) ?? []), ...(turned ? [SOMEWHERE] : [])]
}

const COPY_VALUES = ['-c', '-F', '-i', '-J', '-l', '-o', '-P', '-S', '-D', '-X', '-e', '--rsh', '-B', '-R', '-b']
const copies: Reads = (args) => operandsOf(args, COPY_VALUES).flatMap((word) => remotePlace(word) ?? [])
const sftp: Reads = (args) =>
  operandsOf(args, COPY_VALUES)
    .slice(0, 1)
    .flatMap((word) => remotePlace(word) ?? addressOrHost(word) ?? [])

/** The first word is the host. */
const firstWord: Reads = (args) =>
  operandsOf(args, FIRST_VALUES)
    .slice(0, 1)
    .flatMap((word) => addressOrHost(word) ?? [])
const FIRST_VALUES = ['-p', '-P', '-l', '-i', '-I', '-c', '-W', '-w', '-s', '-t', '-m', '-n', '-q']
/** Each word is one. */
const everyWord: Reads = (args) =>
  operandsOf(args, FIRST_VALUES).flatMap((word) => addressOrHost(word.replace(/^@/, '')) ?? [])

const netcat: Reads = (args) => {
  const listens = args.some((arg) => /^-[A-Za-z]*l/.test(arg) || arg === '--listen')
  const proxies = valuesOf(args, ['-x', '--proxy']).flatMap((word) => addressOrHost(word) ?? [])
  return listens ? proxies : [...firstWord(args), ...proxies]
}

const SOCKET =
  /^(?:tcp[46]?|udp[46]?|openssl|ssl|sctp[46]?|socks4a?|socks5|proxy|ip[46]?)(?:-connect)?:(\[[^\]]*\]|[^:,]*)/i
const socat: Reads = (args) =>
  args.flatMap((arg) => {
    const host = SOCKET.exec(arg)?.[1]
    return host === undefined ? [] : [{ host: hostOf(host), shown: host }]
  })

const openssl: Reads = (args) =>
  valuesOf(args, ['-connect', '-proxy', '-url']).flatMap((word) => addressOrHost(word) ?? [])

/** `-h host`, `--host=host`, addresses; by itself a socket of this machine. */
const database: Reads = (args) => [
  ...valuesOf(args, ['-h', '--host', '--hostname']).flatMap((word) =>
    word.startsWith('/') ? [] : (addressOrHost(word) ?? []),
  ),
  ...args.flatMap(
    (arg) =>
      addressOf(arg) ??
      /(?:^|\s)host(?:addr)?=([^\s]+)/
        .exec(arg)
        ?.slice(1)
        .flatMap((host) => addressOrHost(host) ?? []) ??
      [],
  ),
]

/** Where they go stands in settings that nobody reads here. */
export const somewhere: Reads = () => [SOMEWHERE]

/** Addresses in the code that they are given. */
export const within: Reads = (args) => args.flatMap(addressesWithin)

export const CLIENTS: ReadonlyMap<string, Reads> = new Map<string, Reads>([
  ['curl', curl],
  ['wget', wget],
  ['wget2', wget],
  ...['http', 'https', 'xh', 'xhs', 'curlie'].map((name) => [name, httpie] as const),
  ...[
    'aria2c',
    'axel',
    'lynx',
    'w3m',
    'links',
    'elinks',
    'yt-dlp',
    'youtube-dl',
    'lftp',
    'ab',
    'wrk',
    'hey',
    'siege',
  ].map((name) => [name, fetcher] as const),
  ...['websocat', 'wscat', 'grpcurl', 'xdg-open', 'lighthouse', 'httrack'].map((name) => [name, fetcher] as const),
  ...['ssh', 'autossh', 'mosh', 'ssh-copy-id'].map((name) => [name, ssh] as const),
  ...['scp', 'rsync', 'rclone'].map((name) => [name, name === 'rclone' ? somewhere : copies] as const),
  ['sftp', sftp],
  ...['telnet', 'ftp', 'tftp', 'whois', 'traceroute', 'tracepath', 'mtr'].map((name) => [name, firstWord] as const),
  ...['ping', 'ping6', 'nmap', 'nslookup', 'host', 'dig', 'drill', 'fping'].map((name) => [name, everyWord] as const),
  ...['nc', 'ncat', 'netcat'].map((name) => [name, netcat] as const),
  ['socat', socat],
  ['openssl', openssl],
  ...[
    'psql',
    'pg_dump',
    'pg_restore',
    'mysql',
    'mysqldump',
    'mariadb',
    'redis-cli',
    'mongosh',
    'mongo',
    'mongodump',
  ].map((name) => [name, database] as const),
  ...['mail', 'mailx', 'sendmail', 'mutt', 'msmtp', 'swaks', 'ssh-keyscan'].map((name) => [name, somewhere] as const),
  ...['node', 'nodejs', 'python', 'python2', 'python3', 'ruby', 'perl', 'php', 'lua', 'bun', 'pwsh', 'powershell'].map(
    (name) => [name, within] as const,
  ),
])
