/** `belay url`: a fresh link that signs a browser in to the app that runs. */
import type { Command } from 'commander'
import type { Context } from '../context'
import { failed } from '../failure'
import type { Start } from '../start'

export function addUrl(program: Command, start: Start): void {
  program
    .command('url')
    .description('print a fresh link that signs a browser in')
    .action((_: unknown, self: Command) => start(self, url))
}

async function url({ home, out, json }: Context): Promise<undefined> {
  const { findServer, signInLink } = await import('@belay/api')
  const server = await findServer(home)
  if (server === null) throw failed(`no app runs on ${home}; belay serve starts it`)
  const link = await signInLink(server)
  if (json) out.json({ url: server.url, signIn: link })
  else out.line(link)
}
