import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentSpawner, Tool } from '@belay/agent'
import { openDatabase } from '@belay/db'
import { foldAll, type SessionId, sessionId, spanId, turnId } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import type { Operations } from '../operations'
import { connectBelay } from '../remote/connect'
import { serveTest, TOKEN } from '../testing/serve'
import { asked, ended, until } from '../testing/until'
import { afterTest, freshFolder, openTest, testTool } from '../testing/world'
import { KEPT_MS } from './deletion'

const ok = (content: string) => ({ content, isError: false, facts: {} })
const ids = (sessions: readonly { readonly id: SessionId }[]) => sessions.map((session) => session.id)
const never = new Promise<void>(() => undefined)

/** Resolves when an open page has heard that all of them changed. */
async function hears(belay: Operations, wanted: readonly SessionId[], work: () => Promise<unknown>): Promise<void> {
  const reading = new AbortController()
  const missing = new Set(wanted)
  const listening = (async () => {
    for await (const { session } of belay.changes(reading.signal))
      if (missing.delete(session) && missing.size === 0) break
  })()
  await work()
  await listening
  reading.abort()
}

const spawning = (spawner: AgentSpawner): readonly Tool[] => [
  testTool('spawn', async ({ name }, { session, call }) => {
    const more = { deliverable: null, model: null, verifier: null, tools: null }
    await spawner.spawn({ parent: session, call, name: String(name), prompt: 'dig', ...more })
    return ok('spawned')
  }),
]

/** A session that runs, whose child runs too. */
async function family() {
  const home = freshFolder()
  const belay = await openTest({
    home,
    tools: spawning,
    steps: [{ calls: [{ name: 'spawn', args: { name: 'digger' } }] }, { text: 'I wait ', hold: never }],
    agents: { digger: [{ text: 'I dig ', hold: never }] },
  })
  const { id } = await belay.createSession({ workspace: freshFolder('work') })
  await belay.send(id, 'go')
  await until(belay, id, (event) => event.type === 'delta')
  const child = (await belay.sessions()).find((session) => session.parent === id)?.id
  if (child === undefined) throw new Error('no child')
  await until(belay, child, (event) => event.type === 'delta')
  return { home, belay, id, child }
}

describe('a deleted session', () => {
  it('is stopped with its children, and gone from every list; open pages hear of both', async () => {
    const { belay, id, child } = await family()
    await hears(belay, [id, child], () => belay.deleteSession(id))
    expect(await belay.sessions()).toEqual([])
    expect(await belay.sessions({ shelf: 'archived' })).toEqual([])
    const deleted = await belay.sessions({ shelf: 'deleted' })
    expect(deleted).toMatchObject([{ status: 'stopped' }, { status: 'stopped' }])
    expect(ids(deleted).sort()).toEqual([id, child].sort())
    expect(deleted.every((session) => session.deletedAt !== null)).toBe(true)
  })

  it('answers everything else with not_found, and says that it can be restored', async () => {
    const belay = await openTest()
    const { id } = await belay.createSession({ workspace: freshFolder() })
    await belay.deleteSession(id)
    const turn = turnId('t')
    const asking: readonly (() => Promise<unknown>)[] = [
      () => belay.session(id),
      () => belay.renameSession(id, 'x'),
      () => belay.setModel(id, 'test/one'),
      () => belay.setPermission(id, 'auto'),
      () => belay.send(id, 'x'),
      () => belay.stop(id),
      () => belay.questions(id),
      async () => belay.events(id, 0, new AbortController().signal),
      () => belay.spanDetail(id, spanId('s')),
      () => belay.composition(id),
      () => belay.attach(id, { hook: 'block' }),
      () => belay.trace(id, null),
      () => belay.undo(id),
      () => belay.redo(id),
      () => belay.compositionHistory(id),
      () => belay.attachSet(id, { from: { set: 'careful' } }),
      () => belay.fileChanges(id, { turn, reach: 'turn' }),
      () => belay.putBack(id, { turn, reach: 'turn' }),
      () => belay.undoPutBack(id),
      () => belay.shelveSession(id, { pinned: true }),
      () => belay.forkSession(id, {}),
      () => belay.deleteSession(id),
    ]
    for (const ask of asking)
      await expect(ask(), String(ask)).rejects.toMatchObject({
        code: 'not_found',
        message: expect.stringContaining(`Session ${id} was deleted. It can be restored`),
      })
  })

  it('comes back as it was, with its children', async () => {
    const { belay, id, child } = await family()
    await belay.deleteSession(id)
    await expect(belay.restoreSession(child)).rejects.toMatchObject({ code: 'conflict' })
    await hears(belay, [id, child], () => belay.restoreSession(id))
    expect(ids(await belay.sessions()).sort()).toEqual([id, child].sort())
    expect((await belay.session(id)).deletedAt).toBeNull()
    await belay.send(id, 'and now?')
    await until(belay, id, (event) => event.type === 'turn.ended' && event.status === 'completed')
  })

  it('leaves a child that was deleted before it where it is', async () => {
    const { belay, id, child } = await family()
    await belay.deleteSession(child)
    await belay.stop(id)
    await belay.deleteSession(id)
    await belay.restoreSession(id)
    expect(ids(await belay.sessions())).toEqual([id])
    await belay.restoreSession(child)
    expect(await belay.sessions()).toHaveLength(2)
  })

  it('closes a question that waited', async () => {
    const risky = testTool('risky', async () => ok('did it'), true)
    const belay = await openTest({ steps: [{ calls: [{ name: 'risky', args: {} }] }], tools: [risky] })
    const { id } = await belay.createSession({ workspace: freshFolder() })
    await belay.send(id, 'go')
    await until(belay, id, asked)
    await belay.deleteSession(id)
    await belay.restoreSession(id)
    expect(await belay.questions(id)).toEqual([])
    expect(await belay.session(id)).toMatchObject({ status: 'stopped' })
  })

  it('is still deleted, and can be restored, after a restart', async () => {
    const { home, belay, id, child } = await family()
    await belay.deleteSession(id)
    await belay.close()
    const later = await openTest({ home })
    expect(await later.sessions()).toEqual([])
    await later.restoreSession(id)
    expect(ids(await later.sessions()).sort()).toEqual([id, child].sort())
  })

  it('cannot be restored or removed where it is not deleted, or not there', async () => {
    const belay = await openTest()
    const { id } = await belay.createSession({ workspace: freshFolder() })
    const none = sessionId('ses_none')
    for (const work of [belay.restoreSession, belay.purgeSession]) {
      await expect(work(id)).rejects.toMatchObject({ code: 'conflict' })
      await expect(work(none)).rejects.toMatchObject({ code: 'not_found' })
    }
    expect(await belay.sessions()).toHaveLength(1)
  })

  it('imported again from the same file is there again', async () => {
    const belay = await openTest()
    const workspace = freshFolder('work')
    const path = join(workspace, 'spans.json')
    writeFileSync(path, JSON.stringify([{ id: 1, parent: null, name: 'a', start: 1, end: 2 }]))
    const { sessions } = await belay.importFile({ path, workspace })
    for (const id of sessions) await belay.deleteSession(id)
    await belay.importFile({ path, workspace })
    expect(ids(await belay.sessions())).toEqual(sessions)
  })
})

describe('a purged session', () => {
  it('is gone with its children; nothing runs on, and what comes late breaks nothing', async () => {
    const { belay, id, child } = await family()
    const other = await belay.createSession({ workspace: freshFolder() })
    await belay.deleteSession(id)
    await hears(belay, [id, child], () => belay.purgeSession(id))
    for (const gone of [id, child]) {
      await expect(belay.session(gone)).rejects.toThrow(`There is no session ${gone}`)
      await expect(belay.restoreSession(gone)).rejects.toMatchObject({ code: 'not_found' })
    }
    expect(ids(await belay.sessions({ shelf: 'deleted' }))).toEqual([])
    await belay.send(other.id, 'hello')
    await until(belay, other.id, ended)
  })

  it('leaves its forks: they are sessions of their own', async () => {
    const belay = await openTest({ steps: [{ text: 'Hello.' }] })
    const { id } = await belay.createSession({ workspace: freshFolder(), title: 'Gone' })
    await belay.send(id, 'hi')
    const events = await until(belay, id, ended)
    const fork = await belay.forkSession(id, {})
    await belay.deleteSession(id)
    await belay.purgeSession(id)
    const copy = foldAll(await until(belay, fork.id, () => true))
    expect(copy.rows).toHaveLength(2)
    expect(copy.session?.forkedFrom).toMatchObject({ session: id, title: 'Gone' })
    const [model] = [...copy.spans.values()].filter((span) => span.kind === 'model')
    expect(Object.keys(await belay.spanDetail(fork.id, model?.id ?? spanId('')))).toContain('request')
    expect(events.length).toBeGreaterThan(0)
  })

  it('goes by itself thirty days after it was deleted, at a start', async () => {
    const home = freshFolder()
    const lines: string[] = []
    const first = await openTest({ home })
    const [old, fresh] = [
      await first.createSession({ workspace: freshFolder() }),
      await first.createSession({ workspace: freshFolder() }),
    ]
    for (const { id } of [old, fresh]) await first.deleteSession(id)
    await first.close()
    const store = openDatabase({ path: join(home, 'belay.db'), log: () => undefined })
    store.markSessions([old.id], { deletedAt: Date.now() - KEPT_MS - 60_000 })
    store.markSessions([fresh.id], { deletedAt: Date.now() - KEPT_MS + 60_000 })
    store.close()
    const second = await openTest({ home, log: (line) => lines.push(line) })
    expect(ids(await second.sessions({ shelf: 'deleted' }))).toEqual([fresh.id])
    expect(lines).toEqual([expect.stringContaining('1 session deleted more than 30 days ago is gone for good')])
  })
})

describe('shelves', () => {
  it('take a session and its children; a pin keeps its place first', async () => {
    const { belay, id, child } = await family()
    await belay.stop(id)
    const other = await belay.createSession({ workspace: freshFolder(), title: 'Other' })
    await belay.shelveSession(id, { pinned: true })
    expect((await belay.sessions())[0]).toMatchObject({ id, pinned: true, archived: false })
    await hears(belay, [id, child], () => belay.shelveSession(id, { archived: true }))
    expect(ids(await belay.sessions())).toEqual([other.id])
    expect(ids(await belay.sessions({ shelf: 'archived' }))).toEqual([id, child])
    await belay.shelveSession(id, { archived: false, pinned: false })
    expect(await belay.sessions()).toHaveLength(3)
    expect(await belay.session(id)).toMatchObject({ pinned: false, archived: false })
  })

  it('change nothing about what the session is', async () => {
    const belay = await openTest()
    const { id } = await belay.createSession({ workspace: freshFolder() })
    const before = await belay.session(id)
    await belay.shelveSession(id, { archived: true })
    await belay.shelveSession(id, {})
    expect(await belay.session(id)).toEqual({ ...before, archived: true })
    expect(await until(belay, id, () => true)).toHaveLength(1)
  })
})

describe('folders for a new session', () => {
  it('are those that were worked in, the latest first, and whether they are still there', async () => {
    const belay = await openTest()
    const [one, two] = [freshFolder('one'), freshFolder('two')]
    await belay.createSession({ workspace: one })
    await belay.createSession({ workspace: two })
    await belay.createSession({ workspace: one })
    rmSync(two, { recursive: true })
    expect(await belay.recentWorkspaces()).toMatchObject([
      { path: one, sessions: 2, exists: true },
      { path: two, sessions: 1, exists: false },
    ])
    mkdirSync(two)
    expect((await belay.recentWorkspaces())[1]).toMatchObject({ exists: true })
  })

  it('are checked before one is made in them', async () => {
    const home = freshFolder()
    const belay = await openTest({ home })
    const folder = freshFolder('work')
    expect(await belay.checkWorkspace(folder)).toEqual({ ok: true, path: folder })
    expect(await belay.checkWorkspace(join(folder, 'missing'))).toEqual({
      ...{ ok: false, message: expect.stringContaining('There is no folder') },
    })
    expect(await belay.checkWorkspace(home)).toMatchObject({ ok: false })
    expect(await belay.checkWorkspace('src')).toMatchObject({ ok: false })
  })
})

describe('over the wire', () => {
  it('the same operations are there, with bounds, and other clients hear of them', async () => {
    const belay = await openTest({ steps: [{ text: 'Hello.' }] })
    const { url } = await serveTest(belay)
    const remote = await connectBelay({ url, token: TOKEN })
    afterTest(() => remote.close())
    const { id } = await belay.createSession({ workspace: freshFolder() })
    await belay.send(id, 'hi')
    await until(belay, id, ended)
    const fork = await remote.forkSession(id, { row: 1, title: 'Wired' })
    expect(fork).toMatchObject({ title: 'Wired', forkedFrom: { session: id, row: 1 } })
    await hears(belay, [fork.id], () => remote.shelveSession(fork.id, { pinned: true }))
    expect(ids(await remote.sessions({ status: ['stopped'], refused: false }))).toEqual([fork.id])
    await remote.deleteSession(fork.id)
    await remote.restoreSession(fork.id)
    await remote.deleteSession(fork.id)
    await remote.purgeSession(fork.id)
    expect(ids(await remote.sessions())).toEqual([id])
    expect(await remote.checkWorkspace('/no/such')).toMatchObject({ ok: false })
    expect(await remote.recentWorkspaces()).toHaveLength(1)
    await expect(remote.forkSession(id, { row: -1 })).rejects.toThrow('`row` is at least 0')
    await expect(remote.restoreSession(id)).rejects.toMatchObject({ code: 'conflict' })
  })
})
