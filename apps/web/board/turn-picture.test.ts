import {
  attachmentId,
  emptySession,
  fold,
  type SessionState,
  sessionId,
  spanId,
  type TraceEventBody,
  TurnWalk,
  turnId,
} from '@belay/trace'
import { verdictOf } from '@belay/trace/testing'
import { describe, expect, it } from 'vitest'
import { TurnPictures } from './turn-picture'

const session = sessionId('ses')
const [turn, other] = [turnId('one'), turnId('two')]

function tell(state: SessionState, ...bodies: readonly TraceEventBody[]): SessionState {
  for (const body of bodies) fold(state, { ...body, session, seq: state.seq + 1, at: state.seq })
  return state
}

const started = (id = turn): TraceEventBody => ({
  type: 'turn.started',
  turn: id,
  number: 1,
  composition: 'c',
  provider: 'p',
  model: 'm',
})
const span = (id: string, parent: string | null = null): TraceEventBody => ({
  type: 'span.started',
  span: {
    id: spanId(id),
    parent: parent === null ? null : spanId(parent),
    turn,
    kind: 'tool',
    name: id,
    start: 0,
    end: null,
    status: 'running',
    attributes: {},
  },
})
const said = verdictOf({ hookId: attachmentId('h'), decision: 'block' })

describe('the picture of a turn', () => {
  it('holds while text streams, changes its signs with a verdict, and is laid out anew only for a span', () => {
    const pictures = new TurnPictures()
    const state = tell(emptySession(), started(), span('a'))
    const first = pictures.update(state, turn)
    tell(state, { type: 'delta', span: spanId('a'), channel: 'text', text: 'x' })
    expect(pictures.update(state, turn)).toBe(first)
    tell(state, { type: 'verdict', turn, span: spanId('a'), about: null, point: 'tools.before', verdict: said })
    const marked = pictures.update(state, turn)
    expect(marked.layout).toBe(first.layout)
    expect(marked.lookup.codes[0]).toBeGreaterThan(0)
    tell(state, span('b', 'a'))
    const grown = pictures.update(state, turn)
    expect(grown.layout.tree.spans).toHaveLength(2)
    expect(grown.lookup.codes[0]).toBe(marked.lookup.codes[0])
  })

  it('begins anew with another turn or another session, and is empty without one', () => {
    const pictures = new TurnPictures()
    const state = tell(emptySession(), started(), span('a'), started(other))
    expect(pictures.update(state, turn).layout.rows).toHaveLength(1)
    expect(pictures.update(state, other).layout.rows).toHaveLength(0)
    expect(pictures.update(tell(emptySession(), started()), turn).layout.rows).toHaveLength(0)
    expect(pictures.update(state, null).turn).toBeNull()
    expect(pictures.live).toBe(false)
  })

  it('opens the group that hides a span, once', () => {
    const pictures = new TurnPictures()
    const state = tell(emptySession(), started(), ...Array.from({ length: 14 }, (_, at) => span(`s${at}`)))
    expect(pictures.update(state, turn).layout.rows).toHaveLength(1)
    expect(pictures.reveal(spanId('s7'))).toBe(true)
    expect(pictures.update(state, turn).layout.rows).toHaveLength(15)
    expect(pictures.reveal(spanId('s7'))).toBe(false)
    expect(pictures.outline().count).toBe(15)
  })

  it('goes to the present while the turn is live, and to its end after', () => {
    const pictures = new TurnPictures()
    const state = tell(emptySession(), started(), span('a'))
    pictures.update(state, turn)
    expect(pictures.nowMs(5_000)).toBe(5_000)
    tell(state, { type: 'turn.ended', turn, status: 'stopped', code: null, reason: null, answer: null })
    pictures.update(state, turn)
    expect(pictures.nowMs(5_000)).toBeLessThan(10)
  })
})

describe('a turn that somebody walks through', () => {
  function walked() {
    const pictures = new TurnPictures()
    const state = tell(
      emptySession(),
      started(),
      span('a'),
      { type: 'verdict', turn, span: spanId('a'), about: null, point: 'tools.before', verdict: said },
      { type: 'span.ended', id: spanId('a'), end: 4, status: 'ok', attributes: {} },
      span('b'),
    )
    const whole = state.turnById.get(turn)
    if (whole === undefined) throw new Error('no turn')
    const walk = new TurnWalk(state, whole)
    const at = (event: number) => ({ event, atMs: event, state: walk.at(event) })
    return { pictures, state, at, walkTo: (event: number) => pictures.update(state, turn, at(event)) }
  }

  it('has the spans and signs that there were, in the rows of the whole turn', () => {
    const { pictures, walkTo, state } = walked()
    const whole = pictures.update(state, turn)
    const shown = [2, 3, 4, 5].map((event) => {
      const { layout, lookup } = walkTo(event)
      return [layout.tree.spans.length, layout.tree.end[0], (lookup.codes[0] ?? 0) > 0, layout.rows.length]
    })
    const forever = Number.POSITIVE_INFINITY
    expect(shown).toEqual([
      [1, forever, false, whole.layout.rows.length],
      [1, forever, true, whole.layout.rows.length],
      [1, 4, true, whole.layout.rows.length],
      [2, 4, true, whole.layout.rows.length],
    ])
  })

  it('shows the same picture while nobody moves, and the whole one again when the walk ends', () => {
    const { pictures, walkTo, state, at } = walked()
    const whole = pictures.update(state, turn)
    const there = at(3)
    const cut = pictures.update(state, turn, there)
    expect(pictures.update(state, turn, { ...there })).toBe(cut)
    expect(walkTo(2)).not.toBe(cut)
    expect([pictures.playheadMs, pictures.live]).toEqual([2, false])
    expect(pictures.update(state, turn)).toBe(whole)
    expect([pictures.playheadMs, pictures.live]).toEqual([null, true])
  })

  it('knows how long the whole turn is, wherever the playhead stands', () => {
    const { pictures, walkTo } = walked()
    walkTo(2)
    expect([pictures.nowMs(900), pictures.shownMs(900), pictures.whole.layout.tree.spans.length]).toEqual([900, 2, 2])
  })
})
