import { once } from 'node:events'
import { connect } from 'node:net'
import { setImmediate as breathe } from 'node:timers/promises'
import { sessionId } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import { OperationError, type Operations } from '../operations'
import { connectBelay } from '../remote/connect'
import { sendRaw, serveTest, TOKEN } from '../testing/serve'
import { afterTest, freshFolder, openTest } from '../testing/world'

const authorization = `Bearer ${TOKEN}`

async function scene() {
  const belay = await openTest()
  const { id } = await belay.createSession({ workspace: freshFolder('workspace') })
  return { belay, id, ...(await serveTest(belay)) }
}

describe('GET /api/export/<session>', () => {
  it.each([
    ['otlp', 'application/json; charset=utf-8', 'otlp.json'],
    ['chrome', 'application/json; charset=utf-8', 'chrome.json'],
    ['jsonl', 'application/x-ndjson; charset=utf-8', 'jsonl'],
  ])('gives %s as a file to keep', async (format, type, ending) => {
    const { url, id, belay } = await scene()
    const answer = await fetch(`${url}/api/export/${id}?format=${format}`, { headers: { authorization } })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type])
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="belay-${id}.${ending}"`)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    let text = ''
    for await (const piece of belay.exportSession(id, format as 'otlp')) text += piece
    expect(await answer.text()).toBe(text)
  })

  const unfit: readonly [says: string, path: string, status: number, text: RegExp][] = [
    ['no such session', '/api/export/ses_none?format=otlp', 404, /^There is no session ses_none\./],
    ['a path for a session', '/api/export/..%2F..%2Fetc%2Fpasswd?format=jsonl', 404, /^There is no session/],
    ['a session with a line break', '/api/export/a%0D%0Ab?format=jsonl', 404, /^There is no session/],
    ['no session at all', '/api/export/?format=jsonl', 404, /^There is no session/],
    ['no format', '/api/export/ID', 400, /^Say which format: \?format= and one of otlp, chrome, jsonl\.$/],
    ['an unknown format', '/api/export/ID?format=pdf', 400, /^Say which format/],
    ['what cannot be read', '/api/export/%ZZ?format=otlp', 400, /^This address cannot be read/],
  ]
  it.each(unfit)('says in one sentence: %s', async (_, path, status, text) => {
    const { url, id, lines } = await scene()
    const answer = await fetch(`${url}${path.replace('ID', id)}`, { headers: { authorization } })
    expect([answer.status, (await answer.text()).trim()]).toEqual([status, expect.stringMatching(text)])
    expect(answer.headers.get('content-disposition')).toBeNull()
    expect(lines).toEqual([])
  })

  it('is fetched and never sent to; its head can be asked for', async () => {
    const { url, id } = await scene()
    const path = `${url}/api/export/${id}?format=chrome`
    const headers = { authorization, 'content-type': 'application/json' }
    const sent = await fetch(path, { method: 'POST', headers, body: '{}' })
    expect([sent.status, sent.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    const head = await fetch(path, { method: 'HEAD', headers: { authorization } })
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
  })

  it('stands behind the door: a browser that signed in, or the token; no other page, no other name', async () => {
    const { url, id, port, server } = await scene()
    const path = `/api/export/${id}?format=jsonl`
    const signedIn = await fetch(server.signInLink(), { redirect: 'manual' })
    const cookie = signedIn.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
    const status = async (headers: HeadersInit) => (await fetch(`${url}${path}`, { headers })).status
    expect(await status({ cookie })).toBe(200)
    expect(await status({})).toBe(401)
    expect(await status({ cookie: `belay-${port}=x` })).toBe(401)
    expect(await status({ cookie, origin: 'https://evil.example' })).toBe(403)
    const foreign = `GET ${path} HTTP/1.1\r\nHost: evil.example\r\nAuthorization: ${authorization}\r\n\r\n`
    expect((await sendRaw(port, foreign)).status).toBe(403)
  })
})

/** Operations of which only the export is asked, in pieces of 64 KiB, without an end unless one is given. */
function endless(end: () => Promise<void> | null = () => null) {
  const seen = { pieces: 0, closed: false }
  async function* exportSession(): AsyncGenerator<string> {
    try {
      for (;;) {
        await (end() ?? breathe())
        seen.pieces += 1
        yield 'x'.repeat(65_536)
      }
    } finally {
      seen.closed = true
    }
  }
  return { seen, exportSession }
}

async function serveExport(exportSession: Operations['exportSession']) {
  const belay = await openTest()
  return serveTest({ ...belay, exportSession })
}

async function passes(holds: () => boolean): Promise<void> {
  while (!holds()) await breathe()
}

describe('a download', () => {
  it('is read no further than its client takes it in, and no more once that went away', async () => {
    const { seen, exportSession } = endless()
    const { port } = await serveExport(exportSession)
    const socket = connect({ port, host: '127.0.0.1' })
    afterTest(() => void socket.destroy())
    socket.on('error', () => undefined)
    socket.write(
      `GET /api/export/a?format=otlp HTTP/1.1\r\nHost: localhost:${port}\r\nAuthorization: ${authorization}\r\n\r\n`,
    )
    await once(socket, 'data')
    socket.pause()
    // What the kernel holds for both ends is some MiB; then nothing is read any more.
    let before = -1
    while (before !== seen.pieces) {
      before = seen.pieces
      for (let turn = 0; turn < 2_000; turn++) await breathe()
    }
    expect(seen.pieces).toBeLessThan(1_000)
    socket.destroy()
    await passes(() => seen.closed)
  })

  it('that breaks in the middle is cut off, so that it cannot be taken for whole', async () => {
    let pieces = 0
    const { exportSession } = endless(() => {
      pieces += 1
      return pieces > 3 ? Promise.reject(new OperationError('not_found', 'It is gone.')) : null
    })
    const { url } = await serveExport(exportSession)
    const answer = await fetch(`${url}/api/export/a?format=otlp`, { headers: { authorization } })
    expect(answer.status).toBe(200)
    await expect(answer.text()).rejects.toThrow('terminated')
  })

  it('that fails for no known reason says so without a stack, and the log has one', async () => {
    const { exportSession } = endless(() => Promise.reject(new Error('a bug')))
    const { url, lines } = await serveExport(exportSession)
    const answer = await fetch(`${url}/api/export/a?format=otlp`, { headers: { authorization } })
    expect([answer.status, await answer.text()]).toEqual([500, 'The export failed. The server log says why.\n'])
    expect(lines.join('\n')).toMatch(/^export: Error: a bug\n +at /)
  })
})

describe('an export over the wire', () => {
  const remote = async (exportSession?: Operations['exportSession']) => {
    const belay = await openTest()
    const { id } = await belay.createSession({ workspace: freshFolder('workspace') })
    const { url, server } = await serveTest(exportSession === undefined ? belay : { ...belay, exportSession })
    const far = await connectBelay({ url, token: TOKEN })
    afterTest(() => far.close())
    return { belay, far, id, url, server }
  }

  it.each(['otlp', 'chrome', 'jsonl'] as const)('is the same text, as %s', async (format) => {
    const { belay, far, id } = await remote()
    const read = async (from: Operations) => {
      let text = ''
      for await (const piece of from.exportSession(id, format)) text += piece
      return text
    }
    expect(await read(far)).toBe(await read(belay))
  })

  it('of a session that is not there is the same refusal', async () => {
    const { far } = await remote()
    const pieces = far.exportSession(sessionId('ses_none'), 'otlp')[Symbol.asyncIterator]()
    await expect(pieces.next()).rejects.toMatchObject({
      ...{ code: 'not_found', message: expect.stringMatching(/^There is no session ses_none\./) },
    })
  })

  it('is left by a reader that stops, also in the middle', async () => {
    const { seen, exportSession } = endless()
    const { far, id } = await remote(exportSession)
    for await (const piece of far.exportSession(id, 'otlp')) if (piece !== '') break
    await passes(() => seen.closed)
  })

  it('that breaks off is a failure, never a short file', async () => {
    let pieces = 0
    const { exportSession } = endless(() => {
      pieces += 1
      return pieces > 3 ? Promise.reject(new Error('a bug')) : null
    })
    const { far, id } = await remote(exportSession)
    const read = async () => {
      for await (const piece of far.exportSession(id, 'otlp')) expect(piece).toMatch(/^x*$/)
    }
    await expect(read()).rejects.toMatchObject({ code: 'failed', message: expect.stringMatching(/broke off/) })
  })

  it('from a server that is gone says so', async () => {
    const { far, id, server } = await remote()
    await server.close()
    const pieces = far.exportSession(id, 'otlp')[Symbol.asyncIterator]()
    await expect(pieces.next()).rejects.toMatchObject({ code: 'unavailable' })
  })
})
