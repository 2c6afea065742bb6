/**
 * Runs one command about one event and gives what it said, with how it ran. Promises: an answer or a `HookFailure` with the facts of
 * the run; a rewrite that the tool does not take refuses.
 */
import type { Tool } from '@belay/agent'
import { type Asking, CommandSaid, HookFailure, isJsonObject } from '@belay/hooks'
import {
  type CommandAnswer,
  type CommandEntry,
  type CommandRun,
  entryName,
  payloadText,
  readCommandAnswer,
} from '@belay/host'
import type { CommandFacts, Json, JsonObject } from '@belay/trace'
import { firstLineOf, scriptsOf } from './named-files'

export interface AskedCommand {
  readonly entry: CommandEntry
  readonly asking: Asking
  readonly payload: JsonObject
  readonly tools: readonly Pick<Tool, 'name' | 'schema' | 'parse'>[]
  run(payload: string): Promise<CommandRun>
}

export interface Heard {
  readonly answer: CommandAnswer
  readonly said: CommandSaid
}

export async function askCommand(asked: AskedCommand): Promise<Heard> {
  const { entry, asking, payload } = asked
  const text = payloadText(payload)
  const run = await asked.run(text)
  const answer = checkRewrite(
    asked,
    readCommandAnswer({ event: entry.event, entry, run, ...handedTo(asked), ...firstLine(asked, run) }),
  )
  const held = run.pipesHeld ? ['descendants still hold stdout/stderr; they were left alone'] : []
  const notes = [...answer.notes, ...held, ...(answer.warning === null ? [] : [answer.warning])]
  const warned = answer.warning === null ? {} : { warning: answer.warning }
  const ran = { facts: { ...factsOf(entry, run), ...warned }, payload: text, notes }
  if (answer.failure !== null && answer.halt === null)
    throw new HookFailure(answer.failure.kind, answer.failure.message, ran)
  const { decision, value, reason, context, halt, rewrite } = answer
  const told = answer.failure === null ? notes : [...notes, answer.failure.message]
  const wire = { decision, value: decision === 'rewrite' ? rewrite : value, reason, context, notes: told, halt }
  // Nothing at all is a deferral.
  const silent = decision === 'pass' && halt === null && context.length === 0 && told.length === 0
  const beside = decision === 'rewrite' || asking.point === 'stop.done' ? null : rewrite
  return { answer, said: new CommandSaid(silent ? undefined : wire, ran, beside) }
}

function handedTo({ asking: { event }, payload }: AskedCommand) {
  const args = 'call' in event ? event.call.args : null
  const sent = payload.tool_input
  return { handed: args === null ? null : { args, sent: isJsonObject(sent) ? sent : {} } }
}

/** Looked for only where it may say why nothing started. */
function firstLine({ entry, asking }: AskedCommand, { end }: CommandRun) {
  const looks = end.by === 'exit' && (end.exitCode === 126 || end.exitCode === 127)
  return looks ? { firstLine: firstLineOf(scriptsOf(entry, asking.facts.workspace)) } : {}
}

/** Keys that the tool's schema does not know are left out, as nothing would read them. */
function checkRewrite({ entry, asking, tools }: AskedCommand, answer: CommandAnswer): CommandAnswer {
  const { event, point } = asking
  const args = isJsonObject(answer.rewrite) ? answer.rewrite.args : null
  if (point !== 'tools.before' || !('call' in event) || !isJsonObject(args)) return answer
  const tool = tools.find(({ name }) => name === event.call.name)
  if (tool === undefined) return answer
  const known = knownKeys(tool.schema, args)
  const parsed = tool.parse(known)
  const rewrite: Json = { args: known }
  if (parsed.ok) return { ...answer, rewrite, value: answer.decision === 'rewrite' ? rewrite : answer.value }
  const reason = `${entryName(entry)} rewrote the arguments to what ${event.call.name} does not take: ${parsed.message}`
  return answer.decision === 'block'
    ? answer
    : { ...answer, decision: 'block', reason, value: null, rewrite: null, failure: null }
}

function knownKeys({ properties, additionalProperties }: JsonObject, args: JsonObject): JsonObject {
  if (additionalProperties !== false || !isJsonObject(properties)) return args
  return Object.fromEntries(Object.entries(args).filter(([key]) => Object.hasOwn(properties, key)))
}

export function factsOf(
  entry: CommandEntry,
  { end, stdout, stderr, stdinDelivered, pipesHeld }: CommandRun,
): CommandFacts {
  return {
    line: entry.type === 'http' ? entry.url : [entry.line, ...(entry.args ?? [])].join(' '),
    places: entry.places.map(({ file, line, path }) => `${file}:${line} ${path}`),
    exitCode: end.by === 'exit' ? end.exitCode : null,
    signal: end.by === 'signal' ? end.signal : null,
    ...{ stdout: stdout.text, stderr: stderr.text, stdoutBytes: stdout.bytes, stderrBytes: stderr.bytes },
    ...{ stdinDelivered, pipesHeld },
    ...(entry.type === 'http' || entry.args === null ? {} : { argv: [entry.line, ...entry.args] }),
  }
}
