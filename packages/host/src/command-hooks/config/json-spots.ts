/**
 * JSON with the place where everything stands. Promises: strict JSON, as `JSON.parse` reads it: a comment is an error; a
 * text that is not JSON is a message with its line; a key that stands twice is kept twice, for whoever has to say so.
 */
import type { Json } from '@belay/trace'
import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'

export interface JsonMember {
  readonly key: string
  readonly spot: JsonSpot
}

interface SpotBase {
  /** In the text. */
  readonly at: number
  /** `hooks.PreToolUse[0]`; of the whole, ''. */
  readonly path: string
  readonly json: Json
}

export type JsonSpot = SpotBase &
  (
    | { readonly kind: 'object'; readonly members: readonly JsonMember[] }
    | { readonly kind: 'array'; readonly items: readonly JsonSpot[] }
    | { readonly kind: 'plain' }
  )

export type JsonReading =
  | { readonly ok: true; readonly root: JsonSpot }
  | { readonly ok: false; readonly at: number | null; readonly message: string }

/** Deeper than anything that somebody wrote, and far from the end of the stack: both readers go down by calling themselves. */
const DEEPEST = 200

export function readJsonSpots(text: string): JsonReading {
  const deep = tooDeep(text)
  if (deep !== null) return { ok: false, at: deep, message: 'it is nested too deeply' }
  try {
    const json: unknown = JSON.parse(text)
    const tree = parseTree(text)
    if (tree === undefined || json === undefined) return { ok: false, at: 0, message: 'it is empty' }
    return { ok: true, root: spotOf(tree, '') }
  } catch (error) {
    return whereBroken(text, error instanceof Error ? error.message : String(error))
  }
}

/** Where the nesting is deeper than is read, or null. */
function tooDeep(text: string): number | null {
  let depth = 0
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]
    if (letter === '"') quoted = !quoted
    else if (quoted) at += letter === '\\' ? 1 : 0
    else if (letter === '{' || letter === '[') depth += 1
    else if (letter === '}' || letter === ']') depth -= 1
    if (depth > DEEPEST) return at
  }
  return null
}

function whereBroken(text: string, otherwise: string): JsonReading {
  if (text.trim() === '') return { ok: false, at: 0, message: 'it is empty' }
  const errors: ParseError[] = []
  parseTree(text, errors, { disallowComments: true, allowTrailingComma: false })
  const [first] = errors
  if (first === undefined) return { ok: false, at: null, message: otherwise }
  return { ok: false, at: first.offset, message: WORDS[printParseErrorCode(first.error)] ?? otherwise }
}

const WORDS: Readonly<Partial<Record<string, string>>> = {
  InvalidSymbol: 'a word that JSON does not have',
  InvalidNumberFormat: 'a number that JSON does not have',
  PropertyNameExpected: 'a key in double quotes is missing here (a comma too many?)',
  ValueExpected: 'a value is missing here (a comma too many?)',
  ColonExpected: 'a colon is missing here',
  CommaExpected: 'a comma is missing here',
  CloseBraceExpected: 'a } is missing here',
  CloseBracketExpected: 'a ] is missing here',
  EndOfFileExpected: 'something stands behind the end',
  InvalidCommentToken: 'a comment, which JSON does not have',
  UnexpectedEndOfComment: 'a comment, which JSON does not have',
  UnexpectedEndOfString: 'a text that is not closed',
  UnexpectedEndOfNumber: 'a number that is broken off',
  InvalidUnicode: 'a \\u that is broken off',
  InvalidEscapeCharacter: 'a \\ before a letter that has no meaning with it',
  InvalidCharacter: 'a control character in a text',
}

function spotOf(node: Node, path: string): JsonSpot {
  const { offset: at, children = [] } = node
  if (node.type === 'array') {
    const items = children.map((child, index) => spotOf(child, `${path}[${index}]`))
    return { kind: 'array', at, path, items, json: items.map(({ json }) => json) }
  }
  if (node.type !== 'object') return { kind: 'plain', at, path, json: node.value }
  const members = children.flatMap(({ children: [key, value] = [] }): JsonMember[] =>
    key === undefined || value === undefined
      ? []
      : [{ key: String(key.value), spot: spotOf(value, pathTo(path, String(key.value))) }],
  )
  return {
    kind: 'object',
    at,
    path,
    members,
    json: Object.fromEntries(members.map(({ key, spot }) => [key, spot.json])),
  }
}

function pathTo(path: string, key: string): string {
  if (!/^[A-Za-z_$][\w$]*$/.test(key)) return `${path}[${JSON.stringify(key)}]`
  return path === '' ? key : `${path}.${key}`
}

/** Where the lines of a text begin. */
export class Lines {
  private readonly starts: readonly number[]

  constructor(text: string) {
    this.starts = [0, ...[...text.matchAll(/\r\n|\r|\n/g)].map((match) => match.index + match[0].length)]
  }

  /** From 1, counted in UTF-16 units as editors do. */
  of(at: number): { readonly line: number; readonly column: number } {
    let [low, high] = [0, this.starts.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((this.starts[middle] ?? 0) <= at) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: at - (this.starts[low] ?? 0) + 1 }
  }
}
