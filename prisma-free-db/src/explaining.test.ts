/** What explanations read is found by indexes: a long session answers as quickly as a short one. */
import { type Outcome, type PointId, spanId, type TraceEventBody, turnId, type Verdict } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import type { Database } from './database'
import { addSession, event, freshStore, SESSION } from './testing/store'

const POINT: PointId = 'tools.before'
const turnOf = (place: number) => turnId(`t${Math.floor(place / 10)}`)

const verdict: Verdict = {
  ...{ hook: 'h', hookId: 'att_1', source: 'library', mode: 'enforce', status: 'answered', decision: 'pass' },
  ...{ value: null, lost: false, reason: null, context: [], notes: [], reminders: [], halt: null, durationMs: 1 },
  ...{ error: null, recheck: false, late: false, notAsked: null, replayedAgeMs: null, version: null, position: 0 },
}
const outcome: Omit<Outcome, 'verdicts'> = {
  ...{ point: POINT, decision: 'pass', value: null, carried: null, reason: null, by: null, context: [] },
  ...{ notes: [], reminders: [], halt: null, haltBy: null, wouldBe: null },
}

/** A call with its verdict, outcome and result: ten of them a turn. */
function bodies(place: number): readonly TraceEventBody[] {
  const [id, turn] = [spanId(`s${place}`), turnOf(place)]
  const times = { start: place, end: null, status: 'running' } as const
  const attributes = { 'gen_ai.tool.call.id': `call_${place}` }
  const text = 'x'.repeat(500)
  return [
    { type: 'span.started', span: { id, turn, parent: null, kind: 'tool', name: 'run', ...times, attributes } },
    { type: 'verdict', turn, span: null, about: id, point: POINT, verdict },
    { type: 'outcome', turn, about: id, point: POINT, outcome },
    {
      type: 'row.committed',
      row: { id: place + 1, turn, at: place, replaces: null, kind: 'input', text, origin: 'person', from: null },
    },
  ]
}

function storeOf(calls: number): Database {
  const store = freshStore()
  addSession(store)
  let seq = 1
  const events = Array.from({ length: calls }, (_, place) => bodies(place)).flat()
  store.append(
    SESSION,
    events.map((body) => {
      seq += 1
      return event(seq, body)
    }),
  )
  return store
}

const reads: Readonly<Record<string, (store: Database, place: number) => number>> = {
  'the verdicts about a span': (store, place) => store.verdictsAbout(SESSION, `s${place}`).length,
  'the outcomes about a span': (store, place) => store.outcomesAbout(SESSION, `s${place}`).length,
  'the rows of a turn': (store, place) => store.rowsOfTurn(SESSION, turnOf(place)).length / 10,
  'the latest spans of a kind': (store) => store.latestSpans(SESSION, { kind: 'tool', limit: 1 }).length,
}

describe('a session of ten thousand calls', () => {
  it.each(Object.entries(reads))('gives %s as quickly as one of ten', (_, read) => {
    const msOf = (calls: number): number => {
      const store = storeOf(calls)
      // The best of ten: a machine that is busy elsewhere for a moment says nothing about the read.
      const rounds = Array.from({ length: 10 }, (_, round) => {
        const start = performance.now()
        for (let time = 0; time < 30; time++) expect(read(store, ((round * 30 + time) * 37) % calls)).toBe(1)
        return performance.now() - start
      })
      store.close()
      return Math.min(...rounds)
    }
    // Looking through them all takes a hundred times as long and more.
    expect(msOf(10_000) / msOf(10)).toBeLessThan(10)
  })
})

describe('calls that a text names', () => {
  it('are those whose id or span it is or begins, those that it is first', () => {
    const store = storeOf(12)
    const named = (text: string) => store.callsNamed(SESSION, text).map(({ id }) => id)
    expect(named('call_1')).toEqual(['s1', 's11', 's10'])
    expect(named('s1')).toEqual(['s1', 's11', 's10'])
    expect(named('call_7')).toEqual(['s7'])
    expect(named('all_7')).toEqual([])
    expect(named('call%')).toEqual([])
    store.close()
  })
})
