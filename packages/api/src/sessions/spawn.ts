/**
 * Child sessions. A child works in its parent's workspace under its parent's hooks; its answer comes to the parent's queue
 * as mail and wakes it. Bounds: three levels deep, twelve children of one session.
 */
import type { AgentSpawner, SpawnRequest, TurnEnd } from '@belay/agent'
import type { SessionRecord } from '@belay/db'
import { nearest } from '@belay/hooks'
import { attachmentId, type Composition, type SessionId, sessionId } from '@belay/trace'
import { OperationError } from '../operations'
import type { SessionParts } from './parts'
import type { Sessions } from './sessions'

const MOST_DEPTH = 3
const MOST_CHILDREN = 12

export interface SpawnParts {
  readonly db: SessionParts['db']
  readonly ids: SessionParts['ids']
  readonly sessions: () => Sessions
  /** Names of the tools that a session has. */
  readonly tools: (session: SessionId) => readonly string[]
}

export function createSpawner(parts: SpawnParts): AgentSpawner {
  return {
    async spawn(request) {
      try {
        return { ok: true, session: await spawnChild(parts, request) }
      } catch (error) {
        if (error instanceof OperationError) return { ok: false, reason: error.message }
        throw error
      }
    },
  }
}

async function spawnChild(parts: SpawnParts, request: SpawnRequest): Promise<SessionId> {
  const sessions = parts.sessions()
  const parent = sessions.record(request.parent)
  checkBounds(parts, parent)
  checkTools(parts.tools(request.parent), request.tools ?? [])
  const { workspace, permission, rewrites, stopAtFirstBlock } = parent
  const child = {
    parent: request.parent,
    agent: request.name,
    depth: parent.depth + 1,
    tools: request.tools,
    verifier: request.verifier,
    ruling: rulingOfChild(parts, parent),
    modelChosen: request.model !== null || parent.modelChosen,
  }
  const facts = await sessions.create(
    {
      workspace,
      permission,
      rewrites,
      stopAtFirstBlock,
      title: `${request.name} ← ${parent.title}`.slice(0, 200),
      model: request.model ?? parent.model,
    },
    { child },
  )
  const { begun } = sessions
    .runner(facts.id)
    .send({ text: promptOf(request), origin: 'mail', from: parent.agent }, sessions.runner(request.parent).options())
  await begun
  return facts.id
}

function checkBounds({ db }: SpawnParts, parent: SessionRecord): void {
  if (parent.depth >= MOST_DEPTH)
    throw new OperationError(
      'bad_input',
      `No agent was started: this one is ${MOST_DEPTH} levels deep, which is the limit.`,
    )
  if (db.children(parent.id).length >= MOST_CHILDREN)
    throw new OperationError(
      'bad_input',
      `No agent was started: this session has ${MOST_CHILDREN}, which is the limit.`,
    )
}

function checkTools(there: readonly string[], wanted: readonly string[]): void {
  const unknown = wanted.find((name) => !there.includes(name))
  if (unknown === undefined) return
  const near = nearest(unknown, there)
  const hint = near === null ? `There are ${there.join(', ')}.` : `Did you mean ${near}?`
  throw new OperationError('bad_input', `No agent was started: this session has no tool ${unknown}. ${hint}`)
}

/** The same program and hooks, attached anew: an attachment belongs to one session. */
function rulingOfChild(
  { db, ids }: SpawnParts,
  parent: SessionRecord,
): Pick<Composition, 'extensions' | 'commandFiles' | 'hooks'> {
  const own = db.composition(parent.composition)
  if (own === null) throw new Error(`session ${parent.id} has no composition`)
  const hooks = own.hooks.map((hook) => ({ ...hook, id: attachmentId(ids.next('att')) }))
  return { ...own, hooks }
}

function promptOf({ prompt, deliverable }: SpawnRequest): string {
  return deliverable === null ? prompt : `${prompt}\n\nHand back: ${deliverable}`
}

/** Brings a child's answer to its parent. Of a child that was stopped or interrupted it waits there and wakes nobody. */
export function deliverAnswer(sessions: Sessions, id: SessionId, end: TurnEnd): void {
  const child = sessions.record(id)
  if (child.parent === null) return
  const parent = sessions.runner(sessionId(child.parent))
  const mail = { text: mailOf(child.agent, end), origin: 'mail', from: child.agent } as const
  if (end.status === 'stopped' || end.status === 'interrupted') parent.leave(mail)
  // Where no turn can begin, it waits there.
  else parent.send(mail, parent.options()).begun.catch(() => undefined)
}

function mailOf(agent: string, end: TurnEnd): string {
  if (end.status === 'completed') return `${agent} answers:\n${end.answer ?? '(nothing)'}`
  return `${agent} ended as ${end.status}${end.reason === null ? '' : `: ${end.reason}`}`
}
