/**
 * JSON from outside, with the place of a mistake. Node says the position for some mistakes only; for the others it is the
 * end of the shortest beginning of the text that fails in the same way. Only refused texts are read more than once.
 */
import type { Json } from '@belay/trace'

export type ReadJson =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly line: number; readonly column: number; readonly reason: string }

export function readJson(text: string): ReadJson {
  const body = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
  try {
    return { ok: true, value: JSON.parse(body) as Json }
  } catch (error) {
    const message = messageOf(error)
    const before = body.slice(0, placeOf(message, body)).split('\n')
    return { ok: false, line: before.length, column: (before.at(-1)?.length ?? 0) + 1, reason: reasonOf(message) }
  }
}

const unexpected = /^Unexpected token/

function placeOf(message: string, body: string): number {
  const position = /at position (\d+)/.exec(message)?.[1]
  if (position !== undefined) return Number(position)
  if (!unexpected.test(message)) return body.length
  let [passes, fails] = [0, body.length]
  while (fails - passes > 1) {
    const middle = Math.floor((passes + fails) / 2)
    if (unexpected.test(refusalOf(body.slice(0, middle)))) fails = middle
    else passes = middle
  }
  return fails - 1
}

/** Why a text is no JSON; nothing where it is. */
function refusalOf(text: string): string {
  try {
    JSON.parse(text)
    return ''
  } catch (error) {
    return messageOf(error)
  }
}

function messageOf(error: unknown): string {
  if (error instanceof SyntaxError) return error.message
  throw error
}

function reasonOf(message: string): string {
  const short = message
    .replace(/( in JSON)? at position \d+.*$/s, '')
    .replace(/,? (\.\.\.)?".*" ?is not valid JSON$/s, '')
  return short === 'Unexpected end of JSON input'
    ? 'it ends too early'
    : short.toLowerCase().replace(/^unexpected token/, 'unexpected')
}
