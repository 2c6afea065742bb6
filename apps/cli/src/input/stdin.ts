/** Standard input as a JSON object. Refuses a terminal: a command that waits without a word looks hung. */

import { readJson } from '@belay/api/read-json'
import type { JsonObject } from '@belay/trace'
import { usage } from '../failure'

// What the server takes in one request; an event is at most a call's output.
const MOST_BYTES = 16 * 1024 * 1024

export async function readEvent(stdin: NodeJS.ReadStream): Promise<JsonObject> {
  if (stdin.isTTY) throw usage('the event is read from stdin: belay fire POINT < event.json')
  const read = readJson(await readStdin(stdin, 'the event'))
  if (!read.ok) throw usage(`stdin:${read.line}:${read.column}: the event is not JSON: ${read.reason}`)
  const { value } = read
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw usage('stdin:1: the event must be a JSON object')
  }
  return value as JsonObject
}

/** `what` is it that is read, for the refusals. */
export async function readStdin(stdin: NodeJS.ReadStream, what: string): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stdin) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > MOST_BYTES) throw usage(`stdin: ${what} is larger than ${MOST_BYTES / 1024 / 1024} MiB`)
    chunks.push(bytes)
  }
  return decode(Buffer.concat(chunks), `stdin: ${what}`)
}

/** `what` begins the refusal. */
export function decode(bytes: Uint8Array, what: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) throw usage(`${what} is not UTF-8 text`)
    throw error
  }
}
