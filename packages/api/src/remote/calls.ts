/** Each operation as a call of the API of a server that runs. */
import type { createTRPCClient } from '@trpc/client'
import type { Compacting } from '../contract/compacting'
import type { Composing } from '../contract/composing'
import type { FileKeeping } from '../contract/files'
import type { KeyKeeping } from '../contract/keys'
import type { Programming } from '../contract/programs'
import type { SessionKeeping } from '../contract/sessions'
import type { ModelChoice, Operations } from '../operations'
import type { AppRouter } from '../router/app-router'

export type Client = ReturnType<typeof createTRPCClient<AppRouter>>
type Part<K extends keyof Operations> = Pick<Operations, K>

/** Turns what the wire throws into an `OperationError`. */
export type Call = <T>(run: () => Promise<T>) => Promise<T>

/** Whatever is asked and answered; `tools` and `models` are facts that callers want without waiting. */
export async function operationCalls(client: Client, call: Call) {
  const [tools, models] = await Promise.all([
    call(() => client.app.tools.query()),
    call(() => client.app.models.query()),
  ])
  return {
    ...sessionCalls(client, call),
    ...hookCalls(client, call),
    ...composingCalls(client, call),
    ...fileCalls(client, call),
    ...keepingCalls(client, call),
    ...programCalls(client, call),
    ...appCalls(client, call),
    ...keyCalls(client, call),
    tools: () => tools,
    models: (): readonly ModelChoice[] => models,
  }
}

function keyCalls({ keys }: Client, call: Call): KeyKeeping {
  return {
    keys: () => call(() => keys.list.query()),
    setKey: (provider, key) => call(() => keys.set.mutate({ provider, key })),
    removeKey: (provider) => call(() => keys.remove.mutate({ provider })),
  }
}

function appCalls({ app }: Client, call: Call): Part<'doctor' | 'importFile' | 'runTour' | 'beginTour'> {
  return {
    doctor: () => call(() => app.doctor.query()),
    importFile: (request) => call(() => app.importFile.mutate(request)),
    runTour: () => call(() => app.runTour.mutate()),
    beginTour: () => call(() => app.beginTour.mutate()),
  }
}

function sessionCalls(
  client: Client,
  call: Call,
): Part<
  | 'sessions'
  | 'session'
  | 'createSession'
  | 'renameSession'
  | 'setModel'
  | 'setPermission'
  | 'send'
  | 'stop'
  | 'questions'
  | 'answer'
  | 'spanDetail'
> {
  const { sessions } = client
  return {
    sessions: (query) => call(() => sessions.list.query(query)),
    session: (id) => call(() => sessions.get.query({ id })),
    createSession: (session) => call(() => sessions.create.mutate(session)),
    renameSession: (id, title) => call(() => sessions.rename.mutate({ id, title })),
    setModel: (id, model) => call(() => sessions.setModel.mutate({ id, model })),
    setPermission: (id, permission) => call(() => sessions.setPermission.mutate({ id, permission })),
    send: (id, text, options) => call(() => sessions.send.mutate({ id, text, options })),
    stop: (id, reason) => call(() => sessions.stop.mutate({ id, reason })),
    questions: (id) => call(() => sessions.questions.query({ id })),
    answer: (id, question, answer) => call(() => sessions.answer.mutate({ id, question, answer })),
    spanDetail: (id, span) => call(() => sessions.spanDetail.query({ id, span })),
  }
}

function hookCalls(
  client: Client,
  call: Call,
): Part<'library' | 'findHook' | 'composition' | 'attach' | 'changeAttachment' | 'detach' | 'fire' | 'trace'> {
  const { hooks, trace } = client
  return {
    library: () => call(() => hooks.library.query()),
    findHook: (hook) => call(() => hooks.find.mutate({ hook })),
    composition: (id) => call(() => hooks.composition.query({ id })),
    attach: (id, spec) => call(() => hooks.attach.mutate({ id, spec })),
    changeAttachment: (id, attachment, change) => call(() => hooks.change.mutate({ id, attachment, change })),
    detach: (id, attachment) => call(() => hooks.detach.mutate({ id, attachment })),
    fire: (request) => call(() => hooks.fire.mutate(request)),
    trace: (id, turn) => call(() => trace.lines.query({ id, turn })),
  }
}

function composingCalls({ composing }: Client, call: Call): Composing {
  return {
    undo: (id, request) => call(() => composing.undo.mutate({ id, ...request })),
    redo: (id, request) => call(() => composing.redo.mutate({ id, ...request })),
    compositionHistory: (id) => call(() => composing.history.query({ id })),
    hookSets: () => call(() => composing.sets.query()),
    saveHookSet: (request) => call(() => composing.saveSet.mutate(request)),
    deleteHookSet: (name) => call(() => composing.deleteSet.mutate({ name })),
    attachSet: (id, request) => call(() => composing.attachSet.mutate({ id, ...request })),
    changeHooks: (id, attachments, change) => call(() => composing.changeHooks.mutate({ id, attachments, change })),
    restoreComposition: (id, hash, seen) => call(() => composing.restore.mutate({ id, hash, ...seen })),
    exportHookSet: (name) => call(() => composing.exportSet.query({ name })),
    importHookSet: (text, options) => call(() => composing.importSet.mutate({ text, ...options })),
  }
}

function fileCalls({ files }: Client, call: Call): FileKeeping {
  return {
    fileChanges: (id, request) => call(() => files.changes.query({ id, ...request })),
    putBack: (id, request) => call(() => files.putBack.mutate({ id, ...request })),
    undoPutBack: (id) => call(() => files.undoPutBack.mutate({ id })),
  }
}

function keepingCalls({ keeping }: Client, call: Call): SessionKeeping & Compacting {
  return {
    shelveSession: (id, shelving) => call(() => keeping.shelve.mutate({ id, ...shelving })),
    deleteSession: (id) => call(() => keeping.delete.mutate({ id })),
    restoreSession: (id) => call(() => keeping.restore.mutate({ id })),
    purgeSession: (id) => call(() => keeping.purge.mutate({ id })),
    forkSession: (id, request) => call(() => keeping.fork.mutate({ id, ...request })),
    compact: (id) => call(() => keeping.compact.mutate({ id })),
    recentWorkspaces: () => call(() => keeping.recentWorkspaces.query()),
    checkWorkspace: (path) => call(() => keeping.checkWorkspace.query({ path })),
  }
}

function programCalls({ programs }: Client, call: Call): Programming {
  return {
    programs: () => call(() => programs.list.query()),
    program: (name) => call(() => programs.get.mutate({ name })),
    setProgram: (id, name) => call(() => programs.set.mutate({ id, name })),
  }
}
