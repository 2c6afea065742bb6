/** The events of the points as they come from outside (`belay fire`): checked once here, with the small things filled in. */
import type { PointEvents } from '@belay/hooks'
import { callId, type JsonObject, type PointId } from '@belay/trace'
import { z } from 'zod'
import { OperationError } from '../operations'

const json = z.json()
const id = z.string().default('call_fire').transform(callId)
const call = z.object({
  id,
  name: z.string(),
  args: z.record(z.string(), json).default({}),
  within: z.string().transform(callId).optional(),
})
const result = z.object({ id, name: z.string(), content: z.string(), isError: z.boolean().default(false) })
const stop = z.object({
  reply: z.object({ text: z.string().default(''), calls: z.array(call).default([]) }),
  held: z.number().int().min(0).default(0),
  active: z.boolean().default(false),
})
const origin = z.enum(['person', 'mail', 'wake', 'webhook', 'hook', 'reminder', 'loop']).default('person')
const source = z.enum(['startup', 'resume', 'fork', 'clear', 'compact', 'reload']).default('startup')
const nothing = z.object({})

const after = z
  .object({ result, call: call.optional(), startedMs: z.number().default(0), finishedMs: z.number().default(0) })
  .transform((event) => ({ ...event, call: event.call ?? { id: event.result.id, name: event.result.name, args: {} } }))

const schemas = {
  'session.start': z.object({ source }),
  'guard.onInput': z.object({ msg: z.string(), origin }),
  'memory.keep': nothing,
  'memory.summarize': z.object({ prompt: z.string() }),
  'context.build': nothing,
  'model.choose': nothing,
  'errors.on': z.object({ err: z.string() }),
  'stop.done': stop,
  'tools.before': z.object({ call }),
  'tools.after': after,
  'guard.onOutput': z.object({ ans: z.string() }),
  'agent.start': z.object({ agentType: z.string(), prompt: z.string() }),
  'agent.stop': stop,
  'session.end': z.object({ reason: z.string() }),
} satisfies Record<PointId, z.ZodType>

/** Throws `bad_input` with the path of what does not fit. */
export function readEvent<P extends PointId>(point: P, event: JsonObject): PointEvents[P] {
  const parsed = schemas[point].safeParse(event)
  if (parsed.success) return parsed.data as PointEvents[P]
  const [issue] = parsed.error.issues
  const path = issue === undefined || issue.path.length === 0 ? 'the event' : `\`${issue.path.join('.')}\``
  throw new OperationError('bad_input', `The event does not fit ${point}: ${path}: ${issue?.message ?? 'unreadable'}.`)
}

const count = z.number().int().min(0).default(0)
const tokens = z.object({ input: count, output: count, replies: count, unreported: count })

/** Facts of `t` that may stand beside the event; others are filled in by the caller. */
export const factsSchema = z
  .object({
    turn: z.number(),
    step: z.number(),
    pass: z.number(),
    promptTokens: z.number().nullable(),
    turnTokens: tokens,
    sessionTokens: tokens,
    budget: z.number().nullable(),
    model: z.string(),
    provider: z.string(),
    agent: z.string(),
    sessionId: z.string(),
    turnId: z.string(),
    program: z.string().nullable(),
    workspace: z.string(),
    incoming: z.string(),
    system: z.string(),
    projectInstructions: z.string(),
    spawned: z.boolean(),
    maxIterations: z.number(),
    toolCalls: z.number(),
  })
  .partial()
