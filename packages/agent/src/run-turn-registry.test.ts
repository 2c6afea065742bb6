/** A registry in the Go shape is the hook runner of a real turn. */
import { type EventOf, Registry } from '@belay/hooks/registry'
import { expect, test } from 'vitest'
import { runTurn } from './run-turn'
import { replies } from './testing/model'
import { createPorts } from './testing/ports'
import { createSetup } from './testing/setup'
import { tool } from './testing/tools'

test('every event of a turn reaches its functions, and what they say counts', async () => {
  const seen: string[] = []
  const told = ({ toolName, input, isError }: EventOf<'PostToolUse' | 'PostToolUseFailure'>) =>
    void seen.push(`${toolName} ${JSON.stringify(input)} ${isError ? 'failed' : 'worked'}`)
  const registry = new Registry()
    .on('SessionStart', () => void seen.push('session starts'))
    .on('UserPromptSubmit', ({ prompt }) => {
      seen.push(`prompt: ${prompt}`)
      return { additionalContext: 'It is late.' }
    })
    .on('PreToolUse', ({ input }) => ({ updatedInput: { ...input, flag: true } }))
    .on('PreToolUse', ({ input }) =>
      input.secret === true ? { decision: 'block', message: 'Not that one.' } : undefined,
    )
    .on('PostToolUse', told)
    .on('PostToolUseFailure', () => void seen.push('and failed'))
    .on('Stop', ({ messages }) =>
      messages.some(({ content }) => content.includes('tested'))
        ? { preventContinuation: true, message: 'tested' }
        : { decision: 'block', additionalContext: 'Test it.' },
    )
  const calls = [{ args: { n: 1 } }, { args: { secret: true } }].map((call) => ({ name: 't', ...call }))
  const ports = createPorts({
    tools: [tool('t')],
    model: replies({ text: 'working', calls }, { text: 'done' }, { text: 'tested' }),
  })
  const setup = createSetup({
    hooks: registry.hooks(),
    rewrites: 'chain',
    stopAtFirstBlock: true,
    sessionStart: 'startup',
  })
  const end = await runTurn(setup, ports)
  expect(end).toMatchObject({ status: 'completed', answer: 'tested' })
  expect(seen).toEqual([
    'session starts',
    'prompt: do it',
    't {"n":1,"flag":true} worked',
    't {"secret":true} failed',
    'and failed',
  ])
  const results = ports.rows.flatMap((row) => (row.kind === 'result' ? [row.content] : []))
  expect(results[1]).toContain('Not that one.')
  expect(JSON.stringify(ports.requests[0]?.messages)).toContain('It is late.')
  expect(JSON.stringify(ports.requests[2]?.messages)).toContain('Test it.')
})
