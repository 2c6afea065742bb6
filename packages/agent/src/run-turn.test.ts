import { expect, test } from 'vitest'
import { runTurn } from './run-turn'
import { replies } from './testing/model'
import { createPorts } from './testing/ports'
import { printTurn } from './testing/print'
import { createSetup, hook } from './testing/setup'
import { done, tool } from './testing/tools'

test('a whole turn, from the prompt to the answer', async () => {
  const ports = createPorts({
    tools: [
      tool('files.ls', { readOnly: true, run: () => done('a.txt') }),
      tool('run', { need: { access: 'ask', kind: 'run:rm', outside: false, question: 'Run rm?' } }),
    ],
    model: replies(
      {
        text: 'I look, then clean up.',
        calls: [
          { name: 'files.ls', args: {} },
          { name: 'run', args: { command: 'rm -rf /' } },
          { name: 'run', args: { command: 'rm a.txt' } },
        ],
      },
      { text: 'Cleaned up.' },
    ),
    answer: () => ({ say: 'allow', scope: 'once', args: null }),
  })
  const hooks = [
    hook('polite', 'guard.onInput', ({ event }) => `${'msg' in event ? event.msg : ''}, please`),
    hook('block-commands', 'tools.before', ({ event }) =>
      JSON.stringify(event).includes('rm -rf') ? { decision: 'block', reason: 'it deletes too much' } : undefined,
    ),
    hook('hint', 'tools.after', ({ event }) =>
      JSON.stringify(event).includes('a.txt is') ? undefined : { context: ['Mind the bin.'] },
    ),
  ]
  const end = await runTurn(createSetup({ hooks, permission: 'ask' }), ports)
  expect(end).toEqual({ status: 'completed', code: null, reason: null, answer: 'Cleaned up.' })
  console.log(printTurn(ports.events))
})
