/** A server on loopback that answers as a vendor's does, byte for byte as a test has it, and keeps what it was asked. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { onTestFinished } from 'vitest'

export interface Asked {
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: unknown
}

export interface WireAnswer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
  /** Bytes a piece; all at once where it is absent. */
  readonly chunk?: number
  /** `break`: the connection is torn down after the body. `hang`: nothing more comes and it stays open. */
  readonly ending?: 'end' | 'break' | 'hang'
}

export interface WireServer {
  readonly url: string
  readonly asked: readonly Asked[]
}

/** Gives the answers in turn, the last one again and again. */
export async function wireServer(...answers: readonly WireAnswer[]): Promise<WireServer> {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    void readAll(request).then(async (text) => {
      const { url: path = '', headers } = request
      asked.push({ path, headers, body: text === '' ? null : JSON.parse(text) })
      const answer = answers[Math.min(asked.length, answers.length) - 1]
      if (answer !== undefined) await give(response, answer)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return { url: `http://127.0.0.1:${address.port}`, asked }
}

async function give(response: ServerResponse, answer: WireAnswer): Promise<void> {
  const { status = 200, headers = {}, body, chunk, ending = 'end' } = answer
  response.writeHead(status, { 'content-type': 'text/event-stream', ...headers })
  response.flushHeaders()
  const bytes = Buffer.from(body)
  const size = chunk ?? Math.max(1, bytes.length)
  for (let at = 0; at < bytes.length; at += size) {
    response.write(bytes.subarray(at, at + size))
    if (chunk !== undefined) await nextTurn()
  }
  if (ending === 'end') response.end()
  // What was written goes out first.
  if (ending === 'break') response.socket?.end(() => response.socket?.destroy())
}

async function readAll(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts).toString('utf8')
}
