/** Which of the board's seven signs stands for a verdict and for how a turn went. */
import { type Mark, markOfVerdict } from '@belay/canvas'
import type { TurnStatus, Verdict } from '@belay/trace'
import { isCancelled, isUnloaded, isUntrusted } from './verdict-kinds'

export function verdictMark(verdict: Verdict): Mark {
  if (isUnloaded(verdict) || isUntrusted(verdict)) return 'failed'
  if (isCancelled(verdict)) return 'pass'
  return markOfVerdict(verdict).mark
}

export function turnMark(status: TurnStatus | 'idle'): Mark {
  switch (status) {
    case 'blocked':
      return 'block'
    case 'halted':
      return 'halt'
    case 'waiting':
      return 'ask'
    case 'failed':
    case 'interrupted':
    case 'capped':
      return 'failed'
    case 'running':
    case 'completed':
    case 'stopped':
    case 'idle':
      return 'pass'
  }
}
