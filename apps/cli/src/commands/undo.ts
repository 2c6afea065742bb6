/** `belay undo`, `belay redo`: takes back the last edit of a session's hooks, or makes it again. */
import type { SessionId } from '@belay/trace'
import type { Command } from 'commander'
import type { Context } from '../context'
import { oneLine } from '../print/text'
import type { Start } from '../start'

type Way = 'undo' | 'redo'

export function addUndo(program: Command, start: Start): void {
  add(program, start, 'undo', 'take back the last change of the hooks of a session')
  add(program, start, 'redo', 'make the change again that was undone last')
}

function add(program: Command, start: Start, way: Way, description: string): void {
  program
    .command(way)
    .description(description)
    .argument('<session>')
    .action((id: string, _: unknown, self: Command) => start(self, (context) => step(context, id as SessionId, way)))
}

/** What is said to be undone is what was: where the hooks are changed in between, it is refused. */
async function step({ existing, out, json }: Context, session: SessionId, way: Way): Promise<undefined> {
  const operations = await existing()
  const { hash: expect } = await operations.composition(session)
  const name = (await operations.compositionHistory(session))[way].at(-1)?.name ?? null
  const composition = await operations[way](session, { expect })
  if (json) out.json({ session, [way === 'undo' ? 'undone' : 'redone']: name, composition })
  else out.line(`${way === 'undo' ? 'Undone' : 'Redone'}: ${oneLine(name ?? '')}`)
}
