/**
 * How far an object goes that begins in a text, by the grammar of JSON. Promises: no recursion and one pass, however deep or
 * long it is: the text comes from a command that may have printed anything.
 */

export type Scanned =
  | { readonly ok: true; readonly end: number }
  /** `cut`: all of it was JSON up to the end of the text. `read`: whether anything in it was, behind its brace. */
  | { readonly ok: false; readonly at: number; readonly cut: boolean; readonly read: boolean }

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const WORD = /true|false|null/y
const BLANK = /[ \t\r\n]*/y

type Expecting = 'first key' | 'key' | 'colon' | 'value' | 'first item' | 'comma'

/** `at` is where its brace stands. */
export function scanObject(text: string, at: number): Scanned {
  const open: ('{' | '[')[] = ['{']
  let expecting: Expecting = 'first key'
  let pos = at + 1
  let read = false
  for (;;) {
    pos = skip(BLANK, text, pos)
    const letter = text[pos]
    if (letter === undefined) return { ok: false, at: pos, cut: true, read }
    const closes = expecting === 'comma' || expecting === 'first key' || expecting === 'first item'
    if (closes && letter === (open.at(-1) === '{' ? '}' : ']')) {
      open.pop()
      pos += 1
      if (open.length === 0) return { ok: true, end: pos }
      expecting = 'comma'
    } else if (expecting === 'comma' && letter === ',') {
      pos += 1
      expecting = open.at(-1) === '{' ? 'key' : 'value'
    } else if (expecting === 'colon' && letter === ':') {
      pos += 1
      expecting = 'value'
    } else if (expecting === 'key' || expecting === 'first key') {
      const end = letter === '"' ? endOfString(text, pos) : null
      if (end === null || end === 'cut') return { ok: false, at: pos, cut: end === 'cut', read }
      pos = end
      expecting = 'colon'
    } else if (expecting !== 'value' && expecting !== 'first item') return { ok: false, at: pos, cut: false, read }
    else if (letter === '{' || letter === '[') {
      open.push(letter)
      pos += 1
      expecting = letter === '{' ? 'first key' : 'first item'
    } else {
      const end = letter === '"' ? endOfString(text, pos) : endOfWord(text, pos)
      if (end === null || end === 'cut') return { ok: false, at: pos, cut: end === 'cut', read }
      pos = end
      expecting = 'comma'
    }
    read = true
  }
}

function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}

/** Null where it is no string; `cut` where the text ends in it. */
function endOfString(text: string, at: number): number | 'cut' | null {
  for (let pos = at + 1; pos < text.length; pos++) {
    const code = text.charCodeAt(pos)
    if (code === 0x22) return pos + 1
    if (code === 0x5c) pos += 1
    else if (code < 0x20) return null
  }
  return 'cut'
}

/** A number, true, false, null. The longest of the words has five letters. */
function endOfWord(text: string, at: number): number | 'cut' | null {
  const end = Math.max(skip(NUMBER, text, at), skip(WORD, text, at))
  if (end > at) return end
  const rest = text.slice(at, at + 6)
  return ['true', 'false', 'null'].some((word) => rest !== '' && word.startsWith(rest)) ? 'cut' : null
}

/** Behind the bracket that closes it, whatever stands between, or null within `most` characters. Strings end with their line. */
export function endOfBalance(
  text: string,
  at: number,
  most: number,
): { readonly end: number | null; readonly spent: number } {
  let depth = 0
  let quoted = false
  const last = Math.min(text.length, at + most)
  for (let pos = at; pos < last; pos++) {
    const letter = text[pos]
    if (quoted && letter === '\\') pos += 1
    else if (letter === '"' || (quoted && letter === '\n')) quoted = !quoted
    else if (quoted) continue
    else if (letter === '{' || letter === '[') depth += 1
    else if (letter === '}' || letter === ']') depth -= 1
    if (depth === 0) return { end: pos + 1, spent: pos - at }
  }
  return { end: null, spent: last - at }
}
