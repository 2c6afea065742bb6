/** Standard input as a JSON object. Refuses a terminal: a command that waits without a word looks hung. */

import { readJson } from '@belay/api/read-json'
import type { JsonObject } from '@belay/trace'
import { usage } from '../failure'

// What the server takes in one request; an event is at most a call's output.
const MOST_BYTES = 16 * 1024 * 1024

export async function readEvent(stdin: NodeJS.ReadStream): Promise<JsonObject> {
  if (stdin.isTTY) throw usage('the event is read from stdin: belay fire POINT < event.json')
  const read = readJson(decode(await readBytes(stdin)))
  if (!read.ok) throw usage(`stdin:${read.line}:${read.column}: the event is not JSON: ${read.reason}`)
  const { value } = read
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw usage('stdin:1: the event must be a JSON object')
  }
  return value as JsonObject
}

async function readBytes(stdin: NodeJS.ReadStream): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stdin) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > MOST_BYTES) throw usage(`stdin: the event is larger than ${MOST_BYTES / 1024 / 1024} MiB`)
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) throw usage('stdin: the event is not UTF-8 text')
    throw error
  }
}
