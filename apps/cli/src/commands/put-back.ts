/** `belay put-back`: files as they were before a turn's tools changed them. Exits with 1 where a file had to be left. */
import type { Operations } from '@belay/api'
import type { EventOf, SessionId, TurnId } from '@belay/trace'
import type { Command } from 'commander'
import type { Context } from '../context'
import { EXIT, type ExitCode, failed, usage } from '../failure'
import { readCount } from '../input/numbers'
import { readLog } from '../log'
import { changesText, putBackText } from '../print/put-back'
import type { Start } from '../start'

interface PutBackOptions {
  readonly turn?: number
  readonly since?: true
  readonly overwrite?: true
  readonly dryRun?: true
  readonly undo?: true
}

// Turns are counted from 1; no session has a million.
const LAST_TURN = 1_000_000

export function addPutBack(program: Command, start: Start): void {
  program
    .command('put-back')
    .description("put files back as they were before a turn's tools changed them")
    .argument('<session>')
    .option('--turn <number>', 'which turn, counted from 1; the last by default', readCount('--turn', 1, LAST_TURN))
    .option('--since', 'the edits of all later turns too')
    .option('--overwrite', 'also files that changed since; what stands there is kept')
    .option('--dry-run', 'only say what would happen')
    .option('--undo', 'take the last putting back of the session back')
    .action((id: string, options: PutBackOptions, self: Command) =>
      start.toItsEnd(self, (context) => putBack(context, id as SessionId, options)),
    )
}

async function putBack(context: Context, session: SessionId, options: PutBackOptions): Promise<ExitCode | undefined> {
  const { out, json } = context
  const { undo, turn, since, overwrite, dryRun } = options
  if (undo === true && [turn, since, overwrite, dryRun].some((option) => option !== undefined))
    throw usage('--undo takes the last putting back as it was and goes with no other option')
  const operations = await context.existing()
  const { workspace } = await operations.session(session)
  const { isLeftBehind } = await import('@belay/api')
  const print = (event: EventOf<'files.put_back'>): ExitCode => {
    if (json) out.json(event)
    else for (const line of putBackText(event, workspace)) out.line(line)
    return event.files.some(isLeftBehind) ? EXIT.failed : EXIT.fine
  }
  if (undo === true) return print(await operations.undoPutBack(session))
  const request = { turn: await findTurn(operations, session, turn), reach: since === true ? 'since' : 'turn' } as const
  if (dryRun !== true) return print(await operations.putBack(session, { ...request, overwrite }))
  const changes = await operations.fileChanges(session, request)
  if (json) out.json(changes)
  else for (const line of changesText(changes, { workspace, overwrite: overwrite === true })) out.line(line)
  return EXIT.fine
}

async function findTurn(operations: Operations, session: SessionId, number: number | undefined): Promise<TurnId> {
  const { foldAll } = await import('@belay/api')
  const { turns } = foldAll(await readLog(operations, session))
  const found = number === undefined ? turns.at(-1) : turns.find((turn) => turn.number === number)
  if (found !== undefined) return found.id
  if (number === undefined) throw failed(`session ${session} has had no turn yet`)
  throw usage(`session ${session} has no turn ${number}; it has ${turns.length}`)
}
