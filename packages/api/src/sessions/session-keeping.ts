/** The operations that keep sessions in order. Every open page hears of each change through the bus. */
import { stat } from 'node:fs/promises'
import type { Database, WorkspaceRecord } from '@belay/db'
import { isLeftBehind, type PutBackFile, type SessionFacts, type SessionId, sessionId } from '@belay/trace'
import type { FileKeeping, PutBackDone } from '../contract/files'
import type {
  ForkedSession,
  ForkRequest,
  RecentWorkspace,
  SessionKeeping,
  SessionShelving,
  WorkspaceCheck,
} from '../contract/sessions'
import { startSweep } from '../files/sweep'
import type { Home } from '../home/home'
import { OperationError } from '../operations'
import { deleteSession, purgeSession, restoreSession } from './deletion'
import { fork } from './fork'
import type { SessionParts } from './parts'
import type { Sessions } from './sessions'
import { resolveWorkspace } from './workspace'

export interface KeepingParts
  extends Pick<SessionParts, 'db' | 'bus' | 'clock' | 'ids' | 'mask' | 'details' | 'contents' | 'report'> {
  readonly home: Home
  readonly sessions: Sessions
  readonly files: Pick<FileKeeping, 'fileChanges' | 'putBack'>
}

export function sessionKeeping(parts: KeepingParts): SessionKeeping {
  return {
    shelveSession: (id, shelving) => shelve(parts, id, shelving),
    deleteSession: (id) => deleteSession(parts, id),
    restoreSession: async (id) => restoreSession(parts, id),
    async purgeSession(id) {
      parts.details.flush()
      purgeSession(parts, id)
      await startSweep({ ...parts, signal: new AbortController().signal })
    },
    forkSession: (id, request) => forkSession(parts, id, request),
    recentWorkspaces: () => recentWorkspaces(parts.db),
    checkWorkspace: async (path) => checkWorkspace(parts.home, path),
  }
}

/** What its agents started goes on the same shelf. */
async function shelve(
  { db, bus, clock, sessions }: KeepingParts,
  id: SessionId,
  { pinned, archived }: SessionShelving,
): Promise<void> {
  const record = sessions.record(id)
  const at = (wanted: boolean, since: number | null) => (wanted ? (since ?? clock.now()) : null)
  if (pinned !== undefined) db.markSessions([id], { pinnedAt: at(pinned, record.pinnedAt) })
  const family = archived === undefined ? [record] : db.family(id)
  if (archived !== undefined) {
    const ids = family.map((one) => one.id)
    if (archived && record.archivedAt === null) await sessions.end(ids, 'archived')
    const archivedAt = at(archived, record.archivedAt)
    db.markSessions(ids, { archivedAt })
  }
  for (const one of family) bus.touch(sessionId(one.id))
}

async function forkSession(parts: KeepingParts, id: SessionId, request: ForkRequest): Promise<ForkedSession> {
  const { db, bus, details, sessions } = parts
  sessions.record(id)
  if (request.putBackFiles === true) checkQuiet(sessions, id)
  details.flush()
  const facts = fork(parts, sessions.record(id), request)
  let putBack: PutBackDone | null = null
  if (request.putBackFiles === true) {
    try {
      putBack = await putBackAfter(parts, id, facts)
    } catch (error) {
      sessions.forget(facts.id)
      db.removeSession(facts.id)
      throw error
    }
  }
  bus.touch(facts.id)
  return { ...facts, putBack }
}

function checkQuiet(sessions: Sessions, id: SessionId): void {
  if (sessions.runner(id).running() === null) return
  throw new OperationError(
    'conflict',
    'A turn of this session is not over yet, so no file can be put back. Wait for its end or stop it, or fork without the files. Nothing was forked.',
  )
}

/** Files are kept a turn: those of the rest of the turn that was cut stay as they are. */
async function putBackAfter(
  { db, files, sessions }: KeepingParts,
  id: SessionId,
  fork: SessionFacts,
): Promise<PutBackDone | null> {
  const [first] = db.turnsFrom(id, (fork.forkedFrom?.turns ?? 0) + 1)
  if (first === undefined) return null
  const request = { turn: first.id, reach: 'since' } as const
  const changes = await files.fileChanges(id, request)
  if (changes.files.length === 0) return null
  const done = await files.putBack(id, request)
  const text = putBackText(done.files, changes.unseen.length > 0)
  sessions.runner(fork.id).log.emit({ type: 'notice', turn: null, text })
  return done
}

function putBackText(files: readonly PutBackFile[], unseen: boolean): string {
  const left = files.filter(isLeftBehind)
  const back = files.length - left.length
  return [
    `${back} ${back === 1 ? 'file is' : 'files are'} as before the turns that came after the fork in the other session.`,
    ...(left.length === 0
      ? []
      : [`Left as they are: ${left.map(({ path, reason }) => `${path} (${reason})`).join(', ')}.`]),
    ...(unseen ? ['What programs changed is not kept.'] : []),
  ].join(' ')
}

/** More would not be looked through. */
const MOST_WORKSPACES = 50

async function recentWorkspaces(db: Database): Promise<readonly RecentWorkspace[]> {
  return Promise.all(db.workspaces(MOST_WORKSPACES).map(withExistence))
}

async function withExistence(workspace: WorkspaceRecord): Promise<RecentWorkspace> {
  const exists = await stat(workspace.path).then(
    (found) => found.isDirectory(),
    () => false,
  )
  return { ...workspace, exists }
}

function checkWorkspace(home: Home, path: string): WorkspaceCheck {
  try {
    return { ok: true, path: resolveWorkspace(path, home) }
  } catch (error) {
    if (error instanceof OperationError) return { ok: false, message: error.message }
    throw error
  }
}
