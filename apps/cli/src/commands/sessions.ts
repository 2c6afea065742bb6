/** `belay sessions`: the list, one of them, its name, its events. */
import type { SessionId } from '@belay/trace'
import type { Command } from 'commander'
import type { Context } from '../context'
import { readCount } from '../input/numbers'
import { type ListOptions, readQuery } from '../input/session-query'
import { readLog } from '../log'
import { printSession, printSessions } from '../print/sessions'
import { oneLine } from '../print/text'
import type { Start } from '../start'
import { addCompact } from './compact'
import { refuseUnknown } from './excess'
import { addKeeping } from './keep-sessions'

interface EventsOptions {
  readonly after: number
  readonly follow?: true
}

export function addSessions(program: Command, start: Start): void {
  const sessions = program.command('sessions').description('list sessions, or look at one')
  sessions
    .command('list', { isDefault: true })
    .description('sessions, pinned ones first, then the latest')
    .option('--search <text>', 'only those whose title, folder or prompts hold this')
    .option('--archived', 'those that were put away')
    .option('--deleted', 'those that were deleted and can be restored')
    .option('--status <status...>', 'only those that are in it: waiting, completed, failed, …')
    .option('--refused', 'only those in which a hook refused something')
    .option('--workspace <dir>', 'only those that work in this folder')
    .allowExcessArguments()
    .action((options: ListOptions, self: Command) => {
      refuseUnknown(self)
      return start(self, (context) => list(context, options))
    })
  sessions
    .command('show')
    .description('one session: its facts, hooks and turns')
    .argument('<session>')
    .action((id: string, _: unknown, self: Command) => start(self, (context) => show(context, id as SessionId)))
  sessions
    .command('rename')
    .description('give a session another title')
    .argument('<session>')
    .argument('<title>')
    .action((id: string, title: string, _: unknown, self: Command) =>
      start(self, (context) => rename(context, id as SessionId, title)),
    )
  sessions
    .command('events')
    .description('the trace of a session, one event a line, as JSON')
    .argument('<session>')
    .option('--after <seq>', 'only events after this one', readCount('--after', 0, Number.MAX_SAFE_INTEGER), 0)
    .option('--follow', 'go on as they happen, until interrupted')
    .action((id: string, options: EventsOptions, self: Command) =>
      start(self, (context) => events(context, id as SessionId, options)),
    )
  addKeeping(sessions, start)
  addCompact(sessions, start)
}

async function list({ existing, out, json, cwd }: Context, options: ListOptions): Promise<undefined> {
  const query = await readQuery(options, cwd)
  const found = await (await existing()).sessions(query)
  if (json) out.json(found)
  else printSessions(out, found, { narrowed: Object.values(query).some((value) => value !== undefined) })
}

async function show({ existing, out, json }: Context, id: SessionId): Promise<undefined> {
  const opened = await existing()
  const [session, composition] = [await opened.session(id), await opened.composition(id)]
  const { foldAll } = await import('@belay/api')
  const { turns } = foldAll(await readLog(opened, id))
  if (json) out.json({ session, composition, turns: turns.map(factsOf), questions: await opened.questions(id) })
  else printSession(out, { session, composition, turns, questions: await opened.questions(id) })
}

function factsOf(turn: Parameters<typeof printSession>[1]['turns'][number]) {
  const { id, number, provider, model, startedAt, endedAt, status, code, reason, answer } = turn
  return { id, number, provider, model, startedAt, endedAt, status, code, reason, answer }
}

async function rename({ existing, out, json }: Context, id: SessionId, title: string): Promise<undefined> {
  const operations = await existing()
  await operations.renameSession(id, title)
  // As it is kept: without a secret, for example.
  const kept = (await operations.session(id)).title
  if (json) out.json({ session: id, title: kept })
  else out.line(`${id} is now called ${oneLine(kept)}.`)
}

async function events(context: Context, id: SessionId, { after, follow }: EventsOptions): Promise<undefined> {
  const operations = await context.existing()
  // Says so where there is no such session, before a stream that would only be empty.
  await operations.session(id)
  for await (const batch of operations.events(id, after, context.signal)) {
    for (const event of batch.events) context.out.json(event)
    if (batch.live && follow !== true) return
  }
}
