/** `belay sessions compact`: has a conversation summed up, all but its newest part. */
import type { SessionId } from '@belay/trace'
import type { Command } from 'commander'
import type { Context } from '../context'
import type { Start } from '../start'

export function addCompact(sessions: Command, start: Start): void {
  sessions
    .command('compact')
    .description('sum a conversation up for later requests, all but its newest part; the transcript stays as it is')
    .argument('<session>')
    .action((id: string, _: unknown, self: Command) => start(self, (context) => compact(context, id as SessionId)))
}

async function compact({ existing, out, json }: Context, id: SessionId): Promise<undefined> {
  const done = await (await existing()).compact(id)
  const { rows, tokensBefore, tokensAfter } = done
  if (json) out.json({ session: id, ...done })
  else
    out.line(
      `${rows} earlier messages stand as one summary now: about ${tokensBefore} tokens before, ${tokensAfter} after.`,
    )
}
