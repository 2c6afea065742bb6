/** Tells when nobody has said anything to a session for a minute after a turn ended, as Claude Code does. Keeps nothing running. */
import type { Clock, SessionId, TraceEvent } from '@belay/trace'
import type { Notice } from './notices'

export const IDLE_MS = 60_000

export interface IdleNotices {
  heard(session: SessionId, event: TraceEvent): void
  forget(session: SessionId): void
  close(): void
}

export function createIdleNotices(clock: Clock, tell: (session: SessionId, notice: Notice) => void): IdleNotices {
  const waiting = new Map<SessionId, () => void>()
  const forget = (session: SessionId) => {
    waiting.get(session)?.()
    waiting.delete(session)
  }
  return {
    heard(session, event) {
      if (event.type === 'turn.started') forget(session)
      if (event.type !== 'turn.ended' || event.status === 'stopped') return
      forget(session)
      const { turn } = event
      const cancel = clock.after(IDLE_MS, () => {
        waiting.delete(session)
        const message = 'Belay is waiting for your input'
        tell(session, { occasion: { event: 'Notification', message, title: 'Belay', kind: 'idle_prompt' }, turn })
      })
      waiting.set(session, cancel)
    },
    forget,
    close() {
      for (const session of [...waiting.keys()]) forget(session)
    },
  }
}
