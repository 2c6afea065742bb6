/** A registry's functions as hooks of a session: at which point each event is, and what an answer comes to there. */
import type { FailurePolicy, PointId } from '@belay/trace'
import type { Asking, Hook } from '../hook'
import type { WireVerdict } from '../said'
import type { EventType, Functions, Message, RegistryFunction } from './events'
import type { Stop } from './registry'
import { blockMessage, changes, filled } from './results'

export interface HookOptions {
  /** Begins the names of the hooks, which tell them apart in a session: `registry` where it says nothing. */
  readonly name?: string
  /** What it means that a function throws or takes too long; `open` where it says nothing. */
  readonly onFailure?: FailurePolicy
  /** 30,000 where it says nothing, 600,000 at most. */
  readonly timeoutMs?: number
}

type Said = Partial<WireVerdict> | undefined
type Judge = (messages: readonly Message[], signal: AbortSignal) => Promise<Stop>

interface Place {
  readonly event: EventType
  readonly point: PointId
  readonly ask: (asking: Asking) => Promise<Said>
  /** Whether the function is not asked about this one. */
  readonly skips?: (event: Asking['event']) => boolean
}

/** `judge` asks all functions of `Stop` at once: each of them counts, also behind a block. */
export function pipelineHooks(functions: Functions, judge: Judge, options: HookOptions): readonly Hook[] {
  const stops: Place = { event: 'Stop', point: 'stop.done', ask: (asking) => stop(judge, asking), skips: hasCalls }
  const places: readonly Place[] = [
    ...functions.PreToolUse.map((run): Place => ({ event: 'PreToolUse', point: 'tools.before', ask: beforeTool(run) })),
    ...functions.PostToolUse.map(afterTool('PostToolUse')),
    ...functions.PostToolUseFailure.map(afterTool('PostToolUseFailure')),
    ...functions.UserPromptSubmit.map(
      (run): Place => ({ event: 'UserPromptSubmit', point: 'guard.onInput', ask: onPrompt(run) }),
    ),
    ...functions.SessionStart.map(notice('SessionStart', 'session.start')),
    ...functions.SessionEnd.map(notice('SessionEnd', 'session.end')),
    ...functions.SubagentStart.map(
      (run): Place => ({ event: 'SubagentStart', point: 'agent.start', ask: onAgent(run) }),
    ),
    ...(functions.Stop.length === 0 ? [] : [stops]),
  ]
  return places.map((place, index) => hookAt(place, { ...options, number: index + 1 }))
}

function hookAt({ event, point, ask, skips }: Place, options: HookOptions & { readonly number: number }): Hook {
  const { name = 'registry', onFailure = 'open', timeoutMs = 30_000, number } = options
  const full = `${name} ${number} (${event})`
  return {
    id: full,
    name: full,
    source: 'extension',
    points: [point],
    mode: 'enforce',
    onFailure,
    timeoutMs,
    recheck: false,
    observe: false,
    version: null,
    unavailable: null,
    skips: (asking) => (skips?.(asking.event) === true ? 'if' : null),
    ask,
  }
}

function beforeTool(run: RegistryFunction<'PreToolUse'>): Place['ask'] {
  return async ({ event, signal }) => {
    if (!('call' in event)) return
    const { name: toolName, args: input } = event.call
    const said = (await run({ type: 'PreToolUse', toolName, input }, signal)) ?? {}
    if (said.decision === 'block') return { decision: 'block', reason: blockMessage(said) }
    return changes(said.updatedInput) ? { decision: 'rewrite', value: { args: said.updatedInput } } : undefined
  }
}

function afterTool<E extends 'PostToolUse' | 'PostToolUseFailure'>(type: E): (run: RegistryFunction<E>) => Place {
  const isFailure = (event: Asking['event']) => 'result' in event && event.result.isError
  return (run) => ({
    event: type,
    point: 'tools.after',
    skips: (event) => type === 'PostToolUseFailure' && !isFailure(event),
    ask: async ({ event, signal }) => {
      if (!('result' in event)) return
      const { call, result } = event
      const used = { toolName: call.name, input: call.args, result: result.content, isError: result.isError }
      await run({ type, ...used }, signal)
    },
  })
}

function onPrompt(run: RegistryFunction<'UserPromptSubmit'>): Place['ask'] {
  return async ({ event, signal }) => {
    if (!('msg' in event)) return
    const said = (await run({ type: 'UserPromptSubmit', prompt: event.msg }, signal)) ?? {}
    if (said.decision === 'block') return { decision: 'block', reason: blockMessage(said) }
    const context = filled(said.additionalContext)
    return context === undefined ? undefined : { decision: 'pass', context: [context] }
  }
}

function notice<E extends 'SessionStart' | 'SessionEnd'>(type: E, point: PointId): (run: RegistryFunction<E>) => Place {
  return (run) => ({ event: type, point, ask: async ({ signal }) => void (await run({ type }, signal)) })
}

function onAgent(run: RegistryFunction<'SubagentStart'>): Place['ask'] {
  return async ({ event, signal }) => {
    if ('agentType' in event) await run({ type: 'SubagentStart', agentType: event.agentType }, signal)
    return undefined
  }
}

/** With calls in the reply the model does not want to stop. */
function hasCalls(event: Asking['event']): boolean {
  return 'reply' in event && event.reply.calls.length > 0
}

async function stop(judge: Judge, asking: Asking): Promise<Said> {
  const { prevent, blockingErrors, message } = await judge(await messagesOf(asking), asking.signal)
  if (prevent) return { decision: 'done', reason: message }
  return blockingErrors.length === 0 ? undefined : { decision: 'block', reason: blockingErrors.join('\n') }
}

/** The conversation as far as a hook may see it; the reply alone where there is no session to ask. */
async function messagesOf({ event, callbacks }: Asking): Promise<readonly Message[]> {
  const reply: readonly Message[] = 'reply' in event ? [{ role: 'assistant', content: event.reply.text }] : []
  try {
    const rows = await callbacks({ do: 'history.tail', n: 100 })
    const messages = Array.isArray(rows) ? rows.flatMap(messageOf) : []
    return messages.length === 0 ? reply : messages
  } catch {
    // No session is behind this asking.
    return reply
  }
}

function messageOf(row: unknown): readonly Message[] {
  if (typeof row !== 'object' || row === null || !('role' in row) || !('text' in row)) return []
  const { role, text: content } = row
  if (typeof content !== 'string') return []
  return [{ role: role === 'assistant' ? role : role === 'result' ? 'tool' : 'user', content }]
}
