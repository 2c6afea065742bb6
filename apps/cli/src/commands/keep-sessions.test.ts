/** Keeping sessions in order from the shell: a server in this process holds the home, and a page of it watches. */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Operations } from '@belay/api'
import type { SessionId } from '@belay/trace'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fixtures, makePlace } from '../testing/belay'
import { servePlace } from '../testing/serve-place'

const place = makePlace()
const model = `scripted/${join(fixtures, 'scripts', 'remove-build.yaml')}`
let belay: Operations
let close: () => Promise<void>
let page: Operations

beforeAll(async () => {
  const served = await servePlace(place)
  belay = served.belay
  close = served.close
  page = await served.openPage()
})
afterAll(async () => {
  await page.close()
  await close()
  place.remove()
})

const made = async (title: string, of = model): Promise<SessionId> =>
  (await belay.createSession({ workspace: place.workspace, title, model: of, permission: 'auto' })).id

/** With a turn of two calls and an answer. */
async function used(title: string, of = model): Promise<SessionId> {
  const id = await made(title, of)
  await belay.send(id, 'clean up')
  const stop = new AbortController()
  for await (const { events } of belay.events(id, 0, stop.signal))
    if (events.some((event) => event.type === 'turn.ended')) break
  stop.abort()
  return id
}

async function listed(...options: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await place.belay(['sessions', ...options, '--json'])
  return JSON.parse(stdout).map((session: { title: string }) => session.title)
}

/** Resolves when the open page has heard of the session that a command changed. */
async function pageHears(id: SessionId, args: readonly string[]) {
  const stop = new AbortController()
  const marker = await made('A marker')
  let live = false
  const hearing = (async () => {
    for await (const { session } of page.changes(stop.signal)) {
      live ||= session === marker
      if (live && session === id) return
    }
  })()
  while (!live) await page.shelveSession(marker, { pinned: false })
  const ended = await place.belay(args)
  await hearing
  stop.abort()
  return ended
}

describe('belay sessions fork', () => {
  it('makes a session with the rows up to one, says so, and the page has it', async () => {
    const id = await used('Cleaning')
    const { code, stdout } = await place.belay(['sessions', 'fork', id, '--row', '1'])
    const fork = (await page.sessions({ search: 'Cleaning (fork)' }))[0]?.id
    expect({ code, stdout }).toEqual({ code: 0, stdout: `${fork}  Cleaning (fork)\n  forked from ${id} at row 1\n` })
    const shown = await place.belay(['sessions', 'show', String(fork)])
    expect(shown.stdout).toContain(`  forked from Cleaning (${id}) at row 1\n`)
    expect(shown.stdout).toMatch(/1 .* stopped +The session was forked here/)
  })

  it('of no row puts all files back, says what became of each, and exits with 1 where one was left', async () => {
    const edits = `scripted/${join(fixtures, 'scripts', 'two-edits.yaml')}`
    const before = async () => {
      writeFileSync(join(place.workspace, 'notes.txt'), 'one\n')
      rmSync(join(place.workspace, 'new.txt'), { force: true })
      return used('Editing', edits)
    }
    const first = await before()
    const whole = await place.belay(['sessions', 'fork', first, '--row', '0', '--put-back'])
    expect(whole).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/ before its first row\n {2}notes\.txt: put back\n {2}new\.txt: removed\n$/),
    })
    const second = await before()
    writeFileSync(join(place.workspace, 'notes.txt'), 'mine\n')
    const part = await place.belay(['sessions', 'fork', second, '--row', '0', '--put-back', '--json'])
    expect(part.code).toBe(1)
    expect(JSON.parse(part.stdout).putBack.files).toMatchObject([{ result: 'kept' }, { result: 'removed' }])
    const { id: taken } = JSON.parse((await place.belay(['sessions', 'fork', second, '--json'])).stdout)
    expect((await place.belay(['put-back', taken, '--dry-run'])).stdout).toContain(
      `belay put-back ${second} --turn 1 puts`,
    )
  })

  it('titles are printed with their control characters shown', async () => {
    const id = await made('Plain')
    const { stdout } = await place.belay(['sessions', 'rename', id, 'red \u001b[31m'])
    expect(stdout).toBe(`${id} is now called red ␛[31m.\n`)
  })

  it('prints its facts as JSON, under a title of its own', async () => {
    const id = await used('Second')
    const { stdout } = await place.belay(['sessions', 'fork', id, '--title', 'Mine', '--put-back', '--json'])
    expect(JSON.parse(stdout)).toMatchObject({ title: 'Mine', parent: null, forkedFrom: { session: id, turns: 1 } })
  })

  it('goes on where the other one stood', async () => {
    const id = await used('Third')
    const { id: fork } = JSON.parse((await place.belay(['sessions', 'fork', id, '--json'])).stdout)
    const ran = await place.belay(['run', 'go on', '--session', fork])
    expect(ran).toMatchObject({ code: 0 })
    expect(await page.session(fork)).toMatchObject({ turns: 2, status: 'completed' })
    expect(await page.session(id)).toMatchObject({ turns: 1 })
  })

  it.each([
    [['--row', '99'], /has no row 99: it has rows 1 to \d+\. Nothing was forked\./],
    [['--row', '-1'], /--row takes a whole number from 0/],
    [['--title', ' '], /needs a title/],
  ])('with %j is one sentence and makes nothing', async (options, says) => {
    const id = await used('Mistaken')
    const before = await belay.sessions()
    const { code, stdout, stderr } = await place.belay(['sessions', 'fork', id, ...options])
    expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: '', stderr: expect.stringMatching(says) })
    expect(await belay.sessions()).toHaveLength(before.length)
  })
})

describe('belay sessions delete, restore, purge', () => {
  it('takes sessions off every list and brings them back; an open page hears of it', async () => {
    const [one, two] = [await made('Going'), await made('Gone too')]
    const deleted = await pageHears(two, ['sessions', 'delete', one, two])
    expect(deleted).toMatchObject({
      code: 0,
      stdout: `Deleted Going (${one}). belay sessions restore ${one} brings it back within 30 days.\nDeleted Gone too (${two}). belay sessions restore ${two} brings it back within 30 days.\n`,
    })
    expect(await listed('--search', 'go')).not.toContain('Going')
    expect((await listed('--deleted')).slice(0, 2).sort()).toEqual(['Gone too', 'Going'].sort())
    const asked = await place.belay(['sessions', 'show', one])
    expect({ code: asked.code, stderr: asked.stderr }).toEqual({
      ...{ code: 2, stderr: expect.stringContaining(`Session ${one} was deleted. It can be restored`) },
    })
    const restored = await pageHears(one, ['sessions', 'restore', one, two, '--json'])
    expect(JSON.parse(restored.stdout)).toEqual({ restored: [one, two] })
    expect(await listed('--search', 'Going')).toEqual(['Going'])
  })

  it('removes only what was deleted, for good', async () => {
    const id = await made('For good')
    const early = await place.belay(['sessions', 'purge', id])
    expect({ code: early.code, stderr: early.stderr }).toEqual({
      ...{ code: 1, stderr: expect.stringContaining('Only a deleted session can be removed for good') },
    })
    await place.belay(['sessions', 'delete', id])
    const purged = await pageHears(id, ['sessions', 'purge', id])
    expect(purged).toMatchObject({ code: 0, stdout: `For good (${id}) is gone for good.\n` })
    expect((await place.belay(['sessions', 'restore', id])).stderr).toContain(`There is no session ${id}`)
  })

  it('does nothing where one of them is not there', async () => {
    const id = await made('Staying')
    const { code, stdout, stderr } = await place.belay(['sessions', 'delete', id, 'ses_none'])
    expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: '', stderr: expect.stringContaining('ses_none') })
    expect(await listed('--search', 'Staying')).toEqual(['Staying'])
  })

  it('stops what runs first', async () => {
    const slow = `scripted/${join(fixtures, 'scripts', 'slow.yaml')}`
    const { id } = await belay.createSession({ workspace: place.workspace, model: slow, permission: 'auto' })
    await belay.send(id, 'go')
    expect((await place.belay(['sessions', 'delete', id])).code).toBe(0)
    expect((await belay.sessions({ shelf: 'deleted' })).find((one) => one.id === id)?.status).toBe('stopped')
  })
})

describe('belay sessions pin, archive and list', () => {
  it('puts pinned ones first and archived ones away; an open page hears of it', async () => {
    const [old, put] = [await made('Shelf old'), await made('Shelf put away')]
    await made('Shelf new')
    const pinned = await pageHears(old, ['sessions', 'pin', old])
    expect(pinned).toMatchObject({ code: 0, stdout: `Pinned Shelf old (${old}).\n` })
    await pageHears(put, ['sessions', 'archive', put])
    expect(await listed('--search', 'Shelf')).toEqual(['Shelf old', 'Shelf new'])
    expect(await listed('--search', 'Shelf', '--archived')).toEqual(['Shelf put away'])
    expect((await place.belay(['sessions', '--search', 'Shelf old'])).stdout).toContain('idle, pinned')
    expect(JSON.parse((await place.belay(['sessions', 'unpin', old, '--json'])).stdout)).toEqual({ unpinned: [old] })
    await place.belay(['sessions', 'unarchive', put])
    expect(await listed('--search', 'Shelf')).toEqual(['Shelf new', 'Shelf put away', 'Shelf old'])
  })

  it('narrows the list by status, refusals and folder', async () => {
    const refusing = await belay.createSession({
      ...{ workspace: place.temporary, title: 'Narrow refused', model, permission: 'auto' },
      attach: [{ hook: 'block-commands', params: { patterns: ['rm'] } }],
    })
    await place.belay(['run', 'clean', '--session', refusing.id])
    await made('Narrow idle')
    const narrow = (...options: readonly string[]) => listed('--search', 'Narrow', ...options)
    expect(await narrow()).toEqual(['Narrow idle', 'Narrow refused'])
    expect(await narrow('--refused')).toEqual(['Narrow refused'])
    expect(await narrow('--status', 'completed', 'failed')).toEqual(['Narrow refused'])
    expect(await narrow('--status', 'idle', '--status', 'waiting')).toEqual(['Narrow idle'])
    expect(await narrow('--workspace', '.')).toEqual(['Narrow idle'])
    expect((await place.belay(['sessions', 'list', '--search', 'nothing like it'])).stdout).toBe('No session fits.\n')
  })

  it.each([
    [['--status', 'runing'], /"runing" is none of them \(did you mean running\?\)/],
    [['--archived', '--deleted'], /--archived and --deleted are two lists/],
  ])('with %j is one sentence', async (options, says) => {
    const { code, stderr } = await place.belay(['sessions', 'list', ...options])
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(says) })
  })
})

describe('sessions compact', () => {
  it('sums a conversation up, over the wire of the app that runs', async () => {
    const script = join(place.workspace, 'talk.yaml')
    const words = 'word '.repeat(200)
    const steps = [1, 2, 3].map((turn) => ({ text: `${turn} ${words}` }))
    writeFileSync(script, JSON.stringify({ summaries: [{ text: 'In short.' }], steps }))
    const id = await used('Talk', `scripted/${script}`)
    const { seq } = (
      await page.events(id, 0, AbortSignal.timeout(60_000))[Symbol.asyncIterator]().next()
    ).value?.events.at(-1) ?? { seq: 0 }
    await belay.send(id, words)
    for await (const { events } of belay.events(id, seq, AbortSignal.timeout(60_000)))
      if (events.some((event) => event.type === 'turn.ended')) break
    const { code, stdout } = await place.belay(['sessions', 'compact', id, '--json'])
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { session: id, rows: 2 }])
    const again = await place.belay(['sessions', 'compact', id])
    expect([again.code, again.stderr]).toEqual([
      1,
      expect.stringContaining('nothing yet that a summary could make smaller'),
    ])
  })
})
