import { foldAll, type SpanId } from '@belay/trace'
import { describe, expect, test } from 'vitest'
import { compositionOf, LogWriter } from '../testing/log-writer'
import { sampleSession } from '../testing/sample-session'
import { aboutOf, grownTo, hookCallsOnRecord } from './about'

const { log, spans } = sampleSession()
const state = foldAll(log.events)

describe('a chain is about', () => {
  test('the call that a hook was asked about', () => {
    const hook = [...state.spans.values()].find(({ kind, parent }) => kind === 'hook' && parent === spans.edit)
    expect(hook && aboutOf(state, hook).id).toBe(spans.edit)
  })

  test('the step of a model call that no hook was asked about', () => {
    const model = [...state.spans.values()].find(({ kind }) => kind === 'model')
    expect(model && aboutOf(state, model).id).toBe(model?.parent)
  })

  test('any other span itself', () => {
    const call = state.spans.get(spans.refused)
    expect(call && aboutOf(state, call)).toBe(call)
  })
})

describe('the record about a call has grown', () => {
  const steps: readonly [what: string, then: (log: LogWriter, span: SpanId) => void, grows: boolean][] = [
    ['when it waits', (log, span) => log.change(span, 'waiting'), true],
    ['when it ended', (log, span) => log.end(span, 'ok'), true],
    ['not when another call began', (log) => log.start('tool', 'run', null), false],
  ]
  test.each(steps)('%s', (_, then, grows) => {
    const bare = new LogWriter()
    bare.create(compositionOf([]))
    const step = bare.start('step', '1', bare.startTurn('Test it.'))
    const call = bare.call('run', { command: 'npm test' })
    bare.model(step, '', [call])
    const span = bare.startCall(step, call, 'npm test')
    const before = grownTo(foldAll(bare.events), span)
    then(bare, span)
    expect(grownTo(foldAll(bare.events), span) !== before).toBe(grows)
  })
})

test('hooks’ calls about a span are counted without those that were not asked', () => {
  expect(hookCallsOnRecord(state, spans.edit)).toBe(4)
})
