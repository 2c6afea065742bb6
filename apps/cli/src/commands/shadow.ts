/** `belay shadow`: what the hooks in shadow would have done, before one of them is obeyed. */
import type { Operations, ShadowRecord } from '@belay/api'
import type { Attachment, SessionId } from '@belay/trace'
import type { Command } from 'commander'
import type { Context } from '../context'
import { usage } from '../failure'
import { findAttached } from '../input/attached'
import { shadowText } from '../print/shadow'
import type { Start } from '../start'

export function addShadow(program: Command, start: Start): void {
  program
    .command('shadow')
    .description('what hooks in shadow would have done since they were put there')
    .argument('<session>')
    .argument('[hook]', 'its slug, file or name, or the id of the attachment; all in shadow by default')
    .action((session: string, hook: string | undefined, _: unknown, self: Command) =>
      start(self, (context) => shadow(context, session as SessionId, hook)),
    )
}

async function shadow({ existing, cwd, out, json }: Context, session: SessionId, named: string | undefined) {
  const operations = await existing()
  const { hooks } = await operations.composition(session)
  const wanted = named === undefined ? hooks.filter(({ mode }) => mode === 'shadow') : [findAttached(hooks, named, cwd)]
  if (wanted.length === 0) throw usage(`no hook of session ${session} is in shadow`)
  const records = await recordsOf(operations, session, wanted)
  if (json) out.json(records)
  else for (const { hook, ...record } of records) for (const line of shadowText(hook, record)) out.line(line)
  return undefined
}

async function recordsOf(operations: Operations, session: SessionId, hooks: readonly Attachment[]) {
  const records: (ShadowRecord & { readonly hook: string })[] = []
  for (const { id, name } of hooks) records.push({ hook: name, ...(await operations.shadowRecord(session, id)) })
  return records
}
