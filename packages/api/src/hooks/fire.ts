/**
 * Asks hooks about one event: the simulator. Promises: nothing is logged, no session changes, and hooks are told that this
 * is a dry run.
 */
import type { OpenCallbacks } from '@belay/agent'
import type { AskPoint, Hook, HookFacts, PointEvents, TokenCount } from '@belay/hooks'
import type { HookLibrary } from '@belay/host'
import type { Attachment, Clock, IdSource, JsonObject, Outcome, PointId } from '@belay/trace'
import { type FireRequest, OperationError } from '../operations'
import { existingFolder } from '../sessions/workspace'
import { makeAttachment } from './attachments'
import { compose } from './composition'
import { factsSchema, readEvent } from './event-schemas'

export interface FireParts {
  readonly library: HookLibrary
  readonly ids: IdSource
  readonly clock: Clock
  readonly askPoint: AskPoint
  /** What is attached to the session that the request names, and where it works. */
  readonly ofSession: (id: NonNullable<FireRequest['session']>) => { hooks: readonly Attachment[]; workspace: string }
  /** What hooks may ask for meanwhile. */
  readonly callbacks: (request: Pick<FireRequest, 'session' | 'live'>, facts: HookFacts) => OpenCallbacks
}

export async function fire(parts: FireParts, request: FireRequest): Promise<Outcome> {
  const session = request.session === null ? null : parts.ofSession(request.session)
  const workspace =
    request.workspace === null ? (session?.workspace ?? process.cwd()) : existingFolder(request.workspace)
  const attached: Attachment[] = [...(session?.hooks ?? [])]
  for (const spec of request.attach) attached.push(await makeAttachment(parts, spec, workspace))
  return askAbout(parts, {
    ...request,
    attached,
    workspace,
    hooks: await parts.library.load(attached),
    signal: new AbortController().signal,
  })
}

export interface FiredEvent
  extends Pick<FireRequest, 'point' | 'event' | 'rewrites' | 'stopAtFirstBlock' | 'session' | 'live'> {
  readonly attached: readonly Attachment[]
  /** Those of `attached`, loaded. */
  readonly hooks: readonly Hook[]
  readonly workspace: string
  readonly signal: AbortSignal
}

export type AskParts = Pick<FireParts, 'askPoint' | 'clock' | 'callbacks'>

/** Asks hooks that are loaded, whatever they were loaded from. */
export async function askAbout(parts: AskParts, fired: FiredEvent): Promise<Outcome> {
  const { point, hooks, workspace, signal } = fired
  const { t, ...subject } = fired.event
  const event = readEvent(point, subject)
  const { hash } = compose({ ...fired, hooks: fired.attached })
  const facts = { ...defaultFacts(workspace, hash), ...readFacts(t), ...incomingOf(point, event) }
  const callbacks = parts.callbacks(fired, facts)
  try {
    return await parts.askPoint({
      ...{ point, event, hooks, facts, signal, clock: parts.clock, sink: null, lastAnswers: null },
      policy: { rewrites: fired.rewrites, stopAtFirstBlock: fired.stopAtFirstBlock },
      callbacks: callbacks.source,
      live: fired.live === true,
    })
  } finally {
    await callbacks.close()
  }
}

function readFacts(t: JsonObject[string] | undefined): Partial<HookFacts> {
  const parsed = factsSchema.safeParse(t ?? {})
  if (parsed.success) return dropUndefined(parsed.data)
  const [issue] = parsed.error.issues
  throw new OperationError(
    'bad_input',
    `The facts under \`t\` do not fit: ${issue?.path.join('.')}: ${issue?.message}.`,
  )
}

function dropUndefined<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }
}

function incomingOf<P extends PointId>(point: P, event: PointEvents[P]): { incoming?: string } {
  return point === 'guard.onInput' && 'msg' in event ? { incoming: event.msg } : {}
}

const NO_TOKENS: TokenCount = { input: 0, output: 0, replies: 0, unreported: 0 }

function defaultFacts(workspace: string, composition: string): HookFacts {
  return {
    turn: 1,
    step: 1,
    pass: 1,
    promptTokens: null,
    turnTokens: NO_TOKENS,
    sessionTokens: NO_TOKENS,
    budget: null,
    model: '',
    provider: '',
    agent: 'main',
    composition,
    sessionId: '',
    turnId: '',
    program: null,
    workspace,
    incoming: '',
    system: '',
    projectInstructions: '',
    outputSchema: null,
    skills: [],
    spawned: false,
    dryRun: true,
    maxIterations: 50,
    toolCalls: 0,
  }
}
