/** A tool from a zod schema: the schema that models read, the check of arguments and the typed run are one thing. */
import type { Need, Tool, ToolContext, ToolResult } from '@belay/agent'
import { asJson, isJsonObject } from '@belay/hooks'
import type { JsonObject } from '@belay/trace'
import { z } from 'zod'

export interface ToolDefinition<Args> {
  readonly name: string
  readonly description: string
  readonly readOnly: boolean
  readonly schema: z.ZodType<Args>
  subject(args: Args): string
  need(args: Args, workspace: string): Need | Promise<Need>
  run(args: Args, context: ToolContext): Promise<ToolResult>
}

export const FREE: Need = { access: 'free' }

export function defineTool<Args>(definition: ToolDefinition<Args>): Tool {
  const { name, description, readOnly, schema } = definition
  return {
    name,
    description,
    readOnly,
    schema: schemaJson(schema),
    parse(args) {
      const read = schema.safeParse(args)
      return read.success ? { ok: true, args } : { ok: false, message: describeMisfit(read.error) }
    },
    subject(args) {
      const read = schema.safeParse(args)
      return read.success ? definition.subject(read.data) : JSON.stringify(args)
    },
    need: async (args, workspace) => definition.need(schema.parse(args), workspace),
    run: async (args, context) => definition.run(schema.parse(args), context),
  }
}

export function ok(content: string, facts: JsonObject = {}): ToolResult {
  return { content, isError: false, facts }
}

export function failed(content: string, facts: JsonObject = {}): ToolResult {
  return { content, isError: true, facts }
}

function schemaJson(schema: z.ZodType): JsonObject {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input' })
  const copy = asJson(json)
  if (!isJsonObject(copy)) throw new TypeError('the schema of a tool must be an object')
  return copy
}

/** Each misfit by its path, in words that a model can act on. */
function describeMisfit(error: z.ZodError): string {
  return error.issues.map((issue) => `${issue.path.join('.') || 'the arguments'}: ${issue.message}`).join('; ')
}
