import { type HookErrorKind, POINTS, type PointId, type Verdict } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import { HookFailure } from './failure'
import type { LastAnswers } from './hook'
import { ask, askNow, hook, verdictBy } from './testing/asking'
import { FakeClock } from './testing/fake-clock'

const KINDS = ['not_started', 'exit', 'signal', 'timeout', 'bad_answer', 'threw', 'unreachable'] as const
const canBlock: readonly PointId[] = [
  'guard.onInput',
  'memory.summarize',
  'stop.done',
  'tools.before',
  'tools.after',
  'guard.onOutput',
  'agent.stop',
]
const fails =
  (kind: HookErrorKind, message = 'gone') =>
  () => {
    throw new HookFailure(kind, message)
  }

/** Answers given before, by point. */
class Stored implements LastAnswers {
  readonly kept = new Map<string, { verdict: Verdict; at: number }>()
  get(hook: string, point: PointId) {
    return this.kept.get(`${hook} ${point}`) ?? null
  }
  set(hook: string, point: PointId, verdict: Verdict) {
    this.kept.set(`${hook} ${point}`, { verdict, at: 1_000 })
  }
}

describe('failure policies × kinds of failure', () => {
  for (const kind of KINDS) {
    it(`open: ${kind} is a note and the turn goes on`, () => {
      const outcome = askNow('tools.before', hook('A', fails(kind)))
      expect(outcome).toMatchObject({ decision: 'pass', halt: null, by: null })
      expect(outcome.notes).toEqual(['A: did not answer at tools.before (gone); it went on without it'])
      const error = { kind, message: 'gone' }
      expect(verdictBy(outcome, 'A')).toMatchObject({ status: 'failed', decision: 'pass', error, reason: null })
    })

    it(`closed: ${kind} blocks with the failure as its reason`, () => {
      const outcome = askNow('tools.before', hook('A', fails(kind), { onFailure: 'closed' }))
      const reason = 'the A hook at tools.before did not answer (gone)'
      expect(outcome).toMatchObject({ decision: 'block', reason, by: 'A', halt: null })
      expect(verdictBy(outcome, 'A')).toMatchObject({ status: 'failed', decision: 'pass', error: { kind } })
    })

    it(`replay: ${kind} without a stored answer ends the turn`, () => {
      const asked = { point: 'tools.before', lastAnswers: new Stored() } as const
      const outcome = askNow(asked, hook('A', fails(kind), { onFailure: 'replay' }))
      const says =
        'the A hook at tools.before did not answer (gone) and it has never answered, so there is nothing to fall back on'
      expect(outcome).toMatchObject({ decision: 'pass', halt: says, haltBy: 'A' })
    })
  }
})

describe('closed at each point', () => {
  for (const point of POINTS.filter((point) => point !== 'memory.keep')) {
    const blocks = canBlock.includes(point)
    it(`${point} ${blocks ? 'blocks' : 'can’t block, so the turn halts'}`, () => {
      const outcome = askNow(point, hook('A', fails('threw'), { onFailure: 'closed' }))
      const reason = `the A hook at ${point} did not answer (gone)`
      expect(outcome).toMatchObject(
        blocks ? { decision: 'block', reason, by: 'A', halt: null } : { decision: 'pass', halt: reason, haltBy: 'A' },
      )
    })
  }

  for (const onFailure of ['open', 'closed', 'replay'] as const) {
    it(`memory.keep knows no policy: ${onFailure} ends the turn`, () => {
      const outcome = askNow('memory.keep', hook('A', fails('threw'), { onFailure }))
      expect(outcome).toMatchObject({ decision: 'pass', halt: 'the A hook at memory.keep did not answer (gone)' })
    })
  }
})

describe('replay', () => {
  const broken = { now: false }
  const flaky = (answer: unknown) => () => {
    if (broken.now) throw new TypeError('build() broke')
    return answer
  }
  /** Answers once, then breaks an hour later. */
  async function answerThenBreak(point: PointId, answer: unknown) {
    const lastAnswers = new Stored()
    const clock = new FakeClock()
    const one = hook('A', flaky(answer), { onFailure: 'replay' })
    broken.now = false
    await ask({ point, lastAnswers, clock }, one)
    broken.now = true
    await clock.pass(3_600_000)
    return ask({ point, lastAnswers, clock }, one)
  }
  const replayed = {
    status: 'replayed',
    replayedAgeMs: 3_600_000,
    error: { kind: 'threw', message: 'TypeError: build() broke' },
  }

  it.each([
    ['context.build', { system: 'Be brief.' }, { decision: 'rewrite', value: { system: 'Be brief.' } }],
    ['model.choose', 'big', { decision: 'rewrite', value: 'big' }],
    ['memory.summarize', 'prompt', { decision: 'rewrite', value: 'prompt' }],
    ['errors.on', { decision: 'retry', value: { seconds: 2 } }, { decision: 'retry' }],
    ['stop.done', null, { decision: 'continue' }],
    ['tools.before', { decision: 'block', reason: 'no' }, { decision: 'block', reason: 'no' }],
    ['guard.onInput', { decision: 'pass', context: ['mind'] }, { decision: 'pass', context: ['mind'] }],
    ['session.start', { decision: 'pass', halt: 'closed today' }, { halt: 'closed today' }],
  ] as const)('at %s the last answer is given again, with its age', async (point, answer, expected) => {
    const outcome = await answerThenBreak(point, answer)
    expect(outcome).toMatchObject(expected)
    expect(verdictBy(outcome, 'A')).toMatchObject(replayed)
  })

  it('a deferral counts as an answer', async () => {
    const outcome = await answerThenBreak('tools.before', undefined)
    expect(outcome).toMatchObject({ decision: 'pass', halt: null })
    expect(verdictBy(outcome, 'A')).toMatchObject({ ...replayed, decision: 'pass' })
  })

  it.each([
    ['a rewrite at tools.before', 'tools.before', { args: { x: 1 } }],
    ['an answer at tools.before', 'tools.before', { decision: 'answer', value: 'old' }],
    ['a rewrite at tools.after', 'tools.after', 'old'],
    ['a rewrite at guard.onInput', 'guard.onInput', 'old'],
    ['a rewrite at guard.onOutput', 'guard.onOutput', 'old'],
    ['the text of stop.done', 'stop.done', 'old'],
    ['the text of agent.stop', 'agent.stop', { decision: 'ask_again', value: 'old' }],
  ] as const)('%s belongs to a past value: it falls to closed', async (_name, point, answer) => {
    const outcome = await answerThenBreak(point, answer)
    const reason = `the A hook at ${point} did not answer (TypeError: build() broke)`
    expect(outcome).toMatchObject({ decision: 'block', reason, by: 'A' })
    expect(verdictBy(outcome, 'A').status).toBe('failed')
  })

  it('a malformed answer is not kept, and a malformed one replays nothing', async () => {
    const lastAnswers = new Stored()
    const asked = { point: 'tools.before', lastAnswers } as const
    const outcome = askNow(asked, hook('A', 'text', { onFailure: 'replay' }))
    expect(outcome).toMatchObject({ decision: 'pass', halt: null })
    expect(lastAnswers.kept.size).toBe(0)
  })
})

describe('malformed answers', () => {
  it('are recorded with what is wrong, and the default runs', () => {
    const outcome = askNow('tools.before', hook('A', 'text', { onFailure: 'closed' }))
    expect(outcome).toMatchObject({ decision: 'pass', halt: null })
    expect(verdictBy(outcome, 'A')).toMatchObject({
      status: 'malformed',
      decision: 'pass',
      error: { kind: 'bad_answer', message: 'answered with text, which says nothing here' },
    })
    expect(outcome.notes).toEqual([
      'A: answered with text, which says nothing here, so it decided nothing at tools.before',
    ])
  })
})

describe('a hook that could not be loaded', () => {
  const unavailable = { reason: 'failed to load', message: 'guard.ts:3 unexpected }' } as const
  const asked = () => {
    throw new Error('it must not be asked')
  }

  it('with open is not asked, and its verdict says why', () => {
    const outcome = askNow('tools.before', hook('A', asked, { unavailable }))
    expect(outcome.decision).toBe('pass')
    expect(verdictBy(outcome, 'A')).toMatchObject({
      status: 'not_asked',
      notAsked: 'failed to load',
      error: { kind: 'not_started', message: 'guard.ts:3 unexpected }' },
    })
  })

  it('with closed blocks: a guard that is not there must not be passed', () => {
    const outcome = askNow('tools.before', hook('A', asked, { unavailable, onFailure: 'closed' }))
    expect(outcome).toMatchObject({
      decision: 'block',
      reason: 'the A hook at tools.before did not answer (guard.ts:3 unexpected })',
    })
    expect(verdictBy(outcome, 'A')).toMatchObject({ status: 'not_asked', notAsked: 'failed to load' })
  })

  it('with closed blocks nothing that its matcher would have kept from it', () => {
    const guard = hook('A', asked, { unavailable, onFailure: 'closed', skips: () => 'matcher' })
    const outcome = askNow('tools.before', guard)
    expect(outcome.decision).toBe('pass')
    expect(verdictBy(outcome, 'A')).toMatchObject({ status: 'not_asked', notAsked: 'matcher' })
  })

  it('and whose matcher fails too blocks', () => {
    const skips = () => {
      throw new Error('no')
    }
    expect(askNow('tools.before', hook('A', asked, { unavailable, onFailure: 'closed', skips })).decision).toBe('block')
  })

  it('in shadow or without trust stops nothing', () => {
    const shadow = hook('A', asked, { unavailable, onFailure: 'closed', mode: 'shadow' })
    const stranger = hook('B', asked, { unavailable: { reason: 'not trusted', message: '' }, onFailure: 'closed' })
    const outcome = askNow('tools.before', shadow, stranger)
    expect(outcome).toMatchObject({ decision: 'pass', wouldBe: 'block' })
    expect(outcome.verdicts.map(({ notAsked }) => notAsked)).toEqual(['failed to load', 'not trusted'])
  })
})

describe('what is thrown or answered may be anything at all', () => {
  const trap = (): never => {
    throw Object.create(null)
  }
  const proxy = new Proxy(new Error('p'), { get: trap, getPrototypeOf: trap, has: trap })
  // biome-ignore lint/suspicious/noThenProperty: what is tested is a promise whose own then throws
  const native = Object.defineProperties(Promise.resolve(), { then: { value: trap }, constructor: { get: trap } })
  const values: readonly (readonly [string, unknown])[] = [
    ['null', null],
    ['text', 'late'],
    ['a symbol', Symbol('odd')],
    ['an object of nothing', Object.create(null)],
    ['an error with a message that throws', Object.defineProperty(new Error('m'), 'message', { get: trap })],
    ['a proxy that throws', proxy],
    ['a promise that throws', native],
  ]

  it.each(values)('%s, thrown', (_name, value) => {
    const outcome = askNow(
      'tools.before',
      hook('A', () => {
        throw value
      }),
    )
    expect(verdictBy(outcome, 'A')).toMatchObject({ status: 'failed', error: { kind: 'threw' } })
  })

  it.each(values)('%s, rejected with', async (_name, value) => {
    const outcome = await ask(
      { point: 'tools.before' },
      hook('A', () => Promise.reject(value)),
    )
    expect(verdictBy(outcome, 'A')).toMatchObject({ status: 'failed', error: { kind: 'threw' } })
  })

  it.each(values)('%s, answered', async (_name, value) => {
    const outcome = await ask({ point: 'guard.onInput' }, hook('A', value))
    expect(outcome.decision).toMatch(/^(pass|rewrite)$/)
  })
})
