/** Why a hook was not asked, in a sentence that follows its name. */
import type { Attachment, PointId, Verdict } from '@belay/trace'

export interface NotAskedAt {
  readonly point: PointId
  /** Who blocked, where somebody did. */
  readonly blocker: string | null
  /** Where the hook stands, as far as that is on record. */
  readonly attachment: Attachment | null
}

export function notAskedSentence(verdict: Verdict, { point, blocker, attachment }: NotAskedAt): string {
  const message = verdict.error?.message ?? verdict.reason
  switch (verdict.notAsked) {
    case 'off':
      return verdict.mode === 'shadow'
        ? `not asked: in shadow nobody is at ${point}, where both would edit one history`
        : 'not asked: it was switched off'
    case 'wrong point':
      return `not asked: it stands at ${attachment?.points.join(', ') ?? 'other points'}`
    case 'matcher':
      return `not asked: its matcher does not fit ${isAboutCall(point) ? 'this call' : 'this'}`
    case 'if':
      return 'not asked: its condition does not hold here'
    case 'not trusted':
      return `not asked: it is not trusted any more${tail(message)}`
    case 'ran once':
      return 'not asked: it runs once a session, and has'
    case 'extension off':
      return `not asked: its extension is off${tail(message)}`
    case 'failed to load':
      return `not asked: it could not be loaded${tail(message)}`
    case 'stopped at first block':
      return `not asked: ${blocker ?? 'another hook'} had blocked, and the session stops at the first block`
    case 'turn stopped':
      return 'not asked: the turn had been stopped by then'
    case null:
      return `not asked${tail(message)}`
  }
}

function isAboutCall(point: PointId): boolean {
  return point === 'tools.before' || point === 'tools.after'
}

function tail(message: string | null): string {
  return message === null || message === '' ? '' : `: ${message}`
}
