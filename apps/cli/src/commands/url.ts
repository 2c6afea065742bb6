/** `belay url`: a fresh link that signs a browser in to the app that runs; or every browser signed out. */
import type { Command } from 'commander'
import type { Context } from '../context'
import { failed } from '../failure'
import type { Start } from '../start'

export function addUrl(program: Command, start: Start): void {
  program
    .command('url')
    .description('print a fresh link that signs a browser in')
    .option('--sign-out', 'sign every browser out instead')
    .action(({ signOut: out }: { signOut?: true }, self: Command) => start(self, out === true ? signOut : url))
}

async function signOut({ home, out, json }: Context): Promise<undefined> {
  const { signOutBrowsers } = await import('@belay/api')
  signOutBrowsers(home)
  if (json) out.json({ signedOut: true })
  else out.line('Every browser is signed out; belay url signs one in again.')
}

async function url({ home, out, json }: Context): Promise<undefined> {
  const { findServer, signInLink } = await import('@belay/api')
  const server = await findServer(home)
  if (server === null) throw failed(`no app runs on ${home}; belay serve starts it`)
  const link = await signInLink(server)
  if (json) out.json({ url: server.url, signIn: link })
  else out.line(link)
}
