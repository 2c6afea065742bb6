/**
 * What a schema says of a value, for people: it follows the name of what it is about. Knows the phrases of zod, which all
 * hooks that ship here use; a schema's own sentences are passed on to the letter, as null says.
 */
const KINDS: Readonly<Record<string, string>> = {
  array: 'a list',
  bigint: 'a whole number',
  boolean: 'true or false',
  date: 'a date',
  int: 'a whole number',
  null: 'null',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  string: 'text',
}

type Phrase = readonly [pattern: RegExp, words: (...found: readonly string[]) => string]

const PHRASES: readonly Phrase[] = [
  [/^Invalid input: expected \w+, received undefined$/, () => 'is missing'],
  [/^Invalid input: expected int, received number$/, () => 'must be a whole number'],
  [/^Invalid input: expected (\w+), received (\w+)$/, (must, is) => `must be ${kindOf(must)}, and is ${kindOf(is)}`],
  [/^Invalid input: expected (".*")$/, (must) => `must be ${must}`],
  [/^Invalid input$/, () => 'is none of what fits here'],
  [/^Invalid option: expected one of (.*)$/, (options = '') => `must be one of ${options.split('|').join(', ')}`],
  [
    /^Too small: expected (\w+) to (?:have|be) (>=?)(\S+)/,
    (of, sign, limit) => bound({ of, sign, limit, way: 'least' }),
  ],
  [/^Too big: expected (\w+) to (?:have|be) (<=?)(\S+)/, (of, sign, limit) => bound({ of, sign, limit, way: 'most' })],
  [/^Invalid string: must match pattern (.*)$/, (pattern) => `must match ${pattern}`],
  [/^Unrecognized keys?: (.*)$/, (keys) => `has ${keys}, which is not known`],
]

/** Null where nothing better than the message is known. */
export function issueWords(message: string): string | null {
  for (const [pattern, words] of PHRASES) {
    const found = pattern.exec(message)
    if (found !== null) return words(...found.slice(1))
  }
  return null
}

/** `a list` for `array`. */
export function kindOf(name = ''): string {
  return KINDS[name.toLowerCase()] ?? name
}

interface Bound {
  readonly of: string | undefined
  readonly sign: string | undefined
  readonly limit: string | undefined
  readonly way: 'least' | 'most'
}

function bound({ of, sign, limit = '', way }: Bound): string {
  const unit = of === 'string' ? 'character' : of === 'array' || of === 'set' ? 'entry' : null
  if (unit !== null)
    return `must have at ${way} ${limit} ${limit === '1' ? unit : unit.replace(/y$/, 'ie').concat('s')}`
  if (sign?.endsWith('=') === true) return `must be at ${way} ${limit}`
  return `must be ${way === 'least' ? 'more' : 'less'} than ${limit}`
}
