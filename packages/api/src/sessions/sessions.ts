/** Sessions as a person sees them: made, listed, renamed, sent to. Runners are made when something is first asked of one. */
import type { TurnEnd } from '@belay/agent'
import type { NewSessionRecord, SessionRecord } from '@belay/db'
import type { Selection } from '@belay/host'
import {
  type Attachment,
  type Composition,
  type PermissionMode,
  type SessionFacts,
  type SessionId,
  sessionId,
} from '@belay/trace'
import type { Home } from '../home/home'
import { insertAt, makeAttachment } from '../hooks/attachments'
import { compose } from '../hooks/composition'
import { syncHooks } from '../hooks/sync-hooks'
import { type NewSession, OperationError, type SessionSummary } from '../operations'
import { usableProgram } from '../programs/usable-program'
import { existingRecord } from './existing'
import { checkModel } from './models'
import type { SessionParts } from './parts'
import { createSessionRunner, type SessionRunner } from './session-runner'
import { UNTITLED } from './title'
import { resolveWorkspace } from './workspace'

export interface Sessions {
  /** Throws `not_found`, also where it is deleted. */
  record(id: SessionId): SessionRecord
  runner(id: SessionId): SessionRunner
  create(session: NewSession, more?: MoreOfSession): Promise<SessionFacts>
  /** For a session that is gone. */
  forget(id: SessionId): void
  /** Asks `session.end` of those in which a turn began in this process. */
  end(ids: readonly string[], reason: string): Promise<void>
  shutDown(): Promise<void>
  /** Resolves once every hook that was asked in this process has its verdict on record. */
  heard(): Promise<void>
  /** Writes what is pending, and from now on nothing. */
  endLogs(): void
}

/** What only Belay itself sets. */
export interface MoreOfSession {
  readonly tour?: boolean
  readonly child?: {
    readonly parent: SessionId
    readonly agent: string
    readonly depth: number
    readonly tools: readonly string[] | null
    readonly verifier: string | null
    /** Its parent's: what judges the parent judges it. */
    readonly ruling: Pick<Composition, 'extensions' | 'program' | 'commandFiles' | 'hooks'>
    /** Whether somebody named its model. */
    readonly modelChosen: boolean
  }
}

export interface SessionsParts extends SessionParts {
  readonly home: Home
  readonly defaultModel: () => string
  readonly ended: (session: SessionId, end: TurnEnd) => void
}

export function createSessions(parts: SessionsParts): Sessions {
  const { db } = parts
  const runners = new Map<SessionId, SessionRunner>()
  const record = (id: SessionId) => existingRecord(db, id)
  return {
    record,
    runner(id) {
      record(id)
      const existing = runners.get(id)
      if (existing !== undefined) return existing
      const made = createSessionRunner(parts, id, { ended: parts.ended })
      runners.set(id, made)
      return made
    },
    create: (session, more = {}) => createSession(parts, session, more),
    forget: (id) => {
      // A hook may still answer late: nobody is left to note it for.
      runners.get(id)?.log.freeze()
      runners.delete(id)
    },
    end: async (ids, reason) => {
      await Promise.all(
        ids.map(async (id) => {
          await runners.get(sessionId(id))?.end(reason)
          await parts.extensions.ended(sessionId(id))
        }),
      )
    },
    shutDown: async () => {
      await Promise.all([...runners.values()].map((runner) => runner.shutDown()))
    },
    heard: async () => {
      await Promise.all([...runners.values()].map(({ log }) => log.heard()))
    },
    endLogs() {
      for (const { log } of runners.values()) {
        log.flush()
        log.freeze()
      }
    },
  }
}

async function createSession(parts: SessionsParts, wanted: NewSession, more: MoreOfSession): Promise<SessionFacts> {
  const { db, ids, clock, bus } = parts
  const workspace = resolveWorkspace(wanted.workspace, parts.home)
  const extensions = more.child?.ruling.extensions ?? extensionsOf(parts, wanted)
  const model = checkModel(parts.extensions.models(extensions), wanted.model ?? parts.defaultModel())
  const composition = compose({
    ...(more.child?.ruling ?? (await newRuling(parts, wanted, workspace))),
    rewrites: wanted.rewrites ?? 'first',
    stopAtFirstBlock: wanted.stopAtFirstBlock ?? false,
  })
  const at = clock.now()
  const facts: SessionFacts = {
    id: sessionId(ids.next('ses')),
    title: parts.mask(checkTitle(wanted.title ?? UNTITLED)),
    workspace,
    model,
    createdAt: at,
    parent: more.child?.parent ?? null,
  }
  const event = { type: 'session.created', facts, composition, session: facts.id, seq: 1, at } as const
  db.createSession(recordOf(facts, wanted, { more, composition: composition.hash }), [event])
  bus.publish(facts.id, [event])
  parts.extensions.opened(facts.id)
  return facts
}

/** The program comes first: what it brings is asked first, and a mistake in its name is told at once. */
async function newRuling(parts: SessionsParts, wanted: NewSession, workspace: string) {
  const program = wanted.program === undefined ? null : await usableProgram(parts.library, wanted.program)
  const extensions = extensionsOf(parts, wanted)
  if (wanted.model === undefined && program !== null && program.model !== null)
    checkModel(parts.extensions.models(extensions), program.model)
  const attached = await attachAll(parts, wanted, workspace)
  const { commandFiles } = wanted
  const files = commandFiles === undefined ? {} : { commandFiles }
  const ruling = { extensions, program: program?.name, ...files }
  const { hooks } = await syncHooks(parts, { ...ruling, workspace, hooks: attached })
  return { ...ruling, hooks }
}

function extensionsOf(parts: SessionParts, { commandFiles, enable = [], disable = [] }: NewSession): readonly string[] {
  const { extensions } = parts
  let names = extensions.enabled()
  const change = (selection: Selection) => {
    if (!selection.ok) throw new OperationError('bad_input', selection.reason)
    names = selection.enabled
  }
  for (const name of [...(commandFiles === undefined ? [] : ['hooks']), ...enable])
    change(extensions.enable(names, name))
  for (const name of disable) change(extensions.disable(names, name))
  return names
}

/** One after another: a mistake in the third leaves nothing half made. */
async function attachAll(
  parts: SessionParts,
  { attach = [] }: NewSession,
  from: string,
): Promise<readonly Attachment[]> {
  let hooks: readonly Attachment[] = []
  for (const spec of attach) hooks = insertAt(hooks, await makeAttachment(parts, spec, from), spec.position)
  return hooks
}

function recordOf(
  facts: SessionFacts,
  wanted: NewSession,
  { more, composition }: { readonly more: MoreOfSession; readonly composition: string },
): NewSessionRecord {
  return {
    ...facts,
    permission: wanted.permission ?? 'ask',
    agent: more.child?.agent ?? 'main',
    depth: more.child?.depth ?? 0,
    tools: more.child?.tools ?? null,
    verifier: more.child?.verifier ?? null,
    tour: more.tour ?? false,
    rewrites: wanted.rewrites ?? 'first',
    stopAtFirstBlock: wanted.stopAtFirstBlock ?? false,
    composition,
    modelChosen: more.child?.modelChosen ?? wanted.model !== undefined,
    extensionsChosen: more.child !== undefined || [...(wanted.enable ?? []), ...(wanted.disable ?? [])].length > 0,
    updatedAt: facts.createdAt,
    status: 'idle',
  }
}

export const MOST_TITLE = 200

export function checkTitle(title: string): string {
  const trimmed = title.trim()
  if (trimmed === '') throw new OperationError('bad_input', 'A session needs a title of at least one character.')
  if (trimmed.length > MOST_TITLE)
    throw new OperationError(
      'bad_input',
      `A title has at most ${MOST_TITLE} characters; this one has ${trimmed.length}.`,
    )
  return trimmed
}

export function summaryOf(record: SessionRecord, hooks: number): SessionSummary {
  return {
    id: sessionId(record.id),
    title: record.title,
    workspace: record.workspace,
    model: record.model,
    modelChosen: record.modelChosen,
    createdAt: record.createdAt,
    parent: record.parent === null ? null : sessionId(record.parent),
    forkedFrom: record.forkedFrom,
    updatedAt: record.updatedAt,
    status: record.status,
    turns: record.turns,
    hooks,
    counts: { asked: record.asked, blocked: record.blocked, rewritten: record.rewritten, failed: record.failed },
    tokens: record.tokens,
    tour: record.tour,
    lastPrompt: record.lastPrompt,
    lastRefusal: record.lastRefusal,
    pinned: record.pinnedAt !== null,
    archived: record.archivedAt !== null,
    deletedAt: record.deletedAt,
    permission: record.permission satisfies PermissionMode,
  }
}
