/** Facts that a hook is told in tests of one point. */
import type { HookFacts } from '@belay/hooks'

export function factsForTest(changes: Partial<HookFacts> = {}): HookFacts {
  return {
    turn: 1,
    step: 1,
    pass: 1,
    promptTokens: null,
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
