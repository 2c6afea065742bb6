import { type Outcome, POINTS } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import type { CallbackRequest, CallbackSource } from './callbacks'
import type { Asking } from './hook'
import { functionOf } from './points-table'
import { makeSnapshot, type Snapshot } from './snapshot'
import { ask, FACTS, hook, Record, verdictBy } from './testing/asking'
import { FakeClock } from './testing/fake-clock'
import { answering, Session, written } from './testing/session'

const echo = answering((request) => ({ text: JSON.stringify(request), tokens: 7, content: 'ran', isError: false }))

/** What the session was asked for, and what came of it. */
async function put(
  run: (t: Snapshot) => Promise<unknown>,
): Promise<{ request: CallbackRequest | null; error: string }> {
  const session = new Session()
  let error = ''
  const asked = written('h', async (t) => {
    await run(t).catch((thrown: Error) => {
      error = `${thrown.name}: ${thrown.message}`
    })
  })
  const outcome = ask({ point: 'tools.before', callbacks: session.source }, asked)
  await new FakeClock().pass(0)
  const request = session.asked[0]?.request ?? null
  session.asked[0]?.answer(null)
  await outcome
  return { request, error }
}

describe('what a hook writes becomes one request', () => {
  it.each<[string, (t: Snapshot) => Promise<unknown>, CallbackRequest]>([
    ['t.llm(prompt)', (t) => t.llm('hi'), { do: 'llm', prompt: 'hi', model: null }],
    ['t.llm(prompt, { model })', (t) => t.llm('hi', { model: 'm' }), { do: 'llm', prompt: 'hi', model: 'm' }],
    ['t.store.get', (t) => t.store.get('k'), { do: 'store.get', key: 'k' }],
    ['t.store.set', (t) => t.store.set('k', { n: [1] }), { do: 'store.set', key: 'k', value: { n: [1] } }],
    ['t.history.tail()', (t) => t.history.tail(), { do: 'history.tail', n: 10 }],
    ['t.history.tail(100)', (t) => t.history.tail(100), { do: 'history.tail', n: 100 }],
    ['t.history.get', (t) => t.history.get(4), { do: 'history.get', tag: 4 }],
    ['t.history.tags', (t) => t.history.tags, { do: 'history.tags' }],
    ['t.history.rewind', (t) => t.history.rewind(4), { do: 'history.rewind', tag: 4 }],
    ['t.history.expand', (t) => t.history.expand(4), { do: 'history.expand', tag: 4 }],
    [
      't.history.collapse',
      (t) => t.history.collapse(2, 5, 'so far'),
      { do: 'history.collapse', from: 2, to: 5, summary: 'so far' },
    ],
    ['t.tool(name)', (t) => t.tool('ls'), { do: 'tool', name: 'ls', args: {} }],
    [
      't.tool(name, args)',
      (t) => t.tool('run', { command: 'ls' }),
      { do: 'tool', name: 'run', args: { command: 'ls' } },
    ],
  ])('%s', async (_, run, request) => {
    expect((await put(run)).request).toEqual(request)
  })
})

describe('what does not fit is refused on the side of t, in a sentence', () => {
  it.each<[(t: Snapshot) => Promise<unknown>, string]>([
    [(t) => t.llm(' '), 't.llm takes a prompt that is text, not an empty one'],
    [(t) => t.llm('x', { modle: 'y' } as never), 't.llm takes { model } beside its prompt, with the name of a model'],
    [(t) => t.llm('x', { model: '' }), 't.llm takes { model } beside its prompt, with the name of a model'],
    [(t) => t.store.get(3 as never), 't.store.get takes a key that is text, not 3'],
    [(t) => t.store.get('k'.repeat(513)), 't.store.get takes a key of at most 512 characters'],
    [(t) => t.store.set('k', (() => 1) as never), 't.store.set takes a value that is JSON, and a function is not'],
    [(t) => t.store.set('k', undefined as never), 't.store.set takes a value that is JSON, and undefined is not'],
    [
      (t) => t.store.set('k', { a: [1, { b: Number.NaN }] }),
      't.store.set takes a value that is JSON, and NaN at a[1].b is not',
    ],
    [(t) => t.store.set('k', new Date(0) as never), 't.store.set takes a value that is JSON, and a Date is not'],
    [
      (t) => t.tool('run', { n: 1n } as never),
      't.tool takes its arguments as an object that is JSON, and a bigint at n is not',
    ],
    [(t) => t.llm({} as never), 't.llm takes a prompt that is text, not an object'],
    [
      (t) => t.store.set('k', 'é'.repeat(131_072)),
      't.store.set takes a value of at most 256 KB, and this one for "k" is larger',
    ],
    [(t) => t.history.tail(0), 't.history.tail takes a whole number from 1 to 100, not 0'],
    [(t) => t.history.tail(101), 't.history.tail takes a whole number from 1 to 100, not 101'],
    [(t) => t.history.tail(1.5), 't.history.tail takes a whole number from 1 to 100, not 1.5'],
    [(t) => t.history.get('4' as never), 't.history.get takes tags of rows, which are whole numbers, not "4"'],
    [(t) => t.history.collapse(5, 2, 's'), 't.history.collapse goes from an earlier row to a later one, not 5 to 2'],
    [(t) => t.history.collapse(2, 5, ''), 't.history.collapse takes a summary that is text, not an empty one'],
    [(t) => t.tool(''), 't.tool takes the name of a tool that is text, not an empty one'],
    [(t) => t.tool('run', [] as never), 't.tool takes its arguments as an object that is JSON, and a list is not'],
  ])('%s', async (run, message) => {
    expect(await put(run)).toEqual({ request: null, error: `TypeError: ${message}` })
  })

  it('a value of exactly 256 KB is taken', async () => {
    expect((await put((t) => t.store.set('k', 'x'.repeat(262_142)))).request).toMatchObject({ do: 'store.set' })
  })
})

describe('what was not waited for', () => {
  const told = (what: string) =>
    `h: ${what} not waited for, and given up when the hook had answered: await what should happen`

  it.each<[string, (t: Snapshot) => unknown, string]>([
    ['a tool', (t) => void t.tool('run'), 't.tool was'],
    [
      'the same twice, and another',
      (t) => void [t.store.set('a', 1), t.store.set('b', 2), t.llm('x')],
      't.store.set, t.llm were',
    ],
    ['beside a decision', (t) => Promise.race([t.store.set('a', 1), t.deny('no')]), 't.store.set was'],
  ])('%s is told by its name', async (_name, run, what) => {
    const session = new Session()
    const record = new Record()
    const outcome = await ask(
      { point: 'tools.before', callbacks: session.source, sink: record },
      written('h', async (t) => run(t)),
    )
    expect(outcome.notes).toEqual([told(what)])
    expect(record.of('h')?.verdict.notes).toEqual([told(what).slice('h: '.length)])
  })

  it('nothing is told where all was', async () => {
    const outcome = await ask(
      { point: 'tools.before', callbacks: echo },
      written('h', async (t) => {
        await Promise.all([t.store.set('a', 1), t.llm('x')])
      }),
    )
    expect(outcome.notes).toEqual([])
  })
})

describe('what the session answers', () => {
  async function answerTo(run: (t: Snapshot) => Promise<unknown>, answer: Parameters<typeof answering>[0]) {
    const outcome = await ask(
      { point: 'tools.before', callbacks: answering(answer) },
      written('h', async (t) => t.note(JSON.stringify(await run(t)) ?? 'undefined')),
    )
    return outcome.notes[0]
  }
  const row = { tag: 3, role: 'user', text: 'hi', tools: [] }

  it.each<[string, (t: Snapshot) => Promise<unknown>, Parameters<typeof answering>[0], string]>([
    ['llm', (t) => t.llm('x'), () => ({ text: 'yes', tokens: 12 }), '{"text":"yes","tokens":12}'],
    ['llm without tokens', (t) => t.llm('x'), () => ({ text: 'yes' }), '{"text":"yes","tokens":null}'],
    ['an unwritten key', (t) => t.store.get('k'), () => null, 'null'],
    ['a written value', (t) => t.store.get('k'), () => ({ n: 1 }), '{"n":1}'],
    ['nothing after a write', (t) => t.store.set('k', 1), () => 'whatever', 'undefined'],
    ['rows', (t) => t.history.tail(), () => [row], JSON.stringify([row])],
    ['a row', (t) => t.history.get(3), () => row, JSON.stringify(row)],
    ['no row', (t) => t.history.get(9), () => null, 'null'],
    ['tags', (t) => t.history.tags, () => [1, 3], '[1,3]'],
    ['a result', (t) => t.tool('ls'), () => ({ content: 'a', isError: true }), '{"content":"a","isError":true}'],
  ])('%s', async (_, run, answer, read) => {
    expect(await answerTo(run, answer)).toBe(`h: ${read}`)
  })

  it('what the source refuses rejects in the hook, with the line that asked', async () => {
    const refusing = () => () => Promise.reject(new Error('there is no row 9'))
    let stack = ''
    const outcome = await ask(
      { point: 'tools.before', callbacks: refusing },
      written('h', (t) =>
        t.history.rewind(9).catch((thrown: Error) => {
          stack = thrown.stack ?? ''
          throw thrown
        }),
      ),
    )
    expect(verdictBy(outcome, 'h')).toMatchObject({ status: 'failed', error: { message: 'Error: there is no row 9' } })
    expect(stack).toContain('callbacks.test.ts')
  })

  it('a source that throws instead has refused as well', async () => {
    const throwing = () => () => {
      throw new Error('not today')
    }
    const outcome = await ask(
      { point: 'tools.before', callbacks: throwing },
      written('h', (t) => t.store.get('k')),
    )
    expect(verdictBy(outcome, 'h').error?.message).toBe('Error: not today')
  })

  it('with no session behind it every request is refused', async () => {
    const outcome = await ask(
      { point: 'tools.before' },
      written('h', (t) => t.llm('x')),
    )
    expect(verdictBy(outcome, 'h').error?.message).toBe('Error: there is no session behind this asking')
    await expect(makeSnapshot(FACTS, {}).store.get('k')).rejects.toThrow('there is no session behind this asking')
  })
})

describe('who asks', () => {
  it('is told to the source at the first request: the hook, the point and the span of its verdict', async () => {
    const session = new Session()
    const quiet = written('quiet', () => undefined)
    const asks = written('asks', (t) => Promise.all([t.store.get('a'), t.store.get('b')]).then(() => undefined))
    const outcome = ask({ point: 'stop.done', callbacks: session.source, sink: new Record() }, quiet, asks)
    await new FakeClock().pass(0)
    expect(session.askers).toMatchObject([
      { hook: { name: 'asks' }, point: 'stop.done', token: 'span-asks', scratch: false },
    ])
    for (const asked of session.asked) asked.answer(null)
    await outcome
    expect(session.askers[0]?.signal.aborted).toBe(true)
  })

  it('a hook that asks for nothing has no port', () => {
    const session = new Session()
    ask(
      { point: 'tools.before', callbacks: session.source },
      written('h', (t) => t.note('x')),
    )
    expect(session.askers).toEqual([])
  })
})

describe('what may not change anything', () => {
  const WRITES: readonly [string, (t: Snapshot) => Promise<unknown>][] = [
    ['t.history.rewind', (t) => t.history.rewind(1)],
    ['t.history.expand', (t) => t.history.expand(1)],
    ['t.history.collapse', (t) => t.history.collapse(1, 2, 's')],
    ['t.tool', (t) => t.tool('run', { command: 'ls' })],
  ]
  const READS: readonly [string, (t: Snapshot) => Promise<unknown>][] = [
    ['t.llm', (t) => t.llm('x')],
    ['t.store.get', (t) => t.store.get('k')],
    ['t.store.set', (t) => t.store.set('k', 1)],
    ['t.history.tail', (t) => t.history.tail()],
    ['t.history.tags', (t) => t.history.tags],
  ]
  const CASES = [
    ['in shadow', { mode: 'shadow' }, {}, 'the hook is in shadow, where it changes nothing'],
    ['in a dry run', {}, { dryRun: true }, 'this is a dry run, which changes nothing'],
    [
      'in shadow, in a live dry run',
      { mode: 'shadow' },
      { dryRun: true, live: true },
      'the hook is in shadow, where it changes nothing',
    ],
  ] as const

  async function tried(run: (t: Snapshot) => Promise<unknown>, more: object, asking: object): Promise<Outcome> {
    return ask(
      { point: 'tools.before', callbacks: echo, ...asking },
      written('h', (t) => run(t).then(() => undefined), more),
    )
  }

  describe.each(CASES)('%s', (_, more, asking, why) => {
    it.each(WRITES)('%s is refused', async (name, run) => {
      expect(verdictBy(await tried(run, more, asking), 'h').error?.message).toBe(`Error: ${name} was refused: ${why}`)
    })
    it.each(READS)('%s is not', async (_name, run) => {
      expect(verdictBy(await tried(run, more, asking), 'h').status).toBe('use_default')
    })
    it('the source is told that the store is a copy', async () => {
      const session = new Session()
      const outcome = ask(
        { point: 'tools.before', callbacks: session.source, ...asking },
        written('h', (t) => t.store.set('k', 1), more),
      )
      await new FakeClock().pass(0)
      expect(session.askers[0]?.scratch).toBe(true)
      session.last.answer(null)
      await outcome
    })
  })

  it.each(WRITES)('%s of an enforcing hook is passed on, also in a live dry run', async (_name, run) => {
    expect(verdictBy(await tried(run, {}, {}), 'h').status).toBe('use_default')
    expect(verdictBy(await tried(run, {}, { dryRun: true, live: true }), 'h').status).toBe('use_default')
  })

  it('an observer edits no history, and may use a tool', async () => {
    const session = new Session()
    const sink = new Record()
    const refused: string[] = []
    const observer = written(
      'o',
      async (t) => {
        await t.history.rewind(1).catch((thrown: Error) => refused.push(thrown.message))
        await t.tool('run', {})
      },
      { observe: true },
    )
    ask({ point: 'tools.before', callbacks: session.source, sink }, observer)
    await new FakeClock().pass(0)
    expect(refused).toEqual(['t.history.rewind was refused: a hook that observes changes nothing'])
    session.last.answer({ content: '', isError: false })
    await expect.poll(() => sink.of('o')?.verdict.status).toBe('use_default')
  })
})

describe('when it is over', () => {
  it('a hook that has answered is refused, whether it had asked before or not', async () => {
    const kept: Snapshot[] = []
    const keeps = (name: string, first: boolean) =>
      written(name, async (t) => {
        if (first) await t.store.get('k')
        kept.push(t)
      })
    await ask({ point: 'tools.before', callbacks: echo }, keeps('a', true), keeps('b', false))
    for (const t of kept)
      await expect(t.store.get('k')).rejects.toThrow('t.store.get was refused: the hook had answered')
  })

  it('so is one that answered at once', async () => {
    const kept: Snapshot[] = []
    ask(
      { point: 'tools.before', callbacks: echo },
      written('h', (t) => void kept.push(t)),
    )
    await expect(kept[0]?.llm('x')).rejects.toThrow('t.llm was refused: the hook had answered')
  })

  it('what is under way is given up: it rejects, and the source is told', async () => {
    const session = new Session()
    let pending: Promise<unknown> | null = null
    ask(
      { point: 'tools.before', callbacks: session.source },
      written('h', (t) => {
        pending = t.llm('x')
        return t.note('answered')
      }),
    )
    await expect(pending).rejects.toThrow('the hook had answered before this was there')
    expect(session.last.signal?.aborted).toBe(true)
  })

  it('a hook that ran out of time is refused', async () => {
    const session = new Session()
    const clock = new FakeClock()
    const kept: Snapshot[] = []
    const asked = written(
      'h',
      (t) => {
        kept.push(t)
        return t.store.get('k')
      },
      { timeoutMs: 500 },
    )
    const outcome = ask({ point: 'tools.before', callbacks: session.source, clock }, asked)
    await clock.pass(500)
    expect(verdictBy(await outcome, 'h').error).toEqual({ kind: 'timeout', message: 'no answer within 500 ms' })
    expect(session.last.signal?.aborted).toBe(true)
    await expect(kept[0]?.store.get('k')).rejects.toThrow(
      't.store.get was refused: the hook was ended (no answer within 500 ms)',
    )
  })

  it('so is one whose turn was stopped', async () => {
    const session = new Session()
    const stop = new AbortController()
    const outcome = ask(
      { point: 'tools.before', callbacks: session.source, signal: stop.signal },
      written('h', (t) => t.llm('x')),
    )
    await new FakeClock().pass(0)
    stop.abort()
    expect(verdictBy(await outcome, 'h').error?.kind).toBe('cancelled')
    expect(session.last.signal?.aborted).toBe(true)
  })

  it('at most 64 are under way at once, and the next one goes when one was answered', async () => {
    const session = new Session()
    const refused: string[] = []
    const asked = written('h', async (t) => {
      const many = Array.from({ length: 66 }, () =>
        t.store.get('k').catch((thrown: Error) => refused.push(thrown.message)),
      )
      await Promise.all(many)
      await t.store.get('last')
    })
    const outcome = ask({ point: 'tools.before', callbacks: session.source }, asked)
    await new FakeClock().pass(0)
    expect(session.asked).toHaveLength(64)
    const most = 't.store.get was refused: 64 requests of this hook are under way, which is the most at once'
    expect(refused).toEqual([most, most])
    for (const one of session.asked) one.answer(null)
    await new FakeClock().pass(0)
    session.last.answer(null)
    expect(verdictBy(await outcome, 'h').status).toBe('use_default')
  })
})

describe('while a model is waited for the time of the hook stands still', () => {
  const scene = (run: (t: Snapshot, clock: FakeClock) => Promise<unknown>, timeoutMs = 1_000) => {
    const session = new Session()
    const clock = new FakeClock()
    const asked = written('h', (t) => run(t, clock), { timeoutMs })
    return { session, clock, asked }
  }
  const sleep = (clock: FakeClock, ms: number) => new Promise<void>((done) => void clock.after(ms, done))

  it('a t.llm of 29 s does not run out a hook of 1 s, and what it does itself still counts', async () => {
    const { session, clock, asked } = scene(async (t, clock) => {
      await sleep(clock, 600)
      const { text } = await t.llm('x')
      await sleep(clock, 300)
      return t.note(text)
    })
    const outcome = ask({ point: 'tools.before', callbacks: session.source, clock }, asked)
    await clock.pass(600 + 29_000)
    session.last.answer({ text: 'patience', tokens: 1 })
    await clock.pass(300)
    expect((await outcome) satisfies Outcome).toMatchObject({
      notes: ['h: patience'],
      verdicts: [{ durationMs: 29_900 }],
    })
    expect(clock.waiting).toBe(0)
  })

  it('before and behind it the time goes on from where it was', async () => {
    const { session, clock, asked } = scene(async (t, clock) => {
      await sleep(clock, 600)
      await t.llm('x')
      await sleep(clock, 500)
    })
    const outcome = ask({ point: 'tools.before', callbacks: session.source, clock }, asked)
    await clock.pass(10_600)
    session.last.answer({ text: '', tokens: 1 })
    await clock.pass(399)
    expect(clock.waiting).toBeGreaterThan(1)
    await clock.pass(1)
    expect(verdictBy(await outcome, 'h').error).toEqual({ kind: 'timeout', message: 'no answer within 1 s' })
  })

  it('it stands still until the last of several was answered', async () => {
    const { session, clock, asked } = scene((t) => Promise.all([t.llm('a'), t.llm('b')]).then(() => undefined))
    const outcome = ask({ point: 'tools.before', callbacks: session.source, clock }, asked)
    await clock.pass(5_000)
    session.asked[0]?.answer({ text: '', tokens: null })
    await clock.pass(5_000)
    session.asked[1]?.answer({ text: '', tokens: null })
    expect(verdictBy(await outcome, 'h').status).toBe('use_default')
    expect(clock.waiting).toBe(0)
  })

  it('and while a person is asked about a tool of its own, as long as that takes; then the time goes on', async () => {
    const { clock, asked } = scene(async (t, clock) => {
      await t.tool('run', { command: 'npm test' })
      await sleep(clock, 999)
    })
    let answered: () => void = () => undefined
    const source: CallbackSource = (asker) => async () => {
      const goOn = asker.hold()
      await new Promise<void>((resolve) => {
        answered = resolve
      })
      goOn()
      return { content: 'ok', isError: false }
    }
    const outcome = ask({ point: 'tools.before', callbacks: source, clock }, asked)
    // Longer than models are waited for in all.
    await clock.pass(7_200_000)
    answered()
    await clock.pass(999)
    expect(verdictBy(await outcome, 'h').status).toBe('use_default')
    expect(clock.waiting).toBe(0)
  })

  it('other requests are of its own time', async () => {
    const { session, clock, asked } = scene((t) => t.store.get('k'))
    const outcome = ask({ point: 'tools.before', callbacks: session.source, clock }, asked)
    await clock.pass(1_000)
    expect(verdictBy(await outcome, 'h').error?.kind).toBe('timeout')
    expect(clock.waiting).toBe(0)
  })

  it('a t.llm of more than 30 s rejects in the hook, which may go on without it', async () => {
    const { session, clock, asked } = scene(async (t) =>
      t.note(
        await t.llm('x').then(
          ({ text }) => text,
          (thrown: Error) => thrown.message,
        ),
      ),
    )
    const outcome = ask({ point: 'tools.before', callbacks: session.source, clock }, asked)
    await clock.pass(30_000)
    expect((await outcome) satisfies Outcome).toMatchObject({ notes: ['h: t.llm had no answer within 30 s'] })
    expect(session.last.signal?.aborted).toBe(true)
    expect(clock.waiting).toBe(0)
  })

  it('one that asks models without end comes to an end: its time stands still for at most 600 s', async () => {
    const { session, clock, asked } = scene(async (t) => {
      let ended = false
      while (!ended) {
        await t.llm('x').catch((thrown: Error) => {
          ended = thrown.message.includes('ended')
        })
      }
    })
    const outcome = ask({ point: 'tools.before', callbacks: session.source, clock }, asked)
    await clock.pass(601_000)
    expect(verdictBy(await outcome, 'h').error?.kind).toBe('timeout')
    expect(clock.waiting).toBe(0)
  })

  it('also for an observer, whose verdict comes when it is there', async () => {
    const { session, clock } = scene(async () => undefined)
    const sink = new Record()
    const observer = written('o', async (t) => t.note((await t.llm('x')).text), { observe: true, timeoutMs: 1_000 })
    ask({ point: 'tools.before', callbacks: session.source, clock, sink }, observer)
    await clock.pass(20_000)
    session.last.answer({ text: 'heard', tokens: 1 })
    await clock.pass(0)
    expect(sink.of('o')?.verdict).toMatchObject({ late: true, notes: ['heard'] })
    expect(clock.waiting).toBe(0)
  })

  it('and for one that is not waited for after a block', async () => {
    const { session, clock, asked } = scene(async (t) => t.note((await t.llm('x')).text))
    const sink = new Record()
    const block = hook('first', { decision: 'block', reason: 'no' })
    const outcome = ask({ point: 'tools.before', callbacks: session.source, clock, sink }, block, asked)
    await clock.pass(1_000)
    expect((await outcome).decision).toBe('block')
    await clock.pass(20_000)
    session.last.answer({ text: 'late', tokens: 1 })
    await clock.pass(0)
    expect(sink.of('h')?.verdict).toMatchObject({ late: true, status: 'answered', notes: ['late'] })
    expect(clock.waiting).toBe(0)
  })
})

describe('memory.keep', () => {
  it.each([
    ['returns nothing', async (t: Snapshot) => void (await t.history.rewind(1)), 'handled'],
    ['returns nothing at once', () => undefined, 'handled'],
    ['returns anything', async () => 3, 'handled'],
    ['gives it back', async (t: Snapshot) => t.default.keep(), 'pass'],
  ])('a hook that %s', async (_, run, decision) => {
    const outcome = await ask({ point: 'memory.keep', callbacks: echo }, written('h', run))
    expect(outcome.decision).toBe(decision)
  })

  it('history may be edited at every point', async () => {
    for (const point of POINTS) {
      const outcome = await ask(
        { point, callbacks: echo },
        written('h', async (t) => t.history.rewind(1).then(() => t.useDefault)),
      )
      expect(verdictBy(outcome, 'h').status).toBe('use_default')
    }
  })
})

it('t.default has the function of every point, which gives the point back', () => {
  const words: { readonly [name: string]: (...args: readonly unknown[]) => unknown } = makeSnapshot(FACTS, {}).default
  for (const point of POINTS) expect(words[functionOf(point)]?.('ignored'), point).toMatchObject({ decision: 'pass' })
})

it('a hook in process that has no t of its own asks by its asking', async () => {
  const raw = hook('raw', async ({ callbacks }: Asking) => ({
    decision: 'pass',
    notes: JSON.stringify(await callbacks({ do: 'store.get', key: 'k' })),
  }))
  const outcome = await ask({ point: 'tools.before', callbacks: answering(() => 5) }, raw)
  expect(outcome.notes).toEqual(['raw: 5'])
})
