import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { migrationsFolder } from './migrations'
import { openClient } from './native'
import { openConnection } from './open'
import { freshFolder, freshStore, SESSION } from './testing/store'

/** Those of a Belay before forks, deletion and sets. */
function firstMigrations(count: number): string {
  const folder = join(freshFolder(), 'migrations')
  cpSync(migrationsFolder(), folder, { recursive: true })
  const path = join(folder, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(path, 'utf8'))
  writeFileSync(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }))
  return folder
}

const ATTACHMENTS = [
  ['att_1', SESSION, 0, 'block-commands', '["tools.before"]', '{"patterns":["rm -rf"]}', 'v1', null],
  ['att_2', SESSION, 1, '/hooks/mine.ts', '["guard.onInput","tools.after"]', '{}', null, 'does not load'],
  ['att_3', 'ses_2', 0, 'add-context', '["guard.onInput"]', '{"text":"Ünïcödé"}', 'v2', null],
]

/** A database as the version before this one left it, with a session that has all that one kept. */
function oldDatabase(): string {
  const path = join(freshFolder(), 'belay.db')
  openConnection({ path, log: () => undefined, migrations: firstMigrations(2) }).client.close()
  const client = openClient(path)
  const session = client.prepare(
    `insert into sessions (id, title, workspace, model, permission, created_at, agent, depth, tour, rewrites, stop_at_first_block,
      composition, seq, updated_at, status, turns, blocked) values (?, ?, '/w', 'scripted/x', 'ask', 1, 'main', 0, 0, 'first', 0, 'h1', 1, ?, 'completed', 1, 2)`,
  )
  session.run(SESSION, 'An old one', 20)
  session.run('ses_2', 'Another', 10)
  const event = client.prepare('insert into events (session, seq, at, body) values (?, 1, 1, ?)')
  event.run(SESSION, JSON.stringify({ type: 'notice', turn: null, text: 'kept' }))
  const attach = client.prepare(
    `insert into attachments (id, session, position, hook, points, params, version, error, name, source, mode, on_failure)
      values (?, ?, ?, ?, ?, ?, ?, ?, 'n', 'library', 'enforce', 'open')`,
  )
  for (const values of ATTACHMENTS) attach.run(...values)
  client.close()
  return path
}

function attachmentsOf(path: string): unknown[][] {
  const client = openClient(path, { readonly: true })
  const found = client
    .prepare('select id, session, position, hook, points, params, version, error from attachments order by id, session')
    .raw()
    .all()
  client.close()
  return found.map((row) => (Array.isArray(row) ? row : []))
}

describe('a database of the version before forks and deletion', () => {
  it('keeps its sessions, their events and their attached hooks', () => {
    const path = oldDatabase()
    const store = freshStore(path)
    expect(store.sessions().map((one) => one.title)).toEqual(['An old one', 'Another'])
    expect(store.session(SESSION)).toMatchObject({
      ...{ blocked: 2, lastRefusal: null, forkedFrom: null, pinnedAt: null, archivedAt: null, deletedAt: null },
    })
    expect(store.eventsAfter(SESSION, 0, 10)).toMatchObject([{ text: 'kept' }])
    store.close()
    expect(attachmentsOf(path)).toEqual(ATTACHMENTS)
  })

  it('lets the same attachment stand on several sessions, and lose it with its session', () => {
    const path = oldDatabase()
    freshStore(path).close()
    const client = openClient(path)
    client.pragma('foreign_keys = ON')
    client.exec(`insert into attachments select id, 'ses_2', position, hook, name, source, points, mode, on_failure, params, version, error
      from attachments where id = 'att_1'`)
    client.exec(`delete from sessions where id = '${SESSION}'`)
    client.close()
    expect(attachmentsOf(path).map((row) => row.slice(0, 2))).toEqual([
      ['att_1', 'ses_2'],
      ['att_3', 'ses_2'],
    ])
  })
})
