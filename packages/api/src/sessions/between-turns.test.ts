import type { Asking } from '@belay/hooks'
import { foldAll, type SessionId } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import type { Operations } from '../operations'
import type { TestHook } from '../testing/make-world'
import { ended, logOf, until } from '../testing/until'
import { freshFolder, openTest, testTool } from '../testing/world'

/** Hears when sessions start and end. */
function listening(answer: (asking: Asking) => unknown = () => undefined) {
  const heard: string[] = []
  const hook: TestHook = {
    slug: 'listen',
    points: ['session.start', 'session.end', 'memory.summarize'],
    ask(asking) {
      const { event } = asking
      if ('source' in event) heard.push(`start: ${event.source}`)
      if ('reason' in event) heard.push(`end: ${event.reason}`)
      return answer(asking)
    },
  }
  return { heard, hooks: [hook] }
}

async function begun(belay: Operations, text = 'go'): Promise<SessionId> {
  const { id } = await belay.createSession({ workspace: freshFolder('workspace'), attach: [{ hook: 'listen' }] })
  await belay.send(id, text)
  await until(belay, id, ended)
  return id
}

describe('session.end', () => {
  it.each([
    ['is deleted', 'deleted', (belay: Operations, id: SessionId) => belay.deleteSession(id)],
    ['is put away', 'archived', (belay: Operations, id: SessionId) => belay.shelveSession(id, { archived: true })],
    ['stands open when the app stops', 'stopped', (belay: Operations) => belay.close()],
  ])('is asked once of a session that %s', async (_, reason, close) => {
    const { heard, hooks } = listening()
    const belay = await openTest({ hooks })
    const id = await begun(belay)
    await close(belay, id)
    expect(heard).toEqual(['start: startup', `end: ${reason}`])
    await belay.close()
    expect(heard).toHaveLength(2)
  })

  it('is not asked of a session that was merely looked at, whatever becomes of it', async () => {
    const home = freshFolder()
    const { heard, hooks } = listening()
    const first = await openTest({ home, hooks })
    const id = await begun(first)
    await first.close()
    heard.length = 0
    const belay = await openTest({ home, hooks })
    await logOf(belay, id)
    await belay.composition(id)
    await belay.renameSession(id, 'Looked at')
    const { id: unused } = await belay.createSession({ workspace: freshFolder(), attach: [{ hook: 'listen' }] })
    await belay.deleteSession(unused)
    await belay.shelveSession(id, { archived: true })
    await belay.close()
    expect(heard).toEqual([])
  })

  it('comes before the next session.start, which is then a resumption', async () => {
    const { heard, hooks } = listening()
    const belay = await openTest({ hooks })
    const id = await begun(belay)
    await belay.shelveSession(id, { archived: true })
    await belay.shelveSession(id, { archived: false })
    await belay.send(id, 'again')
    await until(belay, id, ended, (await belay.session(id)).turns)
    await until(belay, id, (event) => event.type === 'turn.started' && event.number === 2)
    expect(heard).toEqual(['start: startup', 'end: archived', 'start: resume'])
  })

  it('has its verdict on the record, and its context waits for the next input', async () => {
    const { hooks } = listening(({ point }) =>
      point === 'session.end' ? { decision: 'pass', context: ['left the tests red'], notes: ['goodbye'] } : undefined,
    )
    const belay = await openTest({ hooks, steps: [{ text: 'ok' }, { text: 'ok' }] })
    const id = await begun(belay)
    await belay.shelveSession(id, { archived: true })
    const state = foldAll(await logOf(belay, id))
    expect(state.queued).toMatchObject([{ text: 'left the tests red', origin: 'hook', from: 'listen' }])
    const log = await logOf(belay, id)
    expect(log.find((event) => event.type === 'verdict' && event.point === 'session.end')).toMatchObject({ turn: null })
    expect(log.find((event) => event.type === 'outcome' && event.point === 'session.end')).toMatchObject({
      outcome: { notes: ['listen: goodbye'] },
    })
    expect([...state.spans.values()].every((span) => span.end !== null)).toBe(true)
  })

  it('holds the stop up for a second at the most, whatever its hooks do', async () => {
    const { hooks } = listening(({ point }) => (point === 'session.end' ? new Promise(() => undefined) : undefined))
    const belay = await openTest({ hooks })
    const { id } = await belay.createSession({ workspace: freshFolder(), attach: [{ hook: 'listen' }] })
    await belay.send(id, 'go')
    await until(belay, id, ended)
    const started = performance.now()
    await belay.close()
    expect(performance.now() - started).toBeLessThan(2_300)
  })

  it('is asked of the sessions that agents started too', async () => {
    const { heard, hooks } = listening()
    const spawn = { name: 'spawn', args: {} }
    const belay = await openTest({
      ...{
        hooks,
        steps: [{ calls: [spawn] }, { text: 'ok' }, { text: 'thanks' }],
        agents: { scout: [{ text: 'done' }] },
      },
      tools: (spawner) => [
        testTool('spawn', async (_, { session, call }) => {
          const none = { deliverable: null, model: null, verifier: null, tools: null }
          const made = await spawner.spawn({ parent: session, call, name: 'scout', prompt: 'look', ...none })
          return { content: JSON.stringify(made), isError: false, facts: {} }
        }),
      ],
    })
    const id = await begun(belay)
    await until(belay, id, (event) => event.type === 'turn.ended' && event.answer === 'thanks')
    await belay.deleteSession(id)
    expect(heard.filter((line) => line === 'end: deleted')).toHaveLength(2)
  })
})

const WORDS = 'word '.repeat(200)
const quiet = async (belay: Operations, id: SessionId, turns: number) => {
  for (let turn = 1; turn <= turns; turn += 1) {
    const before = (await logOf(belay, id)).at(-1)?.seq ?? 0
    await belay.send(id, `${turn} ${WORDS}`)
    await until(belay, id, ended, before)
  }
}
const steps = Array.from({ length: 12 }, (_, index) => ({ text: `${index} ${WORDS}` }))

describe('a conversation that a person has summed up', () => {
  it('stands as a summary in later requests, in this process and in the next, and its rows stay as they were', async () => {
    const home = freshFolder()
    const { heard, hooks } = listening()
    const belay = await openTest({ home, hooks, steps })
    const { id } = await belay.createSession({ workspace: freshFolder(), attach: [{ hook: 'listen' }] })
    await quiet(belay, id, 3)
    const rows = foldAll(await logOf(belay, id)).rows
    const done = await belay.compact(id)
    expect(done.rows).toBeGreaterThan(2)
    expect(done.tokensAfter).toBeLessThan(done.tokensBefore)
    const state = foldAll(await logOf(belay, id))
    expect(state.rows).toEqual(rows)
    expect(state.edits).toMatchObject([{ turn: null, by: null, edit: { do: 'collapse', summary: 'In short.' } }])
    expect(state.notices.at(-1)?.text).toContain('since you asked for it')
    await belay.close()
    const later = await openTest({ home, hooks, steps })
    await quiet(later, id, 1)
    const log = await logOf(later, id)
    const model = log.findLast((event) => event.type === 'span.started' && event.span.kind === 'model')
    const { request } = await later.spanDetail(id, model?.type === 'span.started' ? model.span.id : ('' as never))
    expect(JSON.stringify(request)).toContain('[summary of what came before]\\nIn short.')
    expect(JSON.stringify(request)).not.toContain('"role":"user","text":"2 word')
    expect(heard.filter((line) => line.startsWith('start'))).toEqual(['start: startup', 'start: compact'])
  })

  it('is refused while a turn runs, and nothing is changed', async () => {
    let release: () => void = () => undefined
    const hold = new Promise<void>((resolve) => {
      release = resolve
    })
    const belay = await openTest({ steps: [{ text: 'x', hold }] })
    const { id } = await belay.createSession({ workspace: freshFolder() })
    await belay.send(id, 'go')
    await until(belay, id, (event) => event.type === 'span.started' && event.span.kind === 'model')
    await expect(belay.compact(id)).rejects.toThrow(/not over yet/)
    release()
    await until(belay, id, ended)
    await expect(belay.compact(id)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/nothing yet that a summary could make smaller/),
    })
    expect(foldAll(await logOf(belay, id)).edits).toEqual([])
  })

  it('takes what is sent meanwhile when it is done', async () => {
    let release: () => void = () => undefined
    const hold = new Promise<void>((resolve) => {
      release = resolve
    })
    const belay = await openTest({ steps, beside: { text: 'In short.', hold } })
    const { id } = await belay.createSession({ workspace: freshFolder() })
    await quiet(belay, id, 3)
    const summing = belay.compact(id)
    await until(belay, id, (event) => event.type === 'span.started' && event.span.kind === 'compaction')
    expect(await belay.send(id, 'and now?')).toEqual({ turn: null, queued: true })
    release()
    await summing
    const log = await until(
      belay,
      id,
      (event) => event.type === 'turn.ended' && event.turn !== null,
      (await logOf(belay, id)).findIndex((event) => event.type === 'history.edited') + 1,
    )
    expect(
      log.some(
        (event) => event.type === 'row.committed' && event.row.kind === 'input' && event.row.text === 'and now?',
      ),
    ).toBe(true)
  })

  it('is left as it was where the person stops it', async () => {
    const belay = await openTest({ steps, beside: { text: 'In', hold: new Promise(() => undefined) } })
    const { id } = await belay.createSession({ workspace: freshFolder() })
    await quiet(belay, id, 3)
    const summing = expect(belay.compact(id)).rejects.toThrow(/was not summed up/)
    await until(belay, id, (event) => event.type === 'span.started' && event.span.kind === 'compaction')
    expect(await belay.stop(id)).toEqual({ stopped: true })
    await summing
    const state = foldAll(await logOf(belay, id))
    expect(state.edits).toEqual([])
    expect([...state.spans.values()].every((span) => span.end !== null)).toBe(true)
  })

  it('counts what that used to what the session used', async () => {
    const belay = await openTest({ steps })
    const { id } = await belay.createSession({ workspace: freshFolder() })
    await quiet(belay, id, 2)
    const before = (await belay.session(id)).tokens ?? 0
    await belay.compact(id)
    expect((await belay.session(id)).tokens).toBe(before + 15)
  })
})

describe('the edited view', () => {
  it('goes with a fork as far as the fork goes, and with the export', async () => {
    const belay = await openTest({ steps })
    const { id } = await belay.createSession({ workspace: freshFolder() })
    await quiet(belay, id, 3)
    const before = foldAll(await logOf(belay, id)).rows.length
    await belay.compact(id)
    await quiet(belay, id, 1)
    const early = await belay.forkSession(id, { row: before })
    const whole = await belay.forkSession(id, {})
    expect(foldAll(await logOf(belay, early.id)).edits).toEqual([])
    expect(foldAll(await logOf(belay, whole.id)).edits).toMatchObject([{ edit: { do: 'collapse' } }])
    let text = ''
    for await (const piece of belay.exportSession(id, 'jsonl')) text += piece
    expect(text).toContain('"type":"history.edited"')
  })
})
