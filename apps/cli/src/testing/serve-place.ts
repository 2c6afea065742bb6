/** A home whose app runs: the server is in the test's process, the commands are children that find it. */
import {
  announceServer,
  type BelayServer,
  connectBelay,
  createBelayServer,
  type Operations,
  openBelay,
  openBrowserSessions,
  openHome,
} from '@belay/api'
import type { Place } from './belay'

export interface ServedPlace {
  readonly belay: Operations
  readonly server: BelayServer
  readonly url: string
  /** What an open page is: a client of its own, that the caller closes. */
  openPage(): Promise<Operations>
  close(): Promise<void>
}

/** `change`: what the app answers, where that is not what it is. */
export async function servePlace(
  place: Pick<Place, 'home'>,
  change: (own: Operations) => Operations = (own) => own,
): Promise<ServedPlace> {
  const home = openHome(place.home)
  const belay = await openBelay({ home: place.home })
  const server = createBelayServer({
    ...{ operations: change(belay), token: home.token, home: home.root, version: '0', allowedHosts: [], dev: false },
    browsers: openBrowserSessions(home.browsers),
    report: () => undefined,
    pages: (_, response) => response.end('page'),
    upgrades: () => false,
  })
  const { url } = await server.listen(0, '127.0.0.1')
  announceServer(home, url)
  return {
    ...{ belay, server, url },
    openPage: () => connectBelay({ url, token: home.token }),
    close: async () => {
      await server.close()
      await belay.close()
    },
  }
}
