import type { TraceEvent } from '@belay/trace'
import { describe, expect, test } from 'vitest'
import { createSessionStore, type EventSource } from './session-store'
import { sampleSession } from './testing/sample-session'

const EVENTS = sampleSession().log.events

/** A server and a screen in the hands of the test. */
function stage() {
  const asked: number[] = []
  let on: Parameters<EventSource['subscribe']>[1] | null = null
  let frame: (() => void) | null = null
  let open = 0
  const store = createSessionStore({
    source: {
      subscribe(after, listener) {
        asked.push(after)
        on = listener
        open += 1
        return () => {
          open -= 1
        }
      },
    },
    nextFrame(run) {
      frame = run
      return () => {
        frame = null
      }
    },
    now: () => 10_000,
    readError: (error) => ({ error: String(error), missing: false }),
  })
  return {
    store,
    asked,
    openNow: () => open,
    send: (events: readonly TraceEvent[], caughtUp = true) => on?.batch(events, caughtUp),
    fail: (error: string) => on?.failed(error),
    paint() {
      const run = frame
      frame = null
      run?.()
      return run !== null
    },
  }
}

describe('the store of a session', () => {
  test('folds what comes and tells its readers once a frame', () => {
    const { store, send, paint } = stage()
    let told = 0
    store.subscribe(() => {
      told += 1
    })
    store.open()
    for (const event of EVENTS) send([event])
    expect([store.state.seq, told]).toEqual([EVENTS.length, 0])
    expect([paint(), told, store.version(), paint()]).toEqual([true, 1, 1, false])
  })

  test('what comes twice is folded once', () => {
    const { store, send } = stage()
    store.open()
    send(EVENTS)
    send(EVENTS.slice(5))
    expect([store.state.rows.length, store.state.seq]).toEqual([
      EVENTS.filter((event) => event.type === 'row.committed').length,
      EVENTS.length,
    ])
  })

  test('a gap folds nothing beyond it and asks again from where the fold stands', () => {
    const { store, send, asked, openNow } = stage()
    store.open()
    send(EVENTS.slice(0, 3))
    send(EVENTS.slice(5))
    expect([store.state.seq, asked, openNow()]).toEqual([3, [0, 3], 1])
    send(EVENTS.slice(3))
    expect(store.state.seq).toBe(EVENTS.length)
  })

  test('opened again it goes on from its cursor', () => {
    const { store, send, asked, openNow } = stage()
    const close = store.open()
    send(EVENTS.slice(0, 7))
    close()
    expect(openNow()).toBe(0)
    store.open()
    expect(asked).toEqual([0, 7])
  })

  test('is ready once the log was read to its end, not before', () => {
    const { store, send } = stage()
    store.open()
    send(EVENTS.slice(0, 4), false)
    expect(store.phase()).toBe('loading')
    send(EVENTS.slice(4))
    expect(store.phase()).toBe('ready')
  })

  test('a refusal is a sentence, and what was folded stays', () => {
    const { store, send, fail } = stage()
    store.open()
    send(EVENTS.slice(0, 4))
    fail('There is no such session.')
    expect([store.phase(), store.state.seq]).toEqual([{ error: 'There is no such session.', missing: false }, 4])
  })

  test('takes the server`s clock from live events, and only from those', () => {
    const { store, send } = stage()
    store.open()
    send(EVENTS.slice(0, 2).map((event) => ({ ...event, at: 1 })))
    expect(store.nowMs()).toBe(10_000)
    send(EVENTS.slice(2, 3).map((event) => ({ ...event, at: 9_700 })))
    expect(store.nowMs()).toBe(9_700)
  })
})
