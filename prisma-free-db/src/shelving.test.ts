import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Outcome,
  type SessionFacts,
  sessionId,
  spanId,
  type TraceEventBody,
  type TurnStatus,
  turnId,
} from '@belay/trace'
import { describe, expect, it } from 'vitest'
import type { Database, NewSessionRecord } from './database'
import { openClient } from './native'
import type { SessionFilter } from './shelving'
import { COMPOSITION, freshFolder, freshStore } from './testing/store'

interface Made {
  readonly title: string
  readonly at: number
  readonly workspace?: string
  readonly parent?: string
  readonly status?: TurnStatus | 'idle'
  readonly blocked?: boolean
  readonly tour?: boolean
  /** Hash of what rules it. */
  readonly ruled?: string
}

function make(store: Database, id: string, made: Made): void {
  const session = sessionId(id)
  const composition = { ...COMPOSITION, hash: made.ruled ?? COMPOSITION.hash }
  const facts: SessionFacts = {
    ...{ id: session, title: made.title, workspace: made.workspace ?? '/w', model: 'scripted/x', createdAt: made.at },
    parent: made.parent === undefined ? null : sessionId(made.parent),
  }
  const record: NewSessionRecord = {
    ...{ ...facts, permission: 'ask', agent: 'main', depth: 0, tools: null, verifier: null, rewrites: 'first' },
    ...{ stopAtFirstBlock: false, composition: composition.hash, updatedAt: made.at, status: made.status ?? 'idle' },
    tour: made.tour ?? false,
  }
  const outcome: Omit<Outcome, 'verdicts'> = {
    ...{ point: 'tools.before', decision: 'block', value: null, carried: null, reason: 'no', by: 'h', context: [] },
    ...{ notes: [], reminders: [], halt: null, haltBy: null, wouldBe: null },
  }
  const created = { type: 'session.created', facts, composition, session, seq: 1, at: made.at } as const
  const refused = { type: 'outcome', turn: null, about: null, point: 'tools.before', outcome } as const
  store.createSession(record, [created, ...(made.blocked ? [{ ...refused, session, seq: 2, at: made.at }] : [])])
}

function shelves(): Database {
  const store = freshStore()
  make(store, 'a', { title: 'Alpha', at: 1, status: 'completed' })
  make(store, 'b', { title: 'Beta', at: 2, workspace: '/other', blocked: true })
  make(store, 'c', { title: 'Gamma 100%', at: 3, status: 'waiting' })
  make(store, 'd', { title: 'Delta', at: 4 })
  make(store, 'e', { title: 'Epsilon', at: 5, blocked: true })
  make(store, 'f', { title: 'Zeta', at: 6 })
  store.markSessions(['a'], { pinnedAt: 10 })
  store.markSessions(['d'], { archivedAt: 11 })
  store.markSessions(['e'], { deletedAt: 12 })
  store.markSessions(['f'], { deletedAt: 13, archivedAt: 9 })
  return store
}

const rows: readonly [says: string, filter: SessionFilter | undefined, ids: readonly string[]][] = [
  ['what is in use is listed, pinned ones first, then the latest', undefined, ['a', 'c', 'b']],
  ['what was put away is a shelf of its own', { shelf: 'archived' }, ['d']],
  ['what was deleted is on no other shelf; the last one to go comes first', { shelf: 'deleted' }, ['f', 'e']],
  ['a search is taken to the letter', { search: '100%' }, ['c']],
  ['a sign of a pattern finds only itself', { search: '_' }, []],
  ['a search looks at folders too', { search: 'oth' }, ['b']],
  ['nothing to search for finds all', { search: '' }, ['a', 'c', 'b']],
  ['a status narrows it', { status: ['waiting', 'completed'] }, ['a', 'c']],
  ['no status chosen narrows nothing', { status: [] }, ['a', 'c', 'b']],
  ['those in which something was refused', { refused: true }, ['b']],
  ['those in which nothing was', { refused: false }, ['a', 'c']],
  ['a folder is taken to the letter', { workspace: '/w' }, ['a', 'c']],
  ['part of a folder is none', { workspace: '/' }, []],
  ['all that are given must hold', { workspace: '/w', status: ['idle', 'waiting'], search: 'gam' }, ['c']],
  ['also on another shelf', { shelf: 'deleted', refused: true }, ['e']],
]

describe('a list of sessions', () => {
  it.each(rows)('%s', (_, filter, ids) => {
    const store = shelves()
    expect(store.sessions(filter).map((one) => one.id)).toEqual(ids)
    store.close()
  })
})

describe('a family', () => {
  it('is a session and all below it', () => {
    const store = freshStore()
    make(store, 'top', { title: 'top', at: 1 })
    make(store, 'low', { title: 'low', at: 2, parent: 'top' })
    make(store, 'lower', { title: 'lower', at: 3, parent: 'low' })
    make(store, 'other', { title: 'other', at: 4 })
    const ids = (id: string) => store.family(id).map((one) => one.id)
    expect([ids('top'), ids('low'), ids('none')]).toEqual([['top', 'low', 'lower'], ['low', 'lower'], []])
    store.close()
  })
})

describe('folders that were worked in', () => {
  it('are those of sessions that people made and did not delete, the latest used first', () => {
    const store = shelves()
    make(store, 'tour', { title: 'tour', at: 20, workspace: '/tour', tour: true })
    make(store, 'child', { title: 'child', at: 21, workspace: '/other', parent: 'a' })
    make(store, 'g', { title: 'g', at: 7, workspace: '/third' })
    expect(store.workspaces(2)).toEqual([
      { path: '/third', lastUsedAt: 7, sessions: 1 },
      { path: '/w', lastUsedAt: 4, sessions: 3 },
    ])
    store.close()
  })
})

describe('a session that is removed for good', () => {
  it('takes its children and everything that was kept about them along, and leaves the others', () => {
    const path = join(freshFolder(), 'belay.db')
    const store = freshStore(path)
    make(store, 'gone', { title: 'gone', at: 1, ruled: 'only-there' })
    make(store, 'child', { title: 'child', at: 2, parent: 'gone' })
    make(store, 'stays', { title: 'stays', at: 3 })
    for (const id of ['gone', 'child', 'stays']) fill(store, id)
    const before = countRows(path)
    store.removeSession('gone')
    store.removeSession('gone')
    const after = countRows(path)
    const halves = Object.entries(before).map(([table, n]) => [table, table === 'compositions' ? n - 1 : n / 3])
    expect(after).toEqual(Object.fromEntries(halves))
    expect(store.composition('only-there')).toBeNull()
    expect(store.composition(COMPOSITION.hash)).not.toBeNull()
    expect(store.spanDetail('stays', 'span of stays')).toEqual({ request: 'secret of stays' })
    store.close()
  })

  it('leaves no trace of its words in the files', () => {
    const path = join(freshFolder(), 'belay.db')
    const store = freshStore(path)
    make(store, 'gone', { title: 'gone', at: 1 })
    fill(store, 'gone')
    const text = () => `${readFileSync(path, 'latin1')}${readFileSync(`${path}-wal`, 'latin1')}`
    expect(text()).toContain('secret of gone')
    store.removeSession('gone')
    expect(text()).not.toContain('secret of gone')
    store.close()
  })

  it('is known by when it was deleted', () => {
    const store = shelves()
    expect([store.deletedBefore(12), store.deletedBefore(13), store.deletedBefore(14)]).toEqual([[], ['e'], ['e', 'f']])
    store.close()
  })
})

describe('turns that did not end', () => {
  it('are not looked for in what was deleted', () => {
    const store = shelves()
    fill(store, 'a')
    expect(store.unfinishedTurns()).toHaveLength(1)
    store.markSessions(['a'], { deletedAt: 1 })
    expect(store.unfinishedTurns()).toEqual([])
    store.close()
  })
})

/** Something in every table that belongs to sessions. */
function fill(store: Database, id: string): void {
  const session = sessionId(id)
  const turn = turnId(`turn of ${id}`)
  const span = spanId(`span of ${id}`)
  const { seq } = store.session(id) ?? { seq: 0 }
  const bodies: readonly TraceEventBody[] = [
    { type: 'turn.started', turn, number: 1, composition: COMPOSITION.hash, provider: 'p', model: 'm' },
    {
      type: 'span.started',
      span: {
        ...{ id: span, parent: null, turn, kind: 'tool', name: 'x', start: 1, end: null, status: 'running' },
        attributes: {},
      },
    },
    {
      type: 'row.committed',
      row: { kind: 'input', id: 1, turn, at: 1, replaces: null, text: `secret of ${id}`, origin: 'person', from: null },
    },
  ]
  store.append(
    id,
    bodies.map((body, index) => ({ ...body, session, seq: seq + index + 1, at: 1 })),
  )
  store.keepDetails([{ session: id, span, detail: { request: `secret of ${id}` } }])
  store.grant(id, 'run:npm')
  store.addContinuation(id, Date.now())
}

function countRows(path: string): Record<string, number> {
  const client = openClient(path, { readonly: true })
  const tables = [
    'sessions',
    'events',
    'turns',
    'rows',
    'spans',
    'span_details',
    'grants',
    'continuations',
    'compositions',
  ]
  const counts = tables.map((table) => [table, Number(client.prepare(`select count(*) from ${table}`).pluck().get())])
  client.close()
  return Object.fromEntries(counts)
}
