/** Events that a scripted session seldom has: failed model calls, compactions, calls inside cells, replies that were continued. */
import {
  ATTR,
  callId,
  foldAll,
  type SpanDetail,
  type SpanId,
  type TraceEventBody,
  type TranscriptRow,
  type VerdictEntry,
} from '@belay/trace'
import { describe, expect, it } from 'vitest'
import { readState } from '../reading/read-state'
import type { ReadSession } from '../reading/record-reader'
import { at, ended, logOf, SESSION, started, TURN, turnEnded, turnStarted } from '../testing/log'
import { firedEvent, recordedEvents } from './recorded-events'

const session: ReadSession = {
  ...{ id: SESSION, workspace: '/work', agent: 'main', spawned: false, forkedTurns: null, updatedAt: 99 },
}

function reader(
  bodies: readonly TraceEventBody[],
  details: Record<string, SpanDetail> = {},
  more: Partial<ReadSession> = {},
) {
  const state = foldAll(logOf([turnStarted(), started('root', { kind: 'turn' }), ...bodies, turnEnded()]))
  const kept = new Map<SpanId, SpanDetail>(Object.entries(details).map(([id, detail]) => [at(id), detail]))
  return readState(state, kept, { ...session, ...more })
}

const row = (
  kept: { readonly kind: TranscriptRow['kind'] } & Partial<TranscriptRow>,
  time: number,
): TraceEventBody => ({
  type: 'row.committed',
  row: {
    ...{ id: time, at: time, turn: TURN, replaces: null, text: '', reasoning: '', calls: [], provider: 'test' },
    ...{ model: 'one', usage: { input: 7, cached: null, output: 3 }, end: 'stop', origin: 'person', from: null },
    ...{ call: callId('c'), name: 'run', content: '', isError: false },
    ...kept,
  } as TranscriptRow,
})

describe('events of', () => {
  it('a model call that failed are its message, with the status as part of the text', () => {
    const failed = (id: string, error: string, message: string) => [
      started(id, { kind: 'model', parent: 'step' }),
      ended(id, 5, { status: 'error', attributes: { [ATTR.error]: error, [ATTR.errorMessage]: message } }),
    ]
    const record = reader([
      started('step', { kind: 'step', parent: 'root' }),
      ...failed('one', '429', 'slow down'),
      ...failed('two', 'no_status', 'the line is dead'),
      ...failed('three', '500', 'HTTP 500'),
      started('fine', { kind: 'model', parent: 'step' }),
      ended('fine', 9),
    ])
    const events = recordedEvents(record, { point: 'errors.on', limit: 10 })
    expect(events.map(({ about, event }) => [about, event.err])).toEqual([
      ['step', 'HTTP 500'],
      ['step', 'the line is dead'],
      ['step', '429 slow down'],
    ])
  })

  it('a compaction are the prompt, where it is on record', () => {
    const record = reader([started('known', { kind: 'compaction' }), started('lost', { kind: 'compaction' })], {
      known: { prompt: 'Sum up.' },
    })
    expect(recordedEvents(record, { point: 'memory.summarize', limit: 10 })).toMatchObject([
      { event: { prompt: 'Sum up.' }, subject: 'Sum up.', decision: null },
    ])
  })

  it('a call inside a cell name the call that ran it', () => {
    const record = reader(
      [
        started('cell', { kind: 'tool', name: 'python', attributes: { [ATTR.toolCallId]: 'c1' } }),
        started('within', {
          start: 1,
          kind: 'inner',
          name: 'run',
          parent: 'cell',
          attributes: { [ATTR.toolCallId]: 'c2' },
        }),
      ],
      { cell: { arguments: { code: 'x' } }, within: { arguments: { command: 'ls' } } },
    )
    const [inner] = recordedEvents(record, { point: 'tools.before', limit: 1 })
    expect(inner?.event).toMatchObject({ call: { id: 'c2', name: 'run', args: { command: 'ls' }, within: 'c1' } })
  })

  it('replies count how often the turn was continued before', () => {
    const record = reader([
      started('step', { kind: 'step', start: 1 }),
      row({ kind: 'reply', text: 'Done?' }, 10),
      row({ kind: 'reply', text: 'Done now?' }, 20),
      row(
        { kind: 'reply', text: 'A hook said this.', provider: 'hook' } as Partial<TranscriptRow> & { kind: 'reply' },
        30,
      ),
    ])
    const events = recordedEvents(record, { point: 'stop.done', limit: 10 })
    expect(events.map(({ event }) => [event.reply, event.held, event.active])).toEqual([
      [{ text: 'Done now?', calls: [] }, 1, true],
      [{ text: 'Done?', calls: [] }, 0, false],
    ])
  })

  it('a child are its start and its end, too', () => {
    const bodies = [row({ kind: 'input', text: 'find it' }, 10), row({ kind: 'reply', text: 'Found.' }, 20)]
    const child = reader(bodies, {}, { spawned: true, agent: 'scout' })
    expect(recordedEvents(child, { point: 'agent.start', limit: 5 })).toMatchObject([
      { event: { agentType: 'scout', prompt: 'find it', t: { spawned: true } } },
    ])
    expect(recordedEvents(child, { point: 'agent.stop', limit: 5 })).toMatchObject([
      { event: { reply: { text: 'Found.' } } },
    ])
    expect(recordedEvents(reader(bodies), { point: 'agent.stop', limit: 5 })).toEqual([])
  })

  it('inputs are what people and programs said, not what hooks, reminders and the loop did', () => {
    const said = ['person', 'hook', 'mail', 'reminder', 'loop', 'webhook', 'wake'] as const
    const record = reader(said.map((origin, place) => row({ kind: 'input', text: origin, origin }, 10 + place)))
    const events = recordedEvents(record, { point: 'guard.onInput', limit: 10 })
    expect(events.map(({ event }) => [event.msg, event.origin])).toEqual(
      ['wake', 'webhook', 'mail', 'person'].map((origin) => [origin, origin]),
    )
  })
})

describe('what happens between turns', () => {
  it('goes by the facts of the turn before, and is told once an asking', () => {
    const said = (hook: string, time: number): VerdictEntry => ({
      ...{ seq: time, at: time, turn: null, span: null, about: null, point: 'session.end' },
      verdict: {
        ...{ hook, hookId: hook, source: 'library', mode: 'enforce', status: 'use_default', decision: 'pass' },
        ...{ value: null, lost: false, reason: null, context: [], notes: [], reminders: [], halt: null, durationMs: 1 },
        ...{
          error: null,
          recheck: false,
          late: false,
          notAsked: null,
          replayedAgeMs: null,
          version: null,
          position: 0,
        },
      },
    })
    const record = reader([started('between', { kind: 'compaction', turn: null, start: 50 })], {
      between: { prompt: 'Sum up.' },
    })
    expect(recordedEvents(record, { point: 'memory.summarize', limit: 5 })).toMatchObject([
      { turnNumber: 1, event: { prompt: 'Sum up.', t: { turn: 1 } } },
    ])
    const heard = [said('B', 41), said('A', 40), said('B', 31), said('A', 30)]
    const ended = recordedEvents({ ...record, latestVerdicts: () => heard }, { point: 'session.end', limit: 5 })
    expect(ended.map((event) => event.at)).toEqual([41, 31])
  })
})

describe('a record that does not hold enough', () => {
  it('gives no event of a call without arguments, or with some that are no object', () => {
    const record = reader([started('none'), started('text')], { text: { arguments: '{"command": ' } })
    expect(recordedEvents(record, { point: 'tools.before', limit: 10 })).toEqual([])
    expect(firedEvent(record, at('none'))).toBeNull()
    expect(firedEvent(record, at('not there'))).toBeNull()
  })

  it('skips those, and goes on until there are enough', () => {
    const ids = Array.from({ length: 40 }, (_, place) => `call ${place}`)
    const details = Object.fromEntries(ids.slice(0, 3).map((id) => [id, { arguments: { command: id } }]))
    const record = reader(
      ids.map((id, place) => started(id, { start: place })),
      details,
    )
    expect(recordedEvents(record, { point: 'tools.before', limit: 2 }).map(({ about }) => about)).toEqual([
      'call 2',
      'call 1',
    ])
  })

  it('ends before an answer is more than a page can hold', () => {
    const ids = Array.from({ length: 12 }, (_, place) => `call ${place}`)
    const content = 'x'.repeat(1_000_000)
    const details = Object.fromEntries(ids.map((id) => [id, { arguments: { content } }]))
    const record = reader(
      ids.map((id) => started(id)),
      details,
    )
    expect(recordedEvents(record, { point: 'tools.before', limit: 10 })).toHaveLength(3)
  })
})
