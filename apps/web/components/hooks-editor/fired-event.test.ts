import type { RecordedEvent } from '@belay/api'
import { type JsonObject, type Outcome, POINTS, type PointId, sessionId } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import { changeOf, eventOf, findEvents, firstOf, keyOf, lineIn, subjectOf } from './fired-event'
import { readDraft } from './hook-draft'
import { sampleText } from './sample-events'

const CALL = { id: 'c', name: 'run', args: { command: 'ls' } }

function outcome(point: PointId, value: Outcome['value'], decision: Outcome['decision'] = 'rewrite'): Outcome {
  return {
    ...{ point, decision, value, carried: null, reason: null, by: 'mine', context: [], notes: [], reminders: [] },
    ...{ halt: null, haltBy: null, verdicts: [], wouldBe: null },
  }
}

function recorded(change: Partial<RecordedEvent>): RecordedEvent {
  return {
    ...{ point: 'tools.before', turn: null, turnNumber: 2, about: null, at: 5, subject: 'run ls', decision: 'pass' },
    ...{ event: { call: CALL }, session: sessionId('s'), title: 'Tour' },
    ...change,
  }
}

describe('the event that a hook is tried on first', () => {
  const skipped = recorded({ at: 9, subject: 'files.read a', matched: false })
  const fits = recorded({ at: 7, matched: true })
  it('is the latest that its matcher takes', () => {
    expect(firstOf([skipped, fits], 'tools.before', 'run')).toEqual({ kind: 'recorded', key: keyOf(fits) })
  })

  it.each([
    ['run', 'run', 'command'],
    ['files.edit|files.write', 'files.edit', 'new_string'],
    ['files.write, run', 'files.write', 'content'],
    ['^files', 'run', 'command'],
  ])('is written where none is on record that %s takes: of %s', (matcher, name, arg) => {
    const first = firstOf([skipped], 'tools.before', matcher)
    const event = first?.kind === 'written' ? JSON.parse(first.text) : null
    expect(event).toMatchObject({ call: { name, args: { [arg]: expect.any(String) } } })
  })

  it('is none while the record is read', () => {
    expect(firstOf(undefined, 'tools.before', null)).toBeNull()
  })
})

describe('what a firing changed', () => {
  const changed = { ...CALL, args: { command: 'pwd' } }
  it.each<[string, JsonObject, Outcome, unknown]>([
    ['the call', { call: CALL }, outcome('tools.before', changed), { before: CALL, after: changed }],
    ['a message', { msg: 'a' }, outcome('guard.onInput', 'b'), { before: 'a', after: 'b' }],
    ['a result', { result: { content: 'a' } }, outcome('tools.after', 'b'), { before: 'a', after: 'b' }],
    [
      'a key of the request',
      { t: { system: 'a' } },
      outcome('context.build', { system: 'b' }),
      { before: { system: 'a' }, after: { system: 'b' } },
    ],
    ['nothing, where it is the same', { msg: 'a' }, outcome('guard.onInput', 'a'), null],
    ['nothing, where it refused', { call: CALL }, outcome('tools.before', changed, 'block'), null],
    ['nothing, at a point that has no subject', { err: 'a' }, outcome('errors.on', { seconds: 3 }, 'retry'), null],
  ])('%s', (_, event, fired, change) => {
    expect(changeOf(event, fired)).toEqual(change)
  })
})

describe('the event to fire', () => {
  const one = recorded({})
  it.each([
    ['one on record', { kind: 'recorded', key: keyOf(one) }, { event: one.event, session: one.session }, null],
    ['one by hand', { kind: 'written', text: '{"err":"x"}' }, { event: { err: 'x' }, session: null }, null],
    ['a list by hand', { kind: 'written', text: '[]' }, null, /is an object/],
    ['half a text', { kind: 'written', text: '{"err' }, null, /not JSON/],
  ] as const)('%s', (_, chosen, fire, problem) => {
    const found = eventOf(chosen, [one])
    expect(found.fire).toEqual(fire)
    if (problem === null) expect(found.problem).toBeNull()
    else expect(found.problem).toMatch(problem)
  })

  it('is found by words of its subject, session, turn and decision', () => {
    const other = recorded({ subject: 'files.read a.ts', decision: 'block' })
    expect(findEvents([one, other], 'tour block')).toEqual([other])
    expect(findEvents([one, other], 'LS turn 2')).toEqual([one])
  })

  it('has a sample at every point, with what a hook there may change', () => {
    const without = ['session.start', 'memory.keep', 'errors.on', 'stop.done', 'agent.stop', 'session.end']
    for (const point of POINTS) {
      const { fire } = eventOf({ kind: 'written', text: sampleText(point) }, [])
      expect(subjectOf(point, fire?.event ?? {}) === null, point).toBe(without.includes(point))
    }
  })
})

it.each([
  ['Error: oh (mine.ts:7)', 7],
  ['Error: oh', null],
])('the line in %s', (message, line) => {
  expect(lineIn(message)).toBe(line)
})

describe('what was kept of a text', () => {
  it.each([
    ['{"base":"a","text":"b"}', { base: 'a', text: 'b' }],
    ['{"base":null,"text":""}', { base: null, text: '' }],
    ['{"base":3,"text":"b"}', null],
    ['"b"', null],
    ['{', null],
    [null, null],
  ])('%s', (kept, draft) => {
    expect(readDraft(kept)).toEqual(draft)
  })
})
