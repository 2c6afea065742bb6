import { type Outcome, type SpanId, spanId, type Verdict } from '@belay/trace'
import { verdictOf } from '@belay/trace/testing'
import { describe, expect, it } from 'vitest'
import { traceLines } from './trace-lines'

type Point = 'tools.before' | 'stop.done' | 'guard.onInput' | 'context.build'
const at = (point: Point, change: Partial<Verdict>, about: string | null = null, seq = 1) => ({
  ...{ point, about, seq },
  verdict: verdictOf({ hook: 'a', ...change }),
})
const cameTo = (point: Point, outcome: Partial<Outcome>, about: SpanId | null = null, seq = 2) => ({
  ...{ point, about, seq },
  outcome: { ...NOTHING, point, ...outcome },
})
const NOTHING: Omit<Outcome, 'verdicts' | 'point'> = {
  ...{ decision: 'pass', value: null, carried: null, reason: null, by: null, context: [], notes: [], reminders: [] },
  ...{ halt: null, haltBy: null, wouldBe: null },
}
const failure = (message: string) => ({ status: 'failed', error: { kind: 'threw', message } }) as const

describe('the trace', () => {
  it('has a line per point in the order of the loop, and below it a line per hook', () => {
    const lines = traceLines(
      [at('stop.done', {}), at('tools.before', {}), at('tools.before', { hook: 'b' }), at('guard.onInput', {})],
      [],
    )
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
    const [point] = traceLines(
      [
        at('tools.before', { decision: 'block' }),
        at('tools.before', { decision: 'rewrite', lost: true, context: ['x'] }),
        at('tools.before', { status: 'use_default' }),
        at('tools.before', { status: 'malformed' }),
        at('tools.before', failure('boom')),
        at('tools.before', { status: 'replayed', decision: 'ask', halt: 'enough' }),
        at('tools.before', { status: 'not_asked', notAsked: 'matcher' }),
      ],
      [],
    )
    expect(point).toMatchObject({ asked: 6, default: 3, failures: 1 })
    expect(point?.decisions).toEqual({ block: 1, rewrite: 1, lost: 1, context: 1, replayed: 1, ask: 1, halt: 1 })
  })

  it('counts what hooks in shadow said as what they would have done, for the point as well', () => {
    const lines = traceLines(
      [
        at('tools.before', { decision: 'block' }),
        at('tools.before', { hook: 'b', hookId: 'b', mode: 'shadow', decision: 'block', halt: 'h', context: ['c'] }),
      ],
      [],
    )
    const would = { 'would block': 1, 'would halt': 1, 'would give context': 1 }
    expect(lines.map(({ decisions }) => decisions)).toEqual([{ block: 1, ...would }, { block: 1 }, would])
  })

  it('adds up: whoever answered has said something under a name', () => {
    const said: readonly Partial<Verdict>[] = [
      { notes: ['n'] },
      { reminders: ['r'] },
      { context: ['c'] },
      { halt: 'h' },
      {},
    ]
    const [point] = traceLines(
      said.map((verdict) => at('tools.before', { status: 'answered', ...verdict })),
      [],
    )
    expect(point).toMatchObject({ asked: 5, default: 0 })
    expect(point?.decisions).toEqual({ notes: 1, reminder: 1, context: 1, halt: 1, pass: 1 })
  })

  it('measures the median and p95 of what was asked', () => {
    const durations = Array.from({ length: 20 }, (_, index) => at('tools.before', { durationMs: index + 1 }))
    expect(
      traceLines([...durations, at('tools.before', { status: 'not_asked', durationMs: 999 })], [])[0],
    ).toMatchObject({
      medianMs: 10,
      p95Ms: 19,
    })
    expect(traceLines([at('tools.before', { status: 'not_asked' })], [])[0]).toMatchObject({
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
    const lines = traceLines([...entries, unloaded], [])
    expect(lines.find((line) => line.hook === 'a')?.lastFailures).toEqual(['2', '3', '4'])
    expect(lines.find((line) => line.hook === 'z')?.lastFailures).toEqual(['z.ts:3: no'])
  })

  it('counts what the failure policy of a hook decided, for the point and for the hook', () => {
    const [one, two] = [spanId('s1'), spanId('s2')]
    const unloaded = {
      hook: 'guard',
      status: 'not_asked',
      notAsked: 'failed to load',
      error: { kind: 'not_started', message: 'guard.ts:3: no' },
    } as const
    const lines = traceLines(
      [
        at('tools.before', unloaded, one, 1),
        at('tools.before', { hook: 'b', decision: 'block', lost: true }, one, 2),
        at('tools.before', { hook: 'guard', ...failure('boom') }, two, 4),
        at('tools.before', unloaded, two, 6),
        at('context.build', { hook: 'guard', ...failure('boom') }, one, 8),
      ],
      [
        cameTo('tools.before', { decision: 'block', by: 'guard' }, one, 3),
        cameTo('tools.before', { decision: 'block', by: 'guard' }, two, 5),
        cameTo('tools.before', {}, two, 7),
        cameTo('context.build', { halt: 'guard did not answer', haltBy: 'guard' }, one, 9),
      ],
    )
    const decisionsOf = (point: Point, hook: string | null) =>
      lines.find((line) => line.point === point && line.hook === hook)?.decisions
    expect(decisionsOf('tools.before', 'guard')).toEqual({ 'not loaded': 2, block: 2 })
    expect(decisionsOf('tools.before', 'b')).toEqual({ block: 1, lost: 1 })
    expect(decisionsOf('tools.before', null)).toEqual({ 'not loaded': 2, block: 3, lost: 1 })
    expect(decisionsOf('context.build', 'guard')).toEqual({ halt: 1 })
  })

  it('does not take for the policy what the hook itself said', () => {
    const [point] = traceLines(
      [at('tools.before', { hook: 'a', decision: 'block' })],
      [cameTo('tools.before', { decision: 'block', by: 'a' })],
    )
    expect(point?.decisions).toEqual({ block: 1 })
  })
})
