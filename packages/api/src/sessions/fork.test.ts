import { LOST_RESULT, type Message, type Tool } from '@belay/agent'
import { foldAll, type JsonObject, type SessionId, type SessionState, type TranscriptRow } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import type { Operations } from '../operations'
import type { TestStep } from '../testing/make-world'
import { asked, ended, until } from '../testing/until'
import { freshFolder, openTest, testTool } from '../testing/world'
import { UNJUDGED } from './close-turn'
import { NOT_RUN_HERE, STARTED_ELSEWHERE } from './fork-end'

const ok = (content: string) => ({ content, isError: false, facts: {} })
const state = async (belay: Operations, id: SessionId) => foldAll(await until(belay, id, () => true))

const look: Tool = { ...testTool('look', async ({ n }) => ok(`saw ${n}`)), readOnly: true }
const run = testTool('run', async () => ok('ran'))
const risky = testTool('risky', async () => ok('did it'), true)
const TOOLS = [look, run, risky]

const call = (name: string, args: JsonObject = {}) => ({ name, args })
const DAY = [
  { text: 'I look.', calls: [call('look', { n: 1 }), call('look', { n: 2 })] },
  { text: 'I clean up.', calls: [call('run', { command: 'rm -rf /' })] },
  { text: 'Now the risky part.', calls: [call('risky'), call('run', { command: 'ls' })] },
  { text: 'Done.' },
  { text: 'You are welcome.' },
]

/** A turn with a batch, a refusal and a question, and one without anything: twelve rows. */
async function aDay(answer: 'once' | 'session' = 'once', more: readonly TestStep[] = []) {
  const belay = await openTest({ steps: [...DAY, ...more], tools: TOOLS })
  const attach = [{ hook: 'block', params: { text: 'rm -rf' } }]
  const { id } = await belay.createSession({ workspace: freshFolder('workspace'), title: 'A day', attach })
  await belay.send(id, 'clean up')
  await until(belay, id, asked)
  const [question] = await belay.questions(id)
  if (question === undefined) throw new Error('no question')
  await belay.answer(id, question.id, { say: 'allow', scope: answer, args: null })
  const { length } = await until(belay, id, ended)
  await belay.send(id, 'thanks')
  await until(belay, id, ended, length)
  return { belay, id, day: await state(belay, id) }
}

function expectNothingOpen(fork: SessionState): void {
  expect([...fork.spans.values()].filter((span) => span.end === null)).toEqual([])
  expect([...fork.questions.values()].filter((one) => one.answer === null)).toEqual([])
  expect({ live: fork.live, queued: fork.queued }).toEqual({ live: null, queued: [] })
  expect(fork.turns.every((turn) => turn.endedAt !== null && turn.endedAt >= turn.startedAt)).toBe(true)
}

/** What the model is sent in the last call of the session. */
async function lastRequest(belay: Operations, id: SessionId): Promise<readonly Message[]> {
  const model = [...(await state(belay, id)).spans.values()].findLast((span) => span.kind === 'model')
  if (model === undefined) throw new Error('no model call')
  const { request } = await belay.spanDetail(id, model.id)
  return (request as unknown as { messages: Message[] }).messages
}

function expectPaired(messages: readonly Message[]): void {
  messages.forEach((message, index) => {
    if (message.role !== 'assistant') return
    const results = messages.slice(index + 1, index + 1 + message.calls.length)
    expect(results.map((one) => (one.role === 'result' ? one.call : one.role))).toEqual(
      message.calls.map((one) => one.id),
    )
  })
  expect(JSON.stringify(messages)).not.toContain(LOST_RESULT)
}

async function goOn(belay: Operations, id: SessionId): Promise<void> {
  const { seq } = await state(belay, id)
  await belay.send(id, 'and now?')
  await until(belay, id, ended, seq)
}

const textOf = (row: TranscriptRow | undefined) =>
  row === undefined ? '' : row.kind === 'result' ? row.content : row.text

/** By the row that is forked at: how the last turn ended, and the texts of the rows that closing it added. */
const rows: readonly [row: number, says: string, status: string, added: readonly string[]][] = [
  [1, 'the prompt', 'stopped', []],
  [2, 'a reply whose two calls had not begun', 'stopped', [NOT_RUN_HERE, NOT_RUN_HERE]],
  [3, 'the first result of a batch that ran side by side', 'stopped', [STARTED_ELSEWHERE]],
  [4, 'the last result of the batch', 'stopped', []],
  [5, 'a reply whose call a hook will refuse', 'stopped', [NOT_RUN_HERE]],
  [6, 'the refusal', 'stopped', []],
  [7, 'a reply whose call waits for a person, before the question', 'stopped', [NOT_RUN_HERE, NOT_RUN_HERE]],
  [8, 'the result of the call that was asked about', 'stopped', [NOT_RUN_HERE]],
  [9, 'the last result of the turn', 'stopped', []],
  [10, 'the answer, with which the turn ended', 'completed', []],
  [11, 'the second prompt', 'stopped', []],
  [12, 'the second answer', 'completed', []],
]

describe('a fork at a row', () => {
  it('is closed there, whatever the row is, and goes on with a request that has a result behind every call', async () => {
    const { belay, id, day } = await aDay()
    expect(day.rows).toHaveLength(rows.length)
    for (const [row, , status, added] of rows) {
      const { id: forkId } = await belay.forkSession(id, { row })
      const fork = await state(belay, forkId)
      expect(fork.rows.slice(0, row).map(textOf)).toEqual(day.rows.slice(0, row).map(textOf))
      expect(fork.rows.slice(row).map(textOf)).toEqual(added)
      expect([row, fork.turns.at(-1)?.status]).toEqual([row, status])
      expect(fork.session?.forkedFrom).toEqual({ session: id, title: 'A day', row, turns: row > 10 ? 2 : 1 })
      expectNothingOpen(fork)
      await goOn(belay, forkId)
      expectPaired(await lastRequest(belay, forkId))
      const after = await state(belay, forkId)
      expect(after.turns.map((turn) => turn.number)).toEqual(after.turns.map((_, index) => index + 1))
      expect(after.turns.at(-1)).toMatchObject({ status: 'completed' })
    }
    expect(await state(belay, id)).toEqual(day)
  })

  it('before the first row has nothing said yet and the hooks of now', async () => {
    const { belay, id } = await aDay()
    await belay.attach(id, { hook: 'block', params: { text: 'curl' } })
    const fork = await state(belay, (await belay.forkSession(id, { row: 0 })).id)
    expect([fork.rows, fork.turns]).toEqual([[], []])
    expect(fork.session?.forkedFrom).toEqual({ session: id, title: 'A day', row: 0, turns: 0 })
    expect(fork.composition?.hash).toBe((await belay.composition(id)).hash)
  })

  it.each([[13, 'it has rows 1 to 12']])('that is not there (%i) is refused, and nothing is made', async (row, has) => {
    const { belay, id } = await aDay()
    await expect(belay.forkSession(id, { row })).rejects.toMatchObject({
      code: 'bad_input',
      message: expect.stringContaining(`has no row ${row}: ${has}`),
    })
    expect(await belay.sessions()).toHaveLength(1)
  })

  it('keeps the times and the details of what happened; a call that was open keeps what it was asked for', async () => {
    const { belay, id, day } = await aDay()
    const fork = await state(belay, (await belay.forkSession(id, { row: 8 })).id)
    const pairs = [...fork.spans.values()].map((span, index) => [span, [...day.spans.values()][index]] as const)
    for (const [copy, original] of pairs) {
      if (original === undefined) throw new Error('a span too many')
      expect([copy.name, copy.start, copy.kind]).toEqual([original.name, original.start, original.kind])
      expect(copy.id).not.toBe(original.id)
      const details = await belay.spanDetail(fork.session?.id ?? id, copy.id)
      const originals = await belay.spanDetail(id, original.id)
      if (copy.status === original.status) expect(details).toEqual(originals)
      else expect(Object.keys(details)).not.toContain('result')
    }
    expect(fork.rows.slice(0, 8).map((row) => row.at)).toEqual(day.rows.slice(0, 8).map((row) => row.at))
  })
})

describe('a fork of all rows', () => {
  it('says where it comes from and is called so; a fork of a fork counts', async () => {
    const { belay, id } = await aDay()
    const first = await belay.forkSession(id, {})
    const second = await belay.forkSession(first.id, { row: 4 })
    const named = await belay.forkSession(second.id, { title: 'My way' })
    expect([first.title, second.title, named.title]).toEqual(['A day (fork)', 'A day (fork 2)', 'My way'])
    expect(await belay.session(second.id)).toMatchObject({
      ...{ title: 'A day (fork 2)', turns: 1, status: 'stopped', parent: null },
      forkedFrom: { session: first.id, title: 'A day (fork)', row: 4, turns: 1 },
    })
    const fork = await state(belay, named.id)
    expect(fork.session?.title).toBe('My way')
    expect(fork.notices.map((notice) => notice.text)).toEqual([
      expect.stringContaining(`Forked from A day (fork) (${first.id}) at row 4`),
      expect.stringContaining(`Forked from A day (fork 2) (${second.id}) at row 4`),
    ])
    await goOn(belay, named.id)
    expectPaired(await lastRequest(belay, named.id))
  })

  it('counts what it took over, and shows in open pages at once', async () => {
    const { belay, id } = await aDay()
    const reading = new AbortController()
    const changes = belay.changes(reading.signal)[Symbol.asyncIterator]()
    const next = changes.next()
    const fork = await belay.forkSession(id, {})
    expect((await next).value).toEqual({ session: fork.id })
    reading.abort()
    const [original, copy] = [await belay.session(id), await belay.session(fork.id)]
    expect(copy).toMatchObject({ counts: original.counts, tokens: original.tokens, turns: 2, lastPrompt: 'thanks' })
    expect(copy).toMatchObject({ lastRefusal: original.lastRefusal, tour: false })
  })

  it('has no permissions of the other session', async () => {
    const { belay, id } = await aDay('session', [{ calls: [call('risky')] }, { calls: [call('risky')] }])
    const fork = await belay.forkSession(id, {})
    const { seq } = await state(belay, fork.id)
    await belay.send(fork.id, 'once more')
    await until(belay, fork.id, asked, seq)
    expect(await belay.questions(fork.id)).toHaveLength(1)
    await belay.stop(fork.id)
    await goOn(belay, id)
    expect(await belay.questions(id)).toEqual([])
  })

  it('takes over how the session is now: permission, policies and hooks; nothing of it can be undone', async () => {
    const { belay, id } = await aDay()
    await belay.setPermission(id, 'deny')
    await belay.attach(id, { hook: 'context' })
    const present = await belay.composition(id)
    const fork = await belay.forkSession(id, { row: 4 })
    expect(await belay.session(fork.id)).toMatchObject({ permission: 'deny', hooks: 2 })
    expect((await belay.composition(fork.id)).hash).toBe(present.hash)
    const copy = await state(belay, fork.id)
    expect(copy.composition).toEqual(present)
    expect(copy.turns[0]?.composition).not.toBe(present.hash)
    expect(copy.history).toEqual({ undo: [], redo: [] })
    expect(await belay.compositionHistory(fork.id)).toEqual({ undo: [], redo: [] })
    await expect(belay.undo(fork.id)).rejects.toMatchObject({ code: 'conflict' })
    expect((await belay.compositionHistory(id)).undo).toHaveLength(1)
    const again = await belay.forkSession(id, {})
    expect((await state(belay, again.id)).history).toEqual({ undo: [], redo: [] })
  })
})

describe('an input that no guard has judged', () => {
  it('is kept in the fork and never sent', async () => {
    const belay = await openTest({ steps: [{ text: 'Hello.' }] })
    const { id } = await belay.createSession({ workspace: freshFolder(), attach: [{ hook: 'context' }] })
    await belay.send(id, 'my secret')
    await until(belay, id, ended)
    const fork = await belay.forkSession(id, { row: 1 })
    const copy = await state(belay, fork.id)
    expect(copy.rows).toMatchObject([{ text: 'my secret' }, { text: UNJUDGED, replaces: 1, origin: 'loop' }])
    expect(copy.notices.at(-1)?.text).toContain('the model is not shown that one')
    await goOn(belay, fork.id)
    const sent = JSON.stringify(await lastRequest(belay, fork.id))
    expect(sent).not.toContain('my secret')
    expect(sent).toContain('and now?')
  })

  it('is sent where a guard had passed it', async () => {
    const belay = await openTest({ steps: [{ text: 'Hello.' }] })
    const { id } = await belay.createSession({ workspace: freshFolder(), attach: [{ hook: 'context' }] })
    await belay.send(id, 'my question')
    await until(belay, id, ended)
    // Row 2 is what the guard added behind it.
    const fork = await belay.forkSession(id, { row: 2 })
    await goOn(belay, fork.id)
    expect(JSON.stringify(await lastRequest(belay, fork.id))).toContain('my question')
  })
})
