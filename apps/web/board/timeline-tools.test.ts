import {
  callId,
  emptySession,
  fold,
  type SessionState,
  sessionId,
  spanId,
  type TraceEventBody,
  turnId,
} from '@belay/trace'
import { describe, expect, it } from 'vitest'
import type { TimelineProps } from './board-props'
import { SEARCHED_CHARS, SearchText } from './search-text'
import { TimelineTools } from './timeline-tools'
import { TurnPictures } from './turn-picture'

const [session, turn] = [sessionId('ses'), turnId('one')]

function tell(...bodies: readonly TraceEventBody[]): SessionState {
  const state = emptySession()
  for (const body of bodies) fold(state, { ...body, session, seq: state.seq + 1, at: state.seq })
  return state
}

const begun: TraceEventBody = {
  ...{ type: 'turn.started', turn, number: 1, composition: 'c', provider: 'p', model: 'm' },
}
const call = (id: string, start: number, end: number): TraceEventBody => ({
  type: 'span.started',
  span: {
    ...{ id: spanId(id), parent: null, turn, kind: 'tool', name: id, start, end, status: 'ok' },
    attributes: { 'gen_ai.tool.call.id': `call_${id}` },
  },
})

function toolsOf(state: SessionState) {
  const pictures = new TurnPictures()
  pictures.update(state, turn)
  const props: TimelineProps = {
    ...{ state, version: 1, turn, selection: null, theme: 'dark', playhead: null, range: null },
    ...{ onSelect: () => undefined, onRange: () => undefined, nowMs: () => 0 },
  }
  return new TimelineTools(pictures, () => props)
}

describe('what is laid over a timeline', () => {
  it('is the same object until something of it changes, so that nothing is drawn or worked out again', () => {
    const tools = toolsOf(tell(begun, call('a', 0, 10), call('b', 20, 30)))
    tools.togglePath()
    tools.area = { fromMs: 0, toMs: 10, rows: null }
    tools.query = 'a'
    const first = tools.view(30, null)
    expect(tools.view(30, null)).toBe(first)
    expect(first.area?.count).toBe(1)
    expect(tools.view(30, 0)).not.toBe(first)
    expect(tools.view(30, 0).find).toMatchObject({ count: 1, nth: 1 })
  })

  it('of one turn is not of another: area and pins go, search and path stay', () => {
    const tools = toolsOf(tell(begun, call('a', 0, 10)))
    tools.togglePath()
    tools.query = 'a'
    tools.area = { fromMs: 0, toMs: 10, rows: null }
    tools.pins = [spanId('a')]
    expect(tools.rowsTop).toBeGreaterThan(68 + 20)
    tools.turned()
    const { path, area, find, pins } = tools.view(30, null)
    expect([path !== null, area, find?.count, pins, tools.rowsTop]).toEqual([true, null, 1, 0, 68])
  })

  it('loses an area over some lanes when lanes move, and keeps one over all', () => {
    const tools = toolsOf(tell(begun, call('a', 0, 10)))
    tools.area = { fromMs: 0, toMs: 10, rows: null }
    tools.lanesMove()
    expect(tools.area).not.toBeNull()
    tools.area = { fromMs: 0, toMs: 10, rows: { top: 0, bottom: 5 } }
    tools.lanesMove()
    expect(tools.area).toBeNull()
  })
})

describe('what is searched of a call', () => {
  const result = (content: string): TraceEventBody => ({
    type: 'row.committed',
    row: {
      ...{ kind: 'result', id: 1, at: 0, turn, replaces: null, call: callId('call_a') },
      ...{ name: 'a', content, isError: false },
    },
  })

  it('is its arguments and its result, in lower case, of very long ones the beginning, which is counted', () => {
    const search = new SearchText()
    const state = tell(begun, call('a', 0, 1), result(`Raisins ${'x'.repeat(SEARCHED_CHARS)}END`))
    const text = search.read(state, turn)
    const span = state.spans.get(spanId('a'))
    expect(span === undefined ? null : text(span)?.startsWith('raisins')).toBe(true)
    expect(span === undefined ? null : text(span)?.includes('end')).toBe(false)
    expect(search.cut).toBe(1)
  })
})
