/**
 * `GET /api/export/<session>?format=…`: a session as a file for a browser or a program. Comes behind the door. Promises: what
 * cannot be exported is said before anything is sent; no more is read than the client takes in; a client that goes away ends the
 * reading; what breaks in the middle cuts the answer off, so that no half file looks whole.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { sessionId } from '@belay/trace'
import { EXPORT_FORMATS, type ExportFormat, type SessionExporting } from '../contract/export'
import { OperationError, type OperationErrorCode } from '../operations'
import { pathOf } from './judge-request'
import { answerRefusal } from './refuse'

export const EXPORT_PATH = '/api/export/'

interface Download {
  readonly operations: SessionExporting
  readonly report: (line: string) => void
}

const STATUSES: Readonly<Record<OperationErrorCode, number>> = {
  ...{ not_found: 404, bad_input: 400, conflict: 409, unavailable: 503, failed: 500 },
}

export async function answerExport(
  request: IncomingMessage,
  response: ServerResponse,
  { operations, report }: Download,
): Promise<void> {
  const fail = (error: unknown): void => {
    const told = toldOf(error)
    if (told === null) report(`export: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
    if (response.headersSent) {
      response.destroy()
      return
    }
    if (told?.status === 405) response.setHeader('Allow', 'GET, HEAD')
    answerRefusal(request, response, told ?? { status: 500, text: 'The export failed. The server log says why.' })
  }
  try {
    const { id, format } = readTarget(request)
    const pieces = operations.exportSession(sessionId(id), format)[Symbol.asyncIterator]()
    const first = await pieces.next()
    setHead(response, id, format)
    await pipeline(following(first, pieces, request.method === 'HEAD'), response)
  } catch (error) {
    if (!isGone(error)) fail(error)
  }
}

function readTarget(request: IncomingMessage): { readonly id: string; readonly format: ExportFormat } {
  const target = request.url ?? ''
  if (request.method !== 'GET' && request.method !== 'HEAD')
    throw new Misdirected(405, 'An export is fetched with GET.')
  const id = decode(pathOf(target).slice(EXPORT_PATH.length))
  const named = new URLSearchParams(target.slice(pathOf(target).length)).get('format')
  const format = EXPORT_FORMATS.find((one) => one === named)
  if (format === undefined)
    throw new Misdirected(400, `Say which format: ?format= and one of ${EXPORT_FORMATS.join(', ')}.`)
  return { id, format }
}

/** A request that is not one of these. */
class Misdirected extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message)
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new Misdirected(400, 'This address cannot be read: a % in it stands for nothing.')
  }
}

function toldOf(error: unknown): { readonly status: number; readonly text: string } | null {
  if (error instanceof Misdirected) return { status: error.status, text: error.message }
  if (error instanceof OperationError) return { status: STATUSES[error.code], text: error.message }
  return null
}

const GONE: ReadonlySet<string> = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE'])

/** The client went away: it has what it wanted, or nobody is there to be told. */
function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && GONE.has(String(error.code))
}

/** The head alone is as if the client left at once. */
async function* following(
  first: IteratorResult<string>,
  pieces: AsyncIterator<string>,
  headOnly: boolean,
): AsyncGenerator<string> {
  try {
    if (headOnly) return
    for (let piece = first; piece.done !== true; piece = await pieces.next()) if (piece.value !== '') yield piece.value
  } finally {
    await pieces.return?.()
  }
}

const ENDINGS: Readonly<Record<ExportFormat, string>> = { otlp: 'otlp.json', chrome: 'chrome.json', jsonl: 'jsonl' }
/** Longer than any id that was made here. */
const MOST_NAME_CHARS = 64

function setHead(response: ServerResponse, id: string, format: ExportFormat): void {
  const name = id.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, MOST_NAME_CHARS)
  const type = format === 'jsonl' ? 'application/x-ndjson' : 'application/json'
  response.setHeader('Content-Type', `${type}; charset=utf-8`)
  response.setHeader('Content-Disposition', `attachment; filename="belay-${name}.${ENDINGS[format]}"`)
  response.setHeader('Cache-Control', 'no-store')
}
