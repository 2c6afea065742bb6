/** `belay sessions fork`, and what becomes of sessions: pinned, put away, deleted, restored, gone for good. */
import type { Operations } from '@belay/api'
import type { SessionId } from '@belay/trace'
import type { Command } from 'commander'
import type { Context } from '../context'
import { EXIT, type ExitCode } from '../failure'
import { readCount } from '../input/numbers'
import { putBackText } from '../print/put-back'
import { oneLine } from '../print/text'
import type { Start } from '../start'

interface ForkOptions {
  readonly row?: number
  readonly title?: string
  readonly putBack?: true
}

/** What is done to each of some sessions, and how it is told. */
interface Deed {
  readonly name: string
  readonly description: string
  /** Of the JSON that is printed. */
  readonly done: string
  /** Where they must stand before. */
  readonly from: 'kept' | 'deleted'
  act(operations: Operations, id: SessionId): Promise<void>
  says(session: string, id: SessionId): string
}

const DEEDS: readonly Deed[] = [
  {
    name: 'pin',
    description: 'keep sessions at the top of the list',
    ...{ done: 'pinned', from: 'kept' },
    act: (operations, id) => operations.shelveSession(id, { pinned: true }),
    says: (session) => `Pinned ${session}.`,
  },
  {
    name: 'unpin',
    description: 'let them go down the list again',
    ...{ done: 'unpinned', from: 'kept' },
    act: (operations, id) => operations.shelveSession(id, { pinned: false }),
    says: (session) => `Unpinned ${session}.`,
  },
  {
    name: 'archive',
    description: 'put sessions away; list --archived has them',
    ...{ done: 'archived', from: 'kept' },
    act: (operations, id) => operations.shelveSession(id, { archived: true }),
    says: (session) => `Archived ${session}.`,
  },
  {
    name: 'unarchive',
    description: 'take them out again',
    ...{ done: 'unarchived', from: 'kept' },
    act: (operations, id) => operations.shelveSession(id, { archived: false }),
    says: (session) => `Unarchived ${session}.`,
  },
  {
    name: 'delete',
    description: 'stop sessions and delete them; for 30 days they can be restored',
    ...{ done: 'deleted', from: 'kept' },
    act: (operations, id) => operations.deleteSession(id),
    says: (session, id) => `Deleted ${session}. belay sessions restore ${id} brings it back within 30 days.`,
  },
  {
    name: 'restore',
    description: 'bring deleted sessions back',
    ...{ done: 'restored', from: 'deleted' },
    act: (operations, id) => operations.restoreSession(id),
    says: (session) => `Restored ${session}.`,
  },
  {
    name: 'purge',
    description: 'remove deleted sessions for good, with all that was kept about them',
    ...{ done: 'purged', from: 'deleted' },
    act: (operations, id) => operations.purgeSession(id),
    says: (session) => `${session} is gone for good.`,
  },
]

export function addKeeping(sessions: Command, start: Start): void {
  sessions
    .command('fork')
    .description('a new session with the rows of another one up to a row, under the hooks that it has now')
    .argument('<session>')
    .option(
      '--row <number>',
      'the last row to take over, 0 for none; all by default',
      readCount('--row', 0, 1_000_000_000),
    )
    .option('--title <text>', 'what it is called')
    .option('--put-back', 'also put back what the tools did to files in later turns')
    .action((id: string, options: ForkOptions, self: Command) =>
      start(self, (context) => fork(context, id as SessionId, options)),
    )
  for (const deed of DEEDS)
    sessions
      .command(deed.name)
      .description(deed.description)
      .argument('<session...>')
      .action((ids: string[], _: unknown, self: Command) =>
        start(self, (context) => doAll(context, deed, ids as SessionId[])),
      )
}

async function fork(
  { existing, out, json }: Context,
  id: SessionId,
  { row, title, putBack: putBackFiles }: ForkOptions,
): Promise<ExitCode> {
  const { isLeftBehind } = await import('@belay/api')
  const facts = await (await existing()).forkSession(id, { row, title, putBackFiles })
  const files = facts.putBack?.files ?? []
  const exit = files.some(isLeftBehind) ? EXIT.failed : EXIT.fine
  if (json) {
    out.json(facts)
    return exit
  }
  const at = facts.forkedFrom?.row ?? 0
  out.line(`${facts.id}  ${oneLine(facts.title)}`)
  out.line(`  forked from ${id}${at === 0 ? ' before its first row' : ` at row ${at}`}`)
  for (const line of putBackText({ files }, facts.workspace)) out.line(`  ${line}`)
  return exit
}

/** All are looked at before anything is done, so that a mistake in the last changes nothing. */
async function doAll({ existing, out, json }: Context, deed: Deed, named: readonly SessionId[]): Promise<undefined> {
  const operations = await existing()
  const ids = [...new Set(named)]
  const titles = new Map<SessionId, string>()
  for (const id of ids) titles.set(id, await titleOf(operations, deed, id))
  const done: SessionId[] = []
  for (const id of ids) {
    // It went along with an earlier one, whose child it is.
    if (done.length > 0 && !(await stands(operations, deed, id))) continue
    await deed.act(operations, id)
    done.push(id)
    if (!json) out.line(deed.says(`${oneLine(titles.get(id) ?? '')} (${id})`, id))
  }
  if (json) out.json({ [deed.done]: ids })
}

async function titleOf(operations: Operations, { from, act }: Deed, id: SessionId): Promise<string> {
  if (from === 'kept') return (await operations.session(id)).title
  const deleted = (await operations.sessions({ shelf: 'deleted' })).find((session) => session.id === id)
  // Says why, as it does in the page.
  if (deleted === undefined) await act(operations, id)
  return deleted?.title ?? ''
}

async function stands(operations: Operations, { from }: Deed, id: SessionId): Promise<boolean> {
  const deleted = (await operations.sessions({ shelf: 'deleted' })).some((session) => session.id === id)
  return deleted === (from === 'deleted')
}
