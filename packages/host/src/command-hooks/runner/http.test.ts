import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import type { HttpRequest } from '../run'
import { postHook } from './http'

interface Seen {
  body: string
  headers: IncomingMessage['headers']
}

/** A server on this machine; what it was sent. */
async function serve(
  answer: (response: ServerResponse) => void,
): Promise<{ readonly url: string; readonly seen: Seen[] }> {
  const seen: Seen[] = []
  const server = createServer((incoming, response) => {
    let body = ''
    incoming.setEncoding('utf8').on('data', (text) => {
      body += text
    })
    incoming.on('end', () => {
      seen.push({ body, headers: incoming.headers })
      answer(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('it listens on no port')
  return { url: `http://127.0.0.1:${address.port}/hook`, seen }
}

function request(url: string, more: Partial<HttpRequest> = {}): HttpRequest {
  const lists = { headers: {}, allowedEnvVars: [], env: {}, allowedHosts: [] }
  return { url, ...lists, payload: '{"a":"ä"}', timeoutMs: 5_000, signal: new AbortController().signal, ...more }
}

test('the payload is posted as JSON, and a body of 2xx is what it answers', async () => {
  const { url, seen } = await serve((response) => response.end('{"decision":"block"}'))
  const run = await postHook(request(url))
  expect(run).toMatchObject({
    end: { by: 'exit', exitCode: 0 },
    answerText: '{"decision":"block"}',
    stdinDelivered: true,
  })
  expect(seen[0]).toMatchObject({ body: '{"a":"ä"}', headers: { 'content-type': 'application/json' } })
})

test('headers hold allowed variables only', async () => {
  const { url, seen } = await serve((response) => response.end())
  const headers = { Authorization: 'Bearer $HOOK_KEY', 'X-Other': `[$${'{SECRET}'}]`, 'X-None': '$UNSET.' }
  await postHook(request(url, { headers, allowedEnvVars: ['HOOK_KEY', 'UNSET'], env: { HOOK_KEY: 'k', SECRET: 's' } }))
  expect(seen[0]?.headers).toMatchObject({ authorization: 'Bearer k', 'x-other': '[]', 'x-none': '.' })
})

test.each([
  ['a host that is not listed', 'http://example.com/x', 'the host example.com is not allowed'],
  ['one that only begins like this machine', 'http://127.0.0.1.example.com/', 'is not allowed'],
  ['one that hides behind a name', 'http://localhost@example.com/', 'is not allowed'],
  ['another scheme', 'file:///etc/passwd', 'neither http nor https'],
  ['no URL', 'nonsense', 'is no URL'],
])('%s is not asked', async (_, url, message) => {
  expect((await postHook(request(url))).end).toEqual({ by: 'not_started', message: expect.stringContaining(message) })
})

test('a host that is listed is asked, with its port or for any', async () => {
  for (const allowedHosts of [['hooks.invalid'], ['Hooks.invalid:8443']]) {
    const { end } = await postHook(request('http://hooks.invalid:8443/', { allowedHosts }))
    expect(end).toEqual({ by: 'not_started', message: expect.stringContaining('was not reached') })
  }
  const { end } = await postHook(request('http://hooks.invalid:8443/', { allowedHosts: ['hooks.invalid:1'] }))
  expect(end).toEqual({ by: 'not_started', message: expect.stringContaining('is not allowed') })
})

test('a redirect is not followed', async () => {
  const { url, seen } = await serve((response) => response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end())
  const run = await postHook(request(url))
  expect(run).toMatchObject({
    end: { by: 'exit', exitCode: 1 },
    stderr: { text: expect.stringContaining('which is not followed') },
  })
  expect(seen).toHaveLength(1)
})

test('another status is a failure, and what it says is kept', async () => {
  const { url } = await serve((response) => response.writeHead(403).end('{"decision":"block"}'))
  expect(await postHook(request(url))).toMatchObject({
    end: { by: 'exit', exitCode: 1 },
    answerText: '{"decision":"block"}',
    stderr: { text: 'the server answered 403 Forbidden' },
  })
})

test('a server that does not answer runs out of time, one that is not there was not reached', async () => {
  const { url } = await serve(() => undefined)
  const run = await postHook(request(url, { timeoutMs: 100 }))
  expect(run.end).toEqual({ by: 'timeout' })
  expect(run.durationMs).toBeLessThan(200)
  expect((await postHook(request('http://127.0.0.1:9/'))).end.by).toBe('not_started')
  expect((await postHook(request(url, { signal: AbortSignal.abort() }))).end).toEqual({ by: 'cancelled' })
})

test('a body without end is left, with what was kept of it', async () => {
  const { url } = await serve((response) => {
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
    }
    response.on('drain', more)
    more()
  })
  const run = await postHook(request(url))
  expect(run.stdout.cut).toBe(true)
  expect(run.stdout.bytes).toBeLessThan(20_000_000)
})
