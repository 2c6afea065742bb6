/**
 * The `hooks` extension: the commands of `hooks.json` as hooks of a session. Promises: nothing in a checkout is read by itself; what a
 * session's commands leave running ends with it.
 */
import type { Tool } from '@belay/agent'
import type { Database } from '@belay/db'
import { type CommandEntry, type CommandEvent, type CommandRunner, commandEnvironment } from '@belay/host'
import {
  type Clock,
  type Composition,
  type IdSource,
  type SessionId,
  sessionId,
  shellWord,
  type TraceEvent,
} from '@belay/trace'
import { reasonOf } from '../home/home'
import type { ContributedHook, ExtensionHooks, HookPlace } from '../hooks/extension-hooks'
import { slugOfContributed } from '../hooks/extension-hooks'
import type { Sessions } from '../sessions/sessions'
import { findCheckoutHooks } from './checkout'
import { type ContributeParts, contributeCommand, EXTENSION, GROUP, pointOf } from './contribute'
import { createIdleNotices } from './idle-notices'
import { type Notice, noticeIn, tellNotice } from './notices'
import { createPersistents } from './persistents'
import { ranOnce } from './ran-once'
import { type CommandReader, commandReader, type ReadCommands } from './read-commands'
import { type ScriptTexts, scriptTexts } from './script-texts'
import { createStopCounts } from './stop-counts'
import { type TakenOver, takenOver } from './taken'
import { createTranscripts } from './transcripts'
import { type ChangedScript, createTrust, type Trust } from './trust'

export interface ExtensionParts {
  /** The home folder, and the one of transcripts under it. */
  readonly folder: string
  readonly transcripts: string
  readonly db: Database
  readonly clock: Clock
  readonly ids: IdSource
  readonly runner: CommandRunner
  readonly tools: () => readonly Tool[]
  readonly sessions: () => Sessions
  readonly report: (line: string) => void
}

export interface CommandExtension extends ExtensionHooks {
  readonly reader: CommandReader
  readonly trust: Trust
  readonly taken: TakenOver
  read(composition: Pick<Composition, 'commandFiles'>, workspace: string): ReadCommands
  /** Scripts that are not trusted any more, of a session's commands. */
  untrusted(session: SessionId): readonly ChangedScript[]
  /** From now on they are trusted as they are now, in this session and in later ones of its folder. */
  accept(session: SessionId, scripts: readonly ChangedScript[]): void
  /** What a trusted script held, by its hash. */
  readonly texts: ScriptTexts
  /** A session was made: its scripts are trusted as they are. */
  opened(session: SessionId): void
  /** Whatever was written to a session's record. */
  heard(session: SessionId, events: readonly TraceEvent[]): void
  /** Of a session that is closed or gone. */
  ended(session: SessionId): Promise<void>
  settled(): Promise<void>
  close(): Promise<void>
}

export function createCommandExtension(parts: ExtensionParts): CommandExtension {
  const { db, runner, report } = parts
  const transcripts = createTranscripts(parts.transcripts, db)
  transcripts.sweep()
  const reader = commandReader({ ...parts, tools: () => parts.tools().map(({ name }) => name) })
  const texts = scriptTexts(parts)
  const taken = takenOver({ ...parts, texts })
  const trust = createTrust({ ...parts, taken, texts })
  const persistents = createPersistents(runner)
  const contribute: ContributeParts = {
    ...{
      db,
      runner,
      trust,
      taken,
      persistents,
      transcripts,
      tools: parts.tools,
      stops: createStopCounts(),
      once: ranOnce(parts),
    },
    allowedHosts: () => listOf(db.setting('hooks.http.hosts')),
    remind: (session, text, from) =>
      quietly(() => parts.sessions().runner(sessionId(session)).leave({ text, origin: 'reminder', from })),
    distrust: distrusting(parts),
  }
  const quietly = (run: () => void) => {
    try {
      run()
    } catch (error) {
      report(`hooks.json: ${reasonOf(error)}`)
    }
  }
  const entriesOf = (session: SessionId): readonly CommandEntry[] => {
    const record = db.session(session)
    const composition = record === null ? null : db.composition(record.composition)
    if (record === null || composition === null || !composition.extensions.includes(EXTENSION)) return []
    const { commands } = reader.read(composition.commandFiles, record.workspace)
    return commands
      .map(({ entry }) => entry)
      .filter(({ folder }) => folder === undefined || folder === record.workspace)
  }
  const noticesOf = (session: SessionId, event: CommandEvent) => {
    const record = db.session(session)
    const hooks = (record === null ? null : db.composition(record.composition))?.hooks ?? []
    return entriesOf(session)
      .filter((entry) => entry.event === event)
      .flatMap((entry) => {
        const slug = slugOfContributed({ extension: EXTENSION, name: entry.id })
        const attachment = hooks.find(({ hook, mode }) => hook === slug && mode !== 'off')
        return attachment === undefined ? [] : [{ entry, attachment }]
      })
  }
  const told = new Set<Promise<void>>()
  const tell = (session: SessionId, notice: Notice) => {
    const { ids, clock } = parts
    const log = (id: SessionId) => parts.sessions().runner(id).log
    const telling = tellNotice({ ...contribute, ids, clock, log, noticesOf }, session, notice)
      .catch((error: unknown) => report(`hooks.json: ${reasonOf(error)}`))
      .finally(() => told.delete(telling))
    told.add(telling)
  }
  const idle = createIdleNotices(parts.clock, tell)
  return {
    reader,
    texts,
    trust,
    accept(session, scripts) {
      trust.accept(session, scripts)
      const workspace = db.session(session)?.workspace ?? '/'
      const files = scripts.map(({ file }) => file)
      for (const { id } of entriesOf(session)) taken.renew(id, workspace, files)
    },
    taken,
    enabled: () => (reader.isThere() ? [EXTENSION] : []),
    hooks: (extensions, place) => (extensions.includes(EXTENSION) ? contributed(contribute, reader, place) : []),
    read: ({ commandFiles }, workspace) => reader.read(commandFiles, workspace),
    untrusted: (session) => trust.changed(session, entriesOf(session), db.session(session)?.workspace ?? '/'),
    opened(session) {
      const entries = entriesOf(session)
      const workspace = db.session(session)?.workspace ?? '/'
      if (entries.length > 0) trust.bind(session, entries, workspace)
      quietly(() => tellMoved(parts, taken, { session, workspace }))
    },
    heard(session, events) {
      for (const event of events) {
        const notice = noticeIn(event)
        if (notice !== null) tell(session, notice)
        idle.heard(session, event)
      }
    },
    ended(session) {
      idle.forget(session)
      return persistents.close(session)
    },
    settled: () => runner.settled(),
    async close() {
      idle.close()
      await runner.close()
      await Promise.all(told)
    },
  }
}

function contributed(
  parts: ContributeParts,
  reader: CommandReader,
  place: HookPlace | undefined,
): readonly ContributedHook[] {
  const at = place ?? { workspace: '/' }
  const { commands: all, lost } = reader.read(at.commandFiles, at.workspace)
  const commands = all.filter(({ entry: { folder } }) => folder === undefined || folder === at.workspace)
  if (commands.length > 0 && lost.length === 0)
    parts.runner.warm(
      commandEnvironment(process.env, [], { workspace: at.workspace, sessionId: '', event: 'PreToolUse' }),
    )
  return [
    ...commands.map((read) => contributeCommand(parts, read, at)),
    ...lost.map(({ file, error }) => lostFile(file, error)),
  ]
}

/** A file that never was JSON: it is said wherever one of its commands could have stood. */
function lostFile(file: string, error: string): ContributedHook {
  return {
    ...{ extension: EXTENSION, name: file, title: GROUP, source: 'command', group: GROUP, onFailure: 'open' },
    points: [...new Set((['UserPromptSubmit', 'PreToolUse', 'Stop', 'SessionStart'] as const).map(pointOf))].filter(
      (point) => point !== null,
    ),
    ...{ timeoutMs: 0, recheck: false, observe: false, version: '', error },
    ask: () => undefined,
  }
}

/** Once for each content of each script: a guard is asked at every call. */
function distrusting(parts: ExtensionParts): ContributeParts['distrust'] {
  const said = new Set<string>()
  return ({ facts }, text) => {
    const session = sessionId(facts.sessionId)
    const key = `${session} ${text}`
    if (facts.dryRun || said.has(key)) return
    said.add(key)
    const ask = `Look at it, then say yes with: belay hooks trust --session ${session}`
    parts
      .sessions()
      .runner(session)
      .log.emit({ type: 'notice', turn: parts.sessions().runner(session).running(), text: `${text} ${ask}` })
  }
}

/** A checkout whose settings were changed since: what was taken over goes on, and a person should know that it is not the same. */
function tellMoved(
  { sessions }: ExtensionParts,
  taken: TakenOver,
  { session, workspace }: { readonly session: SessionId; readonly workspace: string },
): void {
  const before = taken.hashOf(workspace)
  if (before === null || findCheckoutHooks(workspace).shown.hash === before) return
  const text = `The hooks in the settings of ${workspace} are not what you took over. What you said yes to runs on. To look at them: belay hooks trust ${shellWord(workspace)}, or Take over in Hooks.`
  sessions().runner(session).log.emit({ type: 'notice', turn: null, text })
}

function listOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}
