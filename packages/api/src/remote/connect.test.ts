import { once } from 'node:events'
import { createConnection, createServer, type Socket } from 'node:net'
import { foldAll, type TraceEvent } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import { serveTest, TOKEN } from '../testing/serve'
import { asked, ended, until } from '../testing/until'
import { afterTest, freshFolder, openTest, testTool } from '../testing/world'
import { connectBelay, signInLink } from './connect'

const steps = [{ text: 'I try. ', calls: [{ name: 'risky', args: {} }] }, { text: 'Done.' }]
const risky = testTool('risky', async () => ({ content: 'did it', isError: false, facts: {} }), true)

describe('the operations over the wire', () => {
  it('run a turn, answer its question and read its log as they do in the process', async () => {
    const here = await openTest({ steps, tools: [risky] })
    const { url } = await serveTest(here)
    const there = await connectBelay({ url, token: TOKEN })
    afterTest(() => there.close())
    const { id } = await there.createSession({
      workspace: freshFolder(),
      attach: [{ hook: 'block', params: { text: 'zzz' } }],
    })
    await there.send(id, 'go')
    await until(there, id, asked)
    const [question] = await there.questions(id)
    if (question === undefined) throw new Error('no question')
    await there.answer(id, question.id, { say: 'allow', scope: 'once', args: null })
    const events = await until(there, id, ended)
    expect(events).toEqual(await until(here, id, ended))
    expect(foldAll(events).turns[0]?.answer).toBe('Done.')
    expect(await there.trace(id, 1)).toEqual(await here.trace(id, 1))
    expect(there.tools()).toEqual(here.tools())
    expect(there.models()).toEqual(here.models())
  })

  it('fail with the same errors', async () => {
    const { url } = await serveTest(await openTest())
    const there = await connectBelay({ url, token: TOKEN })
    afterTest(() => there.close())
    await expect(there.createSession({ workspace: '/no/such' })).rejects.toMatchObject({
      name: 'OperationError',
      code: 'bad_input',
      message: expect.stringContaining('There is no folder /no/such.'),
    })
    await expect(there.session('ses_x' as never)).rejects.toMatchObject({ code: 'not_found' })
    await expect(until(there, 'ses_x' as never, ended)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('say so where no server answers, or it wants another token', async () => {
    const { url } = await serveTest(await openTest())
    await expect(connectBelay({ url, token: 'wrong' })).rejects.toThrow(
      `What answers at ${url} does not know the token of this home, so nothing was sent to it.`,
    )
    await expect(connectBelay({ url: 'http://127.0.0.1:1', token: TOKEN })).rejects.toThrow(
      'The server at http://127.0.0.1:1 does not answer.',
    )
    expect(await signInLink({ url, token: TOKEN })).toMatch(/\/sign-in\//)
  })
})

describe('75-reconnect-storm-and-gaps', () => {
  it('a socket that drops again and again loses no event and brings none twice', async () => {
    const here = await openTest()
    const proxy = await openProxy()
    const { port } = await serveTest(here, [`127.0.0.1:${proxy.port}`])
    proxy.aim(port)
    const reading = await connectBelay({ url: proxy.url, token: TOKEN })
    afterTest(() => reading.close())
    const { id } = await here.createSession({ workspace: freshFolder() })
    const seen: TraceEvent[] = []
    const stop = new AbortController()
    for await (const { events, live } of reading.events(id, 0, stop.signal)) {
      seen.push(...events)
      const last = seen.at(-1)?.seq ?? 0
      if (last >= 501) break
      if (live && last % 50 < 2) proxy.drop()
      if (live) for (let i = 0; i < 10 && last + i < 501; i += 1) await here.renameSession(id, `title ${last + i}`)
    }
    stop.abort()
    expect(proxy.dropped()).toBeGreaterThan(3)
    expect(seen.map((event) => event.seq)).toEqual(seen.map((_, index) => index + 1))
  })
})

/** Passes bytes on, and cuts all connections when it is told to. */
async function openProxy() {
  let target = 0
  let drops = 0
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = createConnection(target, '127.0.0.1')
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => sockets.delete(socket))
    }
    client.pipe(upstream).pipe(client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterTest(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    aim: (to: number) => {
      target = to
    },
    dropped: () => drops,
    drop() {
      drops += 1
      for (const socket of sockets) socket.destroy()
    },
  }
}
