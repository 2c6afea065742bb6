/** What a record may lack or hold beside the plain course of things: imports, details that are gone or masked, late words, several askings. */
import {
  ATTR,
  type Attachment,
  attachmentId,
  type Composition,
  foldAll,
  type Outcome,
  type PointId,
  type SpanDetail,
  type SpanId,
  type TraceEventBody,
  type Verdict,
} from '@belay/trace'
import { describe, expect, it } from 'vitest'
import { readState } from '../reading/read-state'
import { readSpans } from '../spans/read-spans'
import { at, ended, logOf, SESSION, started, TURN, turnEnded, turnStarted } from '../testing/log'
import type { ChainLink } from './types'
import { whyOf } from './why-of'

const session = { id: SESSION, workspace: '/work', agent: 'main', spawned: false, forkedTurns: null, updatedAt: 9 }

const attached = (name: string, points: readonly PointId[]): Attachment => ({
  ...{ id: attachmentId(name), hook: name, name, source: 'library', points, mode: 'enforce', onFailure: 'open' },
  ...{ params: {}, version: null, error: null },
})

const ruling = (...hooks: readonly Attachment[]): TraceEventBody => {
  const composition: Composition = { hash: 'hash', extensions: [], hooks, rewrites: 'first', stopAtFirstBlock: false }
  return { type: 'composition.changed', composition, change: 'for this test' }
}

function said(
  hook: string,
  about: string,
  parts: Partial<Verdict> & { readonly point?: PointId } = {},
): TraceEventBody {
  const { point = 'tools.before', ...own } = parts
  const verdict: Verdict = {
    ...{ hook, hookId: hook, source: 'library', mode: 'enforce', status: 'answered', decision: 'pass', value: null },
    ...{ lost: false, reason: null, context: [], notes: [], reminders: [], halt: null, durationMs: 1, error: null },
    ...{ recheck: false, late: false, notAsked: null, replayedAgeMs: null, version: null, position: 0 },
    ...own,
  }
  return { type: 'verdict', turn: TURN, span: at(`${hook} about ${about}`), about: at(about), point, verdict }
}

function came(about: string, parts: Partial<Omit<Outcome, 'verdicts'>> = {}): TraceEventBody {
  const outcome: Omit<Outcome, 'verdicts'> = {
    ...{ point: 'tools.before', decision: 'pass', value: null, carried: null, reason: null, by: null, context: [] },
    ...{ notes: [], reminders: [], halt: null, haltBy: null, wouldBe: null },
    ...parts,
  }
  return { type: 'outcome', turn: TURN, about: at(about), point: outcome.point, outcome }
}

function explain(span: string, bodies: readonly TraceEventBody[], details: Record<string, SpanDetail> = {}) {
  const state = foldAll(logOf(bodies))
  const kept = new Map<SpanId, SpanDetail>(Object.entries(details).map(([id, detail]) => [at(id), detail]))
  return whyOf(readState(state, kept, session), at(span))
}

const lines = (links: readonly ChainLink[] | undefined) =>
  (links ?? []).map(({ hook, role, sentence }) => `${hook} [${role}] ${sentence}`)
const call = { name: 'run', args: { command: 'rm' } }
const rewritten = { name: 'run', args: { command: 'ls' } }

describe('a call that another program recorded', () => {
  it('was asked about by nobody here, and what is not on record is null', () => {
    const spans = [
      { id: 1, parent: null, name: 'turn', start: 0, end: 9 },
      { id: 2, parent: 1, name: 'grep', start: 1, end: 2 },
    ]
    const reading = readSpans(spans, { turn: TURN, title: 'x', composition: 'hash', span: (place) => at(`s${place}`) })
    if (!reading.ok) throw new Error(reading.message)
    const why = explain(
      's1',
      reading.events.map(({ body }) => body),
    )
    expect(why).toMatchObject({ name: 'grep', asked: null, ran: null, told: null, permission: null, call: null })
    expect(why?.points.map(({ sentence }) => sentence)).toEqual([
      'no hook stands here: permissions decide',
      'no hook stands here: the result as it is',
    ])
    expect(why?.sentence).toBe('It ran.')
  })
})

describe('details', () => {
  const hooks = [attached('A', ['tools.before']), attached('B', ['tools.before'])]
  const bodies = [
    ruling(...hooks),
    turnStarted(),
    started('c', { name: 'run' }),
    said('A', 'c', { decision: 'rewrite', value: rewritten }),
    said('B', 'c', { decision: 'block', reason: 'no', position: 1 }),
    came('c', { decision: 'block', by: 'B', reason: 'no' }),
    ended('c', 5, { status: 'refused' }),
    turnEnded(),
  ]

  it('that are gone are made up for by the verdicts, as far as those go', () => {
    const why = explain('c', bodies, { c: { arguments: call.args } })
    expect(why?.points[0]?.links.map(({ before, after, changed }) => ({ before, after, changed }))).toEqual([
      { before: call, after: rewritten, changed: true },
      { before: rewritten, after: rewritten, changed: false },
    ])
    const nothing = explain('c', bodies)
    expect(nothing?.points[0]?.links.map(({ before, after }) => ({ before, after }))).toEqual([
      { before: null, after: rewritten },
      { before: rewritten, after: rewritten },
    ])
    expect(nothing?.asked).toBeNull()
  })

  it('that are masked stay so', () => {
    const masked = { name: 'run', args: { command: 'curl -H [masked]' } }
    const why = explain('c', bodies, {
      c: { arguments: masked.args },
      'A about c': { original: masked, handed: masked, after: rewritten },
    })
    expect(why?.asked).toEqual(masked)
    expect(why?.points[0]).toMatchObject({ original: masked, final: null, links: [{ before: masked }, {}] })
  })
})

describe('what comes late', () => {
  const late = (parts: Partial<Verdict> = {}) => said('slow', 'c', { late: true, position: 1, ...parts })
  const chain = (outcome: Partial<Omit<Outcome, 'verdicts'>>, ...verdicts: readonly TraceEventBody[]) =>
    lines(
      explain('c', [
        turnStarted(),
        started('c'),
        said('A', 'c', { decision: 'block', reason: 'no' }),
        came('c', { decision: 'block', by: 'A', ...outcome }),
        ...verdicts,
      ])?.points[0]?.links,
    )

  it('after a block counts for nothing, and says what it would have done', () => {
    const gaveUp = { notes: ['slow: had not answered 1 s after the block; its verdict comes late'] }
    expect(chain(gaveUp, late({ decision: 'block', reason: 'me too' })).at(-1)).toBe(
      'slow [late] had not answered 1 s after the block, and counted for nothing; it would have refused the call: me too',
    )
  })

  it('from a hook that only listens was never waited for', () => {
    expect(chain({}, late()).at(-1)).toBe('slow [heard] only listens, and was not waited for')
    const error = { kind: 'timeout', message: 'no answer within 30 s' } as const
    expect(chain({}, late({ status: 'failed', error })).at(-1)).toBe(
      'slow [heard] only listens, and was not waited for; it did not answer (no answer within 30 s)',
    )
  })

  it('belongs to the asking that it was about, not to the next one of the same point', () => {
    const asked = (hook: string, parts: Partial<Verdict> = {}) => said(hook, 'step', { point: 'errors.on', ...parts })
    const why = explain('step', [
      turnStarted(),
      started('step', { kind: 'step' }),
      asked('A', { decision: 'retry', value: { seconds: 2 } }),
      came('step', { point: 'errors.on', decision: 'retry', by: 'A', carried: { seconds: 2 } }),
      asked('A', { decision: 'escalate' }),
      asked('ear', { late: true, position: 1 }),
      came('step', { point: 'errors.on', decision: 'escalate', by: 'A' }),
      asked('ear', { late: true, position: 1, reason: 'second' }),
    ])
    expect(
      why?.points.map(({ links }) => links.map(({ hook, verdict }) => `${hook} ${verdict.reason ?? ''}`.trim())),
    ).toEqual([
      ['A', 'ear'],
      ['A', 'ear second'],
    ])
    expect(why?.sentence).toBe(
      'errors.on: A had the model call made again in 2 s; errors.on: A gave up on the model call.',
    )
  })
})

describe('a hook that stands there and has no verdict', () => {
  it('was never reached, or is still to come', () => {
    const hooks = [attached('A', ['tools.before']), attached('B', ['tools.before']), attached('C', ['tools.after'])]
    const open = explain('c', [ruling(...hooks), turnStarted(), started('c'), said('A', 'c')])
    expect(lines(open?.points[0]?.links)).toEqual([
      'A [silent] passed',
      'B [not_asked] not asked: it is not its turn yet',
      'C [not_asked] not asked: it stands at tools.after',
    ])
    const unread = explain(
      'c',
      [ruling(...hooks), turnStarted(), started('c', { name: 'run' }), ended('c', 3, { status: 'error' }), turnEnded()],
      { c: { arguments: '{"command": ', result: 'The arguments must be a JSON object.' } },
    )
    expect(lines(unread?.points[0]?.links).slice(0, 2)).toEqual([
      'A [not_asked] not asked: it never came to that',
      'B [not_asked] not asked: it never came to that',
    ])
    expect(unread).toMatchObject({ permission: null, sentence: 'It was not run: The arguments must be a JSON object.' })
  })
})

describe('the span of', () => {
  it('a model call is explained with its step, a span that is not there not at all', () => {
    const bodies = [
      turnStarted(),
      started('step', { kind: 'step' }),
      started('model', { kind: 'model', parent: 'step' }),
      said('A', 'step', { point: 'errors.on', decision: 'retry' }),
      started('h', { kind: 'hook', parent: 'step', attributes: { [ATTR.hookAbout]: 'step' } }),
    ]
    expect(explain('model', bodies)?.span).toBe('step')
    expect(explain('h', bodies)?.span).toBe('step')
    expect(explain('nope', bodies)).toBeNull()
  })
})
