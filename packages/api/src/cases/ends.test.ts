/** Hooks that hold a turn, fail in it, or say very much, in running turns under hook files in their worker. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type EventOf, foldAll, type TraceEvent } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import { hookFile, openScene } from '../testing/scene'
import { ended, until } from '../testing/until'

const verdictsOf = (events: readonly TraceEvent[]) =>
  events.filter((event): event is EventOf<'verdict'> => event.type === 'verdict')
const notesOf = (events: readonly TraceEvent[]) =>
  events.flatMap((event) => (event.type === 'outcome' ? event.outcome.notes : []))

describe('21-stop-hook-never-satisfied', () => {
  const never = hookFile(
    'never',
    ['stop.done'],
    `appendFileSync(t.workspace + '/payloads', JSON.stringify([input.held, input.active]) + '\\n')
    return t.block('tests are still red')`,
  )
  const broken = hookFile('broken', ['stop.done'], `execFileSync('no-such-review-binary', ['--json'])`)
  const done = { steps: [{ text: 'done' }], loop: true }

  it('is told how often it held the turn, which ends after eight times as capped', async () => {
    const scene = await openScene({
      script: done,
      hooks: { never, broken },
      attach: [{ hook: 'never' }, { hook: 'broken' }],
    })
    const { turns, rows } = await scene.turn('go')
    expect(turns).toMatchObject([{ status: 'capped', code: 'stop_cap', answer: 'done' }])
    expect(turns[0]?.reason).toBe('Hooks continued this turn 8 times: it ends here, unfinished.')
    const payloads = readFileSync(join(scene.workspace, 'payloads'), 'utf8').trim().split('\n')
    expect(payloads.map((line) => JSON.parse(line))).toEqual(Array.from({ length: 9 }, (_, held) => [held, held > 0]))
    expect(rows.filter((row) => row.kind === 'reply')).toHaveLength(9)
  })

  it('a hook that crashes is a note and no block', async () => {
    const scene = await openScene({ script: done, hooks: { broken }, attach: [{ hook: 'broken' }] })
    expect((await scene.turn('go')).turns).toMatchObject([{ status: 'completed', code: null, answer: 'done' }])
    const events = await scene.log()
    expect(verdictsOf(events)).toMatchObject([
      { verdict: { status: 'failed', decision: 'pass', error: { kind: 'threw' } } },
    ])
    expect(notesOf(events)).toEqual([
      expect.stringMatching(/^broken: did not answer at stop\.done \(.*no-such-review-binary/),
    ])
  })

  it('the person’s stop ends the loop within a second', async () => {
    const slow = hookFile(
      'slow',
      ['stop.done'],
      `await new Promise((resolve) => setTimeout(resolve, input.held < 3 ? 0 : 20_000))
    return t.block('tests are still red')`,
    )
    const { belay, id } = await openScene({ script: done, hooks: { slow }, attach: [{ hook: 'slow' }] })
    await belay.send(id, 'go')
    let replies = 0
    const held = await until(belay, id, (event) => {
      if (event.type === 'row.committed' && event.row.kind === 'reply') replies += 1
      return replies === 4
    })
    const stoppedAt = performance.now()
    await belay.stop(id)
    const end = (await until(belay, id, ended, held.at(-1)?.seq)).at(-1)
    expect(performance.now() - stoppedAt).toBeLessThan(1_000)
    expect(end).toMatchObject({ status: 'stopped', code: null })
  })
})

describe('34-failure-without-a-name', () => {
  it('each hook has a span of its own; the note names hook, file, line and what failed; the prompt goes through', async () => {
    const hooks = {
      one: hookFile('one', ['guard.onInput'], ''),
      two: hookFile(
        'two',
        ['guard.onInput'],
        `execFileSync('grep', ['-q', 'a-word-that-is-not-there'], { input: input.msg })`,
      ),
      three: hookFile('three', ['guard.onInput'], `return t.context('context from three')`),
    }
    const attach = ['one', 'two', 'three'].map((hook) => ({ hook }))
    const scene = await openScene({ script: { steps: [{ text: 'Hello.' }] }, hooks, attach })
    const { turns, spans } = await scene.turn('hello')
    expect(turns).toMatchObject([{ status: 'completed', answer: 'Hello.' }])
    const asked = [...spans.values()].filter(({ kind }) => kind === 'hook')
    expect(asked.map(({ name, status }) => [name, status])).toEqual([
      ['one', 'ok'],
      ['two', 'error'],
      ['three', 'ok'],
    ])
    for (const { start, end } of asked) expect(end ?? 0).toBeGreaterThan(start)
    const events = await scene.log()
    const verdicts = verdictsOf(events).map(({ verdict }) => verdict)
    expect(verdicts.map(({ status, error }) => [status, error?.kind])).toEqual([
      ['use_default', undefined],
      ['failed', 'threw'],
      ['answered', undefined],
    ])
    for (const { durationMs } of verdicts) expect(durationMs).toBeGreaterThan(0)
    const line = hooks.two.split('\n').findIndex((text) => text.includes('grep')) + 1
    expect(notesOf(events)).toEqual([
      `two: did not answer at guard.onInput (Error: Command failed: grep -q a-word-that-is-not-there (two.ts:${line})); it went on without it`,
    ])
    expect((await scene.sent())[0]?.texts).toEqual(['hello', '[hook three] context from three'])
  })
})

describe('19-additionalcontext-too-long', () => {
  it('is about commands: what a hook file gives arrives whole, and no character of it is lost', async () => {
    const body = `'BEGIN-RULES\\n' + '\\u{1F9EA} keep it short\\n'.repeat(1_600) + 'END-RULES'`
    const rules = hookFile('rules', ['session.start'], `return t.context(${body})`)
    const scene = await openScene({
      script: { steps: [{ text: 'ok' }] },
      hooks: { rules },
      attach: [{ hook: 'rules' }],
    })
    await scene.turn('hello')
    const text = (await scene.sent())[0]?.texts.at(-1) ?? ''
    expect(text).toBe(`[hook rules] BEGIN-RULES\n${'\u{1F9EA} keep it short\n'.repeat(1_600)}END-RULES`)
    expect(notesOf(await scene.log())).toEqual([])
    expect(foldAll(await scene.log()).rows.at(1)).toMatchObject({ origin: 'hook', from: 'rules' })
  })
})
