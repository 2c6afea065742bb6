/** What the server says on the terminal: that it is ready and how to get in, or why it is not. */
import { OperationError } from '@belay/api'
import type { ServerArguments } from './arguments'

export interface Ready {
  readonly url: string
  /** Signs one browser in, once. */
  readonly signIn: string
  readonly home: string
}

export async function announce(args: ServerArguments, ready: Ready): Promise<void> {
  if (args.json) {
    process.stdout.write(`${JSON.stringify({ type: 'ready', ...ready, pid: process.pid })}\n`)
    return
  }
  process.stdout.write(
    `Belay is ready at ${ready.url}\nOpen this link to sign in: ${ready.signIn}\nStop it with Ctrl-C.\n`,
  )
  if (args.open && hasDesktop()) await openBrowser(ready.signIn)
}

/** A terminal with a person before it, and something to open a page with. */
function hasDesktop(): boolean {
  const screen = process.platform === 'darwin' || Boolean(process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY)
  return screen && process.stdout.isTTY === true
}

async function openBrowser(url: string): Promise<void> {
  try {
    const { default: open } = await import('open')
    await open(url)
  } catch {
    process.stdout.write('No browser could be opened; open the link by hand.\n')
  }
}

export function explain(error: unknown, { port, host }: ServerArguments): string {
  if (error instanceof OperationError) return error.message
  const code = error instanceof Error && 'code' in error ? error.code : null
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is taken by another program. Stop that one, or name another port: --port 0 takes a free one.`
    case 'EACCES':
      return `Port ${port} may not be used by this user. Name one above 1023 with --port.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is not an address of this machine.`
    default:
      return `Belay could not start: ${error instanceof Error ? error.message : String(error)}`
  }
}
