import { type SessionId, sessionId, type TraceEvent, turnId } from '@belay/trace'
import { expect, it } from 'vitest'
import { createIdleNotices, IDLE_MS } from './idle-notices'

const [a, b] = [sessionId('a'), sessionId('b')]
const turn = turnId('t')
const started = { type: 'turn.started', turn } as TraceEvent
const ended = (status: string) => ({ type: 'turn.ended', turn, status }) as TraceEvent

function scene() {
  const timers = new Map<() => void, number>()
  const clock = {
    now: () => 0,
    after(ms: number, run: () => void) {
      timers.set(run, ms)
      return () => void timers.delete(run)
    },
  }
  const told: SessionId[] = []
  const idle = createIdleNotices(clock, (session, { occasion }) => {
    expect(occasion).toMatchObject({ event: 'Notification', kind: 'idle_prompt' })
    told.push(session)
  })
  const pass = () => {
    for (const [run, ms] of timers) if (ms <= IDLE_MS) run()
  }
  return { idle, told, timers, pass }
}

it('a minute after a turn nobody has said anything: told once, for each session', () => {
  const { idle, told, pass } = scene()
  idle.heard(a, ended('completed'))
  idle.heard(b, ended('failed'))
  pass()
  expect(told).toEqual([a, b])
})

it.each<[string, (idle: ReturnType<typeof createIdleNotices>) => void]>([
  ['another turn has begun', (idle) => idle.heard(a, started)],
  ['the session is gone', (idle) => idle.forget(a)],
  ['the app ends', (idle) => idle.close()],
])('nothing is told, and no timer left, where %s', (_, meanwhile) => {
  const { idle, told, timers, pass } = scene()
  idle.heard(a, ended('completed'))
  meanwhile(idle)
  expect(timers.size).toBe(0)
  pass()
  expect(told).toEqual([])
})

it('who stopped the turn is there, and is not told', () => {
  const { idle, timers } = scene()
  idle.heard(a, ended('stopped'))
  expect(timers.size).toBe(0)
})
