/** What a hook in a worker asks of its session, as it came over: its code shares the port, so nothing of it is believed. */
import { asJson, type CallbackRequest, isJsonObject } from '@belay/hooks'
import type { Json, JsonObject } from '@belay/trace'
import { z } from 'zod'

const json = z.unknown().transform((value, context): Json => {
  const read = asJson(value)
  if (read !== undefined) return read
  context.addIssue({ code: 'custom', message: 'not JSON' })
  return z.NEVER
})
const object = json.transform((value, context): JsonObject => {
  if (isJsonObject(value)) return value
  context.addIssue({ code: 'custom', message: 'not an object' })
  return z.NEVER
})
const tag = z.int()
const key = z.string().min(1).max(512)

const request = z.discriminatedUnion('do', [
  z.object({ do: z.literal('llm'), prompt: z.string().min(1), model: z.string().min(1).nullable() }),
  z.object({ do: z.literal('store.get'), key }),
  z.object({ do: z.literal('store.set'), key, value: json }),
  z.object({ do: z.literal('history.tail'), n: z.int().min(1).max(100) }),
  z.object({ do: z.literal('history.get'), tag }),
  z.object({ do: z.literal('history.tags') }),
  z.object({ do: z.literal('history.rewind'), tag }),
  z.object({ do: z.literal('history.expand'), tag }),
  z.object({ do: z.literal('history.collapse'), from: tag, to: tag, summary: z.string().min(1) }),
  z.object({ do: z.literal('tool'), name: z.string().min(1), args: object }),
])

/** Null where it is none. */
export function readRequest(value: unknown): CallbackRequest | null {
  const parsed = request.safeParse(value)
  return parsed.success ? parsed.data : null
}
