/** One tool call of a step: what is known of it, and the forms in which it ends. */
import { ATTR, type CallRecord, type JsonObject, type SpanId, type SpanStatus } from '@belay/trace'
import type { Tool } from './tool'
import type { Turn } from './turn'

export interface StepCall {
  readonly record: CallRecord
  readonly span: SpanId
  /** Place among the calls of the step, from 1. */
  readonly order: number
  /** Names of the calls behind it. */
  readonly behind: readonly string[]
}

/** How a call ended, with the name and arguments that it ended with. */
export interface Settled {
  readonly name: string
  readonly args: JsonObject
  readonly content: string
  readonly isError: boolean
  readonly status: SpanStatus
  readonly facts: JsonObject
  /** Epoch milliseconds; the same for a call that was not run. */
  readonly startedMs: number
  readonly finishedMs: number
}

/** A call after its hooks and permission: to be run, or ended already. */
export type Prepared =
  | { readonly go: 'run'; readonly call: StepCall; readonly tool: Tool; readonly args: JsonObject }
  | { readonly go: 'settled'; readonly call: StepCall; readonly settled: Settled }

interface Place {
  readonly records: readonly CallRecord[]
  readonly index: number
}

export function openCall(turn: Turn, record: CallRecord, place: Place): StepCall {
  const behind = place.records.slice(place.index + 1).map((each) => each.name)
  return { record, order: place.index + 1, behind, span: startToolSpan(turn, record) }
}

function startToolSpan(turn: Turn, record: CallRecord): SpanId {
  const { id, name, args, raw } = record
  const subject = args === null ? raw : (findTool(turn, name)?.subject(args) ?? '')
  const span = turn.spans.start({
    kind: 'tool',
    name,
    parent: turn.stepSpan,
    attributes: {
      [ATTR.operation]: 'execute_tool',
      [ATTR.toolName]: name,
      [ATTR.toolCallId]: id,
      [ATTR.toolSubject]: subject,
      [ATTR.step]: turn.step,
    },
  })
  turn.ports.log.keep(span, { arguments: args ?? raw })
  return span
}

export function findTool(turn: Turn, name: string): Tool | null {
  return turn.ports.tools.find((tool) => tool.name === name) ?? null
}

/** A call that ended without being run. */
export function notRun(turn: Turn, call: StepCall, how: NotRun): Settled {
  const now = turn.ports.clock.now()
  return {
    name: how.name ?? call.record.name,
    args: how.args ?? call.record.args ?? {},
    content: how.content,
    isError: how.isError ?? true,
    status: how.status,
    facts: {},
    startedMs: now,
    finishedMs: now,
  }
}

interface NotRun {
  readonly content: string
  readonly status: SpanStatus
  readonly isError?: boolean
  readonly name?: string
  readonly args?: JsonObject
}

/** Why a call is not started any more, as its result says it. Null while the turn goes on. */
export function whyNotStarted(turn: Turn): { readonly content: string; readonly status: SpanStatus } | null {
  if (turn.setup.signal.aborted) return { content: 'not run: the turn was stopped by the person', status: 'stopped' }
  if (turn.halt === null) return null
  return { content: `turn halted by ${turn.halt.by}: ${turn.halt.reason}`, status: 'stopped' }
}
