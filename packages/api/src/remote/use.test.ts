import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openBelay } from '../composition-root'
import { announceServer, openHome } from '../home/home'
import { createBelayServer } from '../http/create-server'
import { afterTest, freshFolder } from '../testing/world'
import { connectBelay, signInLink } from './connect'
import { findServer, useBelay, useHome } from './use'

async function serveHome(home: string) {
  const operations = await openBelay({ home })
  const { token } = openHome(home)
  const server = createBelayServer({
    ...{ operations, token, home, version: '0', allowedHosts: [], dev: false, report: () => undefined },
    pages: (_, response) => response.end(),
    upgrades: () => false,
  })
  const { url } = await server.listen(0, '127.0.0.1')
  announceServer(openHome(home), url)
  return {
    url,
    operations,
    stop: async () => {
      await server.close()
      await operations.close()
    },
  }
}

describe('the operations of a home', () => {
  it('are those of its server where one runs, and its own where none does', async () => {
    const home = freshFolder()
    const server = await serveHome(home)
    expect(await findServer(home)).toMatchObject({ url: server.url })
    const remote = await useBelay({ home })
    const { id } = await remote.createSession({ workspace: freshFolder('workspace') })
    expect(await server.operations.session(id)).toMatchObject({ id })
    await remote.close()
    await server.stop()
    expect(await findServer(home)).toBeNull()
    const own = await useBelay({ home })
    afterTest(() => own.close())
    expect(await own.session(id)).toMatchObject({ id })
  })

  it('are its own where a server was killed and left its note behind', async () => {
    const home = freshFolder()
    openHome(home)
    writeFileSync(join(home, 'server.json'), '{"pid":1,"url":"http://127.0.0.1:1"}\n')
    const own = await useBelay({ home })
    afterTest(() => own.close())
    expect(await own.sessions()).toEqual([])
  })

  it('are waited for while another command has the home', async () => {
    const home = freshFolder()
    const first = await openBelay({ home })
    const second = useBelay({ home })
    await first.close()
    await (await second).close()
  })

  it('are known to be of a server, or of this process', async () => {
    const home = freshFolder()
    const server = await serveHome(home)
    const remote = await useHome({ home })
    expect(remote.own).toBe(false)
    await remote.operations.close()
    await server.stop()
    const own = await useHome({ home })
    expect(own.own).toBe(true)
    await own.operations.close()
  })
})

/** Another program on the port of a server that was killed. It says yes to everything, and remembers what it was told. */
async function impostor(home: string) {
  const heard: IncomingMessage[] = []
  const http = createServer((request, response) => {
    heard.push(request)
    response.setHeader('belay-proof', 'x'.repeat(43))
    response.end('ok')
  })
  http.on('upgrade', (request, socket) => {
    heard.push(request)
    socket.destroy()
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  afterTest(() => void http.close())
  const address = http.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  announceServer(openHome(home), url)
  const { token } = openHome(home)
  const told = () => heard.map((request) => JSON.stringify([request.url, request.rawHeaders])).join('\n')
  return { url, token, heard, told }
}

describe('a program on the port of a server that was killed', () => {
  it('is not asked for anything where nobody holds the home', async () => {
    const home = freshFolder()
    const { heard } = await impostor(home)
    expect(await findServer(home)).toBeNull()
    const own = await useHome({ home })
    afterTest(() => own.operations.close())
    expect(own.own).toBe(true)
    expect(heard).toEqual([])
  })

  it('is told nothing where somebody holds the home', async () => {
    const home = freshFolder()
    const holder = await openBelay({ home })
    afterTest(() => holder.close())
    const { url, token, heard, told } = await impostor(home)
    const sentence = `What answers at ${url} does not know the token of this home`
    await expect(findServer(home)).rejects.toThrow(sentence)
    await expect(useHome({ home })).rejects.toThrow(sentence)
    await expect(connectBelay({ url, token })).rejects.toThrow(sentence)
    await expect(signInLink({ url, token })).rejects.toThrow(sentence)
    expect(heard.length).toBeGreaterThan(0)
    expect(told()).not.toContain(token)
    expect(told().toLowerCase()).not.toContain('authorization')
  })

  it('is told nothing where it passes the challenge on to a server that knows the token', async () => {
    const home = freshFolder()
    const server = await serveHome(home)
    afterTest(() => server.stop())
    const { token } = openHome(home)
    const seen: (string | undefined)[] = []
    const relay = createServer(async (request, response) => {
      seen.push(request.headers.authorization)
      const answer = await fetch(`${server.url}${request.url}`)
      response.setHeader('belay-proof', answer.headers.get('belay-proof') ?? '')
      response.end('ok')
    })
    relay.listen(0, '127.0.0.1')
    await once(relay, 'listening')
    afterTest(() => void relay.close())
    const address = relay.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    await expect(connectBelay({ url: `http://127.0.0.1:${port}`, token })).rejects.toThrow('does not know the token')
    expect(seen).not.toContain(`Bearer ${token}`)
  })

  it('is told nothing where it takes the port while a command follows a session', async () => {
    const home = freshFolder()
    const server = await serveHome(home)
    const remote = await useBelay({ home })
    const { id } = await remote.createSession({ workspace: freshFolder('workspace') })
    const stop = new AbortController()
    const events = remote.events(id, 0, stop.signal)[Symbol.asyncIterator]()
    await events.next()
    await server.stop()
    const heard: IncomingMessage[] = []
    const fake = createServer((request, response) => {
      heard.push(request)
      response.end('ok')
    })
    fake.on('upgrade', (request, socket) => {
      heard.push(request)
      socket.destroy()
    })
    fake.listen(Number(new URL(server.url).port), '127.0.0.1')
    await once(fake, 'request')
    await expect(remote.sessions()).rejects.toThrow('does not know the token')
    stop.abort()
    await remote.close()
    fake.close()
    expect(heard.filter((request) => request.headers.authorization !== undefined)).toEqual([])
    expect(heard.filter((request) => request.headers.upgrade !== undefined)).toEqual([])
  })
})
