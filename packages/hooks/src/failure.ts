/** When a hook does not answer: what that is called, and what its failure policy makes of it (`hooks.md` §5). */
import type { HookError, HookErrorKind, PointId, Verdict } from '@belay/trace'
import type { CommandRan } from './command-answer'
import type { Hook, LastAnswers } from './hook'
import { POINT_RULES } from './points-table'

/** Thrown (or rejected with) by a hook's implementation where the kind of failure is known: a lost worker, a bad answer. */
export class HookFailure extends Error {
  override readonly name = 'HookFailure'
  constructor(
    readonly kind: HookErrorKind,
    message: string,
    /** How a command ran that failed. */
    readonly ran: CommandRan | null = null,
  ) {
    super(message)
  }
}

/** Longer than any message a person reads; a thrown value may hold megabytes. */
const LONGEST_MESSAGE = 2_000

export function errorFrom(thrown: unknown): HookError {
  try {
    if (thrown instanceof HookFailure) return { kind: thrown.kind, message: thrown.message.slice(0, LONGEST_MESSAGE) }
    const message = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown)
    return { kind: 'threw', message: message.slice(0, LONGEST_MESSAGE) }
  } catch {
    // A proxy or a getter of the hook's own threw while it was read.
    return { kind: 'threw', message: 'it threw a value that cannot be shown' }
  }
}

/** What a failure comes to. `replay` carries the stored answer, `pass` a note, the others the reason. */
export type Fallback =
  | { readonly do: 'pass'; readonly note: string | null }
  | { readonly do: 'block' | 'halt'; readonly reason: string }
  | { readonly do: 'replay'; readonly verdict: Verdict; readonly ageMs: number }

export interface Failing {
  readonly hook: Hook
  readonly point: PointId
  readonly error: HookError
  readonly lastAnswers: LastAnswers | null
  readonly now: number
  /** It must not be asked: the point refuses where it can, whatever the policy is. */
  readonly distrusted: boolean
}

export function fallBack(failing: Failing): Fallback {
  const { hook, point, error } = failing
  // A stopped turn decides nothing any more.
  if (error.kind === 'cancelled') return { do: 'pass', note: null }
  if (failing.distrusted) return refuse(failing)
  const reason = `the ${hook.name} hook at ${point} did not answer (${error.message})`
  if (POINT_RULES[point].failure === 'halt') return { do: 'halt', reason }
  switch (hook.onFailure) {
    case 'open':
      return { do: 'pass', note: `did not answer at ${point} (${error.message}); it went on without it` }
    case 'closed':
      return { do: POINT_RULES[point].closed, reason }
    case 'replay':
      return replay(failing, reason)
  }
}

/** A point that can't block has nothing to refuse: nobody is asked there, and that is said. */
function refuse({ hook, point, error }: Failing): Fallback {
  if (POINT_RULES[point].closed === 'block')
    return { do: 'block', reason: `${hook.name} was not run: ${error.message}` }
  return { do: 'pass', note: `was not run at ${point}: ${error.message}` }
}

function replay({ hook, point, lastAnswers, now }: Failing, reason: string): Fallback {
  const last = lastAnswers?.get(hook.id, point) ?? null
  if (last === null) {
    return { do: 'halt', reason: `${reason} and it has never answered, so there is nothing to fall back on` }
  }
  if (POINT_RULES[point].neverReplayed.includes(last.verdict.decision)) return { do: POINT_RULES[point].closed, reason }
  return { do: 'replay', verdict: last.verdict, ageMs: Math.max(0, now - last.at) }
}

/** A block always says why: the model and the person both read it. */
export function reasonOf(hook: Hook, reason: string | null): string {
  return reason !== null && reason.trim() !== '' ? reason : `${hook.name} gave no reason`
}
