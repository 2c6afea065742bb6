import { ATTR, type CallRecord, foldAll, questionId, type SpanId, turnId } from '@belay/trace'
import { describe, expect, test } from 'vitest'
import { compositionOf, LogWriter } from '../testing/log-writer'
import { sampleSession } from '../testing/sample-session'
import { aboutOf, type ChainStep, chainOf, type PermissionSaid } from './chain'

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

  describe('ends with what permission, or the person, said', () => {
    const question = {
      ...{ id: questionId('qst_9'), turn: turnId('trn_1'), hook: null, kind: 'run:npm', behind: [] },
      text: 'Run npm test?',
    }
    const asks = (log: LogWriter, span: SpanId, call: CallRecord) =>
      log.emit({ type: 'question.opened', question: { ...question, span, call: { ...call, args: call.args ?? {} } } })
    const rows: readonly [
      name: string,
      then: (log: LogWriter, span: SpanId, call: CallRecord) => void,
      said: string,
    ][] = [
      ['a question that waits', asks, 'question open'],
      [
        'a question that was denied',
        (log, span, call) => {
          asks(log, span, call)
          log.emit({ type: 'question.closed', id: question.id, answer: { say: 'deny', reason: 'not now' } })
          log.end(span, 'refused')
        },
        'question deny',
      ],
      [
        'a refusal that nobody was asked about',
        (log, span, call) => {
          log.result(call, 'refused by permissions: outside the workspace', true)
          log.end(span, 'refused')
        },
        'refused by permissions: outside the workspace',
      ],
      ['a call that ran unasked', (log, span) => log.end(span, 'ok', { [ATTR.toolStarted]: log.now }), 'allowed'],
      ['a call that has not come to it', () => undefined, 'nothing'],
    ]
    test.each(rows)('%s, where no hook stands', (_, then, said) => {
      const bare = new LogWriter()
      bare.create(compositionOf([]))
      const step = bare.start('step', '1', bare.startTurn('Test it.'))
      const call = bare.call('run', { command: 'npm test' })
      bare.model(step, '', [call])
      const span = bare.startCall(step, call, 'npm test')
      then(bare, span, call)
      const folded = foldAll(bare.events)
      const about = folded.spans.get(span)
      expect(sayPermission(about === undefined ? null : chainOf(folded, about).permission)).toBe(said)
    })

    test('once, where a hook asked', () => {
      const about = state.spans.get(spans.edit)
      expect(about && chainOf(state, about).permission).toBeNull()
    })
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

function sayPermission(said: PermissionSaid | null): string {
  if (said === null) return 'nothing'
  if (said.kind === 'refused') return said.text
  return said.kind === 'allowed' ? 'allowed' : `question ${said.question.answer?.say ?? 'open'}`
}

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
