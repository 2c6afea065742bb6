/** Answers: what the door refuses, in plain text or as a page for people, and what cannot be read at all. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { type Judgement, pathOf } from './judge-request'
import { refusalPage, wantsPage } from './refusal-page'

export interface Refusal {
  readonly judgement: Extract<Judgement, { pass: 'no' }>
  readonly report: (line: string) => void
}

export function refuse(request: IncomingMessage, response: ServerResponse, { judgement, report }: Refusal): void {
  logRefusal(request, judgement, report)
  // What was not read of a body that is too long must not be taken for the next request.
  if (judgement.status === 413) response.setHeader('Connection', 'close')
  answerRefusal(request, response, judgement)
}

export function refuseUpgrade(request: IncomingMessage, socket: Duplex, { judgement, report }: Refusal): void {
  logRefusal(request, judgement, report)
  const body = `${judgement.text}\n`
  const head = `HTTP/1.1 ${judgement.status} Refused\r\nConnection: close\r\nContent-Type: text/plain\r\nContent-Length: ${Buffer.byteLength(body)}`
  socket.end(`${head}\r\n\r\n${body}`)
}

/** A browser that is not signed in is no attack; what has a foreign name or origin may be one. */
function logRefusal(
  request: IncomingMessage,
  { status, text }: Refusal['judgement'],
  report: (line: string) => void,
): void {
  if (status !== 403) return
  const { host, origin } = request.headers
  report(
    `refused ${request.method} ${pathOf(request.url ?? '')} (Host ${host ?? '-'}, Origin ${origin ?? '-'}): ${text}`,
  )
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
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`)
}
