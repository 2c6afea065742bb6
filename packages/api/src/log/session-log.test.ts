import { sessionId, spanId, type TraceEvent, type TraceEventBody, turnId } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import { createSessionLog } from './session-log'

const SESSION = sessionId('s')
const SPAN = spanId('m')
const notice = (text: string): TraceEventBody => ({ type: 'notice', turn: null, text })
const delta = (text: string, channel: 'text' | 'reasoning' = 'text'): TraceEventBody => ({
  type: 'delta',
  span: SPAN,
  channel,
  text,
})
const ended = (id: string): TraceEventBody => ({
  type: 'span.ended',
  id: spanId(id),
  end: 1,
  status: 'ok',
  attributes: {},
})

function makeLog() {
  const batches: TraceEvent[][] = []
  const published: TraceEvent[] = []
  const timers: { ms: number; run: () => void }[] = []
  let broken = false
  const log = createSessionLog({
    session: SESSION,
    seq: 7,
    lastRow: 2,
    store: {
      append(_, batch) {
        if (broken) throw new Error('disk full')
        batches.push([...batch])
      },
    },
    clock: {
      now: () => 1,
      after(ms, run) {
        timers.push({ ms, run })
        return () => undefined
      },
    },
    publish: (_, events) => published.push(...events),
    mask: (event) => event,
    keep: () => undefined,
  })
  const said = () =>
    published.map((event) => (event.type === 'notice' || event.type === 'delta' ? event.text : event.type))
  return {
    log,
    batches,
    published,
    timers,
    said,
    breakStore: (is: boolean) => {
      broken = is
    },
  }
}

describe('a session log', () => {
  it('goes on from the last number, without a gap, and publishes what is written', () => {
    const { log, published } = makeLog()
    log.emit(notice('a'))
    log.commit({ kind: 'input', turn: turnId('t'), replaces: null, text: 'x', origin: 'person', from: null })
    expect(published.map((event) => event.seq)).toEqual([8, 9])
    expect(published[1]).toMatchObject({ type: 'row.committed', row: { id: 3, at: 1 } })
  })

  it('writes what nothing depends on once a tick, in one batch', async () => {
    const { log, batches } = makeLog()
    for (const id of ['a', 'b', 'c']) log.emit(ended(id))
    expect(batches).toEqual([])
    await Promise.resolve()
    expect(batches.map((batch) => batch.length)).toEqual([3])
  })

  it('takes along what waited before it', () => {
    const { log, batches } = makeLog()
    log.emit(ended('a'))
    log.emit(notice('now'))
    expect(batches.map((batch) => batch.map((event) => event.type))).toEqual([['span.ended', 'notice']])
  })

  it('joins streamed text until its time has come, or until something else happens', () => {
    const { log, said, timers } = makeLog()
    for (const word of ['I ', 'look ', 'around']) log.emit(delta(word))
    expect(said()).toEqual([])
    expect(timers.map((timer) => timer.ms)).toEqual([50])
    timers[0]?.run()
    expect(said()).toEqual(['I look around'])
    log.emit(delta('and '))
    log.emit(delta('think', 'reasoning'))
    log.emit(notice('!'))
    expect(said()).toEqual(['I look around', 'and ', 'think', '!'])
  })

  it('keeps what could not be written and writes it with the next, in order', () => {
    const { log, said, published, breakStore } = makeLog()
    breakStore(true)
    expect(() => log.emit(notice('a'))).toThrow('disk full')
    breakStore(false)
    log.emit(notice('b'))
    expect(said()).toEqual(['a', 'b'])
    expect(published.map((event) => event.seq)).toEqual([8, 9])
  })

  it('tries again by itself where no other event comes', async () => {
    const { log, said, timers, breakStore } = makeLog()
    breakStore(true)
    log.emit(ended('a'))
    await Promise.resolve()
    breakStore(false)
    timers.at(-1)?.run()
    expect(said()).toEqual(['span.ended'])
  })

  it('writes a taken input in the transaction of its row', () => {
    const { log, batches } = makeLog()
    log.withNextRow({ type: 'input.taken', id: 'inp_1' })
    log.commit({ kind: 'input', turn: null, replaces: null, text: 'x', origin: 'person', from: null })
    expect(batches.map((batch) => batch.map((event) => event.type))).toEqual([['input.taken', 'row.committed']])
  })

  it('writes nothing once it is frozen', () => {
    const { log, published } = makeLog()
    log.freeze()
    log.emit(notice('a'))
    expect(log.commit({ kind: 'input', turn: null, replaces: null, text: 'x', origin: 'person', from: null }).id).toBe(
      3,
    )
    log.flush()
    expect(published).toEqual([])
  })
})
