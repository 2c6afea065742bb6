import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type AgentSpawner, runTurn, type Tool, type TurnSetup } from '@belay/agent'
import { foldAll, type SessionId, type TraceEvent } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import { openWith } from '../open'
import type { Operations } from '../operations'
import { editedSession, write } from '../testing/edits'
import { type TestWorld, worldOf } from '../testing/make-world'
import { asked, ended, until } from '../testing/until'
import { afterTest, freshFolder, openTest, testTool } from '../testing/world'
import { NOT_RUN_HERE, STARTED_ELSEWHERE } from './fork-end'

const ok = (content: string) => ({ content, isError: false, facts: {} })
const state = async (belay: Operations, id: SessionId) => foldAll(await until(belay, id, () => true))
const call = (name: string) => ({ name, args: {} })
const results = async (belay: Operations, id: SessionId) =>
  (await state(belay, id)).rows.flatMap((row) => (row.kind === 'result' ? [row.content] : []))

/** Something that a test lets go when it wants. */
function gate() {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open: () => open() }
}

async function goOn(belay: Operations, id: SessionId): Promise<void> {
  const { seq } = await state(belay, id)
  await belay.send(id, 'and now?')
  await until(belay, id, ended, seq)
}

describe('a fork while a turn of the other session', () => {
  it('streams: it ends in the fork and goes on in the other one', async () => {
    const { opened, open } = gate()
    const belay = await openTest({ steps: [{ text: 'I think about it ', hold: opened }] })
    const { id } = await belay.createSession({ workspace: freshFolder() })
    await belay.send(id, 'think')
    await until(belay, id, (event) => event.type === 'delta')
    await belay.send(id, 'and hurry')
    const fork = await belay.forkSession(id, {})
    const copy = await state(belay, fork.id)
    expect(copy.turns).toMatchObject([{ status: 'stopped', reason: expect.stringContaining('forked here') }])
    expect([...copy.spans.values()].map((span) => span.status)).toEqual(['stopped', 'stopped', 'stopped'])
    expect({ streams: copy.streams.size, queued: copy.queued, live: copy.live }).toEqual({
      ...{ streams: 0, queued: [], live: null },
    })
    expect(copy.notices.at(-1)?.text).toContain('1 message that waited there was not taken over.')
    open()
    const events = await until(
      belay,
      id,
      (event) => event.type === 'turn.ended' && event.answer !== 'I think about it ',
    )
    const original = foldAll(events)
    expect(original.turns).toMatchObject([{ status: 'completed' }, { status: 'completed' }])
    expect(original.rows.map((row) => row.kind === 'input' && row.text)).toContain('and hurry')
    await goOn(belay, fork.id)
    expect((await belay.session(fork.id)).status).toBe('completed')
  })

  it('runs calls side by side: what became of them is not known in the fork', async () => {
    const { opened, open } = gate()
    const slow: Tool = { ...testTool('slow', async () => opened.then(() => ok('done'))), readOnly: true }
    const steps = [{ calls: [call('slow'), call('slow'), call('after')] }, { text: 'ok' }]
    const belay = await openTest({ steps, tools: [slow, testTool('after', async () => ok('after'))] })
    const { id } = await belay.createSession({ workspace: freshFolder() })
    await belay.send(id, 'go')
    let begun = 0
    await until(belay, id, (event) => {
      if (event.type === 'span.changed') begun += Number('belay.tool.started_at' in event.attributes)
      return begun === 2
    })
    const fork = await belay.forkSession(id, {})
    expect(await results(belay, fork.id)).toEqual([STARTED_ELSEWHERE, STARTED_ELSEWHERE, NOT_RUN_HERE])
    const tools = [...(await state(belay, fork.id)).spans.values()].filter((span) => span.kind === 'tool')
    expect(tools.map((span) => span.status)).toEqual(['stopped', 'stopped'])
    open()
    await until(belay, id, ended)
    expect(await results(belay, id)).toEqual(['done', 'done', 'after'])
  })

  it('waits for a person: the question is closed in the fork and stays open in the other one', async () => {
    const risky = testTool('risky', async () => ok('did it'), true)
    const belay = await openTest({ steps: [{ calls: [call('risky')] }, { text: 'ok' }], tools: [risky] })
    const { id } = await belay.createSession({ workspace: freshFolder() })
    await belay.send(id, 'go')
    await until(belay, id, asked)
    const fork = await belay.forkSession(id, {})
    expect([(await belay.questions(fork.id)).length, (await belay.questions(id)).length]).toEqual([0, 1])
    const copy = await state(belay, fork.id)
    expect([...copy.questions.values()]).toMatchObject([{ answer: { say: 'closed' } }])
    expect([...copy.spans.values()].map((span) => [span.kind, span.status])).toContainEqual(['tool', 'not_run'])
    expect(await results(belay, fork.id)).toEqual([NOT_RUN_HERE])
    const [question] = await belay.questions(id)
    if (question === undefined) throw new Error('no question')
    const copied = [...copy.questions.keys()][0]
    expect(copied).not.toBe(question.id)
    if (copied !== undefined)
      await expect(belay.answer(fork.id, copied, { say: 'deny', reason: null })).rejects.toMatchObject({
        code: 'conflict',
      })
    await belay.answer(id, question.id, { say: 'allow', scope: 'once', args: null })
    await until(belay, id, ended)
    expect(await results(belay, id)).toEqual(['did it'])
  })
})

describe('the first turn of a fork', () => {
  async function openWatched(home: string, test: TestWorld) {
    const setups: TurnSetup[] = []
    const belay = await openWith({ home }, () => ({
      ...worldOf(test),
      runTurn(setup, ports) {
        setups.push(setup)
        return runTurn(setup, ports)
      },
    }))
    afterTest(() => belay.close())
    return { belay, starts: () => setups.map((setup) => setup.sessionStart) }
  }

  it('starts the session as a fork, also in a later process; the second one does not', async () => {
    const home = freshFolder()
    const first = await openWatched(home, {})
    const { id } = await first.belay.createSession({ workspace: freshFolder() })
    await goOn(first.belay, id)
    const [used, unused] = [await first.belay.forkSession(id, {}), await first.belay.forkSession(id, {})]
    await goOn(first.belay, used.id)
    await goOn(first.belay, used.id)
    expect(first.starts()).toEqual(['startup', 'fork', null])
    await first.belay.close()
    const second = await openWatched(home, {})
    for (const session of [unused.id, used.id, id]) await goOn(second.belay, session)
    expect(second.starts()).toEqual(['fork', 'resume', 'resume'])
  })

  it('of a child session is nobody’s child, keeps its tools and answers nobody', async () => {
    const child = { deliverable: null, model: null, verifier: null, tools: ['dig'] }
    const tools = (spawner: AgentSpawner): readonly Tool[] => [
      testTool('spawn', async (_, { session, call: id }) => {
        await spawner.spawn({ parent: session, call: id, name: 'digger', prompt: 'dig', ...child })
        return ok('spawned')
      }),
      testTool('dig', async () => ok('dug')),
    ]
    const belay = await openTest({
      steps: [{ calls: [call('spawn')] }],
      agents: { digger: [{ text: 'Gold.' }] },
      tools,
    })
    const { id } = await belay.createSession({ workspace: freshFolder() })
    await belay.send(id, 'go')
    await until(
      belay,
      id,
      (event) => event.type === 'row.committed' && event.row.kind === 'input' && event.row.origin === 'mail',
    )
    const digger = (await belay.sessions()).find((session) => session.parent === id)
    if (digger === undefined) throw new Error('no child')
    const fork = await belay.forkSession(digger.id, {})
    expect(fork).toMatchObject({ parent: null, forkedFrom: { session: digger.id } })
    const mails = async () => (await state(belay, id)).rows.filter((row) => row.kind === 'input').length
    const before = await mails()
    await goOn(belay, fork.id)
    expect(await mails()).toBe(before)
    const copy = await state(belay, fork.id)
    const model = [...copy.spans.values()].findLast((span) => span.kind === 'model')
    if (model === undefined) throw new Error('no model call')
    const { request } = await belay.spanDetail(fork.id, model.id)
    expect(request).toMatchObject({ tools: [{ name: 'dig' }] })
  })
})

describe('a fork that puts files back', () => {
  it('leaves what the turns up to the row made, and what was there before the later ones', async () => {
    const at = await editedSession([[write('a.txt', 'one')], [write('b.txt', 'two')], [write('c.txt', 'three')]])
    for (const _ of [1, 2, 3]) await at.turn()
    const rows = (await state(at.belay, at.id)).rows
    const firstTurn = rows.filter((row) => row.turn === rows[0]?.turn).length
    const there = () => ['a.txt', 'b.txt', 'c.txt'].map((name) => exists(join(at.workspace, name)))
    expect(there()).toEqual([true, true, true])
    await at.belay.forkSession(at.id, { row: firstTurn })
    expect(there()).toEqual([true, true, true])
    writeFileSync(join(at.workspace, 'c.txt'), 'mine')
    const fork = await at.belay.forkSession(at.id, { row: firstTurn, putBackFiles: true })
    expect(there()).toEqual([true, false, true])
    expect(fork.putBack?.files.map(({ path, result }) => [basename(path), result])).toEqual([
      ['b.txt', 'removed'],
      ['c.txt', 'kept'],
    ])
    expect((await state(at.belay, fork.id)).notices.at(-1)?.text).toMatch(
      /^1 file is as before .* Left as they are: .*c\.txt \(/,
    )
    rmSync(join(at.workspace, 'c.txt'))
    expect((await at.belay.forkSession(at.id, { putBackFiles: true })).putBack).toBeNull()
    expect(there()).toEqual([true, false, false])
  })

  it('edits of the turns that it took over belong to the session in which they were made', async () => {
    const at = await editedSession([[write('a.txt', 'one')]])
    await at.turn()
    const first = await at.belay.forkSession(at.id, { title: 'First fork' })
    const fork = await at.belay.forkSession(first.id, {})
    const turn = (await state(at.belay, fork.id)).turns[0]?.id
    if (turn === undefined) throw new Error('no turn')
    const request = { turn, reach: 'turn' } as const
    const origin = { session: at.id, title: (await at.belay.session(at.id)).title, turn: 1 }
    expect(await at.belay.fileChanges(fork.id, request)).toMatchObject({
      files: [],
      origin: { ...origin, now: 'there' },
    })
    await expect(at.belay.putBack(fork.id, request)).rejects.toThrow(
      `${origin.title} (${at.id}). Put them back there: belay put-back ${at.id} --turn 1.`,
    )
    await at.belay.deleteSession(at.id)
    expect((await at.belay.fileChanges(fork.id, request)).origin).toEqual({ ...origin, now: 'deleted' })
    await at.belay.purgeSession(at.id)
    expect((await at.belay.fileChanges(fork.id, request)).origin).toEqual({ ...origin, now: 'gone' })
    await expect(at.belay.putBack(fork.id, request)).rejects.toThrow('It is gone for good')
  })

  it('is refused while a turn runs, and then nothing is made', async () => {
    const { opened, open } = gate()
    const belay = await openTest({ steps: [{ text: 'wait ', hold: opened }] })
    const { id } = await belay.createSession({ workspace: freshFolder() })
    await belay.send(id, 'go')
    await until(belay, id, (event) => event.type === 'delta')
    await expect(belay.forkSession(id, { putBackFiles: true })).rejects.toMatchObject({ code: 'conflict' })
    expect(await belay.sessions({})).toHaveLength(1)
    open()
    await until(belay, id, ended)
  })
})

function exists(path: string): boolean {
  try {
    readFileSync(path)
    return true
  } catch {
    return false
  }
}

describe('a large session', () => {
  it('is copied in pages: as many events, spans and details, numbered without a gap', async () => {
    const belay = await openTest()
    const workspace = freshFolder('work')
    const spans = Array.from({ length: 3_000 }, (_, i) => ({
      id: i,
      parent: i % 7 === 0 ? null : i - 1,
      name: `s${i}`,
      start: i,
      end: i + 5,
    }))
    const path = join(workspace, 'spans.json')
    mkdirSync(workspace, { recursive: true })
    writeFileSync(path, JSON.stringify(spans))
    const { sessions } = await belay.importFile({ path, workspace })
    const [id] = sessions
    if (id === undefined) throw new Error('nothing was imported')
    const events = await until(belay, id, (event) => event.type === 'notice')
    const fork = await belay.forkSession(id, {})
    const copies = await until(belay, fork.id, isOrigin)
    expect(copies.map((event) => event.seq)).toEqual(copies.map((_, index) => index + 1))
    expect(copies.length).toBeGreaterThan(events.length)
    const [original, copy] = [foldAll(events), foldAll(copies)]
    expect([...copy.spans.values()].map((span) => [span.name, span.start, span.end])).toEqual(
      [...original.spans.values()].map((span) => [span.name, span.start, span.end]),
    )
  })
})

function isOrigin(event: TraceEvent): boolean {
  return event.type === 'notice' && event.text.startsWith('Forked from')
}
