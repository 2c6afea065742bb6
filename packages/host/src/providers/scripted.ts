/**
 * The provider that needs no network and no key: a script says what the model answers, and the real loop, tools and
 * hooks run on it. Its place in the script comes from the session's rows; all that it remembers is which of the script's
 * failures each session has had, since a failed call leaves no row.
 */
import type { ModelCallContext, Provider } from '@belay/agent'
import type { TranscriptRow } from '@belay/trace'
import { fillTemplates } from './fill-templates'
import type { Script, ScriptStep } from './script'
import { findPlace, type Place, type Standing, type Track, takeStep } from './script-place'
import { streamStep } from './script-stream'

export const SCRIPTED = 'scripted'

const ENDED: ScriptStep = { text: 'The script has ended.' }

/** `model` is the name under which sessions use the script: their replies carry it. */
export function createScriptedProvider(script: Script, model: string, pace = (_: string) => 1): Provider {
  const failed = new Map<string, ReadonlySet<string>>()
  const isOurs = (row: TranscriptRow) => row.kind === 'reply' && row.provider === SCRIPTED && row.model === model
  const beside = createBeside(script)
  return {
    name: SCRIPTED,
    window: () => script.window ?? null,
    async *stream(_request, context) {
      const { purpose } = context
      if (purpose !== undefined) return yield* streamStep(beside(purpose, context), context.signal)
      const track = trackOf(script, context.agent)
      if (track === null) return yield* streamStep(noSteps(context.agent), context.signal)
      const standing = findPlace(track, context.rows, isOurs)
      const hadFailures = failed.get(context.sessionId) ?? new Set()
      const taken = takeStep(track, standing, (step, at) => step.error === undefined || !hadFailures.has(keyOf(at)))
      if (taken?.step.error !== undefined) failed.set(context.sessionId, new Set([...hadFailures, keyOf(taken.at)]))
      const step = taken === null ? ENDED : filled(taken.step, standing.lastResult, context)
      yield* streamStep(atPace(step, pace(context.sessionId)), context.signal)
    },
  }
}

const NOTHING_BESIDE = {
  hook: { text: 'The script has no answers for hooks.' },
  compaction: { text: 'The script has no summaries.' },
} as const

/** Calls that give no reply leave no row: a session's place among them is remembered, and begins anew in another process. */
function createBeside({ llm, summaries }: Script) {
  const taken = new Map<string, number>()
  return (purpose: keyof typeof NOTHING_BESIDE, context: ModelCallContext): ScriptStep => {
    const steps = purpose === 'hook' ? llm : summaries
    const key = `${purpose} ${context.sessionId}`
    const count = taken.get(key) ?? 0
    taken.set(key, count + 1)
    const step = steps?.[Math.min(count, steps.length - 1)] ?? NOTHING_BESIDE[purpose]
    return filled(step, null, context)
  }
}

function trackOf(script: Script, agent: string): Track | null {
  if (agent === 'main') return { steps: script.steps, loop: script.loop === true, restart: script.restart ?? null }
  const steps = script.agents?.[agent]
  return steps === undefined ? null : { steps, loop: false, restart: null }
}

function noSteps(agent: string): ScriptStep {
  return { text: `The script has no steps for the agent ${agent}.` }
}

function keyOf({ lap, index }: Place): string {
  return `${lap}:${index}`
}

function filled(
  step: ScriptStep,
  lastResult: Standing['lastResult'],
  { rows, workspace }: ModelCallContext,
): ScriptStep {
  const said = rows.findLast((row) => row.kind === 'input' && row.origin !== 'hook' && row.origin !== 'loop')
  const user = said?.kind === 'input' ? said.text : ''
  return fillTemplates(step, { lastResult: lastResult?.content ?? '', user, workspace })
}

function atPace(step: ScriptStep, pace: number): ScriptStep {
  if (pace === 1) return step
  return {
    ...step,
    ...(step.delayMs === undefined ? {} : { delayMs: step.delayMs / pace }),
    ...(step.tokensPerSecond === undefined ? {} : { tokensPerSecond: step.tokensPerSecond * pace }),
  }
}
