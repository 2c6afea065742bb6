/** The inputs of procedures. Shape only: whether a session, a model or a hook is there is for the operations to say. */
import { COMMAND_EVENTS } from '@belay/host'
import { attachmentId, callId, type JsonObject, POINTS, questionId, sessionId, spanId } from '@belay/trace'
import { z } from 'zod'
import { SESSION_STATUSES } from '../contract/sessions'

/** Longer prompts come as attachments, one day. */
const MOST_TEXT = 1_048_576

export const session = z.string().max(64).transform(sessionId)
export const attachment = z.string().max(64).transform(attachmentId)
export const question = z.string().max(64).transform(questionId)
export const span = z.string().max(64).transform(spanId)
/** A model may name its calls as it likes. */
export const call = z.string().max(1024).transform(callId)
/** Events in one answer; each holds at most what a hook is handed. */
export const recordedLimit = z.number().int().min(1).max(200)
export const text = z.string().max(MOST_TEXT)
export const name = z.string().max(4096)
/** Typed as what it is checked to be: zod's own type of JSON is mutable. */
export const params = z.record(z.string(), z.json()) as z.ZodType<JsonObject, JsonObject>
export const mode = z.enum(['enforce', 'shadow', 'off'])
export const permission = z.enum(['ask', 'auto', 'deny'])
export const onFailure = z.enum(['open', 'closed', 'replay'])
export const point = z.enum(POINTS)
export const rewrites = z.enum(['first', 'chain'])
export const position = z.number().int().min(0)

export const hookSpec = z.object({
  hook: name,
  params: params.optional(),
  mode: mode.optional(),
  onFailure: onFailure.optional(),
  points: z.array(point).readonly().optional(),
  position: position.optional(),
})

export const newSession = z.object({
  workspace: text,
  title: name.optional(),
  model: name.optional(),
  permission: permission.optional(),
  program: name.optional(),
  commandFiles: z.array(name).max(100).readonly().optional(),
  enable: z.array(name).max(100).readonly().optional(),
  disable: z.array(name).max(100).readonly().optional(),
  attach: z.array(hookSpec).max(100).readonly().optional(),
  rewrites: rewrites.optional(),
  stopAtFirstBlock: z.boolean().optional(),
})

export const sendOptions = z.object({
  permission: permission.optional(),
  headless: z.boolean().optional(),
  maxIterations: z.number().int().min(1).max(10_000).optional(),
})

export const change = z.object({
  mode: mode.optional(),
  onFailure: onFailure.optional(),
  params: params.optional(),
  position: position.optional(),
  points: z.array(point).max(POINTS.length).readonly().optional(),
})

/** Longer than any name of a set, so that the operations say what is wrong with it. */
export const setName = z.string().max(256)

export const saveHookSet = z.object({
  name: setName,
  description: text.optional(),
  session,
  attachments: z.array(attachment).max(1_000).readonly().optional(),
  replace: z.boolean().optional(),
})

export const setSource = z.union([z.strictObject({ set: setName }), z.strictObject({ session })])

export const sharedChange = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('mode'), mode }),
  z.strictObject({ do: z.literal('detach'), from: point.optional() }),
  z.strictObject({ do: z.literal('move'), position, from: point.optional(), to: point.optional() }),
  z.strictObject({ do: z.literal('set'), set: setName.nullable() }),
])

export const sessionQuery = z.object({
  search: name.optional(),
  shelf: z.enum(['active', 'archived', 'deleted']).optional(),
  status: z.array(z.enum(SESSION_STATUSES)).max(SESSION_STATUSES.length).readonly().optional(),
  refused: z.boolean().optional(),
  workspace: text.optional(),
})

export const forkRequest = z.object({
  row: z.number().int().min(0).optional(),
  title: name.optional(),
  putBackFiles: z.boolean().optional(),
})

export const answer = z.discriminatedUnion('say', [
  z.object({ say: z.literal('allow'), scope: z.enum(['once', 'session']), args: params.nullable() }),
  z.object({ say: z.literal('deny'), reason: text.nullable() }),
])

export const fireRequest = z.object({
  point: z.enum([...POINTS, ...COMMAND_EVENTS]),
  commandFiles: z.array(name).max(100).readonly().optional(),
  event: params,
  attach: z.array(hookSpec).max(100).readonly(),
  program: name.optional(),
  workspace: text.nullable(),
  session: session.nullable(),
  rewrites,
  stopAtFirstBlock: z.boolean(),
  only: name.optional(),
  live: z.boolean().optional(),
})
