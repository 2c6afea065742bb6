/** What README.md of the registry shows runs as it says. */
import { expect, it } from 'vitest'
import { Registry } from '../index'
import { allowed } from './guard-and-rewrite'
import { type Model, runLoop } from './own-loop'

it('guard-and-rewrite refuses one command and changes another', async () => {
  expect(await allowed('git push --force')).toBe('refused: Push without --force, or ask for it.')
  expect(await allowed('npm publish')).toBe('runs npm publish --dry-run')
  expect(await allowed('ls')).toBe('runs ls')
})

/** Calls a tool, then says "done" however often it is asked. */
const eager: Model = {
  next: (messages) => (messages.some(({ role }) => role === 'tool') ? { text: 'done' } : { tool: 'build' }),
}

it('own-loop passes every event, in order', async () => {
  const seen: string[] = []
  const registry = new Registry()
    .on('SessionStart', () => void seen.push('start'))
    .on('UserPromptSubmit', ({ prompt }) => {
      seen.push(prompt)
      return { additionalContext: 'It is Tuesday.' }
    })
    .on('PreToolUse', ({ toolName }) => void seen.push(`before ${toolName}`))
    .on('PostToolUse', ({ result }) => void seen.push(`after: ${result}`))
    .on('Stop', ({ messages }) => {
      seen.push(`stop after ${messages.length}`)
      return messages.length < 4 ? { decision: 'block', additionalContext: 'Say it again.' } : undefined
    })
    .on('SessionEnd', () => void seen.push('end'))
  expect(await runLoop(registry, eager, 'go', new AbortController().signal)).toBe('done')
  expect(seen).toEqual([
    'start',
    'go',
    'before build',
    'after: build ran with {}',
    'stop after 3',
    'stop after 5',
    'end',
  ])
})

it('own-loop ends where a hook prevents that it goes on, whatever others say', async () => {
  const registry = new Registry()
    .on('Stop', () => ({ decision: 'block', message: 'never enough' }))
    .on('Stop', () => ({ preventContinuation: true, message: 'That is enough.' }))
  expect(await runLoop(registry, eager, 'go', new AbortController().signal)).toBe('That is enough.')
})
