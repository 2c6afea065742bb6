/** Answers what the door refuses, in plain text or as a page for people, and what cannot be read at all. Nobody keeps a socket by not closing it. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { RefusalLog, Refused } from './refusal-log'
import { refusalPage, wantsPage } from './refusal-page'

export interface Refusal {
  readonly judgement: Refused
  readonly log: RefusalLog
}

export function refuse(request: IncomingMessage, response: ServerResponse, { judgement, log }: Refusal): void {
  log(request, judgement)
  // What was not read of a body that is too long must not be taken for the next request.
  if (judgement.status === 413) response.setHeader('Connection', 'close')
  answerRefusal(request, response, judgement)
}

export function refuseUpgrade(request: IncomingMessage, socket: Duplex, { judgement, log }: Refusal): void {
  log(request, judgement)
  const body = `${judgement.text}\n`
  const head = `HTTP/1.1 ${judgement.status} Refused\r\nConnection: close\r\nContent-Type: text/plain\r\nContent-Length: ${Buffer.byteLength(body)}`
  endSoon(socket, `${head}\r\n\r\n${body}`)
}

export interface RefusalWords {
  readonly status: number
  readonly text: string
}

/** What is refused now may be let in a moment later: nobody keeps it. */
export function answerRefusal(
  request: IncomingMessage,
  response: ServerResponse,
  { status, text }: RefusalWords,
): void {
  response.setHeader('Cache-Control', 'no-store')
  if (!wantsPage(request)) {
    answer(response, status, text)
    return
  }
  response.statusCode = status
  response.setHeader('Content-Type', 'text/html; charset=utf-8')
  response.end(refusalPage(text))
}

export function answer(response: ServerResponse, status: number, text: string): void {
  response.statusCode = status
  response.setHeader('Content-Type', 'text/plain; charset=utf-8')
  response.end(`${text}\n`)
}

export function answerBroken(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request'
  endSoon(socket, `HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`)
}

/** Long enough for the words to arrive on this machine. */
const LINGER_MS = 500

/** The last words. Who does not close then is cut off; who is gone already is no failure of ours. */
function endSoon(socket: Duplex, words: string): void {
  socket.on('error', () => socket.destroy())
  socket.end(words)
  // What still comes is dropped, so that the other side's end is seen.
  socket.resume()
  const cut = setTimeout(() => socket.destroy(), LINGER_MS)
  socket.once('close', () => clearTimeout(cut))
}
