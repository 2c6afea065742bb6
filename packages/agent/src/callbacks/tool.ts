/**
 * `t.tool`: a tool of the session, called by a hook. No hook is asked about it; permissions apply, but a command that is a
 * parameter of the attached hook is permitted. It ends with the hook.
 */
import type { CallbackAsker, ToolAnswer } from '@belay/hooks'
import { ATTR, type CallId, callId, type JsonObject, type SpanId, spanId } from '@belay/trace'
import { factAttributes } from '../fact-attributes'
import type { Stage } from '../stage'
import type { Tool, ToolResult } from '../tool'
import { permitTool } from './permit-tool'

interface Called {
  readonly asker: CallbackAsker
  readonly name: string
  readonly args: JsonObject
  readonly until: AbortSignal
}

export async function callTool(stage: Stage, { asker, name, args, until }: Called): Promise<ToolAnswer> {
  const tool = stage.ports.tools.find((each) => each.name === name)
  if (tool === undefined) throw refusal(`there is no tool ${name}; the tools are ${namesOf(stage)}`)
  const parsed = tool.parse(args)
  if (!parsed.ok) throw refusal(parsed.message)
  const call = callId(stage.ports.ids.next('cal'))
  const span = startSpan(stage, { asker, tool, call, args: parsed.args })
  const permission = await permitTool(stage, { asker, tool, args: parsed.args, span, call, until })
  if (!permission.ok) {
    stage.spans.end(span, until.aborted ? 'stopped' : 'refused', { [ATTR.errorMessage]: permission.why })
    throw refusal(permission.why)
  }
  return run(stage, { tool, args: permission.args, span, call, until })
}

function refusal(why: string): Error {
  return new Error(`t.tool was refused: ${why}`)
}

function namesOf({ ports }: Stage): string {
  return ports.tools.map(({ name }) => name).join(', ')
}

interface NewCall {
  readonly asker: CallbackAsker
  readonly tool: Tool
  readonly call: CallId
  readonly args: JsonObject
}

function startSpan(stage: Stage, { asker, tool, call, args }: NewCall): SpanId {
  const span = stage.spans.start({
    kind: 'tool',
    name: tool.name,
    parent: asker.token === null ? null : spanId(asker.token),
    attributes: {
      [ATTR.operation]: 'execute_tool',
      [ATTR.toolName]: tool.name,
      [ATTR.toolCallId]: call,
      [ATTR.toolSubject]: tool.subject(args),
      [ATTR.step]: stage.step,
    },
  })
  stage.ports.log.keep(span, { arguments: args })
  return span
}

interface Running {
  readonly tool: Tool
  readonly args: JsonObject
  readonly span: SpanId
  readonly call: CallId
  readonly until: AbortSignal
}

/** Whoever waits for the end of a turn waits for this too, as far as its patience goes. */
async function run(stage: Stage, running: Running): Promise<ToolAnswer> {
  const { span, until } = running
  stage.spans.change(span, 'running', { [ATTR.toolStarted]: stage.ports.clock.now() })
  const ending = start(stage, running)
  stage.started.add(ending)
  const { content, isError, facts } = await ending
  stage.started.delete(ending)
  stage.ports.log.keep(span, { result: content })
  const status = until.aborted ? 'stopped' : isError ? 'error' : 'ok'
  stage.spans.end(span, status, { [ATTR.resultChars]: content.length, ...factAttributes(facts) })
  return { content, isError }
}

async function start(stage: Stage, { tool, args, call, until }: Running): Promise<ToolResult> {
  const { session, workspace } = stage.setup
  try {
    const { files } = stage.ports
    return await tool.run(args, { session, turn: stage.id, call, workspace, signal: until, files })
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { content: `${tool.name} failed: ${message}`, isError: true, facts: { threw: true } }
  }
}
