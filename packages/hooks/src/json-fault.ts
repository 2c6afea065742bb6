/** What of a foreign value is no JSON, and where: for who wrote the hook. Promises: any value at all ends, also one that holds itself. */
import { asJson, DEEPEST } from './as-json'

/** `a Date at since`, `NaN at list[2]`, `a function`; null where all of it is JSON. */
export function jsonFault(value: unknown): string | null {
  if (asJson(value) !== undefined) return null
  const found = faultIn(value, '', [])
  if (found === null) return null
  return found.path === '' ? found.what : `${found.what} at ${found.path}`
}

/** `a list`, `an object`, `a Date`: what a value is, with its article. */
export function kindWithArticle(value: unknown): string {
  if (value === null || value === undefined || (typeof value === 'number' && !Number.isFinite(value)))
    return String(value)
  if (Array.isArray(value)) return 'a list'
  const kind = typeof value === 'object' ? classOf(value) : typeof value
  return `${/^[aeiou]/i.test(kind) ? 'an' : 'a'} ${kind}`
}

interface Fault {
  readonly what: string
  readonly path: string
}

function faultIn(value: unknown, path: string, above: readonly object[]): Fault | null {
  if (typeof value !== 'object' || value === null) {
    return asJson(value) === undefined ? { what: kindWithArticle(value), path } : null
  }
  if (above.includes(value)) return { what: 'a value that holds itself', path }
  if (above.length >= DEEPEST) return { what: `a value deeper than ${DEEPEST} levels`, path: shortened(path) }
  if (!Array.isArray(value) && asJson({ ...value }) !== undefined) return { what: kindWithArticle(value), path }
  return faultInside(value, path, [...above, value])
}

function faultInside(value: object, path: string, above: readonly object[]): Fault | null {
  for (const [key, item] of Object.entries(value)) {
    const inner = Array.isArray(value) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`
    if (item === undefined && !Array.isArray(value)) continue
    const found = asJson(item) === undefined ? faultIn(item, inner, above) : null
    if (found !== null) return found
  }
  // All within it is JSON: an instance of a class, or as deep as can be counted from the top.
  const kind = kindWithArticle(value)
  const plain = kind === 'a list' || kind === 'an object'
  return { what: plain ? `a value deeper than ${DEEPEST} levels` : kind, path: shortened(path) }
}

/** The path of a cycle of many steps, or of something very deep, is longer than anyone reads. */
const LONGEST_PATH = 80

function shortened(path: string): string {
  return path.length <= LONGEST_PATH ? path : `${path.slice(0, LONGEST_PATH)}…`
}

function classOf(value: object): string {
  const prototype: unknown = Object.getPrototypeOf(value)
  if (typeof prototype !== 'object' || prototype === null || !('constructor' in prototype)) return 'object'
  const { constructor: made } = prototype
  return typeof made === 'function' && made.name !== '' && made.name !== 'Object' ? made.name : 'object'
}
