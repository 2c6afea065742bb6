/** Facts that a hook is told in tests of one point. */
import type { HookFacts } from '@belay/hooks'

export function factsForTest(changes: Partial<HookFacts> = {}): HookFacts {
  return {
    turn: 1,
    step: 1,
    pass: 1,
    promptTokens: null,
    turnTokens: { input: 0, output: 0, replies: 0, unreported: 0 },
    sessionTokens: { input: 0, output: 0, replies: 0, unreported: 0 },
    budget: null,
    model: 'model-1',
    provider: 'test',
    agent: 'main',
    composition: 'c0',
    sessionId: 'ses1',
    turnId: 'trn1',
    program: null,
    workspace: '/work',
    incoming: 'do it',
    system: '',
    projectInstructions: '',
    outputSchema: null,
    skills: [],
    spawned: false,
    dryRun: false,
    maxIterations: 50,
    toolCalls: 0,
    ...changes,
  }
}
