/** `belay detach`: takes an attached hook off a session. */
import type { SessionId } from '@belay/trace'
import type { Command } from 'commander'
import type { Context } from '../context'
import { findAttached } from '../input/attached'
import { oneLine } from '../print/text'
import type { Start } from '../start'

export function addDetach(program: Command, start: Start): void {
  program
    .command('detach')
    .description('take an attached hook off a session')
    .argument('<session>')
    .argument('<hook>', 'its slug, file or name, or the id of the attachment')
    .action((session: string, hook: string, _: unknown, self: Command) =>
      start(self, (context) => detach(context, session as SessionId, hook)),
    )
}

async function detach({ existing, cwd, out, json }: Context, session: SessionId, text: string): Promise<undefined> {
  const operations = await existing()
  const attached = findAttached((await operations.composition(session)).hooks, text, cwd)
  const composition = await operations.detach(session, attached.id)
  if (json) out.json({ session, detached: attached, composition })
  else out.line(`${oneLine(attached.name)} is not attached any more.`)
}
