/** Hooks of one group: one position, asked side by side, taken in in their order. */
import { type CommandFacts, POINTS } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import { CommandSaid } from './command-answer'
import { HookFailure } from './failure'
import type { Hook } from './hook'
import { ask, askNow, hook, Record, type TestHook, verdictBy } from './testing/asking'
import { FakeClock } from './testing/fake-clock'

const grouped = (name: string, answer: unknown, more: TestHook = {}) => hook(name, answer, { group: 'g', ...more })

/** Answers when it is told to. */
function later(name: string, more: TestHook = {}) {
  let say: (answer: unknown) => void = () => undefined
  const answer = new Promise((resolve) => {
    say = resolve
  })
  return { hook: grouped(name, () => answer, more), say }
}

const call = (x: number) => ({ decision: 'rewrite', value: { args: { x } } })
const text = (value: string) => ({ decision: 'rewrite', value })
const block = { decision: 'block', reason: 'no' }

describe('two rewrites of one group', () => {
  const rows = [
    ['tools.before', call(1), call(2), { name: 'run', args: { x: 1 } }, { name: 'run', args: { x: 2 } }],
    ['guard.onInput', text('one'), text('two'), 'one', 'two'],
    ['tools.after', text('one'), text('two'), 'one', 'two'],
    ['memory.summarize', text('one'), text('two'), 'one', 'two'],
  ] as const
  it.each(rows)(
    'at %s: the first in order wins, with chain the last; the other is lost, with a note',
    (point, ...row) => {
      const [a, b, first, last] = row
      const hooks = [grouped('A', a), grouped('B', b)]
      const won = askNow({ point }, ...hooks)
      expect([won.value, verdictBy(won, 'A').lost, verdictBy(won, 'B').lost]).toEqual([first, false, true])
      expect(won.notes).toEqual(["B: its rewrite was not used: A's came first"])
      const chained = askNow({ point, rewrites: 'chain' }, ...hooks)
      expect([chained.value, verdictBy(chained, 'A').lost, verdictBy(chained, 'B').lost]).toEqual([last, true, false])
      expect(chained.notes).toEqual(["A: its rewrite was not used: B's came last"])
    },
  )

  it('beside decisions: the decision counts by its strength, the rewrite by its place', () => {
    const ran = { facts: FACTS, payload: '{}', notes: [] }
    const allowing = (name: string, x: number) =>
      grouped(name, new CommandSaid({ decision: 'allow' }, ran, { args: { x } }))
    const asking = grouped(
      'B',
      new CommandSaid({ decision: 'ask', value: { question: 'q?' } }, ran, { args: { x: 2 } }),
    )
    const outcome = askNow('tools.before', allowing('A', 1), asking)
    expect(outcome).toMatchObject({ decision: 'ask', by: 'B', value: { args: { x: 1 } }, carried: { question: 'q?' } })
    expect(outcome.verdicts.map(({ decision, lost }) => [decision, lost])).toEqual([
      ['allow', false],
      ['ask', true],
    ])
    expect(verdictBy(outcome, 'B').value).toEqual({ question: 'q?', rewrite: { name: 'run', args: { x: 2 } } })
    const chained = askNow({ point: 'tools.before', rewrites: 'chain' }, allowing('A', 1), asking)
    expect(chained.value).toEqual({ name: 'run', args: { x: 2 } })
    const blocked = grouped('C', new CommandSaid({ decision: 'block', reason: 'no' }, ran, { args: { x: 3 } }))
    expect(askNow('tools.before', allowing('A', 1), blocked)).toMatchObject({ decision: 'block', value: null })
    const result = grouped('D', new CommandSaid({ decision: 'block', reason: 'look' }, ran, 'other'))
    expect(askNow('tools.after', result)).toMatchObject({ decision: 'block', value: 'other' })
  })

  it('that say the same agree: none is lost', () => {
    const won = askNow('guard.onInput', grouped('A', text('one')), grouped('B', text('one')))
    expect([won.value, won.notes]).toEqual(['one', []])
  })

  it('18-two-hooks-rewrite-race: the order of finishing decides nothing, and who answers nothing erases nothing', async () => {
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 2, 0],
    ]) {
      const [a, b, c] = [later('A'), later('B'), later('C')]
      const answers = [call(1), { decision: 'allow' }, call(3)]
      const outcome = ask({ point: 'tools.before' }, a.hook, b.hook, c.hook)
      for (const index of order) {
        ;[a, b, c][index]?.say(answers[index])
        await Promise.resolve()
      }
      expect(await outcome).toMatchObject({ decision: 'allow', value: { args: { x: 1 } } })
      expect((await outcome).verdicts.map(({ lost }) => lost)).toEqual([false, false, true])
    }
  })
})

describe('a group', () => {
  it('is handed the value as it stands at its start, after the hooks before it', () => {
    const seen: unknown[] = []
    const look = (name: string, value: string) =>
      grouped(name, ({ event }: { event: { msg: string } }) => {
        seen.push(event.msg)
        return text(value)
      })
    const outcome = askNow(
      'guard.onInput',
      hook('before', text('first')),
      look('A', 'a'),
      look('B', 'b'),
      hook('after', undefined),
    )
    expect([seen, outcome.value]).toEqual([['first', 'first'], 'a'])
  })

  it('is asked side by side: all have been asked before any answered', async () => {
    const sink = new Record()
    const [a, b] = [later('A'), later('B')]
    const outcome = ask({ point: 'tools.before', sink }, a.hook, b.hook, hook('after', undefined))
    expect(sink.begun).toEqual(['A', 'B'])
    b.say(undefined)
    a.say(undefined)
    await outcome
    expect(sink.begun).toEqual(['A', 'B', 'after'])
    expect(sink.entries.map(({ verdict }) => verdict.hook)).toEqual(['A', 'B', 'after'])
  })

  it('keeps every verdict at its place, also of who was not asked', () => {
    const hooks = [grouped('A', undefined), grouped('B', undefined, { mode: 'off' }), grouped('C', undefined)]
    expect(askNow('tools.before', ...hooks).verdicts.map(({ hook: by, position }) => [by, position])).toEqual([
      ['A', 0],
      ['B', 1],
      ['C', 2],
    ])
  })

  it('makes no promise where none of it did', () => {
    expect(askNow('tools.before', grouped('A', block), grouped('B', undefined)).decision).toBe('block')
  })

  it('that blocks waits one second for its others; what comes later is on record and applies to nothing', async () => {
    const clock = new FakeClock()
    const sink = new Record()
    const slow = later('slow')
    const outcome = ask({ point: 'tools.before', clock, sink }, slow.hook, grouped('A', block))
    await clock.pass(1_000)
    expect(await outcome).toMatchObject({ decision: 'block', by: 'A' })
    expect((await outcome).notes).toEqual(['slow: had not answered 1 s after the block; its verdict comes late'])
    slow.say({ decision: 'block', reason: 'late' })
    await new Promise((resolve) => setImmediate(resolve))
    expect(sink.of('slow')?.verdict).toMatchObject({ late: true, reason: 'late' })
    expect(clock.waiting).toBe(0)
  })

  it('of whom the last blocks after the first has answered says who came first in order', async () => {
    const [a, b] = [later('A'), later('B')]
    const outcome = ask({ point: 'tools.before' }, a.hook, b.hook)
    b.say({ decision: 'block', reason: 'of B' })
    await Promise.resolve()
    a.say({ decision: 'block', reason: 'of A' })
    expect(await outcome).toMatchObject({ by: 'A', reason: 'of A' })
  })

  it.each(POINTS)('at %s comes to an outcome whatever its members do', async (point) => {
    const wild = [
      grouped('throws', () => {
        throw new Error('x')
      }),
      grouped('rejects', () => Promise.reject(new Error('x'))),
      grouped('observes', () => Promise.resolve(block), { observe: true }),
      grouped('shadow', Promise.resolve({ decision: 'pass', notes: ['n'] }), { mode: 'shadow' }),
    ]
    expect((await ask({ point, dryRun: true }, ...wild)).verdicts.length).toBe(4)
  })

  it('ends where another begins', () => {
    const other = (name: string, answer: unknown) => hook(name, answer, { group: 'h' })
    const outcome = askNow('guard.onInput', grouped('A', text('a')), other('B', text('b')), other('C', text('c')))
    expect([outcome.value, outcome.verdicts.map(({ lost }) => lost)]).toEqual(['b', [false, false, true]])
  })
})

describe('a hook that is not trusted any more', () => {
  const stranger = (more: TestHook = {}) => hook('A', block, { distrusted: () => 'its script was changed', ...more })

  it('is not asked, and the point refuses whatever the policy says', () => {
    for (const onFailure of ['open', 'closed', 'replay'] as const) {
      const sink = new Record()
      const outcome = askNow({ point: 'tools.before', sink }, stranger({ onFailure }))
      expect(outcome).toMatchObject({ decision: 'block', reason: 'A was not run: its script was changed' })
      expect(verdictBy(outcome, 'A')).toMatchObject({ status: 'not_asked', notAsked: 'not trusted' })
      expect(sink.begun).toEqual([])
    }
  })

  it('is only said of where nothing can be refused', () => {
    const outcome = askNow('session.start', stranger())
    expect([outcome.halt, outcome.notes]).toEqual([null, ['A: was not run at session.start: its script was changed']])
  })

  it('refuses nothing that it would not have been asked about, or is in shadow', () => {
    expect(askNow('tools.before', stranger({ skips: () => 'matcher' })).decision).toBe('pass')
    expect(askNow('tools.before', stranger({ mode: 'shadow' }))).toMatchObject({ decision: 'pass', wouldBe: 'block' })
    expect(askNow('tools.before', stranger({ mode: 'off' })).decision).toBe('pass')
  })
})

describe('the second pass of tools.before', () => {
  const both = [hook('first', block), hook('second', { decision: 'allow' }, { pass: 'permission' })]
  it('asks those of that pass alone, which are not asked in the first', async () => {
    expect(askNow('tools.before', ...both)).toMatchObject({ decision: 'block', by: 'first' })
    const { askPoint } = await import('./ask-point')
    const { askingOf } = await import('./testing/asking')
    const outcome = await askPoint({ ...askingOf({ point: 'tools.before' }, both), pass: 'permission' })
    expect([outcome.decision, outcome.by, verdictBy(outcome, 'first').notAsked]).toEqual([
      'allow',
      'second',
      'wrong point',
    ])
  })
})

const FACTS: CommandFacts = {
  ...{ line: './guard.sh', places: ['hooks.json:3'], exitCode: 0, signal: null, stdout: '', stderr: '' },
  ...{ stdoutBytes: 0, stderrBytes: 0, stdinDelivered: true, pipesHeld: false },
}

describe('how a command ran', () => {
  const ran = { facts: FACTS, payload: '{}', notes: ['beside'] }
  const commands: readonly [string, Hook, string][] = [
    ['answered', hook('A', new CommandSaid(block, ran)), 'answered'],
    ['said nothing', hook('A', () => Promise.resolve(new CommandSaid(undefined, ran))), 'use_default'],
    ['failed', hook('A', () => Promise.reject(new HookFailure('exit', 'it exited with 1', ran))), 'failed'],
    ['answered with nonsense', hook('A', new CommandSaid(3, ran)), 'malformed'],
  ]
  it.each(commands)('is on the verdict of one that %s', async (_, asked, status) => {
    const sink = new Record()
    const outcome = await ask({ point: 'tools.before', sink }, asked)
    expect(verdictBy(outcome, 'A')).toMatchObject({ status, command: FACTS })
    expect(verdictBy(outcome, 'A').notes).toEqual(status === 'failed' ? ['beside'] : [])
  })

  it('cannot be claimed by what a hook file answers', () => {
    expect(verdictBy(askNow('tools.before', hook('A', { ...block, command: FACTS })), 'A').command).toBeUndefined()
  })

  it('is heard of a command that the stop ended, within its last words', async () => {
    const stop = new AbortController()
    const asked = hook(
      'A',
      ({ signal }: { signal: AbortSignal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(new HookFailure('cancelled', 'it was stopped', ran)))
        }),
      { lastWordsMs: 100 },
    )
    const outcome = ask({ point: 'tools.before', signal: stop.signal }, asked)
    stop.abort()
    expect(verdictBy(await outcome, 'A')).toMatchObject({ error: { kind: 'cancelled' }, command: FACTS })
  })

  it('is not waited for longer than that', async () => {
    const [stop, clock] = [new AbortController(), new FakeClock()]
    const asked = hook('A', () => new Promise(() => undefined), { lastWordsMs: 100 })
    const outcome = ask({ point: 'tools.before', signal: stop.signal, clock }, asked)
    stop.abort()
    await clock.pass(100)
    expect(verdictBy(await outcome, 'A')).toMatchObject({ error: { kind: 'cancelled' } })
    expect(clock.waiting).toBe(0)
  })
})
