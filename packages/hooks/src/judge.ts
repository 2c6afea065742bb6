/**
 * What came of asking one hook: what it said (for the record) and what that counts for (for the outcome). They differ
 * where a hook failed: it said nothing, and its policy speaks for it.
 */
import type { Decision, HookError, Json, PointId, VerdictStatus } from '@belay/trace'
import { boundTexts } from './bound-texts'
import { type CommandRan, CommandSaid } from './command-answer'
import { type Failing, fallBack, reasonOf } from './failure'
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
  /** A rewrite beside another decision; absent where there is none. */
  readonly rewrite?: Json
}

export interface Judged {
  readonly status: VerdictStatus
  readonly error: HookError | null
  readonly replayedAgeMs: number | null
  readonly said: Effect
  readonly counts: Effect
  /** Of a command that was started. */
  readonly ran?: CommandRan
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

/** The hook that was asked, and what of an answer that can be read can't be carried out (`PointAsking.check`). */
export interface Asked extends Omit<Failing, 'error'> {
  readonly unfit?: ((decision: Decision, value: Json) => string | null) | undefined
}

export function judge(reply: unknown, asked: Asked): Judged {
  if (reply instanceof NoAnswer) return judgeFailed(reply, asked)
  if (reply instanceof CommandSaid) return judgeCommand(reply, asked)
  const answer = readAnswer(asked.point, reply)
  switch (answer.status) {
    case 'use_default':
      return DEFERRED
    case 'answered': {
      const unfit = asked.unfit?.(answer.decision, answer.value) ?? null
      if (unfit !== null) return malformed(unfit, asked.point)
      const texts = boundTexts(answer)
      const said = texts.halt === null ? texts : { ...texts, halt: reasonOf(asked.hook, texts.halt) }
      return { status: 'answered', error: null, replayedAgeMs: null, said, counts: said }
    }
    case 'malformed':
      return malformed(answer.message, asked.point)
  }
}

function malformed(message: string, point: PointId): Judged {
  return {
    status: 'malformed',
    error: { kind: 'bad_answer', message },
    replayedAgeMs: null,
    said: NO_EFFECT,
    counts: { ...NO_EFFECT, notes: [`${message}, so it decided nothing at ${point}`] },
  }
}

function judgeCommand({ answer, rewrite, ran }: CommandSaid, asked: Asked): Judged {
  const judged = { ...judge(answer, asked), ran }
  if (rewrite === null) return judged
  const read = readAnswer(asked.point, { decision: 'rewrite', value: rewrite })
  if (read.status === 'answered') return { ...judged, counts: { ...judged.counts, rewrite: read.value } }
  const why = read.status === 'malformed' ? read.message : 'said nothing'
  return {
    ...judged,
    counts: { ...judged.counts, notes: [...judged.counts.notes, `its rewrite was not used: it ${why}`] },
  }
}

/** A command says things beside its failure: they count whatever its policy makes of it. */
function judgeFailed({ error, ran }: NoAnswer, asked: Asked): Judged {
  const judged = judgeFailure({ ...asked, error })
  if (ran === null) return judged
  const { notes } = ran
  return {
    ...judged,
    ran,
    said: { ...judged.said, notes: [...judged.said.notes, ...notes] },
    counts: { ...judged.counts, notes: [...judged.counts.notes, ...notes] },
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
