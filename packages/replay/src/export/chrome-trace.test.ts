import type { TraceEvent, TraceEventBody } from '@belay/trace'
import { verdictOf } from '@belay/trace/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { at, ended, logOf, SESSION, started, TURN, turnEnded, turnStarted } from '../testing/log'
import { type ChromeEvent, chromeTrace } from './chrome-trace'

function draw(log: readonly TraceEvent[]): readonly ChromeEvent[] {
  const trace = chromeTrace(SESSION)
  return [...log.flatMap(trace.take), ...trace.rest()]
}

type Drawn = Extract<ChromeEvent, { ph: 'X' | 'B' }>

const spansIn = (events: readonly ChromeEvent[]): readonly Drawn[] =>
  events.flatMap((event) => (event.ph === 'X' || event.ph === 'B' ? [event] : []))
const lanesOf = (events: readonly ChromeEvent[]): Readonly<Record<string, number>> =>
  Object.fromEntries(spansIn(events).map((event) => [String(event.args['belay.span.id']), event.tid]))

describe('lanes', () => {
  it('are one for spans that hold each other or follow on each other', () => {
    const log = logOf([
      ...[started('turn', { kind: 'turn' }), started('step', { parent: 'turn', start: 1 })],
      ...[started('model', { parent: 'step', start: 1 }), ended('model', 4)],
      ...[started('call', { parent: 'step', start: 4 }), started('hook', { parent: 'call', start: 5 })],
      ...[ended('hook', 6), ended('call', 7), ended('step', 7), ended('turn', 8)],
    ])
    expect(lanesOf(draw(log))).toEqual({ turn: 1, step: 1, model: 1, call: 1, hook: 1 })
  })

  it('are of their own for calls that run side by side, with what is below them', () => {
    const log = logOf([
      started('step'),
      ...[started('a', { parent: 'step', start: 1 }), started('b', { parent: 'step', start: 2 })],
      ...[started('hook of a', { parent: 'a', start: 3 }), started('hook of b', { parent: 'b', start: 3 })],
      ...[ended('hook of b', 4), ended('hook of a', 5), ended('b', 6), ended('a', 7), ended('step', 8)],
    ])
    expect(lanesOf(draw(log))).toEqual({ step: 1, a: 1, 'hook of a': 1, b: 2, 'hook of b': 2 })
  })

  it('are left by a span that outlives its parent', () => {
    const log = logOf([
      started('call'),
      started('late hook', { parent: 'call', start: 1 }),
      ...[ended('call', 2), ended('late hook', 9)],
    ])
    expect(lanesOf(draw(log))).toEqual({ call: 1, 'late hook': 2 })
  })

  it('are used again when what was on them is over', () => {
    const beside = (one: string, other: string, from: number): TraceEventBody[] => [
      ...[started(one, { parent: 'turn', start: from }), started(other, { parent: 'turn', start: from + 1 })],
      ...[ended(one, from + 2), ended(other, from + 3)],
    ]
    const log = logOf([started('turn'), ...beside('a', 'b', 1), ...beside('c', 'd', 10), ended('turn', 20)])
    expect(lanesOf(draw(log))).toEqual({ turn: 1, a: 1, b: 2, c: 1, d: 2 })
  })
})

/** What happens next: a span starts below one that is open, or one of those ends; the clock of it may be off. */
const happening = fc.record({
  ends: fc.boolean(),
  /** Which of the open spans, the latest first; beyond them: none, or one that was never there. */
  which: fc.oneof(fc.constant(0), fc.nat(5)),
  passes: fc.nat(3),
  off: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.integer({ min: -6, max: 6 }) }),
})

/** Children that outlive their parents, that start before them or before what their parents did last, some that never end. */
const wildLog = fc.array(happening, { maxLength: 40 }).map((all): readonly TraceEvent[] => {
  const open: string[] = []
  let clock = 10
  /** Fractions of microseconds too, the same for the same time. */
  const at = (off: number): number => (clock + off) / 7
  const bodies = all.flatMap(({ ends, which, passes, off }, index): TraceEventBody[] => {
    clock += passes
    const place = open.length - 1 - which
    const chosen = open[place] ?? null
    if (ends && chosen !== null) {
      open.splice(place, 1)
      return [ended(chosen, at(off))]
    }
    open.push(`${index}`)
    return [started(`${index}`, { parent: chosen, start: at(off) })]
  })
  return logOf(bodies)
})

const endOf = (event: Drawn): number => (event.ph === 'X' ? event.ts + event.dur : Number.POSITIVE_INFINITY)
const disjoint = (a: Drawn, b: Drawn): boolean => endOf(a) <= b.ts || endOf(b) <= a.ts
const contains = (a: Drawn, b: Drawn): boolean => a.ts <= b.ts && endOf(b) <= endOf(a)

describe('a trace of any spans', () => {
  const pairs = <T>(items: readonly T[]): (readonly [T, T])[] =>
    items.flatMap((one, index) => items.slice(index + 1).map((other) => [one, other] as const))

  it('has two spans on one thread only where one holds the other, or they are disjoint', () => {
    fc.assert(
      fc.property(wildLog, (log) => {
        for (const [a, b] of pairs(spansIn(draw(log))))
          expect(a.tid !== b.tid || disjoint(a, b) || contains(a, b) || contains(b, a)).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })

  it('has a span inside another on one thread only where it is below it in the log', () => {
    fc.assert(
      fc.property(wildLog, (log) => {
        const above = new Map<unknown, unknown>()
        for (const event of log) if (event.type === 'span.started') above.set(event.span.id, event.span.parent)
        const isBelow = (inner: Drawn, outer: Drawn): boolean => {
          let id = above.get(inner.args['belay.span.id'])
          for (let left = log.length; left > 0 && id != null; left--, id = above.get(id))
            if (id === outer.args['belay.span.id']) return true
          return false
        }
        for (const [a, b] of pairs(spansIn(draw(log)))) {
          if (a.tid !== b.tid || disjoint(a, b)) continue
          expect(isBelow(a, b) || isBelow(b, a)).toBe(true)
        }
      }),
      { numRuns: 2_000 },
    )
  })

  it('has each span once, in whole microseconds, with no negative duration and an end only where it ended', () => {
    fc.assert(
      fc.property(wildLog, (log) => {
        const drawn = spansIn(draw(log))
        const startedIds = log.flatMap((event) => (event.type === 'span.started' ? [event.span.id] : []))
        expect(drawn.map((event) => event.args['belay.span.id']).sort()).toEqual([...startedIds].sort())
        for (const event of drawn) {
          expect(Number.isSafeInteger(event.ts)).toBe(true)
          if (event.ph === 'X') expect(Number.isSafeInteger(event.dur) && event.dur >= 0).toBe(true)
        }
        const endedIds = new Set(log.flatMap((event) => (event.type === 'span.ended' ? [String(event.id)] : [])))
        for (const event of drawn) expect(event.ph).toBe(endedIds.has(String(event.args['belay.span.id'])) ? 'X' : 'B')
      }),
    )
  })
})

describe('beside the spans', () => {
  it('a verdict is an instant on the thread of its hook, with what it said', () => {
    const verdict = verdictOf({ hook: 'careful', decision: 'block', reason: 'no' })
    const log = logOf([
      ...[turnStarted(), started('turn', { kind: 'turn' }), started('a', { parent: 'turn' })],
      ...[started('b', { parent: 'turn' }), started('hook', { parent: 'b', kind: 'hook' })],
      { type: 'verdict', turn: TURN, span: at('hook'), about: at('b'), point: 'tools.before', verdict },
    ])
    expect(draw(log).find((event) => event.ph === 'i')).toMatchObject({
      ...{ name: 'verdict careful block', ts: 5_000, tid: 2, s: 't' },
      args: { 'belay.hook.point': 'tools.before', 'belay.verdict.reason': 'no', 'belay.hook.mode': 'enforce' },
    })
  })

  it('what is about the session marks the whole process', () => {
    const log = logOf([{ type: 'notice', turn: null, text: 'Imported.' }])
    expect(draw(log)[0]).toMatchObject({ ph: 'i', s: 'p', name: 'notice', args: { 'belay.notice.text': 'Imported.' } })
  })

  it('process and threads have names, the process its last title', () => {
    const facts = { id: SESSION, title: 'First', workspace: '/', model: 'm', createdAt: 0, parent: null }
    const composition = { hash: 'h', extensions: [], hooks: [], rewrites: 'first', stopAtFirstBlock: false } as const
    const log = logOf([
      { type: 'session.created', facts, composition },
      { type: 'session.changed', title: 'A\nlast  title' },
      ...[turnStarted(), started('a'), started('b'), ended('a', 1), ended('b', 1), turnEnded()],
    ])
    const names = draw(log).flatMap((event) => (event.ph === 'M' ? [[event.name, event.tid, event.args]] : []))
    expect(names).toEqual([
      ['process_name', 1, { name: 'A last title' }],
      ['process_labels', 1, { labels: SESSION }],
      ['thread_name', 1, { name: 'turns' }],
      ['thread_sort_index', 1, { sort_index: 1 }],
      ['thread_name', 2, { name: 'side by side 1' }],
      ['thread_sort_index', 2, { sort_index: 2 }],
    ])
  })

  it('names and texts are bounded, and no half of a character is left', () => {
    const name = `${'x'.repeat(84)}${'😀'.repeat(500)}`
    const [event] = draw(logOf([started('a', { name, attributes: { text: 'y'.repeat(5_000) } }), ended('a', 1)]))
    expect(event?.name).toBe(`${'x'.repeat(84)}😀😀… (cut: 1084 characters in all)`)
    expect(String(event?.args.text)).toMatch(/^y+… \(cut: 5000 characters in all\)$/)
    expect(String(event?.args.text)).toHaveLength(1_000)
  })
})
