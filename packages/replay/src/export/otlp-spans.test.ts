import { type Outcome, type TraceEvent, type TraceEventBody, turnId } from '@belay/trace'
import { verdictOf } from '@belay/trace/testing'
import { describe, expect, it } from 'vitest'
import { at, ended, logOf, SESSION, started, TURN, turnEnded, turnStarted } from '../testing/log'
import { withDetail } from './otlp-attributes'
import { MOST_EVENTS } from './otlp-events'
import { type OtlpSpan, otlpSpans } from './otlp-spans'

/** Good enough to tell the texts of a test apart: FNV-1a, four times. */
function digest(text: string): string {
  const one = (salt: number): number =>
    [...text].reduce((hash, char) => Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193), 0x811c9dc5 ^ salt)
  return [1, 2, 3, 4].map((salt) => (one(salt) >>> 0).toString(16).padStart(8, '0')).join('')
}

function spansOf(log: readonly TraceEvent[]): readonly OtlpSpan[] {
  const spans = otlpSpans(SESSION, digest)
  return [...log.map(spans.take), spans.rest()].filter((span) => span !== null)
}

const turn = (...inner: readonly TraceEventBody[]): readonly TraceEventBody[] => [
  ...[turnStarted(), started('turn', { kind: 'turn', name: 'Clean up' })],
  ...inner,
  ...[ended('turn', 90), turnEnded()],
]
const verdict = (about: string | null, change: Parameters<typeof verdictOf>[0] = {}): TraceEventBody => ({
  ...{ type: 'verdict', turn: TURN, span: null, about: about === null ? null : at(about), point: 'tools.before' },
  verdict: verdictOf(change),
})
const named = (spans: readonly OtlpSpan[], id: string): OtlpSpan => {
  const found = spans.find((span) => span.span === at(id))
  if (found === undefined) throw new Error(`no span ${id}`)
  return found
}

describe('a session as OpenTelemetry spans', () => {
  it('has one trace a turn with the turn as its root, and ids that are the same each time', () => {
    const log = logOf([
      ...turn(started('call', { parent: 'turn' }), ended('call', 5)),
      ...[turnStarted(turnId('trn_2'), 2), started('other', { kind: 'turn', turn: turnId('trn_2') })],
      ...[ended('other', 99), turnEnded(turnId('trn_2'))],
    ])
    const spans = spansOf(log)
    expect(spans.map((span) => span.span)).toEqual(['call', 'turn', 'other'])
    const [call, root, other] = [named(spans, 'call'), named(spans, 'turn'), named(spans, 'other')]
    expect(root.parentSpanId).toBeNull()
    expect(call).toMatchObject({ parentSpanId: root.spanId, traceId: root.traceId })
    expect(other.traceId).not.toBe(root.traceId)
    expect(new Set(spans.map((span) => span.spanId)).size).toBe(3)
    for (const span of spans) {
      expect(span.traceId).toMatch(/^[0-9a-f]{32}$/)
      expect(span.spanId).toMatch(/^[0-9a-f]{16}$/)
    }
    expect(spansOf(log)).toEqual(spans)
  })

  it('leaves out what has not ended', () => {
    const log = logOf([turnStarted(), started('turn', { kind: 'turn' }), started('a'), started('b'), ended('a', 1)])
    expect(spansOf(log).map((span) => span.span)).toEqual(['a'])
  })

  it('holds what was said on the span that it is about, in order', () => {
    const outcome: Omit<Outcome, 'verdicts'> = {
      ...{ value: null, carried: null, reason: 'no', by: 'h', context: [], notes: [], reminders: [], wouldBe: null },
      ...{ point: 'tools.before', decision: 'block', halt: null, haltBy: null },
    }
    const log = logOf(
      turn(
        started('call', { parent: 'turn' }),
        verdict('call', { decision: 'block', reason: 'no' }),
        { type: 'outcome', turn: TURN, about: at('call'), point: 'tools.before', outcome },
        ended('call', 5),
      ),
    )
    const { events, spanId } = named(spansOf(log), 'call')
    expect(events.map((event) => [event.name, event.time])).toEqual([
      ['belay.verdict', [0, 3_000_000]],
      ['belay.outcome', [0, 4_000_000]],
    ])
    expect(events[0]?.attributes).toMatchObject({ 'belay.verdict.reason': 'no', 'belay.about': spanId })
  })

  const late: readonly [says: string, bodies: readonly TraceEventBody[]][] = [
    ['after its call has ended', turn(started('call', { parent: 'turn' }), ended('call', 5), verdict('call'))],
    ['after its turn has ended', [...turn(started('call', { parent: 'turn' }), ended('call', 5)), verdict('call')]],
    ['about the turn', [...turn(), verdict(null)]],
  ]
  it.each(late)('holds on the turn what comes %s', (_, bodies) => {
    const spans = spansOf(logOf(bodies))
    expect(named(spans, 'turn').events.map((event) => event.name)).toContain('belay.verdict')
    expect(spans.filter((span) => span.kind === 'tool').flatMap((span) => span.events)).toEqual([])
  })

  it('says how a turn ended and what ruled it', () => {
    expect(named(spansOf(logOf(turn())), 'turn')).toMatchObject({
      name: 'invoke_agent belay',
      attributes: {
        'belay.turn.prompt': 'Clean up',
        'belay.turn.status': 'completed',
        'belay.composition': 'hash',
        'gen_ai.conversation.id': SESSION,
      },
    })
  })

  it.each([
    ['ok', { code: 'ok', message: null }],
    ['error', { code: 'error', message: 'it broke' }],
    ['refused', { code: 'unset', message: null }],
    ['stopped', { code: 'unset', message: null }],
    ['not_run', { code: 'unset', message: null }],
    ['interrupted', { code: 'error', message: 'the process died' }],
    ['unknown', { code: 'error', message: 'unknown outcome: it had started when the process died' }],
  ] as const)('a span that is %s has the status %j', (status, expected) => {
    const log = logOf([started('a'), ended('a', 1, { status, attributes: { 'belay.error.message': 'it broke' } })])
    expect(named(spansOf(log), 'a').status).toEqual(expected)
  })

  it('a failed turn is an error with its reason, although its span went well', () => {
    const failed = { ...turnEnded(), status: 'failed', reason: 'no model' } as TraceEventBody
    const log = logOf([turnStarted(), started('turn', { kind: 'turn' }), ended('turn', 1), failed])
    expect(named(spansOf(log), 'turn').status).toEqual({ code: 'error', message: 'no model' })
  })

  it('attributes stay as they are, but for null, what no 64 bits hold, and reasons, which are a list', () => {
    const attributes = { a: null, b: 1.5, c: true, d: 1e300, e: '', 'gen_ai.response.finish_reasons': 'stop' }
    const own = named(spansOf(logOf([started('a', { attributes }), ended('a', 1)])), 'a').attributes
    expect(own).not.toHaveProperty('a')
    expect(own).toMatchObject({ b: 1.5, c: true, d: '1e+300', e: '', 'gen_ai.response.finish_reasons': ['stop'] })
  })

  it('holds so many events a span and counts the others', () => {
    const many = Array.from({ length: MOST_EVENTS + 7 }, () => verdict('call'))
    const log = logOf([started('call'), ...many, ended('call', 1)])
    const { events, dropped } = named(spansOf(log), 'call')
    expect([events.length, dropped]).toEqual([MOST_EVENTS, 7])
  })

  it('a call has its arguments and its result, cut where they are long', () => {
    const [span] = spansOf(logOf([started('a'), ended('a', 1)]))
    if (span === undefined) throw new Error('no span')
    const { attributes } = withDetail(span, { arguments: { command: 'ls' }, result: 'x'.repeat(40_000) })
    expect(attributes['gen_ai.tool.call.arguments']).toBe('{"command":"ls"}')
    expect(String(attributes['gen_ai.tool.call.result'])).toHaveLength(32_768)
    expect(String(attributes['gen_ai.tool.call.result'])).toMatch(/x… \(cut: 40000 characters in all\)$/)
    expect(attributes).not.toHaveProperty('belay.tool.arguments_asked')
  })

  it('a call that a hook or a person rewrote has the arguments that ran, and those that were asked for', () => {
    const [span] = spansOf(logOf([started('a'), ended('a', 1)]))
    if (span === undefined) throw new Error('no span')
    const detail = { arguments: { command: 'rm' }, after: { name: 'run', args: { command: 'ls' } } }
    expect(withDetail(span, detail).attributes).toMatchObject({
      'gen_ai.tool.call.arguments': '{"command":"ls"}',
      'belay.tool.arguments_asked': '{"command":"rm"}',
    })
  })
})
