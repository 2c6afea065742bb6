/** Another program holds the database's lock: what could not be written did not happen, and whoever asked is told. */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { openDatabase } from '@belay/db'
import { foldAll, turnId } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import { ended, logOf, until } from '../testing/until'
import { afterTest, freshFolder, openTest } from '../testing/world'

const Driver: new (path: string) => { exec(sql: string): void; close(): void } = createRequire(
  new URL('../../../../prisma-free-db/package.json', import.meta.url),
)('better-sqlite3')

function lockIn(home: string) {
  const holder = new Driver(join(home, 'belay.db'))
  afterTest(() => holder.close())
  return { take: () => holder.exec('BEGIN IMMEDIATE'), letGo: () => holder.exec('ROLLBACK') }
}

async function open() {
  const home = freshFolder()
  const belay = await openTest({ home, steps: [{ text: 'Heard.' }, { text: 'Heard again.' }] })
  const { id } = await belay.createSession({ workspace: freshFolder('workspace') })
  return { belay, id, lock: lockIn(home) }
}

describe('a message while the database is locked', () => {
  it('is refused in a sentence within two seconds or so, and there is no turn', async () => {
    const { belay, id, lock } = await open()
    const before = (await logOf(belay, id)).length
    lock.take()
    const began = performance.now()
    await expect(belay.send(id, 'LOCKED')).rejects.toThrow(
      'The database is locked by another program. Nothing was sent: your text is kept.',
    )
    expect(performance.now() - began).toBeLessThan(3_500)
    lock.letGo()
    expect(await belay.session(id)).toMatchObject({ status: 'idle', turns: 0, lastPrompt: null })
    expect(await belay.stop(id)).toEqual({ stopped: false })
    const { turn } = await belay.send(id, 'AGAIN')
    const events = await until(belay, id, ended)
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
    expect(
      events
        .slice(before)
        .map(({ type }) => type)
        .slice(0, 4),
    ).toEqual(['turn.started', 'span.started', 'row.committed', 'session.changed'])
    expect(JSON.stringify(events)).not.toContain('LOCKED')
    expect(foldAll(events).turns).toMatchObject([{ id: turn, number: 1, status: 'completed', answer: 'Heard.' }])
    expect(await belay.session(id)).toMatchObject({ title: 'AGAIN', lastPrompt: 'AGAIN' })
  }, 15_000)

  it('waits for it once: what else is asked for is refused at once, and never comes by itself', async () => {
    const { belay, id, lock } = await open()
    lock.take()
    await expect(belay.renameSession(id, 'Mine')).rejects.toThrow(/locked/)
    const began = performance.now()
    await expect(belay.renameSession(id, 'Yours')).rejects.toThrow(/locked/)
    await expect(belay.attach(id, { hook: 'block' })).rejects.toThrow(/locked/)
    expect(performance.now() - began).toBeLessThan(1_000)
    lock.letGo()
    await belay.send(id, 'go')
    await until(belay, id, ended)
    expect(await belay.session(id)).toMatchObject({ title: 'go', hooks: 0 })
  }, 15_000)
})

it('a turn that is on record as running, and that nobody runs, is closed by a stop', async () => {
  const home = freshFolder()
  const belay = await openTest({ home, steps: [{ text: 'Heard.' }] })
  const { id } = await belay.createSession({ workspace: freshFolder('workspace') })
  const { length } = await logOf(belay, id)
  const other = openDatabase({ path: join(home, 'belay.db'), log: () => undefined })
  const turn = turnId('trn_left')
  const { hash: composition } = await belay.composition(id)
  await belay.close()
  const again = await openTest({ home, steps: [{ text: 'Heard.' }] })
  other.append(id, [
    {
      ...{ type: 'turn.started', session: id, seq: length + 1, at: 1, turn, number: 1, composition },
      ...{ provider: 'test', model: 'm' },
    },
  ])
  other.close()
  expect(await again.session(id)).toMatchObject({ status: 'running' })
  expect(await again.stop(id)).toEqual({ stopped: true })
  expect(await again.session(id)).toMatchObject({ status: 'stopped' })
  expect(await again.stop(id)).toEqual({ stopped: false })
  await again.send(id, 'go')
  expect(foldAll(await until(again, id, (event) => ended(event) && event.seq > length + 2)).turns).toMatchObject([
    { id: turn, status: 'stopped' },
    { number: 2, status: 'completed' },
  ])
})
