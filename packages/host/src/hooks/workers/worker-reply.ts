import { POINTS } from '@belay/trace'
import { z } from 'zod'

/** What a worker says. A hook's code shares the port, so nothing of it is believed. */
const reply = z.union([
  /** Something is asked of the session; `callback` comes back with the answer. */
  z.object({ id: z.number(), callback: z.int(), request: z.unknown() }),
  z.object({ id: z.number(), started: z.literal(true) }),
  /** A process; `own` where the code wants it to go on by itself. */
  z.object({ id: z.number(), started: z.int().min(2), own: z.boolean() }),
  /** It waits for a program that it started. */
  z.object({ id: z.number(), waits: z.literal(true) }),
  z.object({ id: z.number(), ended: z.int().min(2) }),
  z.object({ id: z.number(), ok: z.literal(true), value: z.unknown().optional(), unreadable: z.string().optional() }),
  z.object({
    id: z.number(),
    ok: z.literal(false),
    kind: z.enum(['threw', 'bad_answer', 'exit']),
    message: z.string(),
    stack: z.string(),
    /** Its thread ends now. */
    leaves: z.boolean().optional(),
  }),
])

export type WorkerReply = z.output<typeof reply>
export type WorkerRequest = Extract<WorkerReply, { callback: unknown }>
export type WorkerAnswer = Extract<WorkerReply, { ok: unknown }>

export function readReply(message: unknown): WorkerReply | null {
  const parsed = reply.safeParse(message)
  return parsed.success ? parsed.data : null
}

const point = z.enum(POINTS)

/** What it says of parameters. */
export const checkedParams = z.union([
  z.object({ ok: z.literal(true), params: z.unknown() }),
  z.object({ ok: z.literal(false), message: z.string() }),
])

/** What a worker says of a file's hook. */
export const described = z.object({
  name: z.string().min(1),
  description: z.string().min(1),
  points: z.array(point).min(1),
  matcher: z.string().nullable(),
  timeoutMs: z.number().positive().max(600_000),
  recheck: z.boolean(),
  onFailure: z.enum(['open', 'closed', 'replay']),
  observe: z.boolean(),
  hasParams: z.boolean(),
  paramsSchema: z.record(z.string(), z.json()).nullable(),
})

export type Described = z.output<typeof described>

/** With what no parameters at all come to. */
export const describedWithEmpty = described.extend({ empty: checkedParams })
