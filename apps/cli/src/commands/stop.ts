/** `belay stop`: ends the running turn of a session. */
import type { SessionId } from '@belay/trace'
import type { Command } from 'commander'
import type { Context } from '../context'
import type { Start } from '../start'

export function addStop(program: Command, start: Start): void {
  program
    .command('stop')
    .description('stop the turn that runs in a session')
    .argument('<session>')
    .action((id: string, _: unknown, self: Command) => start(self, (context) => stop(context, id as SessionId)))
}

async function stop({ existing, out, json }: Context, session: SessionId): Promise<undefined> {
  const { stopped } = await (await existing()).stop(session)
  if (json) out.json({ session, stopped })
  else out.line(stopped ? 'Stopped.' : 'No turn is running.')
}
