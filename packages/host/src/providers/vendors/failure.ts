/** What went wrong with a call to a vendor, in a sentence for people that holds no key. */
import { APICallError } from '@ai-sdk/provider'
import { ModelError, readRetryAfter } from '@belay/agent'

/** Of what a server that is no API answers: a page of a proxy may be long. */
const MOST_SAID = 600
const MOST_CAUSES = 5

export function failureOf(
  error: unknown,
  { name, nowMs }: { readonly name: string; readonly nowMs: number },
): ModelError {
  const own = ownCause(error)
  if (own !== null) return own
  if (APICallError.isInstance(error)) {
    const { statusCode = null, responseHeaders = {} } = error
    // The package says once more what we say.
    const said = (saidIn(error.responseBody) ?? error.message).replace(/^Cannot connect to API: /, '')
    const words =
      statusCode === null ? `${name} could not be reached: ${said}` : `${name} answered ${statusCode}: ${said}`
    const retryAfterMs = readRetryAfter((header) => responseHeaders[header], nowMs)
    return new ModelError(shorten(words), { status: statusCode, retryAfterMs })
  }
  return withinStream(error, name)
}

/** What was thrown by us within the package's call. */
function ownCause(error: unknown): ModelError | null {
  for (let at = error, left = MOST_CAUSES; at instanceof Error && left > 0; at = at.cause, left -= 1)
    if (at instanceof ModelError) return at
  return null
}

/** The message of a body in the shape of any vendor, else the body; null where there is none. */
function saidIn(body: string | undefined): string | null {
  if (body === undefined || body.trim() === '') return null
  try {
    const said = messageOf(JSON.parse(body))
    return said.trim() === '' ? null : said
  } catch {
    // No JSON: as it stands.
    return body
  }
}

/** An error that came as a part of the stream: text, an object of the vendor's, or the package's own. */
function withinStream(error: unknown, name: string): ModelError {
  const said = messageOf(error)
  const status = statusOf(error)
  return new ModelError(shorten(`${name} broke off: ${said}`), { status, retryAfterMs: null })
}

function messageOf(error: unknown): string {
  if (typeof error === 'string') return error
  if (typeof error !== 'object' || error === null) return String(error)
  for (const holder of [Reflect.get(error, 'error'), error])
    if (typeof holder === 'object' && holder !== null) {
      const message: unknown = Reflect.get(holder, 'message')
      if (typeof message === 'string' && message !== '') return message
    }
  return JSON.stringify(error)
}

/** By the names that vendors give to what other calls tell as a status. */
const STATUS: { readonly [type: string]: number } = {
  overloaded_error: 529,
  rate_limit_error: 429,
  rate_limit_exceeded: 429,
  api_error: 500,
  server_error: 500,
  internal_server_error: 500,
  authentication_error: 401,
  permission_error: 403,
  invalid_request_error: 400,
}

function statusOf(error: unknown): number | null {
  if (typeof error !== 'object' || error === null) return null
  for (const holder of [error, Reflect.get(error, 'error')]) {
    if (typeof holder !== 'object' || holder === null) continue
    for (const key of ['type', 'code', 'status']) {
      const value: unknown = Reflect.get(holder, key)
      if (typeof value === 'number' && value >= 400 && value < 600) return value
      if (typeof value === 'string' && Object.hasOwn(STATUS, value)) return STATUS[value] ?? null
    }
  }
  return null
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= MOST_SAID ? line : `${line.slice(0, MOST_SAID)}…`
}
