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
          { name: 'run', args: { command: 'ls' } },
        ],
      },
      { text: 'Cleaned up.' },
    ),
    answer: ({ call }) =>
      call.args.command === 'ls' ? { say: 'deny', reason: 'enough' } : { say: 'allow', scope: 'once', args: null },
  })
  const hooks = [
    hook('polite', 'guard.onInput', ({ event }) => `${'msg' in event ? event.msg : ''}, please`),
    hook('block-commands', 'tools.before', ({ event }) =>
      JSON.stringify(event).includes('rm -rf') ? { decision: 'block', reason: 'it deletes too much' } : undefined,
    ),
    hook('hint', 'tools.after', ({ event }) =>
      JSON.stringify(event).includes('is done') ? { decision: 'pass', context: ['The bin has a copy.'] } : undefined,
    ),
    hook('brief', 'guard.onOutput', () => 'Done.'),
  ]
  await runTurn(createSetup({ hooks, permission: 'ask' }), ports)
  expect(`\n${printTurn(ports.events)}\n`).toMatchInlineSnapshot(`
    "
    turn 1 of test/model-1
      ┌ turn do it
      row 1 input of person: do it
        ┌ hook polite
          polite at guard.onInput: rewrite
        └ polite ok
          guard.onInput → rewrite
      row 2 (for row 1) input of person: do it, please
        ┌ step 1
          ┌ model model-1
      … I look, then clean up.
          └ model-1 ok
      row 3 reply (calls): I look, then clean up. [files.ls {}] [run {"command":"rm -rf /"}] [run {"command":"rm a.txt"}] [run {"command":"ls"}]
          ┌ tool files.ls
            ┌ hook block-commands
              block-commands at tools.before: pass
            └ block-commands ok
              tools.before → pass
            ┌ hook hint
              hint at tools.after: pass
            └ hint ok
              tools.after → pass
      row 4 result of files.ls: a.txt
          └ files.ls ok
          ┌ tool run
            ┌ hook block-commands
              block-commands at tools.before: block
            └ block-commands ok
              tools.before → block
            ┌ hook hint
              hint at tools.after: pass
            └ hint ok
              tools.after → pass
      row 5 result of run (error): refused by block-commands: it deletes too much
          └ run refused
          ┌ tool run
            ┌ hook block-commands
              block-commands at tools.before: pass
            └ block-commands ok
              tools.before → pass
    turn is waiting
      ? Run rm? (run {"command":"rm a.txt"}; behind it: run)
      ! allow
    turn is running
            ┌ hook hint
              hint at tools.after: pass
            └ hint ok
              tools.after → pass
      row 6 result of run: run is done
          └ run ok
          ┌ tool run
            ┌ hook block-commands
              block-commands at tools.before: pass
            └ block-commands ok
              tools.before → pass
    turn is waiting
      ? Run rm? (run {"command":"ls"}; behind it: nothing)
      ! deny
    turn is running
            ┌ hook hint
              hint at tools.after: pass
            └ hint ok
              tools.after → pass
      row 7 result of run (error): denied by the person: enough
          └ run refused
        └ 1 ok
        ┌ step 2
      row 8 input of hint: The bin has a copy.
          ┌ model model-1
      … Cleaned up.
          └ model-1 ok
      row 9 reply (stop): Cleaned up.
          ┌ hook brief
            brief at guard.onOutput: rewrite
          └ brief ok
            guard.onOutput → rewrite
      row 10 (for row 9) reply (stop): Done.
        └ 2 ok
      └ do it ok
    turn ended completed: Done.
    "
  `)
})
