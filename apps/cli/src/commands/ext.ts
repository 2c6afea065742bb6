/** `belay ext`: the extensions that there are, and switching them on and off for a session. */
import type { ExtensionState } from '@belay/api'
import type { SessionId } from '@belay/trace'
import type { Command } from 'commander'
import type { Context } from '../context'
import { printExtensions } from '../print/extensions'
import { oneLine } from '../print/text'
import type { Start } from '../start'

export function addExt(program: Command, start: Start): void {
  const ext = program.command('ext').description('list extensions, or switch them on and off for a session')
  ext
    .command('list')
    .description('what is installed, what it brings and whether it is on')
    .argument('[session]', 'of this session; what a new one has where absent')
    .action((session: string | undefined, _: unknown, self: Command) =>
      start(self, (context) => list(context, session === undefined ? null : (session as SessionId))),
    )
  for (const on of [true, false])
    ext
      .command(on ? 'enable' : 'disable')
      .description(on ? 'switch one on, with what it requires' : 'switch one off')
      .argument('<session>')
      .argument('<extension>')
      .action((session: string, extension: string, _: unknown, self: Command) =>
        start(self, (context) => set(context, session as SessionId, { extension, on })),
      )
}

async function list({ existing, out, json }: Context, session: SessionId | null): Promise<undefined> {
  const extensions = await (await existing()).extensions(session)
  if (json) out.json(extensions)
  else printExtensions(out, extensions)
}

interface Wanted {
  readonly extension: string
  readonly on: boolean
}

async function set(
  { existing, out, json }: Context,
  session: SessionId,
  { extension, on }: Wanted,
): Promise<undefined> {
  const operations = await existing()
  const before = (await operations.composition(session)).extensions
  const composition = await operations.setExtension(session, extension, on)
  if (json) out.json({ session, extension, on, composition })
  else out.line(sentence(before, composition.extensions, { extension, on }))
}

type Names = ExtensionState['requires']

function sentence(before: Names, after: Names, { extension, on }: Wanted): string {
  if (before.join() === after.join()) return `${oneLine(extension)} is ${on ? 'on' : 'off'} already.`
  const came = after.filter((name) => !before.includes(name))
  const went = before.filter((name) => !after.includes(name))
  const parts = [
    ...(came.length === 0 ? [] : [`on: ${came.map(oneLine).join(', ')}`]),
    ...(went.length === 0 ? [] : [`off: ${went.map(oneLine).join(', ')}`]),
  ]
  return `From the next turn on: ${parts.join('; ')}.`
}
