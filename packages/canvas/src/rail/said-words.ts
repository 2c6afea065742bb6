/** What a verdict says, in two or three words, where there is no room for a sentence. */
import type { Decision, PointId, Verdict } from '@belay/trace'
import { markOfVerdict } from '../mark'

export function saidWords(verdict: Verdict, point: PointId): string {
  const words = plainWords(verdict, point)
  if (words === 'passed' || words === 'failed') return words
  if (verdict.mode === 'shadow') return `would have: ${words}`
  if (verdict.late) return `late: ${words}`
  return verdict.lost ? `overruled: ${words}` : words
}

function plainWords(verdict: Verdict, point: PointId): string {
  const { mark } = markOfVerdict(verdict)
  if (mark === 'failed') return 'failed'
  if (mark === 'halt') return 'halted'
  if (verdict.decision !== 'pass') return DECIDED[verdict.decision](point)
  if (verdict.context.length > 0) return '+ context'
  return verdict.reminders.length > 0 ? '+ reminder' : 'passed'
}

const REWROTE: Readonly<Partial<Record<PointId, string>>> = {
  'guard.onInput': 'rewrote the message',
  'memory.summarize': 'rewrote the prompt',
  'context.build': 'shaped the request',
  'model.choose': 'chose the model',
  'tools.before': 'rewrote the call',
  'tools.after': 'rewrote the result',
  'guard.onOutput': 'rewrote the answer',
}

const DECIDED: Readonly<Record<Exclude<Decision, 'pass'>, (point: PointId) => string>> = {
  rewrite: (point) => REWROTE[point] ?? 'rewrote it',
  block: (point) => (point === 'tools.after' ? 'told the model' : 'blocked'),
  ask: () => 'asked',
  allow: () => 'allowed',
  answer: (point) => (point === 'tools.before' ? 'answered instead' : 'answered'),
  continue: () => 'another pass',
  done: () => 'ended the turn',
  ask_again: () => 'asked the model again',
  retry: () => 'retry',
  switch: () => 'another model',
  escalate: () => 'gave up',
  handled: () => 'kept the history',
}
