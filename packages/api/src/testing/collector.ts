/** A small OpenTelemetry collector: takes traces as JSON over HTTP and reads them by the official definitions. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type ReadOtlp, readOtlp } from './read-otlp'
import { afterTest } from './world'

export interface Collector {
  readonly url: string
  readonly got: readonly ReadOtlp[]
}

export async function startCollector(): Promise<Collector> {
  const got: ReadOtlp[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request.setEncoding('utf8')) text += String(chunk)
    const isTraces = request.url === '/v1/traces' && request.headers['content-type'] === 'application/json'
    if (isTraces) got.push(readOtlp(text))
    response.statusCode = isTraces ? 200 : 404
    response.end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterTest(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { url: `http://127.0.0.1:${port}`, got }
}
