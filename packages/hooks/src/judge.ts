/**
 * What came of asking one hook: what it said (for the record) and what that counts for (for the outcome). They differ
 * where a hook failed: it said nothing, and its policy speaks for it.
 */
import type { Decision, HookError, Json, VerdictStatus } from '@belay/trace'
import { type Failing, fallBack } from './failure'
import { readAnswer } from './read-answer'
import { NoAnswer } from './settle'

export interface Effect {
  readonly decision: Decision
  readonly value: Json
  readonly reason: string | null
  readonly context: readonly string[]
  readonly notes: readonly string[]
  readonly reminders: readonly string[]
  readonly halt: string | null
}

export interface Judged {
  readonly status: VerdictStatus
  readonly error: HookError | null
  readonly replayedAgeMs: number | null
  readonly said: Effect
  readonly counts: Effect
}

const NO_TEXTS: readonly string[] = []
export const NO_EFFECT: Effect = {
  decision: 'pass',
  value: null,
  reason: null,
  context: NO_TEXTS,
  notes: NO_TEXTS,
  reminders: NO_TEXTS,
  halt: null,
}
const DEFERRED: Judged = {
  status: 'use_default',
  error: null,
  replayedAgeMs: null,
  said: NO_EFFECT,
  counts: NO_EFFECT,
}

export function judge(reply: unknown, asked: Omit<Failing, 'error'>): Judged {
  if (reply instanceof NoAnswer) return judgeFailure({ ...asked, error: reply.error })
  const answer = readAnswer(asked.point, reply)
  switch (answer.status) {
    case 'use_default':
      return DEFERRED
    case 'answered':
      return { status: 'answered', error: null, replayedAgeMs: null, said: answer, counts: answer }
    case 'malformed':
      return {
        status: 'malformed',
        error: { kind: 'bad_answer', message: answer.message },
        replayedAgeMs: null,
        said: NO_EFFECT,
        counts: { ...NO_EFFECT, notes: [`${answer.message}, so it decided nothing at ${asked.point}`] },
      }
  }
}

function judgeFailure(failing: Failing): Judged {
  const { error } = failing
  const fallback = fallBack(failing)
  const failed = { status: 'failed', error, replayedAgeMs: null, said: NO_EFFECT } as const
  switch (fallback.do) {
    case 'pass':
      return { ...failed, counts: fallback.note === null ? NO_EFFECT : { ...NO_EFFECT, notes: [fallback.note] } }
    case 'block':
      return { ...failed, counts: { ...NO_EFFECT, decision: 'block', reason: fallback.reason } }
    case 'halt':
      return { ...failed, counts: { ...NO_EFFECT, halt: fallback.reason } }
    case 'replay': {
      const { verdict, ageMs } = fallback
      return { status: 'replayed', error, replayedAgeMs: ageMs, said: verdict, counts: verdict }
    }
  }
}
