import { emptySession, fold, type Json, type Span, sessionId, spanId, turnId } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import overlapping from '../../fixtures/50-overlapping-parallel-calls.json'
import { readSpans, type SpansReading } from './read-spans'
import { IMPORT_ATTR } from './record'

const naming = {
  turn: turnId('trn_1'),
  title: 'imported',
  composition: 'none',
  span: (place: number) => spanId(place < 0 ? 'root' : `s${place}`),
}

function read(json: Json): Extract<SpansReading, { ok: true }> {
  const reading = readSpans(json, naming)
  if (!reading.ok) throw new Error(reading.message)
  return reading
}

/** The state that the page would have, through the one fold. */
function shown(json: Json): readonly Span[] {
  const state = emptySession()
  read(json).events.forEach(({ at, body }, index) => {
    fold(state, { ...body, session: sessionId('ses_1'), seq: index + 1, at })
  })
  const [turn] = state.turns
  expect(turn?.status).toBe('completed')
  return (turn?.spans ?? []).map((id) => state.spans.get(id)).filter((span) => span !== undefined)
}

const marksOf = (spans: readonly Span[]) => spans.map((span) => span.attributes[IMPORT_ATTR.mark] ?? null)
const ok = { name: 'Bash', start: 10, end: 20 }

describe('readSpans', () => {
  it('reads case 50-overlapping-parallel-calls: siblings overlap, and a child outlives its parent', () => {
    const spans = shown(overlapping)
    const named = (id: string) => spans.find((span) => span.attributes[IMPORT_ATTR.id] === id)
    const turn = named('turn')
    expect(spans).toHaveLength(46)
    expect(turn).toMatchObject({ kind: 'turn', parent: null, start: 0, end: 9000, status: 'ok' })
    expect(named('t1')).toMatchObject({ kind: 'tool', name: 'Bash', parent: turn?.id, start: 3000, end: 7000 })
    expect(named('bg')).toMatchObject({ parent: turn?.id, start: 6000, end: 15000 })
    expect(spans.filter((span) => span.parent === named('bg')?.id)).toHaveLength(40)
    expect(marksOf(spans).every((mark) => mark === null)).toBe(true)
  })

  it('makes a span around files with more than one at the top', () => {
    const spans = shown([ok, { ...ok, start: 4, end: 90 }])
    expect(spans[0]).toMatchObject({ id: 'root', kind: 'turn', name: 'imported', start: 4, end: 90 })
    expect(spans.slice(1).map((span) => span.parent)).toEqual(['root', 'root'])
  })

  it('gives events in the order of their times, a start before the end of the same instant', () => {
    const { events } = read([
      { id: 'a', name: 'a', start: 0, end: 5 },
      { id: 'b', parent: 'a', name: 'b', start: 5, end: 5 },
    ])
    expect(events.map(({ at, body }) => `${at} ${body.type}`)).toEqual([
      '0 turn.started',
      '0 span.started',
      '5 span.started',
      '5 span.ended',
      '5 span.ended',
      '5 turn.ended',
    ])
  })

  it('lays out a chain of 20,000 without recursion', () => {
    const chain = Array.from({ length: 20_000 }, (_, i) => ({
      ...{ id: `s${i}`, parent: i === 0 ? null : `s${i - 1}`, name: `level ${i}`, start: i, end: 40_000 - i },
    }))
    const spans = shown(chain)
    expect(spans).toHaveLength(20_000)
    expect(spans.at(-1)?.parent).toBe('s19998')
  })
})

describe('what is wrong with an entry is kept, shown once and marked', () => {
  const rows: readonly [sentence: string, entries: Json[], marks: (string | null)[], more?: Partial<Span>][] = [
    ['a parent that is not in the file', [{ ...ok, id: 'a', parent: 'x' }], ['missing parent']],
    ['its own parent', [{ ...ok, id: 'a', parent: 'a' }], ['cyclic parent']],
    [
      'a cycle is cut at its first entry, the others keep their parents',
      [
        { ...ok, id: 'a', parent: 'c' },
        { ...ok, id: 'b', parent: 'a' },
        { ...ok, id: 'c', parent: 'b' },
        { ...ok, id: 'd', parent: 'c' },
      ],
      ['cyclic parent', null, null, null],
    ],
    [
      'a repeated id: both are there, children go to the first',
      [
        { ...ok, id: 'a' },
        { ...ok, id: 'a', parent: 'a' },
        { ...ok, id: 'b', parent: 'a' },
      ],
      [null, 'repeated id', null],
    ],
    ['an end before its start', [{ ...ok, id: 'a', end: 3 }], ['end before start'], { start: 10, end: 10 }],
    ['no end', [{ id: 'a', name: 'a', start: 10 }], ['no end'], { end: 10, status: 'interrupted' }],
    ['no start', [{ id: 'a', name: 'a', end: 20 }], ['no start'], { start: 20, end: 20 }],
    ['a time that no clock can show', [{ id: 'a', name: 'a', start: 1, end: 1e300 }], ['no end'], { end: 1 }],
    ['no id and no name', [{ start: 1, end: 2 }], ['no id; no name'], { name: '(no name)' }],
    ['a parent that is no id', [{ ...ok, id: 'a', parent: [1] }], ['unreadable parent']],
    ['a status from elsewhere', [{ ...ok, id: 'a', status: 'meh' }], ['unknown status'], { status: 'unknown' }],
  ]
  it.each(rows)('%s', (_, entries, marks, more = {}) => {
    const spans = shown(entries)
    expect(marksOf(spans)).toEqual(marks)
    expect(spans[0]).toMatchObject(more)
    expect(new Set(spans.map((span) => span.id)).size).toBe(entries.length)
  })

  it('keeps the raw values beside the corrections', () => {
    const [span] = shown([{ id: 'a', parent: 'x', name: 'a', start: 'noon', end: -5, status: 'meh' }])
    expect(span?.attributes).toMatchObject({
      [IMPORT_ATTR.rawParent]: 'x',
      [IMPORT_ATTR.rawStart]: 'noon',
      [IMPORT_ATTR.rawStatus]: 'meh',
    })
  })

  it('lets a missing start be the one before, and a missing end be the next start', () => {
    const spans = shown([
      { id: 'a', name: 'a', start: 10 },
      { id: 'b', name: 'b', start: 30, end: 40 },
      { id: 'c', name: 'c', end: 50 },
    ])
    expect(spans.slice(1).map((span) => [span.start, span.end])).toEqual([
      [10, 30],
      [30, 40],
      [30, 50],
    ])
  })

  it('lists what is no object, and counts', () => {
    const { report, events } = read([null, 'x', [], 7, { ...ok, id: 'a', parent: 'b', end: 1 }, { ...ok, id: 'a' }])
    expect(report).toEqual({
      records: 6,
      unparsed: [
        { line: 1, reason: 'not an object but null' },
        { line: 2, reason: 'not an object but a string' },
        { line: 3, reason: 'not an object but a list' },
        { line: 4, reason: 'not an object but a number' },
      ],
      breaks: 2,
      clock: 1,
    })
    expect(events.filter(({ body }) => body.type === 'span.started')).toHaveLength(3)
  })

  it.each([[null], ['text'], [{}], [[]], [[1]]])('says so where there is nothing to read: %j', (json) => {
    expect(readSpans(json, naming)).toMatchObject({ ok: false, message: expect.stringMatching(/span/) })
  })
})
