import type { Verdict } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import { traceLines } from './trace-lines'

function verdict(change: Partial<Verdict>): Verdict {
  return {
    hook: change.hook ?? 'a',
    hookId: change.hook ?? 'a',
    source: 'library',
    mode: 'enforce',
    status: 'answered',
    decision: 'pass',
    value: null,
    lost: false,
    reason: null,
    context: [],
    notes: [],
    reminders: [],
    halt: null,
    durationMs: 1,
    error: null,
    recheck: false,
    late: false,
    notAsked: null,
    replayedAgeMs: null,
    version: null,
    position: 0,
    ...change,
  }
}

const at = (point: 'tools.before' | 'stop.done' | 'guard.onInput', change: Partial<Verdict>) => ({
  point,
  verdict: verdict(change),
})
const failure = (message: string) => ({ status: 'failed', error: { kind: 'threw', message } }) as const

describe('the trace', () => {
  it('has a line per point in the order of the loop, and below it a line per hook', () => {
    const lines = traceLines([
      at('stop.done', {}),
      at('tools.before', {}),
      at('tools.before', { hook: 'b' }),
      at('guard.onInput', {}),
    ])
    expect(lines.map(({ point, hook }) => [point, hook])).toEqual([
      ['guard.onInput', null],
      ['guard.onInput', 'a'],
      ['stop.done', null],
      ['stop.done', 'a'],
      ['tools.before', null],
      ['tools.before', 'a'],
      ['tools.before', 'b'],
    ])
  })

  it('counts what was asked, what did not decide, and each decision under its own name', () => {
    const [point] = traceLines([
      at('tools.before', { decision: 'block' }),
      at('tools.before', { decision: 'rewrite', lost: true, context: ['x'] }),
      at('tools.before', { status: 'use_default' }),
      at('tools.before', { status: 'malformed' }),
      at('tools.before', failure('boom')),
      at('tools.before', { status: 'replayed', decision: 'ask', halt: 'enough' }),
      at('tools.before', { status: 'not_asked', notAsked: 'matcher' }),
    ])
    expect(point).toMatchObject({ asked: 6, default: 3, failures: 1 })
    expect(point?.decisions).toEqual({ block: 1, rewrite: 1, lost: 1, context: 1, replayed: 1, ask: 1, halt: 1 })
  })

  it('measures the median and p95 of what was asked', () => {
    const durations = Array.from({ length: 20 }, (_, index) => at('tools.before', { durationMs: index + 1 }))
    expect(traceLines([...durations, at('tools.before', { status: 'not_asked', durationMs: 999 })])[0]).toMatchObject({
      medianMs: 10,
      p95Ms: 19,
    })
    expect(traceLines([at('tools.before', { status: 'not_asked' })])[0]).toMatchObject({
      asked: 0,
      medianMs: null,
      p95Ms: null,
    })
  })

  it('keeps the last three failures in the words of the hook, and of one that does not load', () => {
    const entries = ['1', '2', '3', '4'].map((text) => at('tools.before', failure(text)))
    const unloaded = at('tools.before', {
      hook: 'z',
      status: 'not_asked',
      notAsked: 'failed to load',
      error: { kind: 'not_started', message: 'z.ts:3: no' },
    })
    const lines = traceLines([...entries, unloaded])
    expect(lines.find((line) => line.hook === 'a')?.lastFailures).toEqual(['2', '3', '4'])
    expect(lines.find((line) => line.hook === 'z')?.lastFailures).toEqual(['z.ts:3: no'])
  })
})
