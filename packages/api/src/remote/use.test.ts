import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openBelay } from '../composition-root'
import { announceServer, openHome } from '../home/home'
import { createBelayServer } from '../http/create-server'
import { afterTest, freshFolder } from '../testing/world'
import { findServer, useBelay } from './use'

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
})
