/**
 * The same operations over the wire, of a server that runs. Calls go over HTTP, streams over one WebSocket that is opened
 * when the first is asked for and resumes by itself after a drop. The token goes in a header, never in a URL, and only to a server
 * that has proved to know it.
 */

import type { SessionId } from '@belay/trace'
import {
  createTRPCClient,
  createWSClient,
  type HTTPLinkOptions,
  httpBatchLink,
  splitLink,
  type TRPCWebSocketClient,
  wsLink,
} from '@trpc/client'
import superjson from 'superjson'
import { WebSocket } from 'ws'
import type { Composing } from '../contract/composing'
import type { FileKeeping } from '../contract/files'
import type { SessionKeeping } from '../contract/sessions'
import type { EventBatch, ModelChoice, Operations } from '../operations'
import type { AppRouter } from '../router/app-router'
import { exportCalls } from './export'
import { meet } from './prove'
import { stream } from './stream'
import { refusedAtDoor, toldError, unreachable } from './told-error'

export interface ServerAddress {
  readonly url: string
  readonly token: string
}

type Client = ReturnType<typeof createTRPCClient<AppRouter>>
type Part<K extends keyof Operations> = Pick<Operations, K>

/** A server that is being restarted is back by then; one that is gone is not waited for. */
const MOST_LOST_MS = 15_000
const SLOWEST_RETRY_MS = 1_500

export async function connectBelay(address: ServerAddress): Promise<Operations> {
  const line = openLine(address)
  const client = openClient(address, line.socket)
  const call: Call = async (run) => {
    try {
      return await run()
    } catch (error) {
      throw toldError(address.url, error)
    }
  }
  // Two facts that callers want without waiting.
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
    ...exportCalls(address),
    ...streams(client, line),
    tools: () => tools,
    models: (): readonly ModelChoice[] => models,
    doctor: () => call(() => client.app.doctor.query()),
    importFile: (request) => call(() => client.app.importFile.mutate(request)),
    runTour: () => call(() => client.app.runTour.mutate()),
    beginTour: () => call(() => client.app.beginTour.mutate()),
    close: () => line.socket.close(),
  }
}

/** A link that signs one browser in to that server. */
export async function signInLink(address: ServerAddress): Promise<string> {
  const line = openLine(address)
  try {
    return await openClient(address, line.socket).app.signInLink.mutate()
  } catch (error) {
    throw toldError(address.url, error)
  } finally {
    await line.socket.close()
  }
}

type Call = <T>(run: () => Promise<T>) => Promise<T>

function openClient(address: ServerAddress, socket: TRPCWebSocketClient): Client {
  const headers = headersOf(address)
  return createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: (operation) => operation.type === 'subscription',
        true: wsLink<AppRouter>({ client: socket, transformer: superjson }),
        false: httpBatchLink<AppRouter>({
          url: `${address.url}/api/trpc`,
          headers,
          transformer: superjson,
          fetch: fetchFrom(address),
        }),
      }),
    ],
  })
}

function fetchFrom(address: ServerAddress): NonNullable<HTTPLinkOptions<never>['fetch']> {
  return async (input, init) => {
    await meet(address)
    const response = await fetch(input, { ...init, signal: init?.signal ?? null })
    const refused = refusedAtDoor(address.url, response.status)
    if (refused !== null) throw refused
    return response
  }
}

function headersOf({ token }: ServerAddress): { readonly authorization: string } {
  return { authorization: `Bearer ${token}` }
}

/** The socket, and who must hear that it has been gone for too long. */
interface Line {
  readonly url: string
  readonly socket: TRPCWebSocketClient
  onLost(hear: () => void): () => void
}

function openLine(address: ServerAddress): Line {
  const listeners = new Set<() => void>()
  let lostSince: number | null = null
  const lost = () => {
    lostSince ??= Date.now()
    if (Date.now() - lostSince > MOST_LOST_MS) for (const hear of listeners) hear()
  }
  class SignedSocket extends WebSocket {
    constructor(url: string | URL) {
      super(url, { headers: headersOf(address), perMessageDeflate: false })
    }
  }
  const socket = createWSClient({
    url: async () => {
      try {
        await meet(address)
      } catch (error) {
        lost()
        throw error
      }
      return `${address.url.replace(/^http/, 'ws')}/api/ws`
    },
    WebSocket: SignedSocket as unknown as typeof globalThis.WebSocket,
    lazy: { enabled: true, closeMs: 0 },
    retryDelayMs: (attempt) => Math.min(SLOWEST_RETRY_MS, 100 * 2 ** attempt),
    onOpen: () => {
      lostSince = null
    },
    onClose: lost,
    onError: lost,
  })
  return {
    url: address.url,
    socket,
    onLost(hear) {
      listeners.add(hear)
      return () => listeners.delete(hear)
    },
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
    stop: (id) => call(() => sessions.stop.mutate({ id })),
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
    findHook: (hook) => call(() => hooks.find.query({ hook })),
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
    restoreComposition: (id, hash) => call(() => composing.restore.mutate({ id, hash })),
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

function keepingCalls({ keeping }: Client, call: Call): SessionKeeping {
  return {
    shelveSession: (id, shelving) => call(() => keeping.shelve.mutate({ id, ...shelving })),
    deleteSession: (id) => call(() => keeping.delete.mutate({ id })),
    restoreSession: (id) => call(() => keeping.restore.mutate({ id })),
    purgeSession: (id) => call(() => keeping.purge.mutate({ id })),
    forkSession: (id, request) => call(() => keeping.fork.mutate({ id, ...request })),
    recentWorkspaces: () => call(() => keeping.recentWorkspaces.query()),
    checkWorkspace: (path) => call(() => keeping.checkWorkspace.query({ path })),
  }
}

function streams(client: Client, line: Line): Part<'events' | 'changes'> {
  return {
    events: (id, after, signal) => eventBatches(client, line, { id, after, signal }),
    changes: (signal) =>
      stream<{ session: SessionId }>((listener) => {
        const off = line.onLost(() => listener.onError(unreachable(line.url)))
        const onError = (error: unknown) => listener.onError(toldError(line.url, error))
        const subscription = client.sessions.changes.subscribe(undefined, { ...listener, onError })
        return unsubscribing(subscription, off)
      }, signal),
  }
}

interface Following {
  readonly id: SessionId
  readonly after: number
  readonly signal: AbortSignal
}

/** The server resumes after the last batch that came; what overlaps is dropped here. */
async function* eventBatches(client: Client, line: Line, { id, after, signal }: Following): AsyncGenerator<EventBatch> {
  let last = after
  const batches = stream<EventBatch>((listener) => {
    const off = line.onLost(() => listener.onError(unreachable(line.url)))
    const subscription = client.sessions.events.subscribe(
      { id, after },
      {
        onData: ({ data }) => listener.onData(data),
        onError: (error) => listener.onError(toldError(line.url, error)),
        onComplete: listener.onComplete,
      },
    )
    return unsubscribing(subscription, off)
  }, signal)
  for await (const { events, live } of batches) {
    const fresh = events.filter((event) => event.seq > last)
    last = fresh.at(-1)?.seq ?? last
    yield { events: fresh, live }
  }
}

function unsubscribing(subscription: { unsubscribe(): void }, off: () => void): { unsubscribe(): void } {
  return {
    unsubscribe() {
      off()
      subscription.unsubscribe()
    },
  }
}
