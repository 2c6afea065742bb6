/** Whether a call can be made at all: a tool that the session has, arguments that are an object and fit its schema. */
import type { CallRecord, JsonObject } from '@belay/trace'
import { readArguments } from './arguments'
import { findTool } from './call'
import type { Tool } from './tool'
import type { Turn } from './turn'

export interface Effective {
  readonly tool: Tool
  readonly args: JsonObject
}

export type Checked =
  | ({ readonly ok: true } & Effective)
  /** `mistake` names what is wrong, for counting how often it comes in a row; null where it is none in arguments. */
  | { readonly ok: false; readonly content: string; readonly mistake: string | null }

/** Reads and checks what the model asked for. No hook and no permission hears of what fails here. */
export function checkRecord(turn: Turn, { name, raw, args }: CallRecord): Checked {
  const tool = findTool(turn, name)
  if (tool === null) return unknownTool(turn, name)
  if (args !== null) return checkArgs(tool, args)
  const read = readArguments(raw)
  return misfit(tool, read.ok ? 'The arguments must be a JSON object.' : read.message, 'not a JSON object')
}

export function checkArgs(tool: Tool, args: JsonObject): Checked {
  const parsed = tool.parse(args)
  return parsed.ok ? { ok: true, tool, args: parsed.args } : misfit(tool, parsed.message, parsed.message)
}

function misfit(tool: Tool, message: string, mistake: string): Checked {
  const content = `${message}\nThe call was not run. ${tool.name} takes: ${JSON.stringify(tool.schema)}`
  return { ok: false, content, mistake: `${tool.name}: ${mistake}` }
}

function unknownTool(turn: Turn, name: string): Checked {
  const names = turn.ports.tools.map((tool) => tool.name).join(', ')
  return { ok: false, content: `There is no tool ${name}. The tools are: ${names}.`, mistake: null }
}
