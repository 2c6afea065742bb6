/**
 * Where a text stops being JSON. Promises the same position and sentence under every engine: the messages of
 * `JSON.parse` differ between versions and often have no position. Only called for texts that `JSON.parse` refused.
 */
export interface JsonError {
  /** Characters before the first that does not fit. */
  readonly position: number
  readonly message: string
}

const SPACE = /[ \t\n\r]*/y
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const WORD = /true|false|null/y
/** One escape, or anything but a quote, a backslash and the control characters that JSON forbids. */
const STRING_PART = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})|[^"\\\p{Cc}]|[\u007f-\u009f]/uy

class Misfit extends Error {
  constructor(
    readonly position: number,
    message: string,
  ) {
    super(message)
  }
}

export function findJsonError(text: string): JsonError {
  try {
    const end = skip(SPACE, text, readValue(text, 0))
    if (end < text.length) throw new Misfit(end, 'expected the end')
    return { position: text.length, message: 'not JSON' }
  } catch (error) {
    if (error instanceof Misfit) return { position: error.position, message: error.message }
    if (error instanceof RangeError) return { position: 0, message: 'nested too deep' }
    throw error
  }
}

/** Reads one value from `at` and says where it ends. */
function readValue(text: string, at: number): number {
  const start = skip(SPACE, text, at)
  switch (text[start]) {
    case '{':
      return readList(text, start, { close: '}', item: readMember })
    case '[':
      return readList(text, start, { close: ']', item: readValue })
    case '"':
      return readString(text, start)
    default:
      return readWord(text, start)
  }
}

interface ListShape {
  readonly close: string
  readonly item: (text: string, at: number) => number
}

function readList(text: string, open: number, shape: ListShape): number {
  let at = skip(SPACE, text, open + 1)
  if (text[at] === shape.close) return at + 1
  for (;;) {
    at = skip(SPACE, text, shape.item(text, at))
    if (text[at] === shape.close) return at + 1
    if (text[at] !== ',') throw misfit(text, at, `',' or '${shape.close}'`)
    at += 1
  }
}

function readMember(text: string, at: number): number {
  const key = skip(SPACE, text, at)
  if (text[key] !== '"') throw misfit(text, key, 'a quoted name')
  const colon = skip(SPACE, text, readString(text, key))
  if (text[colon] !== ':') throw misfit(text, colon, "':'")
  return readValue(text, colon + 1)
}

function readString(text: string, open: number): number {
  let at = open + 1
  while (at < text.length && text[at] !== '"') {
    const next = skip(STRING_PART, text, at)
    if (next === at) throw misfit(text, at, text[at] === '\\' ? 'a known escape' : 'an escaped control character')
    at = next
  }
  if (at >= text.length) throw new Misfit(text.length, `the string that begins at ${open} is not closed`)
  return at + 1
}

function readWord(text: string, at: number): number {
  const end = Math.max(skip(NUMBER, text, at), skip(WORD, text, at))
  if (end === at) throw misfit(text, at, 'a value')
  return end
}

function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.exec(text) === null ? at : pattern.lastIndex
}

function misfit(text: string, at: number, expected: string): Misfit {
  const found = at < text.length ? JSON.stringify(String.fromCodePoint(text.codePointAt(at) ?? 0)) : 'the end'
  return new Misfit(at, `expected ${expected}, found ${found}`)
}
