/**
 * Opens a home folder for this process: takes its lock, opens its database, closes what a dead process left open, and
 * answers operations until `close`. One process a home.
 */

import type { AgentSpawner, CompactSession, EndSession, ResumeTurn, RunTurn, TurnEnd } from '@belay/agent'
import { type Database, NativeModuleError, NewerDatabaseError, openDatabase, takeLock } from '@belay/db'
import type { AskPoint, Hook } from '@belay/hooks'
import {
  type CommandRunner,
  type Credentials,
  createContentStore,
  createCredentials,
  defineExtension,
  type HookLibrary,
  type KeptCode,
  recordDrafts,
  removeLeftDrafts,
  type SessionEvent,
} from '@belay/host'
import { type Clock, type SessionId, sessionId, type TraceEvent } from '@belay/trace'
import { createClock, createIds } from './clock-and-ids'
import { type CommandExtension, createCommandExtension, type ExtensionParts } from './command-hooks/command-extension'
import type { BuiltInParts } from './extensions/built-in'
import { keptValues } from './extensions/kept-values'
import { nextRequest } from './extensions/next-request'
import { createSessionExtensions, type Installed, type SessionExtensions } from './extensions/session-extensions'
import { workspaceTrust } from './extensions/workspace-trust'
import { recordBrokenOff } from './files/broken-off'
import { announceServer, type Home, openHome, readServerNote, removeServerNote } from './home/home'
import { maskedLibrary } from './hooks/masked-library'
import { createDetailKeeper } from './log/details'
import { createEventBus, type EventBus } from './log/event-bus'
import { createMask, type Mask, maskText } from './log/mask'
import { makeOperations } from './make-operations'
import { OperationError, type Operations } from './operations'
import { keptCode } from './programs/kept-code'
import { purgeOld } from './sessions/deletion'
import { INTERRUPTED, recoverTurns } from './sessions/recover'
import { createSessions, type Sessions } from './sessions/sessions'
import { createSpawner, deliverAnswer } from './sessions/spawn'

export interface OpenBelayOptions {
  /** `homePath` says where it is when nobody names one. */
  readonly home: string
  /** One line at a time, for the server's log. */
  readonly log?: ((line: string) => void) | undefined
  /** Where nothing goes on once it is closed (a command without a server): hears of what hooks had left running and is ended then. */
  readonly onLeft?: ((sentence: string) => void) | undefined
  /** The file of the thread that starts command hooks, for a process that has more to do meanwhile: without it they are started from here. */
  readonly commandThread?: URL | undefined
}

/** Everything with a process, a thread or a socket: made by the composition root. */
export interface World {
  readonly library: HookLibrary
  /** Starts the commands of `hooks.json`; absent where there are none. */
  readonly commands?: CommandRunner
  /** Makes the scripts of a session run fast, or as they are written. */
  readonly hurry: (session: SessionId, on: boolean) => void
  readonly defaultModel: string
  /** All but `hooks`. */
  readonly installed: (spawner: AgentSpawner, settings: BuiltInParts) => readonly Installed[]
  /** The hook that keeps a child going until its command is satisfied. */
  readonly verifier: (command: string, workspace: string) => Hook
  readonly runTurn: RunTurn
  readonly resumeTurn: ResumeTurn
  readonly endSession: EndSession
  readonly compactSession: CompactSession
  readonly askPoint: AskPoint
}

export interface OpenedHome {
  readonly home: Home
  readonly clock: Clock
  /** Whether the record of a session holds context that this attachment gave it. */
  readonly hasSpoken: (session: string, attachment: string) => boolean
  /** The record's own. */
  readonly mask: Mask
  readonly credentials: Credentials
  /** Code of hook files that loaded. */
  readonly kept: KeptCode
  readonly report: (line: string) => void
}

export async function openWith(
  options: OpenBelayOptions,
  makeWorld: (opened: OpenedHome) => World,
): Promise<Operations> {
  const home = openHome(options.home, options.log)
  const { credentials, mask } = openCredentials(home)
  const log = options.log ?? (() => undefined)
  const report = (line: string) => log(mask(line))
  const lock = lockHome(home)
  try {
    const db = openStore(home, { mask, report })
    const clock = createClock()
    const reach = { hasSpoken: hasSpokenBy(db), kept: keptCode({ db, report }) }
    const world = makeWorld({ home, clock, mask, report, credentials, ...reach })
    return await assemble({ home, db, clock, world, mask, credentials, report, release: () => lock.release() })
  } catch (error) {
    removeServerNote(home)
    lock.release()
    throw error
  }
}

/** Keys are masked from the moment on that they are known. */
function openCredentials({ root, token }: Home): { readonly credentials: Credentials; readonly mask: Mask } {
  const make = () => createMask(process.env, token, credentials.secrets())
  const credentials = createCredentials({
    ...{ home: root, environment: process.env },
    onChange: () => {
      current = make()
    },
  })
  let current = make()
  return { credentials, mask: (text) => current(text) }
}

function hasSpokenBy(db: Database): OpenedHome['hasSpoken'] {
  return (session, attachment) =>
    db
      .verdicts(session, null)
      .some(({ verdict }) => verdict.hookId === attachment && verdict.mode === 'enforce' && verdict.context.length > 0)
}

function lockHome(home: Home) {
  const lock = takeLock(home.lock)
  if (lock === null) throw new OperationError('conflict', heldSentence(home))
  announceServer(home, null)
  return lock
}

function heldSentence(home: Home): string {
  const note = readServerNote(home.server)
  if (note?.url !== undefined && note.url !== null)
    return `Belay already runs on ${home.root}, at ${note.url} (process ${note.pid}). Use that one, or another home folder with --home.`
  const who = note === null ? 'Another process' : `A command of Belay (process ${note.pid})`
  return `${who} uses ${home.root} right now. Wait until it has ended, or use another home folder with --home.`
}

function openStore(home: Home, { mask, report }: Pick<Assembly, 'mask' | 'report'>): Database {
  try {
    return openDatabase({ path: home.database, log: report, clean: mask })
  } catch (error) {
    if (error instanceof NewerDatabaseError) throw new OperationError('bad_input', error.message)
    if (error instanceof NativeModuleError) throw new OperationError('unavailable', error.message)
    const why = unusable(error)
    if (why === null) throw error
    throw new OperationError(
      'bad_input',
      `${home.database} ${why}; it was not changed. Put it aside, or use another home folder with --home.`,
    )
  }
}

/** What is wrong with the file, where it is the file. */
function unusable(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'SQLITE_NOTADB') return 'is not a database of Belay'
  if (code.startsWith('SQLITE_CORRUPT')) return 'is a damaged database'
  if (code.startsWith('SQLITE_CANTOPEN')) return 'cannot be opened as a database'
  return null
}

interface Assembly {
  readonly home: Home
  readonly credentials: Credentials
  readonly db: Database
  readonly clock: Clock
  readonly world: World
  readonly mask: Mask
  readonly report: (line: string) => void
  readonly release: () => void
}

async function assemble({
  home,
  db,
  clock,
  mask,
  credentials,
  report,
  release,
  ...parts
}: Assembly): Promise<Operations> {
  const world = { ...parts.world, library: maskedLibrary(parts.world.library, mask) }
  const ids = createIds()
  const bus = hearing(createEventBus(), (session, events) => {
    commands?.heard(session, events)
    for (const event of events.flatMap(sessionEventOf)) extensions.heard(session, event)
  })
  const details = createDetailKeeper(db, mask, clock)
  const contents = createContentStore(home.files)
  for (const draft of removeLeftDrafts(home.drafts))
    report(`${draft} was a draft of a file when Belay last stopped; it was removed.`)
  const drafts = recordDrafts(home.drafts)
  const tools = () => extensions.tools()
  const spawner = createSpawner({
    ...{ db, ids, sessions: () => sessions },
    tools: (session) => (extensions.live(session)?.tools ?? []).map(({ tool: { name } }) => name),
  })
  const commands = openCommands({ home, db, clock, ids, world, report, tools, sessions: () => sessions })
  const trust = workspaceTrust({ db, clock })
  const ofSessions = {
    commands: (session: SessionId) => (extensions.live(session)?.commands ?? []).map(({ command }) => command),
    next: (session: SessionId) => nextRequest({ db, sessions, extensions, library: world.library }, session),
  }
  const extensions: SessionExtensions = createSessionExtensions({
    ...{ home: home.root, clock, report, trusts: (workspace) => trust.of(workspace) === true },
    installed: [
      ...world.installed(spawner, {
        shell: db.setting('run.shell') === true,
        drafts,
        keeps: keptValues({ db, clock }),
        clock,
        ...ofSessions,
      }),
      ...(commands === null ? [] : [commandHooks(commands)]),
    ],
    opened: (session) => commands?.opened(session),
    ended: async (session) => commands?.ended(session),
  })
  const sessions: Sessions = createSessions({
    ...world,
    extensions,
    ...{ home, db, bus, clock, ids, mask, details, contents, report },
    defaultModel: () => String(db.setting('model') ?? world.defaultModel),
    ended: (session, end) => deliver(session, end),
  })
  const deliver = (session: SessionId, end: TurnEnd) =>
    deliverAnswer(sessions, session, { ...end, reason: maskText(mask, end.reason) })
  const closed = recoverTurns({ db, log: (session) => sessions.runner(session).log })
  for (const { session } of closed) deliver(sessionId(session), INTERRUPTED)
  if (closed.length > 0)
    report(`${closed.length} turn${closed.length === 1 ? ' was' : 's were'} interrupted when Belay last stopped.`)
  const brokenOff = await recordBrokenOff({ db, sessions })
  if (brokenOff > 0)
    report(`Belay last stopped while files were being put back; what became of each is on record in its session.`)
  const purged = purgeOld({ db, clock })
  if (purged > 0)
    report(
      `${purged} session${purged === 1 ? '' : 's'} deleted more than 30 days ago ${purged === 1 ? 'is' : 'are'} gone for good.`,
    )
  return makeOperations({
    home,
    credentials,
    db,
    bus,
    clock,
    ids,
    mask,
    details,
    contents,
    drafts,
    tools: extensions.tools(),
    sessions,
    commands,
    extensions,
    trust,
    world,
    report,
    release,
  })
}

interface CommandsOf
  extends Pick<Assembly, 'home' | 'db' | 'clock' | 'world' | 'report'>,
    Pick<ExtensionParts, 'ids' | 'tools' | 'sessions'> {}

function openCommands({ home, world, ...parts }: CommandsOf): CommandExtension | null {
  const { root: folder, transcripts } = home
  return world.commands === undefined
    ? null
    : createCommandExtension({ ...parts, folder, transcripts, runner: world.commands })
}

/** Where there is a `hooks.json`, a new session has them. */
function commandHooks({ enabled, hooks }: CommandExtension): Installed {
  const extension = defineExtension({
    name: 'hooks',
    description: 'Command hooks of hooks.json, as Claude Code runs them.',
    plugins: [{ kind: 'hook', hooks: (place) => hooks(['hooks'], place) }],
  })
  return { extension, byDefault: () => enabled().length > 0 }
}

function hearing(bus: EventBus, hear: EventBus['publish']): EventBus {
  return {
    ...bus,
    publish(session, events) {
      bus.publish(session, events)
      hear(session, events)
    },
  }
}

/** What extensions hear of. */
function sessionEventOf(event: TraceEvent): readonly SessionEvent[] {
  switch (event.type) {
    case 'turn.started':
      return [{ type: 'stirred' }]
    case 'turn.ended':
      return [{ type: 'turn.ended', cancelled: event.status === 'stopped' }]
    case 'history.edited':
      return event.edit.do === 'collapse' ? [{ type: 'compacted' }] : []
    default:
      return []
  }
}
