import { sessionId, type TraceEvent } from '@belay/trace'
import { describe, expect, it } from 'vitest'
import { createEventBus } from './event-bus'
import { follow, followChanges } from './follow'

const SESSION = sessionId('s')

/** A log that is appended to as the real one is: first kept, then published. */
function makeLog(count: number) {
  const bus = createEventBus()
  const kept: TraceEvent[] = []
  const append = (many = 1) => {
    const fresh = Array.from({ length: many }, (_, index): TraceEvent => {
      const seq = kept.length + index + 1
      return { type: 'notice', turn: null, text: `${seq}`, session: SESSION, seq, at: seq }
    })
    kept.push(...fresh)
    bus.publish(SESSION, fresh)
  }
  append(count)
  const reads: number[] = []
  const eventPage = (_: string, after: number, limit: number) => {
    reads.push(after)
    const page = kept.slice(after, after + limit)
    const last = page.at(-1)
    return last === undefined ? null : { packed: JSON.stringify(page), last: last.seq }
  }
  return { bus, append, reads, parts: { bus, eventPage } }
}

const upTo = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

describe('following a log', () => {
  it('replays in pages what came after a number, then says that it has caught up', async () => {
    const { parts } = makeLog(4_203)
    const stop = new AbortController()
    const seen: number[] = []
    const sizes: number[] = []
    for await (const { events, live } of follow(parts, SESSION, 3, stop.signal)) {
      if (live) break
      sizes.push(events.length)
      seen.push(...events.map((event) => event.seq))
    }
    expect(sizes).toEqual([2_000, 2_000, 200])
    expect(seen).toEqual(upTo(4, 4_203))
  })

  it('leaves nothing out and gives nothing twice of what is appended while it reads', async () => {
    const { parts, append } = makeLog(900)
    const stop = new AbortController()
    const seen: number[] = []
    let pages = 0
    for await (const { events, live } of follow(parts, SESSION, 0, stop.signal)) {
      seen.push(...events.map((event) => event.seq))
      pages += 1
      if (pages < 4) append(10)
      if (live && seen.length >= 930) break
    }
    expect(seen).toEqual(upTo(1, 930))
  })

  it('sends a reader that fell far behind back to the table', async () => {
    const { parts, append, reads } = makeLog(10)
    const stop = new AbortController()
    const seen: number[] = []
    let flooded = false
    for await (const { events, live } of follow(parts, SESSION, 0, stop.signal)) {
      seen.push(...events.map((event) => event.seq))
      if (live && !flooded) {
        flooded = true
        for (let i = 0; i < 48; i += 1) append(1_000)
      }
      if (seen.length === 48_010) break
    }
    expect(seen).toEqual(upTo(1, 48_010))
    expect(reads.length).toBeGreaterThan(20)
  })

  it('joins what comes within a frame into one batch', async () => {
    const { parts, append } = makeLog(0)
    const stop = new AbortController()
    const batches: number[] = []
    for await (const { events, live } of follow(parts, SESSION, 0, stop.signal)) {
      if (!live) continue
      if (events.length === 0) for (let i = 0; i < 25; i += 1) append()
      else batches.push(events.length)
      if (events.length > 0) break
    }
    expect(batches).toEqual([25])
  })

  it('ends with the signal, also where nothing ever comes, and lets go of the bus', async () => {
    const { parts } = makeLog(0)
    const stop = new AbortController()
    const reading = follow(parts, SESSION, 0, stop.signal)
    await reading.next()
    const waiting = reading.next()
    stop.abort()
    expect((await waiting).done).toBe(true)
  })
})

describe('following changes', () => {
  it('names each session once however much happens in it', async () => {
    const bus = createEventBus()
    const stop = new AbortController()
    const changes = followChanges(bus, stop.signal)
    const first = changes.next()
    for (let i = 0; i < 5; i += 1) bus.touch(sessionId('a'))
    bus.touch(sessionId('b'))
    expect((await first).value).toEqual({ session: 'a' })
    expect((await changes.next()).value).toEqual({ session: 'b' })
    const next = changes.next()
    stop.abort()
    expect((await next).done).toBe(true)
  })
})
