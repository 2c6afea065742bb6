/** An event of each point to begin with, where none is on record and one is written by hand. */
import type { JsonObject, PointId } from '@belay/trace'

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

export function sampleText(point: PointId): string {
  return JSON.stringify(SAMPLES[point], null, 2)
}
