/** The operations on what tools did to files: what can be put back, putting it back, and taking that back. */
import type { Tool } from '@belay/agent'
import type { Database } from '@belay/db'
import { type ContentStore, lookAt } from '@belay/host'
import type { EventOf, PutBackFile, SessionId, TurnId } from '@belay/trace'
import type { FileChange, FileKeeping } from '../contract/files'
import { OperationError } from '../operations'
import type { Sessions } from '../sessions/sessions'
import { type Gathered, type GatheredChange, gather } from './gather'
import { nowOf } from './plan'
import { putFileBack, takeFileBack } from './put-back'

export interface FileKeepingParts {
  readonly db: Database
  readonly contents: ContentStore
  readonly sessions: Sessions
  readonly tools: readonly Tool[]
}

export function fileKeeping(parts: FileKeepingParts): FileKeeping {
  const { db, sessions, tools } = parts
  const isReadOnly = (name: string) => tools.some((tool) => tool.name === name && tool.readOnly)
  const busy = new Set<SessionId>()
  const alone = async <T>(id: SessionId, work: () => Promise<T>): Promise<T> => {
    if (busy.has(id))
      throw new OperationError('conflict', 'Files of this session are being put back right now. Try again in a moment.')
    busy.add(id)
    try {
      return await work()
    } finally {
      busy.delete(id)
    }
  }
  return {
    async fileChanges(id, request) {
      sessions.record(id)
      const { turns, changes, unseen } = gather({ db, isReadOnly }, id, request)
      const files: FileChange[] = []
      for (const change of changes) files.push(await describe(parts.contents, change))
      return { turns, files, unseen }
    },
    putBack: (id, request) =>
      alone(id, async () => {
        sessions.record(id)
        const gathered = gather({ db, isReadOnly }, id, request)
        checkQuiet(parts, gathered)
        if (gathered.changes.length === 0) throw new OperationError('conflict', nothingSentence(gathered))
        const number = db.lastPutBack(id) + 1
        const putting = { session: id, number, turns: gathered.turns, overwrite: request.overwrite ?? false }
        const files: PutBackFile[] = []
        for (const change of gathered.changes) files.push(await putFileBack(parts, change, putting))
        return record(parts, id, { turns: gathered.turns, files })
      }),
    undoPutBack: (id) =>
      alone(id, async () => {
        sessions.record(id)
        const rows = db.putBackFiles(id, db.lastPutBack(id))
        const turns = rows[0]?.turns
        if (turns === undefined)
          throw new OperationError('conflict', 'Nothing was put back in this session that could be taken back.')
        checkQuiet(parts, { sessions: [id] })
        const files: PutBackFile[] = []
        for (const row of rows) files.push(await takeFileBack(parts, row))
        return record(parts, id, { turns, files, undo: true })
      }),
  }
}

async function describe(contents: ContentStore, change: GatheredChange): Promise<FileChange> {
  const { path, before, by } = change
  const seen = await lookAt(path)
  const now = nowOf(change, seen)
  return { path, existed: before !== null, now, by, held: seen.kind === 'other' ? seen.reason : heldBy() }

  function heldBy(): string | null {
    if (before === null || now === 'as_before') return null
    const kept = contents.read(before)
    return kept.ok ? null : kept.reason
  }
}

/** A turn that runs, or waits and will go on, counts on the files as they are. */
function checkQuiet({ db, sessions }: FileKeepingParts, { sessions: concerned }: Pick<Gathered, 'sessions'>): void {
  for (const id of concerned) {
    // What is deleted was stopped first.
    if (db.session(id)?.deletedAt !== null) continue
    if (sessions.runner(id).running() === null) continue
    const { agent, parent } = sessions.record(id)
    const whose = parent === null ? 'of this session' : `of the agent ${agent}`
    throw new OperationError(
      'conflict',
      `A turn ${whose} is not over yet, so no file was put back. Wait for its end or stop it, then try again.`,
    )
  }
}

function nothingSentence({ turns, unseen }: Gathered): string {
  const which = turns.length === 1 ? 'this turn' : 'these turns'
  const more = unseen.length === 0 ? '' : ' What programs changed is not kept.'
  return `There is nothing to put back: files.edit and files.write changed no file in ${which}.${more}`
}

interface Done {
  readonly turns: readonly TurnId[]
  readonly files: readonly PutBackFile[]
  readonly undo?: true
}

/** The log's own copy, with its number and time. */
function record({ db, sessions }: FileKeepingParts, id: SessionId, done: Done): EventOf<'files.put_back'> {
  const { log } = sessions.runner(id)
  log.flush()
  const before = sessions.record(id).seq
  log.emit({ type: 'files.put_back', ...done })
  const [event] = db.eventsAfter(id, before, 1)
  if (event?.type !== 'files.put_back') throw new Error('the log did not take the event of a putting back')
  return event
}
