/** A script: what the scripted model answers, call by call. The schema is the documentation of the format. */
import { z } from 'zod'

const json = z.json()

const call = z
  .strictObject({
    name: z.string().min(1),
    args: z.record(z.string(), json).optional(),
    /** Arguments as a model would stream them, broken ones too. */
    raw: z.string().optional(),
    /** The id that a server would give it; the loop makes its own. */
    id: z.string().optional(),
  })
  .refine((each) => each.args === undefined || each.raw === undefined, 'a call has args or raw, not both')

const step = z
  .strictObject({
    /** Skipped where it does not hold. */
    when: z
      .strictObject({
        lastResult: z.strictObject({
          isError: z.boolean().optional(),
          contains: z.string().optional(),
          name: z.string().optional(),
        }),
      })
      .optional(),
    reasoning: z.string().optional(),
    text: z.string().optional(),
    calls: z.array(call).optional(),
    /** The call fails, after the text where there is one. */
    error: z
      .strictObject({
        status: z.int().min(100).max(599).optional(),
        message: z.string().min(1),
        /** Seconds. */
        retryAfter: z.number().min(0).optional(),
      })
      .optional(),
    usage: z
      .strictObject({
        input: z.int().min(0).optional(),
        cached: z.int().min(0).optional(),
        output: z.int().min(0).optional(),
      })
      .optional(),
    /** Before the first token. */
    delayMs: z.number().min(0).max(600_000).optional(),
    tokensPerSecond: z.number().positive().optional(),
    /** Breaks the stream off. */
    cut: z.strictObject({ afterBytes: z.int().min(0) }).optional(),
    /** Why the reply ends, where it is neither done nor asks for calls. */
    end: z.enum(['length', 'refusal']).optional(),
    /** The last step of a turn: the next turn begins behind it. */
    turn: z.boolean().optional(),
  })
  .refine((each) => Object.keys(each).length > 0, 'a step says something')

export const scriptSchema = z.strictObject({
  name: z.string().min(1).optional(),
  description: z.string().optional(),
  steps: z.array(step),
  /** Starts over behind the last step. */
  loop: z.boolean().optional(),
  /** The prompt that starts it over, wherever it stands: another one goes on. */
  restart: z.string().min(1).optional(),
  /** Tokens that the model takes; unknown where it says nothing. */
  window: z.int().min(1).optional(),
  /** What hooks get from `t.llm`, call by call; the last one again and again. */
  llm: z.array(step).min(1).optional(),
  /** The summaries of compactions, call by call; the last one again and again. */
  summaries: z.array(step).min(1).optional(),
  /** Steps of child agents, by their name. */
  agents: z.record(z.string(), z.array(step)).optional(),
})

export type Script = z.infer<typeof scriptSchema>
export type ScriptStep = Script['steps'][number]
export type ScriptCall = NonNullable<ScriptStep['calls']>[number]
