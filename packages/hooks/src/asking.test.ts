import { type NotAskedReason, type Outcome, POINTS } from '@belay/trace'
import { describe, expect, it, vi } from 'vitest'
import { askPoint } from './ask-point'
import { contextsOf } from './contexts-of'
import type { Asking } from './hook'
import { ask, askingOf, askNow, EVENTS, hook, Record, verdictBy } from './testing/asking'
import { FakeClock } from './testing/fake-clock'

const never = () => new Promise(() => undefined)
const x = (value: number) => ({ args: { x: value } })
const block = (reason: string) => ({ decision: 'block', reason })

describe('no hook at a point', () => {
  it.each(POINTS)('%s gives one shared outcome, at once', (point) => {
    const first = askNow(point)
    expect(askNow(point)).toBe(first)
    expect(Object.isFrozen(first)).toBe(true)
    expect(first).toMatchObject({ point, decision: 'pass', value: null, verdicts: [], wouldBe: null })
  })

  it('hooks that live elsewhere are named in an outcome of their own, which is shared as well', () => {
    const sink = new Record()
    const asking = askingOf({ point: 'tools.after', sink }, [hook('A', crash, { points: ['tools.before'] })])
    const outcome = askPoint(asking)
    expect(askPoint(asking)).toBe(outcome)
    expect(outcome).toMatchObject({ decision: 'pass', verdicts: [{ hook: 'A', notAsked: 'wrong point' }] })
    expect(sink.entries).toEqual([])
  })
})

function crash(): never {
  throw new Error('boom')
}

it('a list of hooks that grew is looked at again', () => {
  const asking = askingOf({ point: 'tools.before' }, [])
  const hooks = [hook('A', undefined, { points: ['tools.after'] })]
  expect(askPoint({ ...asking, hooks })).toMatchObject({ decision: 'pass' })
  hooks.push(hook('B', { decision: 'block', reason: 'no' }))
  expect(askPoint({ ...asking, hooks })).toMatchObject({ decision: 'block' })
})

describe('who is not asked', () => {
  it.each([
    ['is off', { mode: 'off' }, 'off'],
    ['does not match', { skips: (): NotAskedReason => 'matcher' }, 'matcher'],
    ['does not fit its if', { skips: (): NotAskedReason => 'if' }, 'if'],
    ['is not trusted', { unavailable: { reason: 'not trusted', message: 'new content' } }, 'not trusted'],
    ['is of an extension that is off', { unavailable: { reason: 'extension off', message: '' } }, 'extension off'],
  ] as const)('a hook that %s, and the record says so', (_name, more, reason) => {
    const sink = new Record()
    const outcome = askNow({ point: 'tools.before', sink }, hook('A', crash, more), hook('B', undefined))
    expect(verdictBy(outcome, 'A')).toMatchObject({
      status: 'not_asked',
      decision: 'pass',
      notAsked: reason,
      position: 0,
    })
    expect(sink.of('A')).toMatchObject({ token: null })
    expect(sink.begun).toEqual(['B'])
  })

  it('memory.keep can’t be shadowed', () => {
    const outcome = askNow('memory.keep', hook('A', crash, { mode: 'shadow' }))
    expect(verdictBy(outcome, 'A').notAsked).toBe('off')
  })

  it('a matcher that throws is a failure of its hook', () => {
    const outcome = askNow('tools.before', hook('A', undefined, { skips: crash, onFailure: 'closed' }))
    expect(outcome).toMatchObject({
      decision: 'block',
      reason: 'the A hook at tools.before did not answer (Error: boom)',
    })
  })
})

describe('promises', () => {
  it('a hook that answers later is waited for, and the next one sees what it rewrote', async () => {
    const seen: unknown[] = []
    const see = ({ event }: Asking<'tools.before'>) => void seen.push(event.call.args)
    const outcome = await ask(
      { point: 'tools.before' },
      hook('A', async () => x(1)),
      hook('B', see),
    )
    expect(seen).toEqual([{ x: 1 }])
    expect(outcome).toMatchObject({ decision: 'rewrite', by: 'A' })
  })

  it.each([
    ['rejects', () => Promise.reject(new TypeError('boom')), 'TypeError: boom'],
    ['throws what is no error', () => Promise.reject('why'), 'why'],
    ['has a then that throws', () => Object.defineProperty({}, 'then', { value: crash }), 'Error: boom'],
    [
      'has a then that throws when it is looked at',
      () => Object.defineProperty({}, 'then', { get: crash }),
      'Error: boom',
    ],
  ])('a hook that %s has failed, and the turn goes on', async (_name, answer, message) => {
    const outcome = await ask(
      { point: 'tools.before' },
      hook('A', answer),
      hook('B', async () => x(1)),
    )
    expect(verdictBy(outcome, 'A')).toMatchObject({ status: 'failed', error: { kind: 'threw', message } })
    expect(outcome).toMatchObject({ decision: 'rewrite', by: 'B' })
  })

  it('leaves no timer and no listener behind', async () => {
    const clock = new FakeClock()
    const { signal } = new AbortController()
    const added = vi.spyOn(signal, 'addEventListener')
    const removed = vi.spyOn(signal, 'removeEventListener')
    await ask(
      { point: 'tools.before', clock, signal },
      hook('A', async () => x(1)),
      hook('B', async () => undefined),
    )
    expect(clock.waiting).toBe(0)
    expect(removed).toHaveBeenCalledTimes(added.mock.calls.length)
  })
})

describe('time', () => {
  it('a hook that overruns its limit has failed, is told so, and the next is asked', async () => {
    const clock = new FakeClock()
    let told: unknown = null
    const slow = (asking: Asking) => {
      asking.signal.addEventListener('abort', () => {
        told = asking.signal.reason
      })
      return never()
    }
    const outcome = ask({ point: 'tools.before', clock }, hook('A', slow, { timeoutMs: 2_000 }), hook('B', x(1)))
    await clock.pass(2_000)
    const { decision, verdicts } = await outcome
    expect(decision).toBe('rewrite')
    expect(verdicts[0]).toMatchObject({
      status: 'failed',
      durationMs: 2_000,
      error: { kind: 'timeout', message: 'no answer within 2 s' },
    })
    expect(told).toMatchObject({ message: 'no answer within 2 s' })
  })

  it('after a block an audit hook is asked, and waited for if it answers within a second', async () => {
    const clock = new FakeClock()
    const audit = () => new Promise((resolve) => clock.after(900, () => resolve({ decision: 'pass', notes: ['seen'] })))
    const outcome = ask({ point: 'tools.before', clock }, hook('A', block('no')), hook('audit', audit))
    await clock.pass(900)
    expect(await outcome).toMatchObject({ decision: 'block', notes: ['audit: seen'] })
    expect(clock.waiting).toBe(0)
  })

  it('the second after a block is one for all, not one for each', async () => {
    const clock = new FakeClock()
    const sink = new Record()
    const slow = () => new Promise((resolve) => clock.after(900, () => resolve(undefined)))
    const pending = ask(
      { point: 'tools.before', clock, sink },
      hook('A', block('no')),
      hook('B', slow),
      hook('C', slow),
    )
    await clock.pass(1_000)
    expect((await pending).verdicts.map(({ hook }) => hook)).toEqual(['A', 'B'])
    await clock.pass(800)
    expect(sink.of('C')).toMatchObject({ verdict: { late: true } })
  })

  it('what has not answered a second after the block comes on the record late and applies to nothing', async () => {
    const clock = new FakeClock()
    const sink = new Record()
    const late = { decision: 'pass', context: ['late'], halt: 'late' }
    const slow = () => new Promise((resolve) => clock.after(1_500, () => resolve(late)))
    const asked = { point: 'tools.before', clock, sink } as const
    const pending = ask(
      asked,
      hook('A', block('no')),
      hook('slow', slow),
      hook('B', async () => x(1)),
    )
    await clock.pass(1_000)
    const outcome = await pending
    expect(outcome).toMatchObject({ decision: 'block', context: [], halt: null })
    expect(outcome.notes[0]).toBe('slow: had not answered 1 s after the block; its verdict comes late')
    expect(outcome.verdicts.map(({ hook }) => hook)).toEqual(['A', 'B'])
    expect(sink.begun).toEqual(['A', 'slow', 'B'])
    expect(sink.of('slow')).toBeUndefined()
    await clock.pass(500)
    expect(sink.of('slow')).toMatchObject({
      token: 'span-slow',
      verdict: { status: 'answered', late: true, context: ['late'], halt: 'late', durationMs: 1_500, lost: false },
    })
    expect(clock.waiting).toBe(0)
  })

  it('what waits for its turn to run has its whole time once it runs', async () => {
    const clock = new FakeClock()
    let begin: () => void = () => undefined
    const waits = hook(
      'waits',
      (asking: Asking) => {
        begin = asking.waits?.() ?? begin
        return new Promise(() => undefined)
      },
      { timeoutMs: 200 },
    )
    const outcome = ask({ point: 'tools.before', clock }, waits)
    await clock.pass(5_000)
    begin()
    begin()
    await clock.pass(199)
    await clock.pass(1)
    expect(verdictBy(await outcome, 'waits')).toMatchObject({ error: { kind: 'timeout' }, durationMs: 5_200 })
  })

  it('a late hook still has its time limit', async () => {
    const clock = new FakeClock()
    const sink = new Record()
    const asked = { point: 'tools.before', clock, sink } as const
    const outcome = ask(asked, hook('A', block('no')), hook('slow', never, { timeoutMs: 5_000 }))
    await clock.pass(5_000)
    await outcome
    expect(sink.of('slow')).toMatchObject({ verdict: { status: 'failed', late: true, error: { kind: 'timeout' } } })
  })
})

describe('a dry run waits for every verdict', () => {
  const slowly = (clock: FakeClock, ms: number, answer: unknown) => () =>
    new Promise((resolve) => clock.after(ms, () => resolve(answer)))
  const order = ({ verdicts }: Outcome) => verdicts.map(({ hook, late }) => `${hook}${late ? ' late' : ''}`)

  it('also of a hook that was not waited for after a block, in its place, and it still applies to nothing', async () => {
    const clock = new FakeClock()
    const slow = slowly(clock, 3_000, { decision: 'pass', context: ['late'] })
    const pending = ask(
      { point: 'tools.before', clock, dryRun: true },
      ...[hook('A', block('no')), hook('slow', slow), hook('B', async () => x(1))],
    )
    await clock.pass(3_000)
    const outcome = await pending
    expect(order(outcome)).toEqual(['A', 'slow late', 'B'])
    expect(outcome).toMatchObject({ decision: 'block', context: [] })
    expect(verdictBy(outcome, 'slow')).toMatchObject({ status: 'answered', context: ['late'], durationMs: 3_000 })
  })

  it('also of one that only listens, at most for its time limit', async () => {
    const clock = new FakeClock()
    const ear = hook('ear', slowly(clock, 500, undefined), { observe: true })
    const deaf = hook('deaf', never, { observe: true, timeoutMs: 2_000 })
    const pending = ask({ point: 'tools.before', clock, dryRun: true }, ear, deaf, hook('B', x(1)))
    await clock.pass(2_000)
    const outcome = await pending
    expect(order(outcome)).toEqual(['ear late', 'deaf late', 'B'])
    expect(verdictBy(outcome, 'deaf')).toMatchObject({ status: 'failed', error: { kind: 'timeout' } })
    expect(outcome.decision).toBe('rewrite')
    expect(clock.waiting).toBe(0)
  })
})

describe('the turn is stopped', () => {
  it('a hook that runs is cancelled and decides nothing; the others are not asked', async () => {
    const clock = new FakeClock()
    const controller = new AbortController()
    let ended = false
    const slow = (asking: Asking) => {
      asking.signal.addEventListener('abort', () => {
        ended = true
      })
      return never()
    }
    const asked = { point: 'tools.before', clock, signal: controller.signal } as const
    const pending = ask(asked, hook('A', x(1)), hook('slow', slow, { onFailure: 'closed' }), hook('C', crash))
    controller.abort()
    const outcome = await pending
    expect(outcome).toMatchObject({ decision: 'rewrite', halt: null, notes: [] })
    expect(verdictBy(outcome, 'slow')).toMatchObject({ status: 'failed', error: { kind: 'cancelled' } })
    expect(verdictBy(outcome, 'C')).toMatchObject({ status: 'not_asked', notAsked: 'turn stopped' })
    expect(ended).toBe(true)
    expect(clock.waiting).toBe(0)
  })

  it('before it began: nobody is asked', () => {
    const outcome = askNow({ point: 'tools.before', signal: AbortSignal.abort() }, hook('A', crash))
    expect(verdictBy(outcome, 'A').notAsked).toBe('turn stopped')
  })

  it('while a hook is being asked: it is cancelled like one that runs', async () => {
    const controller = new AbortController()
    const stops = () => {
      controller.abort()
      return never()
    }
    const outcome = await ask({ point: 'tools.before', signal: controller.signal }, hook('A', stops))
    expect(verdictBy(outcome, 'A')).toMatchObject({ status: 'failed', error: { kind: 'cancelled' } })
  })

  it('a hook that looks at its signal only afterwards finds it aborted', async () => {
    const controller = new AbortController()
    let found = false
    const looksLate = async (asking: Asking) => {
      await Promise.resolve()
      await Promise.resolve()
      found = asking.signal.aborted
    }
    const pending = ask({ point: 'tools.before', signal: controller.signal }, hook('A', looksLate))
    controller.abort()
    await pending
    await new FakeClock().pass(0)
    expect(found).toBe(true)
  })

  it('ends a hook that nobody waits for any more', async () => {
    const controller = new AbortController()
    const sink = new Record()
    const asked = { point: 'tools.before', sink, signal: controller.signal } as const
    askNow(asked, hook('ear', never, { observe: true }))
    controller.abort()
    await new FakeClock().pass(0)
    expect(sink.of('ear')).toMatchObject({ verdict: { status: 'failed', late: true, error: { kind: 'cancelled' } } })
  })
})

describe('observe', () => {
  it('hears everything, is never waited for and decides nothing', async () => {
    const sink = new Record()
    const says = { decision: 'block', reason: 'no', context: ['c'], notes: ['n'], halt: 'h' }
    const now = hook('now', says, { observe: true })
    const later = hook('later', async () => says, { observe: true })
    const outcome = askNow({ point: 'tools.before', sink }, now, later, hook('B', x(1)))
    expect(outcome).toMatchObject({ decision: 'rewrite', context: [], notes: [], halt: null })
    expect(verdictBy(outcome, 'now')).toMatchObject({ status: 'answered', decision: 'pass', halt: null, notes: ['n'] })
    expect(sink.begun).toEqual(['now', 'later', 'B'])
    await new FakeClock().pass(0)
    expect(sink.of('later')).toMatchObject({ verdict: { decision: 'pass', late: true, context: [] } })
  })

  it('its failure is on the record and means nothing, whatever its policy', () => {
    const outcome = askNow('tools.before', hook('A', crash, { observe: true, onFailure: 'closed' }))
    expect(outcome).toMatchObject({ decision: 'pass', halt: null, notes: [] })
    expect(verdictBy(outcome, 'A').status).toBe('failed')
  })
})

describe('shadow', () => {
  const shadow = (name: string, answer: unknown) => hook(name, answer, { mode: 'shadow' })

  it('sees what an enforcing hook in its place would see', () => {
    const seen: unknown[] = []
    const see = ({ event }: Asking<'tools.before'>) => void seen.push(event.call.args)
    askNow('tools.before', hook('A', x(1)), shadow('S', see))
    expect(seen).toEqual([{ x: 1 }])
  })

  it.each([
    ['blocks', block('no'), 'block'],
    ['asks', { decision: 'ask', value: { question: 'sure?' } }, 'ask'],
    ['answers', { decision: 'answer', value: 'x' }, 'answer'],
    ['allows', { decision: 'allow' }, 'allow'],
    ['rewrites', x(1), 'rewrite'],
    ['passes', undefined, 'pass'],
    ['says it in another place', 'text', 'pass'],
  ])('one that %s changes nothing, and the outcome says what it would be', (_name, answer, wouldBe) => {
    const outcome = askNow('tools.before', shadow('S', answer), hook('B', undefined))
    expect(outcome).toMatchObject({ decision: 'pass', value: null, by: null, wouldBe, notes: [] })
  })

  it('what it says beside its decision goes nowhere but on its verdict', () => {
    const outcome = askNow('tools.before', shadow('S', { decision: 'pass', context: ['c'], notes: ['n'], halt: 'h' }))
    expect(outcome).toMatchObject({ context: [], notes: [], halt: null })
    expect(verdictBy(outcome, 'S')).toMatchObject({ mode: 'shadow', context: ['c'], notes: ['n'], halt: 'h' })
  })

  it('would be what it is where an enforcing hook said something stronger', () => {
    const outcome = askNow('tools.before', shadow('S', x(1)), hook('B', block('no')))
    expect(outcome).toMatchObject({ decision: 'block', wouldBe: 'block', by: 'B' })
    expect(verdictBy(outcome, 'S')).toMatchObject({ decision: 'rewrite', lost: false })
  })

  it('would be what an enforcing hook before it said, where that is stronger', () => {
    const outcome = askNow('tools.before', hook('A', block('no')), shadow('S', { decision: 'allow' }))
    expect(outcome).toMatchObject({ decision: 'block', wouldBe: 'block' })
  })

  it('asked again, a shadow guard would only block or ask', () => {
    const second = (answer: unknown) => (asking: Asking<'tools.before'>) =>
      asking.event.call.args.x === 2 ? answer : undefined
    const would = (answer: unknown) =>
      askNow('tools.before', hook('S', second(answer), { mode: 'shadow', recheck: true }), hook('B', x(2))).wouldBe
    expect([would({ decision: 'allow' }), would(block('no'))]).toEqual(['rewrite', 'block'])
  })

  it('does not keep a later rewrite from winning', () => {
    const outcome = askNow('tools.before', shadow('S', x(1)), hook('B', x(2)))
    expect(outcome).toMatchObject({ decision: 'rewrite', by: 'B', value: { args: { x: 2 } }, notes: [] })
  })

  it('that fails closed would block', () => {
    const outcome = askNow('tools.before', hook('S', crash, { mode: 'shadow', onFailure: 'closed' }))
    expect(outcome).toMatchObject({ decision: 'pass', wouldBe: 'block' })
  })

  it('null where no shadow hook was asked', () => {
    expect(askNow('tools.before', hook('A', x(1))).wouldBe).toBeNull()
  })
})

describe('recheck', () => {
  const limit = (asking: Asking<'tools.before'>) =>
    Number(asking.event.call.args.x) > 1 ? block('too much') : undefined
  const guard = (answer: unknown, more = {}) => hook('G', answer, { recheck: true, ...more })

  it('a guard that passed is asked once more when a later hook rewrote, and may block', () => {
    const sink = new Record()
    const outcome = askNow({ point: 'tools.before', sink }, guard(limit), hook('B', x(2)))
    expect(outcome).toMatchObject({ decision: 'block', reason: 'too much', by: 'G', value: null })
    expect(outcome.verdicts.map(({ hook, recheck }) => `${hook} ${recheck}`)).toEqual(['G false', 'B false', 'G true'])
    expect(sink.entries[2]).toMatchObject({ handed: { args: { x: 2 } }, original: { args: { x: 0 } } })
  })

  it.each([
    ['the value is as it passed it', [guard(limit), hook('B', undefined)], 1],
    ['an earlier hook rewrote', [hook('B', x(2)), guard(limit)], 1],
    ['it did not ask for it', [hook('G', limit), hook('B', x(2))], 1],
    ['it had blocked', [guard(block('no')), hook('B', x(2))], 1],
    ['it rewrote itself', [guard(x(5)), hook('B', undefined)], 1],
    ['somebody blocked', [guard(limit), hook('B', x(2)), hook('C', block('no'))], 1],
  ] as const)('not where %s', (_name, hooks, times) => {
    const outcome = askNow('tools.before', ...hooks)
    expect(outcome.verdicts.filter(({ hook }) => hook === 'G')).toHaveLength(times)
  })

  it('it may ask, and what else it says counts for nothing', () => {
    const second = (answer: unknown) => (asking: Asking<'tools.before'>) =>
      asking.event.call.args.x === 2 ? answer : undefined
    const result = (answer: unknown) => askNow('tools.before', guard(second(answer)), hook('B', x(2)))
    expect(result({ decision: 'ask', value: { question: 'sure?' } })).toMatchObject({
      decision: 'ask',
      by: 'G',
      value: { args: { x: 2 } },
    })
    expect(result(x(9))).toMatchObject({ decision: 'rewrite', value: { args: { x: 2 } }, by: 'B' })
    expect(result({ decision: 'answer', value: 'no' })).toMatchObject({ decision: 'rewrite', by: 'B' })
    expect(result({ decision: 'allow' })).toMatchObject({ decision: 'rewrite', by: 'B' })
    expect(result(crash)).toMatchObject({ decision: 'rewrite', by: 'B' })
  })

  it('a guard that allowed something else is asked again as well', () => {
    const allows = (asking: Asking<'tools.before'>) => limit(asking) ?? { decision: 'allow' }
    expect(askNow('tools.before', guard(allows), hook('B', x(2)))).toMatchObject({ decision: 'block', by: 'G' })
  })

  it('a guard that its matcher kept away is asked when the call became one of its own', () => {
    const forRun = guard(block('not that'), {
      skips: ({ event }: { event: { call?: { name: string } } }) => (event.call?.name === 'run' ? null : 'matcher'),
    })
    const event = { call: { ...EVENTS['tools.before'].call, name: 'files.read' } }
    const outcome = askNow({ point: 'tools.before', event }, forRun, hook('B', { name: 'run' }))
    expect(outcome).toMatchObject({ decision: 'block', reason: 'not that' })
  })

  it('waits for a guard that answers later', async () => {
    const later = async (asking: Asking<'tools.before'>) => limit(asking)
    expect(await ask({ point: 'tools.before' }, guard(later), hook('B', x(2)))).toMatchObject({ decision: 'block' })
  })
})

describe('the record', () => {
  it('holds what each hook was handed, what stood after it, and what it all began with', () => {
    const sink = new Record()
    const mark = ({ event }: Asking<'guard.onInput'>) => `${event.msg}!`
    askNow({ point: 'guard.onInput', sink }, hook('A', mark), hook('B', undefined), hook('C', mark))
    expect(sink.entries.map(({ handed, after, original }) => [handed, after, original])).toEqual([
      ['hello', 'hello!', 'hello'],
      ['hello!', 'hello!', 'hello'],
      ['hello!', 'hello!!', 'hello'],
    ])
    expect(sink.entries.map(({ token, verdict }) => [token, verdict.position])).toEqual([
      ['span-A', 0],
      ['span-B', 1],
      ['span-C', 2],
    ])
  })

  it('times each hook by the clock that it is given', async () => {
    const clock = new FakeClock()
    const slow = () => new Promise((resolve) => clock.after(40, () => resolve(undefined)))
    const pending = ask({ point: 'tools.before', clock }, hook('A', slow), hook('B', undefined))
    await clock.pass(40)
    expect((await pending).verdicts.map(({ durationMs }) => durationMs)).toEqual([40, 0])
  })

  it('names the hook of each context text, also of a blocked call', () => {
    const outcome = askNow(
      'tools.before',
      hook('A', { decision: 'block', reason: 'no', context: ['a1', 'a2'] }),
      hook('S', { decision: 'pass', context: ['s'] }, { mode: 'shadow' }),
      hook('B', { decision: 'pass', context: ['b'] }),
    )
    expect(contextsOf(outcome)).toEqual([
      { hook: 'A', text: 'a1' },
      { hook: 'A', text: 'a2' },
      { hook: 'B', text: 'b' },
    ])
    expect(contextsOf(outcome).map(({ text }) => text)).toEqual(outcome.context)
  })
})

describe('what a hook sees of an output', () => {
  const event = { ...EVENTS['tools.after'], result: { ...EVENTS['tools.after'].result, content: 'é'.repeat(100_000) } }

  it('is cut to 64 KiB, and what nobody rewrote stays whole', () => {
    const sink = new Record()
    const outcome = askNow({ point: 'tools.after', event, sink }, hook('A', undefined))
    const handed = String(sink.of('A')?.handed)
    expect(new TextEncoder().encode(handed).length).toBeLessThanOrEqual(65_536)
    expect(handed).toMatch(/é\n\[\d+ more characters are not shown to hooks\]$/)
    expect(outcome.value).toBeNull()
    expect(sink.of('A')?.after).toBe(event.result.content)
  })

  it('a hook that gives back what it saw has changed nothing', () => {
    const outcome = askNow(
      { point: 'tools.after', event },
      hook('A', (asking: Asking<'tools.after'>) => asking.event.result.content),
    )
    expect(outcome).toMatchObject({ decision: 'pass', value: null })
  })

  it('a rewrite that is long is cut for the next hook, and kept whole', () => {
    const long = 'x'.repeat(100_000)
    const sink = new Record()
    const outcome = askNow({ point: 'tools.after', sink }, hook('A', long), hook('B', undefined))
    expect(outcome.value).toBe(long)
    expect(String(sink.of('B')?.handed).length).toBeLessThanOrEqual(65_536)
  })
})
