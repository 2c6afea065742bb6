/** What a person can ask of the server, as functions. Every page goes through here; a refusal throws with the server's sentence. */
import type {
  AttachmentChange,
  AttachSetRequest,
  FireRequest,
  HookSet,
  HookSpec,
  NewSession,
  Operations,
  SaveHookSet,
  SessionSummary,
  SharedChange,
} from '@belay/api'
import type { Answer, AttachmentId, PermissionMode, QuestionId, SessionId, SpanId, TraceEvent } from '@belay/trace'
import { trpc } from './trpc'

export type { AttachSetRequest, HookSet, HookSpec, NewSession, SaveHookSet, SessionSummary }
export type LibraryHook = Awaited<ReturnType<Operations['library']>>[number]
export type ExtensionState = Awaited<ReturnType<Operations['extensions']>>[number]
export type WorkspaceState = Awaited<ReturnType<Operations['workspaceState']>>
export type ProviderKey = Awaited<ReturnType<Operations['keys']>>['providers'][number]
export type Program = Awaited<ReturnType<Operations['programs']>>[number]
export type TraceLine = Awaited<ReturnType<Operations['trace']>>[number]
export type ShadowRecord = Awaited<ReturnType<Operations['shadowRecord']>>
export type CallWhy = Awaited<ReturnType<Operations['whySpan']>>
export type PointChain = CallWhy['points'][number]
export type ChainLink = PointChain['links'][number]
export type ToolFacts = ReturnType<Operations['tools']>[number]

interface Listener<T> {
  data(value: T): void
  failed(error: unknown): void
}

export const api = {
  sessions: (search: string) => trpc().sessions.list.query({ search }),
  session: (id: SessionId) => trpc().sessions.get.query({ id }),
  createSession: (session: NewSession) => trpc().sessions.create.mutate(session),
  rename: (id: SessionId, title: string) => trpc().sessions.rename.mutate({ id, title }),
  setModel: (id: SessionId, model: string) => trpc().sessions.setModel.mutate({ id, model }),
  setPermission: (id: SessionId, mode: PermissionMode) =>
    trpc().sessions.setPermission.mutate({ id, permission: mode }),
  compact: (id: SessionId) => trpc().keeping.compact.mutate({ id }),
  send: (id: SessionId, text: string) => trpc().sessions.send.mutate({ id, text }),
  stop: (id: SessionId) => trpc().sessions.stop.mutate({ id }),
  answer: (id: SessionId, question: QuestionId, answer: Exclude<Answer, { say: 'closed' }>) =>
    trpc().sessions.answer.mutate({ id, question, answer }),
  spanDetail: (id: SessionId, span: SpanId) => trpc().sessions.spanDetail.query({ id, span }),

  library: () => trpc().hooks.library.query(),
  attach: (id: SessionId, spec: HookSpec) => trpc().hooks.attach.mutate({ id, spec }),
  change: (id: SessionId, attachment: AttachmentId, change: AttachmentChange) =>
    trpc().hooks.change.mutate({ id, attachment, change }),
  detach: (id: SessionId, attachment: AttachmentId) => trpc().hooks.detach.mutate({ id, attachment }),
  undo: (id: SessionId, expect: string | undefined) => trpc().composing.undo.mutate({ id, expect }),
  redo: (id: SessionId, expect: string | undefined) => trpc().composing.redo.mutate({ id, expect }),
  restore: (id: SessionId, hash: string, turn: number) => trpc().composing.restore.mutate({ id, hash, turn }),
  attachSet: (id: SessionId, request: AttachSetRequest) => trpc().composing.attachSet.mutate({ id, ...request }),
  changeHooks: (id: SessionId, attachments: readonly AttachmentId[], change: SharedChange) =>
    trpc().composing.changeHooks.mutate({ id, attachments, change }),
  hookSets: () => trpc().composing.sets.query(),
  saveSet: (set: SaveHookSet) => trpc().composing.saveSet.mutate(set),
  deleteSet: (name: string) => trpc().composing.deleteSet.mutate({ name }),
  exportSet: (name: string) => trpc().composing.exportSet.query({ name }),
  importSet: (text: string, replace: boolean) => trpc().composing.importSet.mutate({ text, replace }),
  fire: (request: FireRequest) => trpc().hooks.fire.mutate(request),

  why: (id: SessionId, span: SpanId) => trpc().why.span.query({ id, span }),
  shadowRecord: (id: SessionId, attachment: AttachmentId) => trpc().why.shadow.query({ id, attachment }),
  firedEvent: (id: SessionId, span: SpanId) => trpc().why.fired.query({ id, span }),
  programs: () => trpc().programs.list.query(),
  extensions: (id: SessionId | null) => trpc().extensions.list.query({ id }),
  workspaceState: (folder: string) => trpc().extensions.workspace.query({ folder }),
  trustWorkspace: (folder: string, trusted: boolean) => trpc().extensions.trust.mutate({ folder, trusted }),
  sessionCommands: (id: SessionId) => trpc().extensions.commands.query({ id }),
  runCommand: (id: SessionId, name: string, text: string) => trpc().extensions.command.mutate({ id, name, text }),
  setExtension: (id: SessionId, extension: string, on: boolean) => trpc().extensions.set.mutate({ id, extension, on }),
  untrusted: (id: SessionId) => trpc().commandHooks.untrusted.query({ id }),
  trust: (id: SessionId, hash: string) => trpc().commandHooks.trust.mutate({ id, hash }),
  setProgram: (id: SessionId, name: string | null) => trpc().programs.set.mutate({ id, name }),
  trace: (id: SessionId, turn: number | null) => trpc().trace.lines.query({ id, turn }),

  tools: () => trpc().app.tools.query(),
  models: () => trpc().app.models.query(),
  keys: () => trpc().keys.list.query(),
  setKey: (provider: string, key: string) => trpc().keys.set.mutate({ provider, key }),
  removeKey: (provider: string) => trpc().keys.remove.mutate({ provider }),
  runTour: () => trpc().app.runTour.mutate(),

  /** Events after `after`, from the log and then live. A dropped socket resumes by itself. */
  events(
    id: SessionId,
    after: number,
    on: Listener<{ readonly events: readonly TraceEvent[]; readonly live: boolean }>,
  ): () => void {
    const subscription = trpc().sessions.events.subscribe(
      { id, after },
      {
        onData: ({ data: { packed, live } }) => on.data({ events: JSON.parse(packed), live }),
        onError: on.failed,
      },
    )
    return () => subscription.unsubscribe()
  },

  /** Says which sessions changed. */
  changes(on: Listener<SessionId>): () => void {
    const subscription = trpc().sessions.changes.subscribe(undefined, {
      onData: ({ session }) => on.data(session),
      onError: on.failed,
    })
    return () => subscription.unsubscribe()
  },
}
