/**
 * Runs one tool. Never throws: what a tool throws is an error result. At a stop or a halt the tool is given a moment to
 * end by itself, then the wait is over and whatever it still brings is dropped.
 */
import { ATTR, type JsonObject } from '@belay/trace'
import { ABORTED, untilAbort } from './abort'
import { type Settled, type StepCall, whyNotStarted } from './call'
import type { Tool, ToolResult } from './tool'
import type { Turn } from './turn'

export interface Running {
  readonly call: StepCall
  readonly tool: Tool
  readonly args: JsonObject
}

export async function runTool(turn: Turn, running: Running): Promise<Settled> {
  const startedMs = turn.ports.clock.now()
  // On the record before the tool runs: after a crash it must be known that the call had started.
  turn.spans.change(running.call.span, 'running', { [ATTR.toolStarted]: startedMs })
  const result = await untilAbort(start(turn, running), turn.toolGrace)
  const finishedMs = turn.ports.clock.now()
  const { tool, args } = running
  const ended = result === ABORTED ? lost(turn) : withStatus(turn, result)
  return { name: tool.name, args, ...ended, startedMs, finishedMs }
}

async function start(turn: Turn, { call, tool, args }: Running): Promise<ToolResult> {
  const { session, turn: id, workspace } = turn.setup
  try {
    const { signal } = turn.working
    const { files } = turn.ports
    return await tool.run(args, { session, turn: id, call: call.record.id, workspace, signal, files })
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { content: `${tool.name} failed: ${message}`, isError: true, facts: { threw: true } }
  }
}

type Ended = Pick<Settled, 'content' | 'isError' | 'status' | 'facts'>

/** A call that had ended before a halt keeps its result; one that the halt or stop ended says so. */
function withStatus(turn: Turn, { content, isError, facts }: ToolResult): Ended {
  const over = turn.working.signal.aborted && facts.stopped === true ? whyNotStarted(turn) : null
  if (over === null) return { content, isError, facts, status: isError ? 'error' : 'ok' }
  const why = turn.halt === null ? 'stopped by the person while it ran' : over.content
  return { content: content === '' ? why : `${why}\n${content}`, isError: true, facts, status: 'stopped' }
}

function lost(turn: Turn): Ended {
  const over = whyNotStarted(turn)
  const why = turn.halt === null ? 'stopped by the person while it ran' : (over?.content ?? 'ended')
  return { content: `${why}; what it did until then is unknown`, isError: true, facts: {}, status: 'stopped' }
}
