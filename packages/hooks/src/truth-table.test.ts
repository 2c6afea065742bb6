/**
 * Points × verdicts × policies × kinds of failure. What is expected stands here, by row or by a rule in words; nothing of
 * it is worked out by the code that is tested.
 */
import {
  type Decision,
  type HookErrorKind,
  type HookMode,
  type Outcome,
  POINTS,
  type PointId,
  type Verdict,
} from '@belay/trace'
import { describe, expect, it } from 'vitest'
import { HookFailure } from './failure'
import type { Asking, Hook, LastAnswers } from './hook'
import { makeSnapshot } from './snapshot'
import { ask, hook, type TestHook, verdictBy } from './testing/asking'
import { ANSWERS, CELLS } from './testing/verdict-table'

/** Answers as a hook file does; `later`: by a promise. */
function answers(name: string, answer: string, more: TestHook & { readonly later?: boolean } = {}): Hook {
  const { later = false, ...rest } = more
  const say = ANSWERS[answer]
  if (say === undefined) throw new Error(`there is no answer ${answer}`)
  const run = ({ facts }: Asking) => say(makeSnapshot(facts, {}))
  return hook(name, later ? async (asking: Asking) => run(asking) : run, rest)
}

const CARRIES: Readonly<Record<string, Partial<Outcome>>> = {
  't.context': { context: ['c'] },
  't.note': { notes: ['A: n'] },
  't.remind': { reminders: ['r'] },
  't.halt': { halt: 'h', haltBy: 'A' },
}

describe.each(POINTS)('at %s', (point) => {
  const rows = CELLS.filter((cell) => cell.point === point).map((cell) => ({
    ...cell,
    means: cell.decision === null ? 'is malformed, and the default runs' : `comes to ${cell.decision}`,
    would: point === 'memory.keep' ? 'it is not asked' : `the outcome would be ${cell.decision ?? 'pass'}`,
  }))

  it.each(rows)('what a hook answers by $answer $means', async (row) => {
    for (const later of [false, true]) {
      const outcome = await ask({ point }, answers('A', row.answer, { later }))
      const verdict = verdictBy(outcome, 'A')
      expect([outcome.decision, verdict.decision]).toEqual([row.decision ?? 'pass', row.decision ?? 'pass'])
      expect(verdict.status === 'malformed').toBe(row.decision === null)
      expect(verdict.error?.kind ?? null).toBe(row.decision === null ? 'bad_answer' : null)
      expect(outcome).toMatchObject(CARRIES[row.answer] ?? {})
      expect(outcome.notes.length > 0).toBe(row.decision === null || row.answer === 't.note')
    }
  })

  it.each(rows.filter(({ decision }) => decision !== 'pass'))(
    'a hook in shadow decides nothing by $answer: $would',
    async (row) => {
      const outcome = await ask({ point }, answers('A', row.answer, { mode: 'shadow' }))
      const expected = point === 'memory.keep' ? null : (row.decision ?? 'pass')
      expect([outcome.decision, outcome.wouldBe, outcome.value, outcome.halt]).toEqual(['pass', expected, null, null])
    },
  )

  it.each(rows)('a hook that is off is not asked for $answer, and of an observer it decides nothing', async (row) => {
    const off = await ask({ point }, answers('A', row.answer, { mode: 'off' }))
    expect([off.decision, off.halt, verdictBy(off, 'A').notAsked]).toEqual(['pass', null, 'off'])
    const heard = await ask({ point }, answers('A', row.answer, { observe: true }))
    expect([heard.decision, heard.halt, heard.context, heard.value]).toEqual(['pass', null, [], null])
  })
})

/**
 * Of two decisions the first one here wins, whoever said it; of two equal ones the hook that was asked first. A rewrite is
 * no rival of a decision but where that is a block: it stays beside it.
 */
const STRENGTH = {
  'guard.onInput': ['t.reject'],
  'memory.summarize': ['t.block'],
  'stop.done': ['t.answer', 't.done', 't.block', 't.askAgain', 't.continue'],
  'tools.before': ['t.deny', 't.ask', 't.answer', 't.allow'],
  'tools.after': ['t.block'],
  'guard.onOutput': ['t.reject'],
  'agent.stop': ['t.answer', 't.done', 't.block', 't.askAgain', 't.continue'],
} as const satisfies Partial<Record<PointId, readonly string[]>>
const DECISION: Readonly<Record<string, Decision>> = {
  ...{ 't.reject': 'block', 't.block': 'block', 't.deny': 'block', 't.ask': 'ask', 't.allow': 'allow' },
  ...{ 't.answer': 'answer', 't.done': 'done', 't.askAgain': 'ask_again', 't.continue': 'continue' },
  ...{ 't.retry': 'retry', 't.switch': 'switch', 't.escalate': 'escalate' },
}

describe.each(Object.entries(STRENGTH))('of two hooks at %s', (name, order) => {
  const point = POINTS.find((one) => one === name) ?? 'tools.before'
  const pairs = order.flatMap((a, i) =>
    order.map((b, j) => ({ a, b, winner: i <= j ? 'A' : 'B', says: i <= j ? a : b })),
  )
  it.each(pairs)('A says $a and B says $b: $winner wins', async ({ a, b, winner, says }) => {
    for (const rewrites of ['first', 'chain'] as const) {
      const outcome = await ask({ point, rewrites }, answers('A', a), answers('B', b))
      expect([outcome.decision, outcome.by]).toEqual([DECISION[says], winner])
      expect(outcome.verdicts.map(({ status }) => status)).toEqual(['answered', 'answered'])
    }
  })
  it.each(order.map((a) => ({ a })))(
    'one that says nothing, fails or is malformed does not change that B says $a',
    async ({ a }) => {
      const silent = [
        answers('A', 't.useDefault'),
        hook('C', () => Promise.reject(new Error('boom'))),
        answers('D', 't.retry'),
      ]
      const outcome = await ask({ point }, ...silent, answers('B', a))
      expect([outcome.decision, outcome.by]).toEqual([DECISION[a], 'B'])
    },
  )
})

describe('of two hooks at errors.on none is stronger: the first one wins', () => {
  const words = ['t.retry', 't.switch', 't.escalate'] as const
  it.each(words.flatMap((a) => words.map((b) => ({ a, b }))))('A says $a and B says $b', async ({ a, b }) => {
    const outcome = await ask({ point: 'errors.on' }, answers('A', a), answers('B', b))
    expect([outcome.decision, outcome.by]).toEqual([DECISION[a], 'A'])
  })
})

describe('a rewrite beside a decision of another hook', () => {
  const rows = [
    ['tools.before', 't.rewrite(call)', 't.ask', 'ask', 'stays, and is what is asked about'],
    ['tools.before', 't.rewrite(call)', 't.allow', 'allow', 'stays, and is what is allowed'],
    ['tools.before', 't.rewrite(call)', 't.answer', 'answer', 'stays'],
    ['tools.before', 't.rewrite(call)', 't.deny', 'block', 'is moot'],
    ['guard.onInput', 't.rewrite(text)', 't.reject', 'block', 'is moot'],
    ['guard.onOutput', 't.rewrite(text)', 't.reject', 'block', 'is moot'],
    ['memory.summarize', 't.rewrite(text)', 't.block', 'block', 'is moot'],
    ['tools.after', 't.rewrite(text)', 't.block', 'block', 'stays: the call already ran'],
  ] as const
  it.each(rows)('%s: A says %s and B says %s: %s, and the rewrite %s', async (point, a, b, decision, then) => {
    const outcome = await ask({ point }, answers('A', a), answers('B', b))
    expect([outcome.decision, outcome.value !== null]).toEqual([decision, then.startsWith('stays')])
  })
})

describe('two rewrites', () => {
  const rewriting = (point: PointId, value: unknown) =>
    hook(`says ${JSON.stringify(value)}`, () => ({ decision: 'rewrite', value }), { points: [point] })
  const rows = [
    ['guard.onInput', 'one', 'two', 'two', 'two'],
    ['memory.summarize', 'one', 'two', 'two', 'two'],
    [
      'context.build',
      { system: 'one' },
      { model: 'two' },
      { system: 'one', model: 'two' },
      { system: 'one', model: 'two' },
    ],
    [
      'model.choose',
      { model: 'one', provider: 'p' },
      'two',
      { model: 'two', provider: 'p' },
      { model: 'two', provider: 'p' },
    ],
    [
      'tools.before',
      { args: { x: 1 } },
      { args: { x: 2 } },
      { name: 'run', args: { x: 1 } },
      { name: 'run', args: { x: 2 } },
    ],
    ['tools.after', 'one', 'two', 'two', 'two'],
    ['guard.onOutput', 'one', 'two', 'two', 'two'],
  ] as const
  it.each(rows)('at %s, %j then %j: %j; in a session that chains: %j', async (point, a, b, first, chain) => {
    const hooks = [rewriting(point, a), rewriting(point, b)]
    expect((await ask({ point, rewrites: 'first' }, ...hooks)).value).toEqual(first)
    expect((await ask({ point, rewrites: 'chain' }, ...hooks)).value).toEqual(chain)
  })
})

describe('halt', () => {
  it.each(POINTS)('at %s the first halt wins, beside whatever else is said', async (point) => {
    const outcome = await ask({ point }, answers('A', 't.halt'), hook('B', { decision: 'pass', halt: 'later' }))
    expect([outcome.halt, outcome.haltBy, outcome.decision]).toEqual(['h', 'A', 'pass'])
  })
})

describe('a session that stops at the first block', () => {
  const can = {
    'guard.onInput': 1,
    'memory.summarize': 1,
    'stop.done': 1,
    'tools.before': 1,
    'tools.after': 1,
    'guard.onOutput': 1,
    'agent.stop': 1,
  }
  it.each(POINTS.filter((point) => point in can))('at %s asks nobody further', async (point) => {
    const outcome = await ask({ point, stopAtFirstBlock: true }, answers('A', 't.block'), answers('B', 't.note'))
    expect([outcome.by, verdictBy(outcome, 'B').notAsked]).toEqual(['A', 'stopped at first block'])
  })
})

/**
 * What a failure comes to. `closed`: the point blocks, or the turn halts where it cannot. `again`: a stored decision that
 * `replay` gives once more; `past`: one that belongs to a past value, for which it falls to `closed`.
 */
const FAILURES = [
  { point: 'session.start', closed: 'halt', again: ['pass'], past: [] },
  { point: 'guard.onInput', closed: 'block', again: ['pass', 'block'], past: ['rewrite'] },
  { point: 'memory.summarize', closed: 'block', again: ['pass', 'block', 'rewrite'], past: [] },
  { point: 'context.build', closed: 'halt', again: ['pass', 'rewrite'], past: [] },
  { point: 'model.choose', closed: 'halt', again: ['pass', 'rewrite'], past: [] },
  { point: 'errors.on', closed: 'halt', again: ['pass', 'retry', 'switch', 'escalate'], past: [] },
  { point: 'stop.done', closed: 'block', again: ['pass', 'block', 'done', 'continue'], past: ['answer', 'ask_again'] },
  { point: 'tools.before', closed: 'block', again: ['pass', 'block', 'ask', 'allow'], past: ['rewrite', 'answer'] },
  { point: 'tools.after', closed: 'block', again: ['pass', 'block'], past: ['rewrite'] },
  { point: 'guard.onOutput', closed: 'block', again: ['pass', 'block'], past: ['rewrite'] },
  { point: 'agent.start', closed: 'halt', again: ['pass'], past: [] },
  { point: 'agent.stop', closed: 'block', again: ['pass', 'block', 'done', 'continue'], past: ['answer', 'ask_again'] },
  { point: 'session.end', closed: 'halt', again: ['pass'], past: [] },
] as const
const KINDS: readonly HookErrorKind[] = [
  'not_started',
  'exit',
  'signal',
  'timeout',
  'bad_answer',
  'threw',
  'unreachable',
]
const VALUES: Partial<Record<Decision, Verdict['value']>> = {
  ...{ retry: { seconds: 1 }, switch: { provider: 'p', model: 'm' }, ask: { question: 'sure?' }, rewrite: 'before' },
}

const failing = (kind: HookErrorKind, more: TestHook) =>
  hook('A', () => Promise.reject(new HookFailure(kind, 'gone')), more)
const WHY = (point: PointId) => `the A hook at ${point} did not answer (gone)`
const NEVER = ' and it has never answered, so there is nothing to fall back on'

/** What came of the outcome, in a word. */
function cameTo({ decision, halt }: Outcome): string {
  return halt === null ? decision : 'halt'
}

async function stored(point: PointId, decision: Decision): Promise<LastAnswers> {
  const answered = await ask({ point }, hook('A', undefined))
  const verdict: Verdict = {
    ...verdictBy(answered, 'A'),
    decision,
    value: VALUES[decision] ?? null,
    reason: 'as before',
  }
  return { get: () => ({ verdict, at: 0 }), set: () => undefined }
}

describe.each(FAILURES)('a hook that does not answer at $point', ({ point, closed, again, past }) => {
  describe.each(KINDS)('(%s)', (kind) => {
    it('with the policy open: a note, and the turn goes on', async () => {
      const outcome = await ask({ point }, failing(kind, { onFailure: 'open' }))
      expect([cameTo(outcome), outcome.notes]).toEqual([
        'pass',
        [`A: did not answer at ${point} (gone); it went on without it`],
      ])
    })

    it(`with the policy closed: ${closed}, with the failure as its reason`, async () => {
      const outcome = await ask({ point }, failing(kind, { onFailure: 'closed' }))
      expect([cameTo(outcome), outcome.halt ?? outcome.reason]).toEqual([closed, WHY(point)])
    })

    it('with the policy replay and nothing stored: the turn ends, and the sentence says so', async () => {
      const outcome = await ask({ point }, failing(kind, { onFailure: 'replay' }))
      expect([cameTo(outcome), outcome.halt]).toEqual(['halt', WHY(point) + NEVER])
    })

    it.each([...again])('with the policy replay and %s stored: that again, with its age', async (decision) => {
      const lastAnswers = await stored(point, decision)
      const outcome = await ask({ point, lastAnswers }, failing(kind, { onFailure: 'replay' }))
      expect(cameTo(outcome)).toBe(decision)
      expect(verdictBy(outcome, 'A')).toMatchObject({ status: 'replayed', replayedAgeMs: 1_000, error: { kind } })
    })

    it.each([...past])(
      `with the policy replay and %s stored, which belongs to a past value: ${closed}`,
      async (decision) => {
        const lastAnswers = await stored(point, decision)
        const outcome = await ask({ point, lastAnswers }, failing(kind, { onFailure: 'replay' }))
        expect([cameTo(outcome), outcome.halt ?? outcome.reason]).toEqual([closed, WHY(point)])
      },
    )
  })

  it.each(['open', 'closed', 'replay'] as const)(
    'whose turn was stopped decides nothing, with the policy %s too',
    async (onFailure) => {
      const outcome = await ask({ point }, failing('cancelled', { onFailure }))
      expect([cameTo(outcome), outcome.notes]).toEqual(['pass', []])
    },
  )

  it.each(['open', 'closed', 'replay'] as const)(
    'but answers what cannot be read has not failed, with the policy %s too',
    async (onFailure) => {
      const outcome = await ask(
        { point, lastAnswers: await stored(point, 'block') },
        answers('A', 'a number', { onFailure }),
      )
      expect([cameTo(outcome), verdictBy(outcome, 'A').status]).toEqual(['pass', 'malformed'])
    },
  )

  it.each<HookMode>(['shadow', 'off'])('in mode %s ends nothing and blocks nothing', async (mode) => {
    for (const onFailure of ['open', 'closed', 'replay'] as const) {
      expect(cameTo(await ask({ point }, failing('threw', { onFailure, mode })))).toBe('pass')
    }
  })
})

describe('memory.keep knows no policy: what keeps the history and does not answer ends the turn', () => {
  const policies = ['open', 'closed', 'replay'] as const
  it.each(KINDS.flatMap((kind) => policies.map((onFailure) => ({ kind, onFailure }))))(
    '$kind, $onFailure',
    async ({ kind, onFailure }) => {
      const lastAnswers = await stored('memory.keep', 'handled')
      const outcome = await ask({ point: 'memory.keep', lastAnswers }, failing(kind, { onFailure }))
      expect([cameTo(outcome), outcome.halt]).toEqual(['halt', WHY('memory.keep')])
    },
  )
})

it('every point is in the table of failures, or is memory.keep', () => {
  expect([...FAILURES.map(({ point }) => point), 'memory.keep'].sort()).toEqual([...POINTS].sort())
})
