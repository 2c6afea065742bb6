/** An event of each point to begin with, where none is on record and one is written by hand. */
import type { JsonObject, PointId } from '@belay/trace'
import { isObject } from '../../lib/view/diff'

const CALL = { id: 'call_1', name: 'run', args: { command: 'npm test' } }
const REPLY = { reply: { text: 'Done: all tests pass.', calls: [] }, held: 0, active: false }

const SAMPLES: Readonly<Record<PointId, JsonObject>> = {
  'session.start': { source: 'startup' },
  'guard.onInput': { msg: 'Run the tests and fix what fails.', origin: 'person' },
  'memory.keep': { t: { promptTokens: 120_000 } },
  'memory.summarize': { prompt: 'Sum up the conversation so far.' },
  'context.build': { t: { system: 'You are a coding agent.', turn: 2 } },
  'model.choose': { t: { turn: 2, provider: 'scripted', model: 'tour' } },
  'errors.on': { err: '429: rate limit' },
  'stop.done': REPLY,
  'tools.before': { call: CALL },
  'tools.after': { call: CALL, result: { id: 'call_1', name: 'run', content: 'Tests: 12 passed', isError: false } },
  'guard.onOutput': { ans: 'All tests pass.' },
  'agent.start': { agentType: 'helper', prompt: 'Look for unused files.' },
  'agent.stop': REPLY,
  'session.end': { reason: 'closed' },
}

const ARGS: Readonly<Record<string, JsonObject>> = {
  run: CALL.args,
  'files.read': { file_path: 'src/index.ts' },
  'files.write': { file_path: 'notes.md', content: 'Notes.\n' },
  'files.edit': { file_path: 'src/index.ts', old_string: 'const a = 1', new_string: 'const a = 2' },
}

/** Where it is about a tool, of the first one that the matcher names: an expression names none. */
export function sampleText(point: PointId, matcher: string | null = null): string {
  const tool = /^[\w.-]+(?=[|,\s]|$)/.exec(matcher ?? '')?.[0]
  const sample = SAMPLES[point]
  if (tool === undefined || !('call' in sample)) return JSON.stringify(sample, null, 2)
  const call = { ...CALL, name: tool, args: ARGS[tool] ?? {} }
  const result = isObject(sample.result) ? { result: { ...sample.result, name: tool } } : {}
  return JSON.stringify({ ...sample, call, ...result }, null, 2)
}
