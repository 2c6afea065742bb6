/**
 * A turn as a person would tell it, a line for each thing that counts: what the model was sent, what ran, what a person was
 * asked and told, what waits for the next input, how it ended. For tables whose expected lines are written by hand.
 */
import type { Hook } from '@belay/hooks'
import {
  type Answer,
  ATTR,
  type JsonObject,
  type PointId,
  type SpanId,
  type TraceEventBody,
  type Verdict,
} from '@belay/trace'
import { compactSession, endSession } from '../between-turns'
import type { Message, ModelRequest } from '../model'
import type { TurnSetup } from '../ports'
import { runTurn } from '../run-turn'
import { createPorts, type Replies, type TestOptions, type TestPorts } from './ports'
import { createSetup } from './setup'
import { type TestTool, tool } from './tools'

export interface Told {
  readonly hooks: readonly Hook[]
  readonly model: Replies
  readonly setup?: Partial<TurnSetup>
  readonly options?: Partial<TestOptions>
  readonly answer?: Answer
  /** The stored answer of every hook, for `replay`. */
  readonly stored?: Partial<Verdict>
}

export async function tellTurn(told: Told): Promise<readonly string[]> {
  const { ports, setup, t } = prepare(told)
  const { status, code, reason, answer } = await runTurn(setup, ports)
  const how = [status, code, reason].filter((part) => part !== null).join(', ')
  return [...linesOf(ports, t), `ends ${how}${answer === null ? '' : ` with: ${answer}`}`]
}

/** Between turns: the session is closed, or summed up. */
export async function tellBetween(told: Told, what: 'end' | 'compact'): Promise<readonly string[]> {
  const { ports, setup, t } = prepare(told)
  if (what === 'end') return [...(await endedLines(endSession(setup, ports, 'closed'))), ...linesOf(ports, t)]
  const { ok } = await compactSession(setup, ports)
  return [...linesOf(ports, t), ok ? 'is summed up' : 'stays as it was']
}

async function endedLines(ended: Promise<string | null>): Promise<readonly string[]> {
  const why = await ended
  return why === null ? [] : [`failed: ${why}`]
}

function prepare({ hooks, model, setup, options, answer, stored }: Told) {
  const t = tool('t')
  const allowed: Answer = { say: 'allow', scope: 'once', args: null }
  const ports = createPorts({ tools: [t], model, answer: () => answer ?? allowed, ...options })
  const lastAnswers = stored === undefined ? null : storedAnswers(stored)
  return { t, setup: createSetup({ hooks, ...setup }), ports: { ...ports, lastAnswers } }
}

function storedAnswers(stored: Partial<Verdict>) {
  const verdict: Verdict = {
    ...{
      hook: 'h',
      hookId: 'h',
      source: 'library',
      mode: 'enforce',
      status: 'answered',
      decision: 'pass',
      value: null,
    },
    ...{ lost: false, reason: null, context: [], notes: [], reminders: [], halt: null, durationMs: 0, error: null },
    ...{ recheck: false, late: false, notAsked: null, replayedAgeMs: null, version: null, position: 0, ...stored },
  }
  return { get: (_hook: string, _point: PointId) => ({ verdict, at: 0 }), set: () => undefined }
}

function linesOf(ports: TestPorts, { ran }: TestTool): readonly string[] {
  const calls = [...ports.requests]
  const runs = [...ran]
  const tools = new Map<SpanId, string>()
  return ports.events.flatMap((event): readonly string[] => {
    if (event.type === 'span.started' && event.span.kind === 'tool') tools.set(event.span.id, event.span.name)
    if (event.type === 'span.started' && event.span.kind === 'model') return sentLine(calls.shift(), event)
    if (event.type === 'span.changed' && tools.has(event.id) && ATTR.toolStarted in event.attributes)
      return [ranLine(tools.get(event.id) ?? '', runs)]
    return toldLines(event)
  })
}

/** Only of `t` it is known with what it ran. */
function ranLine(name: string, runs: JsonObject[]): string {
  return name === 't' ? `runs t ${JSON.stringify(runs.shift())}` : `runs ${name}`
}

function sentLine(
  request: ModelRequest | undefined,
  event: TraceEventBody & { type: 'span.started' },
): readonly string[] {
  if (request === undefined) return [`calls ${event.span.name}, which is not there`]
  const { model, system, messages } = request
  const to = model === 'model-1' ? '' : ` ${model}`
  const under = system === 'You are careful.' ? '' : ` under "${system.split('\n')[0]}"`
  return [`sends${to}${under}: ${messages.map(textOf).join(' | ')}`]
}

function textOf(message: Message): string {
  switch (message.role) {
    case 'user':
      return message.text
    case 'assistant':
      return message.text
    case 'result':
      return `= ${message.content}`
  }
}

function toldLines(event: TraceEventBody): readonly string[] {
  switch (event.type) {
    case 'outcome':
      return event.outcome.notes.map((note) => `tells: ${note}`)
    case 'notice':
      return [`tells: ${event.text}`]
    case 'hook.fallback':
      return [`tells: ${event.hook} at ${event.point} is replayed (${event.error})`]
    case 'question.opened':
      return [`asks: ${event.question.text} (${JSON.stringify(event.question.call.args)})`]
    case 'input.queued':
      return [`waits: [${event.input.origin} ${event.input.from}] ${event.input.text}`]
    default:
      return []
  }
}
