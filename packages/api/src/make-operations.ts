/** The operations on an open home. Each is a few lines: the work is done by the modules around. */
import type { Tool } from '@belay/agent'
import type { Database } from '@belay/db'
import type { ContentStore, Credentials, Drafts } from '@belay/host'
import type { Clock, IdSource } from '@belay/trace'
import { commandConfigs } from './command-config/command-config'
import type { CommandExtension } from './command-hooks/command-extension'
import { commandHooking } from './command-hooks/command-hooking'
import { examine } from './doctor'
import { extending } from './extensions/extending'
import { keyKeeping } from './extensions/key-keeping'
import type { SessionExtensions } from './extensions/session-extensions'
import { trusting, type WorkspaceTrust } from './extensions/workspace-trust'
import { fileKeeping } from './files/file-keeping'
import { startSweep } from './files/sweep'
import { type Home, removeServerNote } from './home/home'
import { hookFiles } from './hook-files/hook-files'
import { composing } from './hooks/composing'
import { type FireParts, fire } from './hooks/fire'
import { fireCallbacks } from './hooks/fire-callbacks'
import { hearOut } from './hooks/hear-out'
import { traceLines } from './hooks/trace-lines'
import type { DetailKeeper } from './log/details'
import type { EventBus } from './log/event-bus'
import { follow, followChanges } from './log/follow'
import type { Mask } from './log/mask'
import type { World } from './open'
import { OperationError, type Operations } from './operations'
import { sessionExporting } from './past/export-session'
import { importFile } from './past/import-file'
import { programming } from './programs/programming'
import { compacting } from './sessions/compacting'
import { checkModel, modelsFor } from './sessions/models'
import { alreadyAnswered } from './sessions/question-desk'
import { sessionKeeping } from './sessions/session-keeping'
import { checkTitle, type Sessions, summaryOf } from './sessions/sessions'
import { stopWithChildren } from './sessions/stop-with-children'
import { existingFolder } from './sessions/workspace'
import { createTour } from './tour/tour'
import { explaining } from './why/explaining'

export interface OperationParts {
  readonly home: Home
  readonly db: Database
  readonly bus: EventBus
  readonly clock: Clock
  readonly ids: IdSource
  readonly mask: Mask
  readonly details: DetailKeeper
  /** Files as they were before turns. */
  readonly contents: ContentStore
  readonly drafts: Drafts
  readonly tools: readonly Tool[]
  readonly sessions: Sessions
  readonly world: World
  readonly credentials: Credentials
  readonly extensions: SessionExtensions
  readonly trust: WorkspaceTrust
  readonly commands: CommandExtension | null
  readonly report: (line: string) => void
  readonly release: () => void
}

export function makeOperations(parts: OperationParts): Operations {
  const files = fileKeeping(parts)
  return {
    ...sessionOperations(parts),
    ...turnOperations(parts),
    ...eventOperations(parts),
    ...hookOperations(parts),
    ...composing({ ...parts, ...syncing(parts) }),
    ...programming({ ...parts, ...syncing(parts) }),
    ...files,
    ...sessionKeeping({ ...parts, files }),
    ...sessionExporting(parts),
    ...compacting(parts),
    ...commandHooking({ ...parts, folder: parts.home.root }),
    ...extending({ ...parts, ...syncing(parts) }),
    ...trusting(parts),
    ...keyKeeping(parts),
    ...explaining({ ...parts, library: parts.world.library }),
    ...hookFiles({ ...parts, ...parts.world, folder: parts.home.root, callbacks: firing(parts) }),
    ...commandConfigs({ ...parts, folder: parts.home.root }),
    ...otherOperations(parts),
    ...lifeOperations(parts),
  }
}

type Part<K extends keyof Operations> = Pick<Operations, K>

function syncing({ world, extensions }: OperationParts) {
  return { library: world.library, extensions }
}

function sessionOperations({
  db,
  bus,
  sessions,
  extensions,
}: OperationParts): Part<'sessions' | 'session' | 'createSession' | 'renameSession' | 'setModel' | 'setPermission'> {
  const hooksOf = (composition: string) => db.composition(composition)?.hooks.length ?? 0
  return {
    async sessions(query = {}) {
      const found = db.sessions({ ...query, search: query.search?.trim() })
      return found.map((record) => summaryOf(record, hooksOf(record.composition)))
    },
    async session(id) {
      const record = sessions.record(id)
      return summaryOf(record, hooksOf(record.composition))
    },
    createSession: (session) => sessions.create(session),
    async renameSession(id, title) {
      sessions.runner(id).log.emit({ type: 'session.changed', title: checkTitle(title) })
    },
    async setModel(id, model) {
      const models = modelsFor({ db, extensions }, sessions.record(id))
      sessions.runner(id).log.emit({ type: 'session.changed', model: checkModel(models, model) })
    },
    async setPermission(id, permission) {
      sessions.record(id)
      db.changeSession(id, { permission })
      bus.touch(id)
    },
  }
}

function turnOperations({ db, sessions, extensions }: OperationParts): Part<'send' | 'stop' | 'questions' | 'answer'> {
  return {
    async send(id, text, options = {}) {
      if (text.trim() === '') throw new OperationError('bad_input', 'There is nothing to send: the message is empty.')
      const runner = sessions.runner(id)
      const record = sessions.record(id)
      existingFolder(record.workspace)
      // A program may bring another one: that is looked at when the turn begins.
      if (record.modelChosen || runner.composition().program === undefined)
        checkModel(modelsFor({ db, extensions }, record), record.model)
      const { begun, ...sent } = runner.send({ text, origin: 'person', from: null }, options)
      await begun
      return sent
    },
    stop: async (id, reason) => ({ stopped: await stopWithChildren({ db, sessions }, id, reason) }),
    async questions(id) {
      sessions.record(id)
      return db.openQuestions(id)
    },
    async answer(id, question, answer) {
      if (sessions.runner(id).answer(question, answer)) return
      const asked = db.question(id, question)
      if (asked === null) throw new OperationError('not_found', 'There is no such question in this session.')
      throw alreadyAnswered(asked.answer ?? { say: 'closed', reason: 'the turn that asked it has ended' })
    },
  }
}

function eventOperations({ db, bus, details, sessions }: OperationParts): Part<'events' | 'changes' | 'spanDetail'> {
  return {
    events(id, after, signal) {
      sessions.record(id)
      return follow({ bus, eventPage: db.eventPage }, id, after, signal)
    },
    changes: (signal) => followChanges(bus, signal),
    async spanDetail(id, span) {
      sessions.record(id)
      if (!db.hasSpan(id, span)) throw new OperationError('not_found', 'There is no such span in this session.')
      details.flush()
      return db.spanDetail(id, span)
    },
  }
}

function hookOperations(parts: OperationParts): Part<'library' | 'findHook' | 'composition' | 'fire' | 'trace'> {
  const { db, sessions, world, ids, clock } = parts
  const { library, askPoint } = world
  return {
    library: () => library.list(),
    findHook: (hook) => library.find(hook),
    composition: async (id) => sessions.runner(id).composition(),
    fire: async (request) => {
      const outcome = await fire(
        {
          ...{ ...syncing(parts), ids, clock, askPoint },
          ofSession: (id) => ({
            composition: sessions.runner(id).composition(),
            workspace: sessions.record(id).workspace,
          }),
          callbacks: firing(parts),
        },
        request,
      )
      await parts.commands?.settled()
      return outcome
    },
    async trace(id, turn) {
      sessions.record(id)
      if (turn === null) return traceLines(db.verdicts(id, null), db.outcomes(id, null))
      const record = db.turn(id, turn)
      if (record === null) throw new OperationError('not_found', `This session has no turn ${turn}.`)
      return traceLines(db.verdicts(id, record.id), db.outcomes(id, record.id))
    },
  }
}

function firing({ db, clock, ids, tools, sessions, world, extensions }: OperationParts): FireParts['callbacks'] {
  return ({ session: id, live = false }, facts) => {
    const session = id === null ? null : sessions.record(id)
    const model = session?.model ?? String(db.setting('model') ?? world.defaultModel)
    const { signal } = new AbortController()
    const providers = session === null ? extensions.models() : modelsFor({ db, extensions }, session)
    return fireCallbacks({ db, clock, ids, tools, providers, session, model, facts, live, signal })
  }
}

/** What hooks still run, of whatever kind. */
function endingBoth({ world, commands }: OperationParts) {
  return {
    close: async () => {
      await Promise.all([world.library.close(), commands?.close()])
    },
  }
}

function otherOperations(parts: OperationParts): Part<'importFile' | 'tools' | 'models' | 'doctor'> {
  const { home, db, bus, clock, mask, tools, world, extensions } = parts
  const defaultModel = () => String(db.setting('model') ?? world.defaultModel)
  return {
    importFile: async (request) => importFile({ home, db, bus, clock, mask, defaultModel }, request),
    tools: () => tools.map(({ name, description, schema, readOnly }) => ({ name, description, schema, readOnly })),
    models: () => {
      const standard = defaultModel()
      return extensions
        .models()
        .list()
        .map((one) => (one.id === standard ? { ...one, isDefault: true as const } : one))
    },
    doctor: () =>
      examine({
        ...{ home, db, library: world.library, models: () => extensions.models().list() },
        commands: () => problemsOf(parts.commands),
        brokenExtensions: parts.extensions.broken,
      }),
  }
}

function lifeOperations(parts: OperationParts): Part<'runTour' | 'beginTour' | 'close'> {
  const { home, db, clock, details, sessions, world, release, report } = parts
  const closing = new AbortController()
  const swept = startSweep({ ...parts, signal: closing.signal })
  const operations = { ...turnOperations(parts), ...eventOperations(parts) }
  return {
    ...createTour({
      ...{ folder: home.tour, db, operations, create: sessions.create, signal: closing.signal, report },
      hurry: world.hurry,
    }),
    async close(until) {
      closing.abort()
      await swept
      await sessions.shutDown()
      await hearOut({ sessions, library: endingBoth(parts), clock }, until)
      sessions.endLogs()
      details.flush()
      db.close()
      removeServerNote(home)
      release()
    },
  }
}

/** Of the home's own file, wherever its commands would run. */
function problemsOf(commands: CommandExtension | null): readonly string[] {
  const { diagnostics = [], lost = [] } = commands?.read({}, '/') ?? {}
  const told = diagnostics.filter(({ severity }) => severity === 'error')
  return [
    ...told.map(({ file, line, message }) => `${[file, line].filter((part) => part !== null).join(':')}: ${message}`),
    ...lost.map(({ error }) => error),
  ]
}
