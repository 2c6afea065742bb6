import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { sendRaw, serveTest, type TestServer, TOKEN } from '../testing/serve'
import { openTest } from '../testing/world'
import { MOST_BODY_BYTES } from './judge-request'
import { proofOf } from './prove-token'

const BEARER = `Authorization: Bearer ${TOKEN}\r\n`
const UPGRADE =
  'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n'

const serve = async (): Promise<TestServer> => serveTest(await openTest())

const get = (host: string, path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${more}\r\n`

const cases = readFileSync(new URL('../../fixtures/69-dns-rebinding-host/requests.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t'))

describe('69-dns-rebinding-host', () => {
  it.each(cases)('Host %s, %s, upgrade %s: %s', async (host = '', path = '', upgrade = '', expected = '') => {
    const { port } = await serve()
    const withPort = host.replace('PORT', String(port))
    const more = upgrade === 'yes' ? UPGRADE : ''
    const request = host.startsWith('(absent')
      ? (token: string) => `GET ${path} HTTP/1.0\r\n${token}\r\n`
      : (token: string) => get(withPort, path, `${more}${token}`)
    const status = Number(/^\d+/.exec(expected)?.[0])
    const withToken = await sendRaw(port, request(BEARER))
    expect(withToken.status).toBe(status)
    const without = await sendRaw(port, request(''))
    expect(without.status).toBe(status === 200 && !expected.includes('without token') ? 401 : status)
    if (expected.includes('401 without')) expect(without.status).toBe(401)
    for (const answer of [withToken, without]) {
      expect(answer.head).not.toMatch(/set-cookie/i)
      expect(answer.head).not.toMatch(/access-control-allow-origin/i)
      if (answer.status !== 200) expect(answer.body).not.toContain('result')
    }
  })

  it('ignores forwarded names, on pages too', async () => {
    const { port, lines } = await serve()
    const more = `X-Forwarded-Host: localhost:${port}\r\nForwarded: host=localhost:${port}\r\n${BEARER}`
    const answer = await sendRaw(port, get(`evil.example:${port}`, '/', more))
    expect(answer.status).toBe(403)
    expect(lines.join('\n')).toContain('evil.example')
  })
})

describe('70-cross-site-websocket', () => {
  const origins = [
    ['a foreign page', 'https://evil.example', { token: 403, none: 403 }],
    ['a sandboxed page', 'null', { token: 403, none: 403 }],
    ['another port', 'http://localhost:1', { token: 403, none: 403 }],
    ['a program', null, { token: 101, none: 401 }],
    ['our own page', 'http://localhost:PORT', { token: 101, none: 401 }],
  ] as const

  it.each(origins)('%s (Origin %s)', async (_, origin, expected) => {
    const { port, lines } = await serve()
    const header = origin === null ? '' : `Origin: ${origin.replace('PORT', String(port))}\r\n`
    for (const [token, status] of [
      [BEARER, expected.token],
      ['', expected.none],
    ] as const) {
      const answer = await sendRaw(port, get(`localhost:${port}`, '/api/ws', `${UPGRADE}${header}${token}`))
      expect(answer.status).toBe(status)
      expect(answer.head).not.toMatch(/access-control/i)
    }
    const refused = expected.token === 403 ? [`Origin ${origin}`, `Origin ${origin}`] : []
    expect(lines).toEqual(refused.map((part) => expect.stringMatching(new RegExp(`^refused GET /api/ws .*${part}`))))
  })

  it('holds no socket of who was refused and does not close', async () => {
    const { port } = await serve()
    const sockets = Array.from({ length: 20 }, () => connect({ port, host: '127.0.0.1', allowHalfOpen: true }))
    const cut = sockets.map(async (socket) => {
      socket.write(get('evil.example', '/api/ws', UPGRADE))
      await once(socket, 'data')
      // Still written to, never ended: the server's end comes as an error or as the end of everything.
      for (;;) {
        if (socket.destroyed || !socket.writable) return
        socket.write('x', () => undefined)
        await new Promise((resolve) => setImmediate(resolve))
      }
    })
    for (const socket of sockets) socket.on('error', () => socket.destroy())
    await Promise.all(cut)
  })

  it('tells a broken message in one sentence', async () => {
    const { port } = await serve()
    const socket = new WebSocket(`ws://localhost:${port}/api/ws`, { headers: { authorization: `Bearer ${TOKEN}` } })
    await once(socket, 'open')
    for (const message of ['null', '[]x', '5', '{', '{"id":1,"method":"nonsense"}', '{"id":1,"method":"query"}']) {
      socket.send(message)
      const [answered] = await once(socket, 'message')
      const { error } = JSON.parse(String(answered))
      expect(error.json.message).toMatch(/^The request .*\.$/)
    }
    socket.close()
  })

  it('lets in with the cookie, not with a token in the query', async () => {
    const { port, server } = await serve()
    const knock = (path: string, more: string) => sendRaw(port, get(`localhost:${port}`, path, `${UPGRADE}${more}`))
    const signedIn = await fetch(server.signInLink(), { redirect: 'manual' })
    const cookie = signedIn.headers.get('set-cookie')?.split(';', 1)[0]
    expect((await knock('/api/ws', `Cookie: ${cookie}\r\n`)).status).toBe(101)
    expect((await knock('/api/ws', `Cookie: belay-${port}=${TOKEN}\r\n`)).status).toBe(401)
    expect((await knock(`/api/ws?token=${TOKEN}`, '')).status).toBe(401)
  })

  it('hears nothing that is sent before it let in', async () => {
    const operations = await openTest()
    const { port } = await serveTest(operations)
    const early = `${get(`localhost:${port}`, '/api/ws', UPGRADE)}{"id":1,"method":"subscription","params":{"path":"sessions.changes"}}`
    const answer = await sendRaw(port, early)
    expect(answer.status).toBe(401)
    expect(answer.body).not.toContain('"result"')
  })

  it('closes upgrades that nobody takes', async () => {
    const { port } = await serve()
    const answer = await sendRaw(port, get(`localhost:${port}`, '/_next/hmr', `${UPGRADE}${BEARER}`))
    expect(answer.status).toBe(0)
  })
})

describe('signing in', () => {
  it('takes a link once, gives a strict cookie, and never shows the token', async () => {
    const { server, port, url } = await serve()
    const link = server.signInLink()
    expect(link).not.toContain(TOKEN)
    const first = await fetch(link, { redirect: 'manual' })
    expect(first.status).toBe(303)
    expect(first.headers.get('location')).toBe('/')
    const cookie = first.headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(new RegExp(`^belay-${port}=.*; Path=/; HttpOnly; SameSite=Strict`))
    expect((await fetch(link, { redirect: 'manual' })).status).toBe(401)
    const page = await fetch(url, { headers: { cookie: cookie.split(';', 1)[0] ?? '' } })
    expect(await page.text()).toBe('a page')
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })

  it('is refused to a person as a page, to a program as text, in the same words', async () => {
    const { port } = await serve()
    const knock = (path: string, more: string) => sendRaw(port, get(`localhost:${port}`, path, more))
    const page = 'Accept: text/html,application/xhtml+xml,*/*;q=0.8\r\n'
    for (const [path, words] of [
      ['/', /Open the link that Belay printed when it started, or run <code>belay url<\/code> for a fresh one\./],
      ['/s/ses_1', /<code>belay url<\/code>/],
      ['/sign-in/used', /This link was used already.*<code>belay url<\/code>/],
    ] as const) {
      for (const more of [page, `${page}Sec-Fetch-Mode: navigate\r\n`]) {
        const { status, head, body } = await knock(path, more)
        expect(status).toBe(401)
        expect(head).toMatch(/content-type: text\/html; charset=utf-8/i)
        expect(head).toMatch(/cache-control: no-store/i)
        expect(body).toMatch(words)
        expect(body).toContain('prefers-color-scheme: dark')
        expect(body).not.toMatch(/src=|href=|url\(|@import|<script/)
      }
      for (const more of ['', `${page}Sec-Fetch-Mode: cors\r\n`]) {
        const { status, head, body } = await knock(path, more)
        expect(status).toBe(401)
        expect(head).toMatch(/content-type: text\/plain; charset=utf-8/i)
        expect(body).toContain('`belay url`')
      }
    }
  })

  it('gives a cookie that is not the token, and is good for nothing else', async () => {
    const { server, url } = await serve()
    const signedIn = await fetch(server.signInLink(), { redirect: 'manual' })
    const value = /=([^;]+)/.exec(signedIn.headers.get('set-cookie') ?? '')?.[1] ?? ''
    expect(value).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(value).not.toBe(TOKEN)
    expect((await fetch(url, { headers: { authorization: `Bearer ${value}` } })).status).toBe(401)
  })

  it.each([
    ['a look at the head', { method: 'HEAD' }, 405],
    ['a form', { method: 'POST' }, 405],
    ['a page that is fetched ahead', { headers: { 'sec-purpose': 'prefetch;prerender' } }, 403],
    ['an older one', { headers: { purpose: 'prefetch' } }, 403],
  ] as const)('does not use a link up for %s', async (_, init, status) => {
    const { server } = await serve()
    const link = server.signInLink()
    const ahead = await fetch(link, { ...init, redirect: 'manual' })
    expect([ahead.status, ahead.headers.get('set-cookie')]).toEqual([status, null])
    expect((await fetch(link, { redirect: 'manual' })).status).toBe(303)
  })

  it('knows no link that it did not give', async () => {
    const { url } = await serve()
    for (const path of ['/sign-in/', '/sign-in/x', '/sign-in/../x'])
      expect((await fetch(`${url}${path}`, { redirect: 'manual' })).status).toBe(401)
  })

  it('gives a fresh link to who has the token', async () => {
    const { url } = await serve()
    const response = await fetch(`${url}/api/trpc/app.signInLink`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
      body: '{"json":null}',
    })
    const body = await response.json()
    expect((await fetch(body.result.data.json, { redirect: 'manual' })).status).toBe(303)
  })
})

describe('bodies and framing', () => {
  const post = (url: string, body: string, type = 'application/json') =>
    fetch(`${url}/api/trpc/sessions.create`, {
      method: 'POST',
      body,
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': type },
    })

  it('refuses a body that is too long, also one that does not say so', async () => {
    const { port, url } = await serve()
    const announced = await sendRaw(
      port,
      `POST /api/trpc/sessions.create HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: application/json\r\nContent-Length: ${MOST_BODY_BYTES + 1}\r\n${BEARER}\r\n`,
    )
    expect(announced.status).toBe(413)
    const chunked = new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array(MOST_BODY_BYTES + 1).fill(32))
        controller.close()
      },
    })
    const response = await fetch(`${url}/api/trpc/sessions.create`, {
      method: 'POST',
      body: chunked,
      duplex: 'half',
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    } as RequestInit)
    expect(response.status).toBe(413)
  })

  it('refuses a change that is no JSON, and a change by GET', async () => {
    const { url } = await serve()
    expect((await post(url, '{}', 'text/plain')).status).toBe(415)
    const byGet = await fetch(`${url}/api/trpc/app.signInLink`, { headers: { authorization: `Bearer ${TOKEN}` } })
    expect(byGet.status).toBe(405)
  })

  it('refuses an address that no page can read', async () => {
    const { port } = await serve()
    for (const path of ['/s/%ff', '/%', '/s/%e0%a4'])
      expect((await sendRaw(port, get(`localhost:${port}`, path, BEARER))).status).toBe(400)
    expect((await sendRaw(port, get(`localhost:${port}`, '/s/%C3%A4', BEARER))).status).toBe(200)
  })

  it('proves that it knows the token to whoever brings a challenge, and to nobody else', async () => {
    const { port, url } = await serve()
    const nonce = 'n'.repeat(32)
    const proof = async (query: string) => (await fetch(`${url}/healthz${query}`)).headers.get('belay-proof')
    expect(await proof(`?challenge=${nonce}`)).toBe(proofOf(TOKEN, nonce, `127.0.0.1:${port}`))
    for (const query of ['', '?challenge=', '?challenge=short', `?challenge=${'n'.repeat(129)}`])
      expect(await proof(query)).toBeNull()
    expect((await sendRaw(port, get('evil.example', `/healthz?challenge=${nonce}`))).status).toBe(403)
  })

  it('answers broken framing with 400', async () => {
    const { port } = await serve()
    expect((await sendRaw(port, 'NONSENSE\r\n\r\n')).status).toBe(400)
    const both = `POST /api/trpc/x HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`
    expect((await sendRaw(port, both)).status).toBe(400)
  })

  it('tells a mistake in one sentence, without a stack', async () => {
    const { url } = await serve()
    for (const body of ['{"json":{"workspace":"/no/such/folder"}}', '{"json":{}}', '{'] as const) {
      const text = await (await post(url, body)).text()
      expect(text).not.toMatch(/\bat .*\.[tj]s:\d+/)
      expect(text).not.toContain('stack')
    }
    expect(await (await post(url, '{"json":{"workspace":"/no/such/folder"}}')).text()).toContain(
      'There is no folder /no/such/folder.',
    )
    expect(await (await post(url, '{"json":{}}')).text()).toContain('The request does not fit: `workspace` is missing.')
    expect(await (await post(url, '{')).text()).toContain('The request is not JSON.')
    for (const workspace of ['src', '/tmp\0', `/${'x'.repeat(5_000)}`])
      expect(await (await post(url, JSON.stringify({ json: { workspace } }))).text()).toMatch(/path/)
  })

  it('ends a socket that sends too much', async () => {
    const { port } = await serve()
    const socket = new WebSocket(`ws://localhost:${port}/api/ws`, { headers: { authorization: `Bearer ${TOKEN}` } })
    const code = await new Promise<number>((resolve, reject) => {
      socket.on('open', () => socket.send('x'.repeat(300_000)))
      socket.on('close', resolve)
      socket.on('error', reject)
    })
    expect(code).toBe(1009)
  })
})

describe('stopping', () => {
  it('closes sockets that others keep open within a moment', async () => {
    const { server, port } = await serve()
    const socket = new WebSocket(`ws://localhost:${port}/api/ws`, { headers: { authorization: `Bearer ${TOKEN}` } })
    const idle = connect(port, '127.0.0.1')
    await Promise.all([once(socket, 'open'), once(idle, 'connect')])
    idle.write('GET /healthz HTTP/1.1\r\n')
    const gone = Promise.all([once(socket, 'close'), once(idle, 'close')])
    const before = performance.now()
    await server.close()
    await gone
    expect(performance.now() - before).toBeLessThan(2_000)
  })
})
