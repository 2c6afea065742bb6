/** A real server on a free port around a test's operations, and raw requests to it. */
import { connect } from 'node:net'
import { type BelayServer, createBelayServer } from '../http/create-server'
import type { Operations } from '../operations'
import { afterTest } from './world'

export const TOKEN = 'token-of-this-test'

export interface TestServer {
  readonly port: number
  readonly url: string
  readonly server: BelayServer
  /** What was refused, as the log has it. */
  readonly lines: readonly string[]
}

export async function serveTest(operations: Operations, allowedHosts: readonly string[] = []): Promise<TestServer> {
  const lines: string[] = []
  const server = createBelayServer({
    operations,
    token: TOKEN,
    home: '/home',
    version: '0.0.0',
    allowedHosts,
    dev: false,
    report: (line) => lines.push(line),
    pages: (_, response) => response.end('a page'),
    upgrades: () => false,
  })
  const { port, url } = await server.listen(0, '127.0.0.1')
  afterTest(() => server.close())
  return { port, url, server, lines }
}

export interface RawAnswer {
  readonly status: number
  readonly head: string
  readonly body: string
}

/** Writes the text as it is and reads until the answer is whole, or, for an upgrade, until its head came. */
export function sendRaw(port: number, text: string): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    let received = ''
    const finish = () => {
      socket.destroy()
      resolve(parse(received))
    }
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1')
      if (isWhole(received)) finish()
    })
    socket.on('end', finish)
    socket.on('error', reject)
  })
}

function parse(received: string): RawAnswer {
  const [head = '', ...rest] = received.split('\r\n\r\n')
  return { status: Number(/^HTTP\/1\.\d (\d+)/.exec(head)?.[1] ?? 0), head, body: rest.join('\r\n\r\n') }
}

function isWhole(received: string): boolean {
  const end = received.indexOf('\r\n\r\n')
  if (end < 0) return false
  if (received.startsWith('HTTP/1.1 101')) return true
  const length = /\r\ncontent-length: (\d+)/i.exec(received.slice(0, end))?.[1]
  return length === undefined ? received.endsWith('0\r\n\r\n') : received.length - end - 4 >= Number(length)
}
