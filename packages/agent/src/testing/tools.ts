/** Tools for tests: they do what a function says, and remember what they ran with. */
import type { JsonObject } from '@belay/trace'
import type { Need, Tool, ToolContext, ToolResult } from '../tool'

export interface TestTool extends Tool {
  readonly ran: JsonObject[]
}

export interface TestToolOptions {
  readonly readOnly?: boolean
  readonly need?: Need | ((args: JsonObject) => Need)
  /** Names of arguments that must be texts. */
  readonly required?: readonly string[]
  readonly run?: (args: JsonObject, context: ToolContext) => ToolResult | Promise<ToolResult>
}

export const done = (content: string, isError = false): ToolResult => ({ content, isError, facts: {} })

export function tool(name: string, options: TestToolOptions = {}): TestTool {
  const ran: JsonObject[] = []
  const required = options.required ?? []
  return {
    ran,
    name,
    description: `The tool ${name}.`,
    schema: { type: 'object', properties: Object.fromEntries(required.map((key) => [key, { type: 'string' }])) },
    readOnly: options.readOnly ?? false,
    parse(args) {
      const missing = required.find((key) => typeof args[key] !== 'string')
      return missing === undefined ? { ok: true, args } : { ok: false, message: `${missing}: expected a string` }
    },
    subject: (args) => String(Object.values(args)[0] ?? ''),
    need: (args) => (typeof options.need === 'function' ? options.need(args) : (options.need ?? { access: 'free' })),
    async run(args, context) {
      ran.push(args)
      return options.run === undefined ? done(`${name} is done`) : options.run(args, context)
    },
  }
}
