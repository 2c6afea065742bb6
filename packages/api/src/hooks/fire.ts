/**
 * Asks hooks about one event: the simulator. Promises: nothing is logged, no session changes, and hooks are told that this
 * is a dry run.
 */
import { statSync } from 'node:fs'
import type { OpenCallbacks } from '@belay/agent'
import type { AskPoint, Hook, HookFacts, PointEvents, TokenCount } from '@belay/hooks'
import type { Program } from '@belay/host'
import {
  type Attachment,
  type Clock,
  type Composition,
  isPointId,
  type JsonObject,
  type Outcome,
  type PointId,
} from '@belay/trace'
import { eventAt, givenEvent } from '../command-hooks/given-event'
import { type FireRequest, OperationError } from '../operations'
import { usableProgram } from '../programs/usable-program'
import { existingFolder } from '../sessions/workspace'
import { makeAttachment } from './attachments'
import { compose } from './composition'
import { factsSchema, readEvent } from './event-schemas'
import { loadHooks } from './load-hooks'
import { type SyncParts, syncHooks } from './sync-hooks'

export interface FireParts extends SyncParts {
  readonly clock: Clock
  readonly askPoint: AskPoint
  /** What rules the session that the request names, and where it works. */
  readonly ofSession: (id: NonNullable<FireRequest['session']>) => { composition: Composition; workspace: string }
  /** What hooks may ask for meanwhile. */
  readonly callbacks: (request: Pick<FireRequest, 'session' | 'live'>, facts: HookFacts) => OpenCallbacks
}

export async function fire(parts: FireParts, request: FireRequest): Promise<Outcome> {
  const session = request.session === null ? null : parts.ofSession(request.session)
  const { given, ...about } = aboutOf(request)
  const named = request.workspace ?? (session === null ? workspaceOf(given) : null)
  const workspace = named === null ? (session?.workspace ?? process.cwd()) : existingFolder(named)
  const composition = await rulingOf(parts, request, { workspace, of: session?.composition ?? null })
  const program = composition.program === undefined ? null : await usableProgram(parts.library, composition.program)
  const { only } = request
  const asked = { ...composition, hooks: composition.hooks.filter(({ hook }) => only === undefined || hook === only) }
  return askAbout(parts, {
    ...request,
    ...about,
    attached: asked.hooks,
    hash: composition.hash,
    hooks: await loadHooks(parts, asked, { workspace, given }),
    facts: { ...programFacts(program), ...(request.session === null ? {} : { sessionId: request.session }) },
    workspace,
    signal: new AbortController().signal,
  })
}

/** An event by whichever name, as the point has it. */
function aboutOf({ point, event }: Pick<FireRequest, 'point' | 'event'>): FiredAbout {
  const named = isPointId(point) ? { point } : eventAt(point)
  if (event.hook_event_name === undefined) return { ...named, event, given: undefined }
  const about = givenEvent(event)
  if (
    named.point !== about.point ||
    named.pass !== about.pass ||
    !(isPointId(point) || point === event.hook_event_name)
  )
    throw new OperationError(
      'bad_input',
      `The payload is about ${String(event.hook_event_name)}, which is not ${point}.`,
    )
  return about
}

interface FiredAbout extends Pick<FiredEvent, 'point' | 'pass' | 'event'> {
  /** As the agent sent it. */
  readonly given: JsonObject | undefined
}

/** Where the session of the payload worked, if that folder is here. */
function workspaceOf(given: JsonObject | undefined): string | null {
  const cwd = given?.cwd
  return typeof cwd === 'string' && statSync(cwd, { throwIfNoEntry: false })?.isDirectory() === true ? cwd : null
}

export interface FiredEvent extends Pick<FireRequest, 'event' | 'rewrites' | 'stopAtFirstBlock' | 'session' | 'live'> {
  readonly point: PointId
  /** The second pass of `tools.before`. */
  readonly pass?: 'permission'
  readonly attached: readonly Attachment[]
  /** Of the composition that they are of; what they alone would make where absent. */
  readonly hash?: string
  /** Those of `attached`, loaded. */
  readonly hooks: readonly Hook[]
  /** Known of the session before the event says any. */
  readonly facts?: Partial<HookFacts>
  readonly workspace: string
  readonly signal: AbortSignal
}

export type AskParts = Pick<FireParts, 'askPoint' | 'clock' | 'callbacks'>

/** Asks hooks that are loaded, whatever they were loaded from. */
export async function askAbout(parts: AskParts, fired: FiredEvent): Promise<Outcome> {
  const { point, hooks, workspace, signal, rewrites, stopAtFirstBlock } = fired
  const { t, ...subject } = fired.event
  const event = readEvent(point, subject)
  const hash = fired.hash ?? compose({ hooks: fired.attached, rewrites, stopAtFirstBlock }).hash
  const known = { ...defaultFacts(workspace, hash), ...fired.facts }
  const facts = { ...known, ...readFacts(t), ...incomingOf(point, event) }
  const callbacks = parts.callbacks(fired, facts)
  try {
    return await parts.askPoint({
      ...(fired.pass === undefined ? {} : { pass: fired.pass }),
      ...{ point, event, hooks, facts, signal, clock: parts.clock, sink: null, lastAnswers: null },
      policy: { rewrites, stopAtFirstBlock },
      callbacks: callbacks.source,
      live: fired.live === true,
    })
  } finally {
    await callbacks.close()
  }
}

interface FiredAt {
  readonly workspace: string
  readonly of: Composition | null
}

/** What the session has by now, a program that the request names in the place of its own, and what is to be tried with it. */
async function rulingOf(parts: FireParts, request: FireRequest, { workspace, of }: FiredAt): Promise<Composition> {
  const { rewrites, stopAtFirstBlock } = request
  const named = request.program === undefined ? null : await usableProgram(parts.library, request.program)
  const ruling = {
    extensions: of?.extensions ?? parts.extensions.enabled(),
    program: named?.name ?? of?.program,
    commandFiles: request.commandFiles ?? of?.commandFiles,
    hooks: of?.hooks ?? [],
  }
  const { extensions: on, commandFiles } = ruling
  const extensions = commandFiles === undefined || on.includes('hooks') ? on : [...on, 'hooks']
  const { hooks: brought } = await syncHooks(parts, { ...dropUndefined(ruling), extensions, workspace })
  const hooks: Attachment[] = [...brought]
  for (const spec of request.attach) hooks.push(await makeAttachment(parts, spec, workspace))
  return compose({ ...ruling, extensions, hooks, rewrites, stopAtFirstBlock })
}

function programFacts(program: Program | null): Partial<HookFacts> {
  if (program === null) return {}
  const { name, system, skills, outputSchema, maxIterations } = program
  return { program: name, skills, outputSchema, maxIterations, ...(system === null ? {} : { system }) }
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
