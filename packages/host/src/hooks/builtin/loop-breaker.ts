/** Refuses a call that has come to the same result too often in a turn, and ends a turn that will not hear of it. */
import { defineHook, type HookDefinition } from '@belay/hooks'
import { z } from 'zod'
import { BySession } from './by-session'
import { describeCall } from './call-subject'
import { type Repeat, Repeats } from './repeats'
import { matchesTool, toolMatcherText } from './tool-matcher'

const params = z.strictObject({
  most: z
    .int()
    .min(1)
    .max(1_000)
    .default(5)
    .describe('How often in a turn the same call may come to the same result, with no new edit in between.'),
  mostFailed: z
    .int()
    .min(1)
    .max(1_000)
    .default(3)
    .describe('The same for a call that fails in the same way each time.'),
  haltAfter: z
    .int()
    .min(0)
    .max(1_000)
    .default(3)
    .describe('The turn ends at this many refusals with no new edit in between; 0: it never ends by them.'),
  tools: toolMatcherText
    .default('*')
    .describe('Which tools: names split at `|`, or a regular expression; `*` is every tool.'),
})

export function loopBreaker(): HookDefinition {
  const sessions = new BySession<{ repeats: Repeats }>(() => ({ repeats: new Repeats('') }))
  const turnOf = (session: string, turn: string): Repeats => {
    const kept = sessions.of(session)
    if (kept.repeats.turn !== turn) kept.repeats = new Repeats(turn)
    return kept.repeats
  }
  return defineHook({
    name: 'loop-breaker',
    description:
      'Refuses a call that has come to the same result too often in a turn with no new edit in between, and ends a turn that goes on with it.',
    params,
    on: {
      'tools.before': (t, call) => {
        const { most, mostFailed, haltAfter, tools } = t.params
        if (!matchesTool(tools, call.name)) return t.useDefault
        const repeats = t.dryRun ? new Repeats(t.turnId) : turnOf(t.sessionId, t.turnId)
        const repeat = repeats.before(call)
        if (repeat.times < (repeat.isError ? mostFailed : most)) {
          repeats.begin(call)
          return t.useDefault
        }
        repeats.refuse(call.id)
        const refusal = t.deny(reasonOf(describeCall(call), repeat))
        if (haltAfter === 0 || repeats.refusals < haltAfter) return refusal
        return refusal.withHalt(
          `it goes in circles: ${repeats.refusals} repeated calls were refused, last ${describeCall(call)}`,
        )
      },
      'tools.after': (t, result, { call }) => {
        if (!t.dryRun && matchesTool(t.params.tools, call.name)) turnOf(t.sessionId, t.turnId).end(call, result)
      },
    },
  })
}

function reasonOf(call: string, { times, isError }: Repeat): string {
  const came = isError ? 'failed in the same way each time' : 'came to the same result each time'
  return `This very call was made ${times} times in this turn and ${came}: ${call}. Another time would not tell you more. Read what it said, and do something else, or say what you need.`
}
