/** Which of the board's seven signs stands for a verdict and for how a turn went. */
import { type Mark, markOfVerdict } from '@belay/canvas'
import type { TurnStatus, Verdict } from '@belay/trace'

export function verdictMark(verdict: Verdict): Mark {
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
