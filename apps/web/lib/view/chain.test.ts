import { foldAll } from '@belay/trace'
import { describe, expect, test } from 'vitest'
import { sampleSession } from '../testing/sample-session'
import { aboutOf, type ChainStep, chainOf } from './chain'

const { log, spans } = sampleSession()
const state = foldAll(log.events)

describe('the chain of a call', () => {
  test('a refused call: everybody was asked, the first block won', () => {
    expect(read(spans.refused)).toEqual([
      'tools.before',
      'dry-run: passed',
      'workspace-fence: blocked: outside scope',
      'ask-before-writes: failed (timeout): no answer within 30 s',
      'outcome: block',
    ])
  })

  test('a rewritten call: the change, the rewrite that lost beside what it would have replaced, and the second asking', () => {
    expect(read(spans.rewritten)).toEqual([
      'tools.before',
      'dry-run: rewrote the call {"command":"npm run clean"} → {"command":"npm run clean --dry-run"}',
      'workspace-fence: passed',
      'ask-before-writes: rewrote the call, but another hook came first {"command":"npm run clean --dry-run"} → {"command":"true"}',
      'workspace-fence (again): passed',
      'outcome: rewrite',
    ])
  })

  test('a call that waits: the question after its outcome, the shadow hook, and who was not asked', () => {
    expect(read(spans.edit)).toEqual([
      'tools.before',
      'dry-run: passed',
      'workspace-fence: passed',
      'ask-before-writes: asked: Edit src/lexer.ts (+2 −2)?',
      'no-untested-edits: would have blocked: no tests touched',
      'outcome: ask',
      'question: open',
      'not asked block-commands: matcher',
    ])
  })

  test('an asking that came to nothing has no line for its outcome, and each point has a part of its own', () => {
    const ls = [...state.spans.values()].find(({ name }) => name === 'files.ls')
    expect(ls && read(ls.id)).toEqual([
      ...['tools.before', 'dry-run: passed', 'workspace-fence: passed', 'ask-before-writes: passed'],
      ...['tools.after', 'redact-secrets: passed'],
    ])
  })

  test('the chain of a hook is that of the call that it was asked about', () => {
    const hook = [...state.spans.values()].find(({ kind, parent }) => kind === 'hook' && parent === spans.edit)
    expect(hook && aboutOf(state, hook).id).toBe(spans.edit)
  })

  test('the call is found with the arguments that the model gave', () => {
    const about = state.spans.get(spans.rewritten)
    const chain = about && chainOf(state, about)
    expect([chain?.call?.args, chain?.result?.content]).toEqual([{ command: 'npm run clean' }, 'would remove build/'])
  })
})

function read(span: (typeof spans)['edit']): readonly string[] {
  const about = state.spans.get(span)
  if (about === undefined) return []
  return chainOf(state, about).parts.flatMap((part) => [
    part.point,
    ...part.steps.map(draw),
    ...part.notAsked.map(({ hook, reason }) => `not asked ${hook}: ${reason}`),
  ])
}

function draw(step: ChainStep): string {
  switch (step.kind) {
    case 'outcome':
      return `outcome: ${step.entry.outcome.decision}`
    case 'question':
      return `question: ${step.question.answer === null ? 'open' : step.question.answer.say}`
    case 'verdict': {
      const { verdict } = step.entry
      const change = step.change?.kind === 'known' ? ` ${args(step.change.before)} → ${args(step.change.after)}` : ''
      return `${verdict.hook}${verdict.recheck ? ' (again)' : ''}: ${step.text}${change}`
    }
  }
}

function args(call: unknown): string {
  return JSON.stringify((call as { args: unknown }).args)
}
