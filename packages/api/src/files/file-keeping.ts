/** The operations on what tools did to files: what can be put back, putting it back, and taking that back. */
import type { Tool } from '@belay/agent'
import type { Database } from '@belay/db'
import { type ContentStore, type Drafts, lookAt } from '@belay/host'
import type { PutBackFile, SessionId } from '@belay/trace'
import type { EditsOrigin, FileChange, FileKeeping } from '../contract/files'
import { OperationError } from '../operations'
import type { Sessions } from '../sessions/sessions'
import { recordBrokenOff } from './broken-off'
import { originOf } from './edits-origin'
import { type Gathered, type GatheredChange, gather } from './gather'
import { onRecord } from './on-record'
import { nowOf } from './plan'
import { putFileBack, takeFileBack } from './put-back'

export interface FileKeepingParts {
  readonly db: Database
  readonly contents: ContentStore
  readonly drafts: Drafts
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
      // One that failed in the middle, because the disk was full perhaps.
      await recordBrokenOff(parts, id)
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
      return { turns, files, unseen, origin: originOf(db, id, turns) }
    },
    putBack: (id, request) =>
      alone(id, async () => {
        sessions.record(id)
        const gathered = gather({ db, isReadOnly }, id, request)
        checkQuiet(parts, gathered)
        const { turns, changes } = gathered
        if (changes.length === 0)
          throw new OperationError('conflict', nothingSentence(gathered, originOf(db, id, turns)))
        const number = db.lastPutBack(id) + 1
        const putting = { session: id, number, turns, overwrite: request.overwrite ?? false }
        const intended = changes.map(({ path, before }) => ({ path, to: before }))
        return onRecord(parts, { session: id, number, turns, undo: false, files: intended }, async () => {
          const files: PutBackFile[] = []
          for (const change of changes) files.push(await putFileBack(parts, change, putting))
          return files
        })
      }),
    undoPutBack: (id) =>
      alone(id, async () => {
        sessions.record(id)
        const number = db.lastPutBack(id)
        const rows = db.putBackFiles(id, number)
        const turns = rows[0]?.turns
        if (turns === undefined)
          throw new OperationError('conflict', 'Nothing was put back in this session that could be taken back.')
        checkQuiet(parts, { sessions: [id] })
        const intended = rows.map(({ path, before }) => ({ path, to: before }))
        return onRecord(parts, { session: id, number, turns, undo: true, files: intended }, async () => {
          const files: PutBackFile[] = []
          for (const row of rows) files.push(await takeFileBack(parts, row))
          return files
        })
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

function nothingSentence({ turns, unseen }: Gathered, origin: EditsOrigin | null): string {
  if (origin !== null) return originSentence(origin)
  const which = turns.length === 1 ? 'this turn' : 'these turns'
  const more = unseen.length === 0 ? '' : ' What programs changed is not kept.'
  return `There is nothing to put back: files.edit and files.write changed no file in ${which}.${more}`
}

const ELSEWHERE = {
  there: 'Put them back there',
  deleted: 'It is deleted: restore it, then put them back there',
  gone: 'It is gone for good, so they stay as they are',
} as const satisfies Record<EditsOrigin['now'], string>

function originSentence({ session, title, turn, now }: EditsOrigin): string {
  const how = now === 'gone' ? '' : `: belay put-back ${session} --turn ${turn}`
  return `What this turn changed belongs to the session that this one was forked from, ${title} (${session}). ${ELSEWHERE[now]}${how}.`
}
