import { type askPoint, noCallbacks } from '@belay/hooks'
import { expect, test } from 'vitest'
import { createWorkspace } from './testing/workspace'
import { createVerifierHook } from './verifier-hook'

async function verdict(command: string) {
  const hook = createVerifierHook(command, createWorkspace().root)
  const raw: unknown = await hook.ask({
    point: 'agent.stop',
    event: { reply: { text: 'done', calls: [] }, held: 0, active: false },
    facts: FACTS,
    signal: new AbortController().signal,
    callbacks: noCallbacks,
  })
  return raw
}

const FACTS: Parameters<typeof askPoint>[0]['facts'] = {
  turn: 1,
  step: 1,
  pass: 1,
  promptTokens: null,
  turnTokens: { input: 0, output: 0, replies: 0, unreported: 0 },
  sessionTokens: { input: 0, output: 0, replies: 0, unreported: 0 },
  budget: null,
  model: 'm',
  provider: 'p',
  agent: 'child',
  composition: 'c',
  sessionId: 's',
  turnId: 't',
  program: null,
  workspace: '/',
  incoming: '',
  system: '',
  projectInstructions: '',
  outputSchema: null,
  skills: [],
  spawned: true,
  dryRun: false,
  maxIterations: 50,
  toolCalls: 0,
}

test('a verifier that exits with 0 says nothing', async () => {
  expect(await verdict('true')).toBeUndefined()
})

test.each([
  [
    'fails',
    `'${process.execPath}' -e 'console.log("2 tests failed"); process.exit(1)'`,
    'says no (exit code 1).\n2 tests failed',
  ],
  ['is not there', 'no-such-verifier', 'there is no program no-such-verifier'],
  ['needs a shell', 'a && b', "can't run"],
])('a verifier that %s blocks with what happened', async (_, command, reason) => {
  expect(await verdict(command)).toEqual({ decision: 'block', reason: expect.stringContaining(reason) })
})
