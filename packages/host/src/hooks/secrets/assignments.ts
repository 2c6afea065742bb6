/**
 * Secrets by the name that they are given to: `DB_PASSWORD=…`, `"apiKey": "…"`, `Authorization: Bearer …`. Narrow on
 * purpose: source code speaks of passwords all the time (`password: string`, `token = next()`), and a result that hides
 * code can't be worked with. Promises: linear time; only the value goes, the name stays.
 */

const WORDS =
  'password|passwd|passphrase|secret|token|api[_-]?key|access[_-]?key|secret[_-]?key|private[_-]?key|credentials?'
interface Assignment {
  /** Groups: what stays, and the value. */
  readonly pattern: RegExp
  /** What says that the value is none. */
  readonly isNone: (value: string) => boolean
}

/** In order of what is most certainly one. */
const ASSIGNMENTS: readonly Assignment[] = [
  {
    pattern:
      /(\bauthorization["']?[ \t]{0,4}[:=][ \t]{0,4}["'`]?(?:bearer|basic|token|digest)[ \t]{1,4})([A-Za-z0-9._~+/=-]{8,})/gi,
    isNone: isPlaceholder,
  },
  {
    pattern: /(\bBearer[ \t]{1,4})([A-Za-z0-9._~+/=-]{20,})/g,
    isNone: (value) => isPlaceholder(value) || !/\d/.test(value),
  },
  // `postgres://user:secret@host`
  { pattern: /(\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@"'<>]{0,64}:)([^\s/@"'<>]{3,256})(?=@)/gi, isNone: isPlaceholder },
  {
    // As in a file of variables, or before a command.
    pattern: new RegExp(
      `(?<=^|[ \\t:"'])((?:[A-Z0-9_]{0,100}_)?(?:${WORDS.toUpperCase()})=)("[^"\\n]{4,}"|'[^'\\n]{4,}'|[^\\s"'$<{(\\[][^\\s"'\`]{3,})`,
      'gm',
    ),
    isNone: isPlaceholder,
  },
  {
    pattern: new RegExp(
      `((?:${WORDS})["'\`]?[ \\t]{0,4}(?:=>|[:=])[ \\t]{0,4})("[^"'\\s]{8,512}"|'[^"'\\s]{8,512}')`,
      'gi',
    ),
    isNone: isWord,
  },
  {
    // Of several words, as only what a person makes up is: `DB_PASSWORD = "correct horse"`.
    pattern: /((?:password|passwd|passphrase|secret)[ \t]{0,4}=[ \t]{0,4})("[^"\n]{3,512}"|'[^'\n]{3,512}')/gi,
    isNone: isMessage,
  },
  {
    pattern: new RegExp(`((?:${WORDS})=)([^\\s"'&;,<>()[\\]{}$\`]{8,512})(?![\\w([])`, 'gi'),
    isNone: isCode,
  },
  {
    // A line of settings that ends with it: `password: x`, `password = x`.
    pattern: new RegExp(
      `((?:${WORDS})(?:[ \\t]{0,4}:|[ \\t]{1,4}=)[ \\t]{1,4})([^\\s"'#\`]{8,512})(?=[ \\t]{0,99}$)`,
      'gim',
    ),
    isNone: isCode,
  },
]

export function redactAssignments(text: string, redact: (kind: string) => string): string {
  return ASSIGNMENTS.reduce(
    (text, { pattern, isNone }) =>
      text.replace(pattern, (all: string, name: string, value: string) => {
        const quote = /^["']/.exec(value)?.[0] ?? ''
        const bare = quote === '' ? value : value.slice(1, -1)
        return /^\[(?:redacted|masked)\b/.test(bare) || isNone(bare) ? all : name + quote + redact(kindOf(name)) + quote
      }),
    text,
  )
}

function kindOf(name: string): string {
  if (/bearer|basic|digest|token|authorization/i.test(name)) return 'token'
  if (/:\/\//.test(name) || /passw/i.test(name)) return 'password'
  return /key/i.test(name) ? 'key' : 'secret'
}

const STANDS_FOR_ONE =
  /^(?:[^A-Za-z0-9]*|(.)\1*|true|false|null|none|undefined|root|admin|user|postgres|test(?:ing)?|example|sample|dummy|(?:my|your|the)?[-_ ]?(?:pass(?:word|wd|phrase)?|secret|token|(?:api[-_]?)?key)|change[-_ ]?me|redacted|hidden|[$%<{].*|\*+.*|x{3,}.*|your[-_ ].*|.*\.\.\.)$/i
const SPEAKS_OF_ONE = new RegExp(`${WORDS}|pass|key`, 'i')

/** What examples and templates have in the place of one. */
export function isPlaceholder(value: string): boolean {
  return value.length < 4 || STANDS_FOR_ONE.test(value)
}

/** No mixture of letters and digits: words, a number. */
function isWord(value: string): boolean {
  return isPlaceholder(value) || !/[A-Za-z]/.test(value) || !/\d/.test(value)
}

/** What is said about a secret, or a piece of code between two quotes. */
function isMessage(value: string): boolean {
  return !/^\S+(?:[ \t]+\S+)+$/.test(value) || SPEAKS_OF_ONE.test(value) || STANDS_FOR_ONE.test(value)
}

/** Without quotes it may also be a name, a call, a path or a piece of code: `Token2`, `settings.KEY_1`, `next(1)`. */
function isCode(value: string): boolean {
  if (isWord(value) || /[(){}[\]]|^\.{0,2}\/|^https?:/.test(value)) return true
  return value.split(/[._-]|(?<=[a-z\d])(?=[A-Z])/).every((part) => /^[A-Za-z]*\d{0,2}$/.test(part))
}
