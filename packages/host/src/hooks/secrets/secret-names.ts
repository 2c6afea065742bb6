/**
 * Which names stand for secrets, and the secrets that an environment holds. Promises: what is short or an ordinary word is none,
 * since it would be taken out of everything else too.
 */
import { isPlaceholder } from './assignments'

const NAME =
  /(?:PASSWORD|PASSWD|PASSPHRASE|.PWD|TOKEN|SECRET|(?:SECRET|API|ACCESS|PRIVATE)[_-]?KEY|CREDENTIALS?)(?:[_-]?\d+)?$|(?:^|[_-])SECRET[_-]/i
/** Where a shell stands and stood. */
const FOLDERS = /^(?:OLD)?PWD$/i

/** A variable, a key of an object: `MYSQL_PWD`, `PGPASSWORD`, `apiKey`, `DB_SECRET_2`; not `PWD`, `MAX_TOKENS`. */
export function isSecretName(name: string): boolean {
  return NAME.test(name) && !FOLDERS.test(name)
}

/** Shorter values are words that stand in ordinary text; with digits among the letters a few less are enough. */
const LEAST_SECRET = 8
const LEAST_MIXED = 6
const PATH = /^(?:~|\.{0,2})\/[\w./-]*$/
const NAMES_FILES = /(?:CREDENTIALS?|FILE|PATH|DIR)$/i

/** Values of an environment that must not be shown, with the names that they go by; longest first. */
export function secretValues(environment: Readonly<Record<string, string | undefined>>): ReadonlyMap<string, string> {
  const found = Object.entries(environment).flatMap(([name, value = '']): [string, string][] =>
    [...(isSecretName(name) ? [value] : []), ...passwordsIn(value)]
      .filter((secret) => isSecret(secret) && !(NAMES_FILES.test(name) && PATH.test(secret)))
      .map((secret) => [secret, name]),
  )
  return new Map(found.sort(([a], [b]) => b.length - a.length))
}

function isSecret(value: string): boolean {
  const isMixed = /\d/.test(value) && /\D/.test(value)
  return value.length >= (isMixed ? LEAST_MIXED : LEAST_SECRET) && !isPlaceholder(value) && !ORDINARY.test(value)
}

/** What switches are set to, and what examples and containers come with: such words stand in every output. */
const WORDS = [
  ...['true', 'false', 'enabled?', 'disabled?', 'required', 'optional', 'inherit(?:ed)?', 'default', 'none', 'null'],
  ...['undefined', 'unknown', 'unset', 'empty', 'anonymous', 'guest', 'public', 'private', 'internal', 'external'],
  ...[
    'local(?:host)?',
    'dev(?:elop(?:ment|er))?',
    'prod(?:uction)?',
    'staging',
    'test(?:ing|s|user)?',
    'demo',
    'debug',
  ],
  ...['admin(?:istrator)?', 'root', 'user(?:name)?', 'login', 'service', 'server', 'client', 'database', 'application'],
  ...['postgres(?:ql)?', 'mysql', 'mariadb', 'mongo(?:db)?', 'redis', 'rabbitmq', 'elastic(?:search)?', 'wordpress'],
  ...['minio(?:admin)?', 'kubernetes', 'docker', 'github', 'gitlab', 'vault', 'keychain', 'keyring', 'manager'],
  ...[
    'pass(?:word|wd|phrase)?',
    'secret',
    'token',
    'credentials?',
    'change-?(?:me|it)',
    'letmein',
    'welcome',
    'qwerty',
  ],
  ...['example', 'sample', 'dummy', 'placeholder', 'something', 'anything', 'string', 'version', 'latest'],
  ...['sha', 'md', 'aes', 'rsa', 'hs', 'rs', 'es', 'utf-?', 'base', 'plain(?:text)?', 'bearer', 'basic'],
]
/** Also numbered, with a port, and numbers that anybody counts up. */
const ORDINARY = new RegExp(`^(?:(?:${WORDS.join('|')})[-_.:]?\\d{0,5}|0?123456789?0?)$`, 'i')

/** Of addresses, `scheme://user:password@`: as it is written and as it is meant. */
function passwordsIn(value: string): readonly string[] {
  return [...value.matchAll(/\b[a-z][a-z\d+.-]{0,20}:\/\/[^\s/:@]{0,256}:([^\s/@]{1,512})@/gi)].flatMap(
    ([, written = '']) => {
      const meant = decoded(written)
      return meant === written ? [written] : [written, meant]
    },
  )
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
