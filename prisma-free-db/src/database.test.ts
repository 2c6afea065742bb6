import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Outcome, spanId, turnId } from '@belay/trace'
import { verdictOf } from '@belay/trace/testing'
import { describe, expect, it } from 'vitest'
import { addSession, event, freshFolder, freshStore, notice, SESSION } from './testing/store'

const turn = turnId('trn_1')

function outcome(decision: Outcome['decision']): Omit<Outcome, 'verdicts'> {
  return {
    point: 'tools.before',
    decision,
    value: null,
    carried: null,
    reason: null,
    by: null,
    context: [],
    notes: [],
    reminders: [],
    halt: null,
    haltBy: null,
    wouldBe: null,
  }
}

describe('appending', () => {
  it('gives back the events as they were, in pages after any number', () => {
    const store = freshStore()
    addSession(store)
    const batch = [notice(2), notice(3), notice(4, 'Ünïcödé \u{1f9d7} \ud800')]
    store.append(SESSION, batch)
    expect(store.eventsAfter(SESSION, 1, 10)).toEqual(batch)
    expect(store.eventsAfter(SESSION, 2, 1)).toEqual([batch[1]])
    const page = store.eventPage(SESSION, 1, 2)
    expect(JSON.parse(page?.packed ?? '')).toEqual(batch.slice(0, 2))
    expect([page?.last, store.eventPage(SESSION, 4, 2)]).toEqual([3, null])
    expect(store.session(SESSION)).toMatchObject({ seq: 4, updatedAt: 40 })
    store.close()
  })

  it('writes a batch whole or not at all', () => {
    const store = freshStore()
    addSession(store)
    store.append(SESSION, [notice(2)])
    expect(() => store.append(SESSION, [notice(3), notice(4), notice(2)])).toThrow(/UNIQUE/)
    expect(store.eventsAfter(SESSION, 0, 10).map((one) => one.seq)).toEqual([1, 2])
    expect(store.session(SESSION)?.seq).toBe(2)
    store.close()
  })

  it('counts what had an effect: not a shadow, a lost, a late or an unasked verdict, but what does not load', () => {
    const store = freshStore()
    addSession(store)
    const said = [
      verdictOf({ decision: 'block' }),
      verdictOf({ decision: 'block', mode: 'shadow' }),
      verdictOf({ decision: 'rewrite', lost: true }),
      verdictOf({ decision: 'rewrite' }),
      verdictOf({ decision: 'block', late: true }),
      verdictOf({ status: 'failed' }),
      verdictOf({ status: 'failed', error: { kind: 'cancelled', message: 'the turn was stopped' } }),
      verdictOf({ status: 'not_asked', notAsked: 'off' }),
      verdictOf({ status: 'not_asked', notAsked: 'failed to load' }),
    ]
    store.append(
      SESSION,
      said.map((one, index) =>
        event(index + 2, { type: 'verdict', turn, span: null, about: null, point: 'tools.before', verdict: one }),
      ),
    )
    const blocked = { turn, about: null, point: 'tools.before', outcome: outcome('block') } as const
    const passed = { ...blocked, outcome: outcome('pass') }
    store.append(SESSION, [
      event(11, { type: 'outcome', ...blocked }),
      event(12, { type: 'outcome', ...passed }),
      event(13, { type: 'outcome', ...blocked, turn: null }),
    ])
    expect(store.session(SESSION)).toMatchObject({ asked: 7, blocked: 2, rewritten: 1, failed: 2 })
    expect(store.verdicts(SESSION, turn)).toHaveLength(9)
    expect(store.outcomes(SESSION, turn).map((one) => [one.seq, one.outcome.decision])).toEqual([
      [11, 'block'],
      [12, 'pass'],
    ])
    expect(store.outcomes(SESSION, null)).toHaveLength(3)
    store.close()
  })

  it('knows the open spans, questions and turns of a process that is gone', () => {
    const path = join(freshFolder(), 'belay.db')
    const store = freshStore(path)
    addSession(store)
    const span = (id: string, kind: 'turn' | 'tool') =>
      ({
        id: spanId(id),
        parent: null,
        turn,
        kind,
        name: id,
        start: 5,
        end: null,
        status: 'running',
        attributes: { a: 1, b: 'x' },
      }) as const
    store.append(SESSION, [
      event(2, { type: 'turn.started', turn, number: 1, composition: 'h1', provider: 'p', model: 'm' }),
      event(3, { type: 'span.started', span: span('s1', 'turn') }),
      event(4, { type: 'span.started', span: span('s2', 'tool') }),
      event(5, { type: 'span.changed', id: spanId('s2'), status: 'waiting', attributes: { b: 'y' } }),
      event(6, { type: 'span.started', span: span('s3', 'tool') }),
      event(7, { type: 'span.ended', id: spanId('s3'), end: 1, status: 'ok', attributes: {} }),
    ])
    store.close()
    const again = freshStore(path)
    expect(again.unfinishedTurns()).toMatchObject([{ id: turn, status: 'running' }])
    expect(again.openSpans(SESSION)).toMatchObject([
      { id: 's1', status: 'running' },
      { id: 's2', status: 'waiting', attributes: { a: 1, b: 'y' } },
    ])
    expect(again.spansOfTurn(SESSION, turn).find((one) => one.id === 's3')?.end).toBe(5)
    again.close()
  })

  it('merges the details of a span by key', () => {
    const store = freshStore()
    addSession(store)
    store.keepDetails([{ session: SESSION, span: 's', detail: { handed: { a: 1 }, answered: 'x' } }])
    store.keepDetails([{ session: SESSION, span: 's', detail: { answered: ['y', null] } }])
    expect(store.spanDetail(SESSION, 's')).toEqual({ handed: { a: 1 }, answered: ['y', null] })
    store.close()
  })

  it('finds the details of a span as quickly in a session of ten thousand as in one of ten', () => {
    const msOf = (spans: number): number => {
      const store = freshStore()
      addSession(store)
      const detail = { result: 'x'.repeat(100) }
      store.keepDetails(Array.from({ length: spans }, (_, index) => ({ session: SESSION, span: `s${index}`, detail })))
      const start = performance.now()
      for (let read = 0; read < 500; read++)
        expect(store.spanDetail(SESSION, `s${read % spans}`).result).toHaveLength(100)
      const ms = performance.now() - start
      store.close()
      return ms
    }
    // Looking through them all takes a hundred times as long.
    expect(msOf(10_000) / msOf(10)).toBeLessThan(10)
  })
})

describe('finding sessions', () => {
  it('takes what one types literally', () => {
    const store = freshStore()
    addSession(store)
    expect(store.sessions({ search: 'session' })).toHaveLength(1)
    expect(store.sessions({ search: 'a%n' })).toHaveLength(0)
    expect(store.sessions({ search: '_' })).toHaveLength(0)
    expect(store.sessions()).toHaveLength(1)
    store.close()
  })
})

describe('the files', () => {
  it('are for their owner alone, and the write-ahead log is cut at a clean stop', () => {
    const path = join(freshFolder(), 'belay.db')
    const store = freshStore(path)
    addSession(store)
    for (const file of [path, `${path}-wal`, `${path}-shm`]) expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(store.size().wal).toBeGreaterThan(0)
    store.close()
    expect(existsSync(`${path}-wal`)).toBe(false)
  })
})
