import { spanId, type TraceEventBody, turnId } from '@belay/trace'
import { verdictOf } from '@belay/trace/testing'
import { describe, expect, it } from 'vitest'
import { createUnheard } from './unheard'

const turn = turnId('t')
const asked = (id: string, kind: 'hook' | 'tool' = 'hook'): TraceEventBody => ({
  type: 'span.started',
  span: {
    ...{ id: spanId(id), parent: null, turn, kind, name: id, start: 1, end: null, status: 'running', attributes: {} },
  },
})
const answered = (id: string | null): TraceEventBody => ({
  ...{ type: 'verdict', turn, span: id === null ? null : spanId(id), about: null, point: 'tools.before' },
  verdict: verdictOf({}),
})
const ended = (id: string): TraceEventBody => ({
  ...{ type: 'span.ended', id: spanId(id), end: 2, status: 'ok', attributes: {} },
})

describe('whether every hook was heard', () => {
  it.each<[string, readonly TraceEventBody[], boolean]>([
    ['nobody was asked', [], true],
    ['one was asked', [asked('a')], false],
    ['it answered', [asked('a'), answered('a')], true],
    ['its span ended with its turn, and it goes on', [asked('a'), ended('a')], false],
    ['one of two answered', [asked('a'), asked('b'), answered('b')], false],
    ['a call runs', [asked('run', 'tool')], true],
    ['another one was not asked', [asked('a'), answered(null)], false],
  ])('%s: %#', async (_, events, heard) => {
    const unheard = createUnheard()
    for (const event of events) unheard.note(event)
    const none = unheard.none().then(() => true)
    expect(await Promise.race([none, Promise.resolve().then(() => Promise.resolve(false))])).toBe(heard)
    unheard.forget()
    expect(await none).toBe(true)
  })
})
