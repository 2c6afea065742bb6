import type { HookFacts } from '@belay/hooks'
import type { Clock } from '@belay/trace'

/** The real time: what is tested with it has real threads. */
export const realClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

export const FACTS: HookFacts = {
  turn: 1,
  step: 1,
  pass: 1,
  promptTokens: null,
  turnTokens: { input: 0, output: 0, replies: 0, unreported: 0 },
  sessionTokens: { input: 0, output: 0, replies: 0, unreported: 0 },
  budget: null,
  model: 'small',
  provider: 'scripted',
  agent: 'main',
  composition: 'c0',
  sessionId: 'ses_1',
  turnId: 'trn_1',
  program: null,
  workspace: '/work',
  incoming: 'hello',
  system: 'You are kind.',
  projectInstructions: '',
  outputSchema: null,
  skills: [],
  spawned: false,
  dryRun: false,
  maxIterations: 50,
  toolCalls: 0,
}
